"""Costs of the desk: the sum, its course by model, and its parts by what is asked for."""

import streamlit as st

from dashboard.desk_session import now, read, said, selected, zone
from dashboard.parts.cost_arithmetic import cost_arithmetic_table
from dashboard.parts.cost_figures import cost_cards, cost_notes, cost_picture, cost_ranking
from dashboard.parts.cost_table import cost_table, dimension_words, group_labels
from dashboard.parts.filters import period_choice, segments
from dashboard.parts.piece import heading, note
from dashboard.parts.section import fold, section
from dashboard.selections import CostSelection, since_of
from data_access.reading.cost import cost_arithmetic, cost_by
from data_access.reading.cost_group_names import cost_group_names
from data_access.reading.cost_over_time import cost_over_time

w = said()
selection = selected(CostSelection)
since = since_of(selection.period, now(), zone())
report = read(cost_by, selection.by, timezone=zone(), since=since)

heading(w.cost.title, key="heading", lead=w.cost.lead)
period_choice(selection.period, default="month")
if report.total.is_nothing:
    note(w.cost.no_calls_title, key="no-calls", text=w.cost.no_calls)
    st.stop()
cost_cards(report.total)
cost_notes(report.total)
keys = tuple(group.key for group in report.groups[:200] if group.key)
names = {one.key: one for one in read(cost_group_names, selection.by, keys).items}
title = w.cost.by_group.format(what=dimension_words()[selection.by].lower())
left, right = st.columns([3, 2], gap="medium")
with left, section(w.cost.over_time, boxed=True):
    cost_picture(read(cost_over_time, timezone=zone(), since=since), selection.period)
with right, section(title, boxed=True):
    cost_ranking(report, group_labels(selection.by, keys, names), title)
with section(w.cost.by):
    segments(w.cost.by, "by", dimension_words(), selection.by, default="model")
    cost_table(report, selection.by, names=names)
with fold(w.cost.arithmetic, name="arithmetic"):
    cost_arithmetic_table(read(cost_arithmetic, since=since))
