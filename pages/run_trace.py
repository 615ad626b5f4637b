"""One run as a tree: agents, what they called, whom those calls started, with time, cost and errors."""

import streamlit as st

from dashboard.desk_session import read, said, selected, store
from dashboard.parts.event_detail import event_detail
from dashboard.parts.latest_events import names_of
from dashboard.parts.pager import pager
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import section
from dashboard.parts.trace import (
    back_to_whole,
    chosen_row,
    draw_tree,
    kinds_told,
    opened_rows,
    rows_of,
    tree_lines,
)
from dashboard.selections import NO_MOMENT, TraceSelection
from data_access.reading.agents import agents
from data_access.reading.events import event

w = said()
selection = selected(TraceSelection)
run = chosen_run(selection.but(as_of=NO_MOMENT))
key = run.conversation_key
names = names_of(read(agents, key).items)
top = read(rows_of, key, parent=selection.top, cursor=selection.cursor, limit=200)
opened = opened_rows(top, selection)
lines = tree_lines(top, opened, lambda node_id: read(rows_of, key, parent=node_id))

run_head(run, "run_trace", reads_as_of=False)
back_to_whole(selection)
with section(w.trace.title, hint=w.trace.hint):
    kinds_told(lines)
    tree, beside = st.columns([7, 3], gap="medium") if selection.node else (st.container(), None)
    with tree:
        draw_tree(top, lines, opened, names, selection)
        if top.next_cursor or selection.cursor:
            pager("run_trace", selection, top)
if beside is not None:
    with beside:
        chosen_row(selection, top, lines, names)
if selection.event:
    event_detail(event(store(), key, selection.event), names)
