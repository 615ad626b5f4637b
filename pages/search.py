"""Search: where a text stands in events, messages and tasks, and which runs bear it in their title."""

import streamlit as st

from dashboard.desk_session import now, read, said, selected, zone
from dashboard.parts.case_hits import case_hit_table
from dashboard.parts.pager import pager
from dashboard.parts.piece import heading
from dashboard.parts.run_table import run_table
from dashboard.parts.search_hits import hit_table, nothing_found, search_form
from dashboard.parts.section import section
from dashboard.selections import SearchSelection, since_of
from data_access.reading.cases_glance import search_cases
from data_access.reading.runs import run, runs
from data_access.reading.search import search

w = said()
selection = selected(SearchSelection)
since = since_of(selection.period, now(), zone())

heading(w.search.title, key="heading", lead=w.search.lead)
one = read(run, selection.run) if selection.run else None
search_form(selection, one and (one.title or one.conversation_id))
if not (selection.q or "").strip():
    nothing_found(selection.but(q=None))
    st.stop()
titled = read(runs, q=selection.q, since=since, limit=5)
is_first = not (selection.run or selection.cursor or selection.cases_cursor)
if titled.items and is_first:
    with section(w.search.runs):
        run_table(titled.items, key="titled")
in_cases = None
if is_first or selection.cases_cursor:
    in_cases = read(search_cases, selection.q, since=since, cursor=selection.cases_cursor)
if in_cases is not None and in_cases.items:
    with section(w.glance.in_cases):
        case_hit_table(in_cases, selection)
if selection.cases_cursor:
    st.stop()
page = read(
    search,
    selection.q,
    conversation=selection.run,
    since=since,
    everywhere=since is None,
    cursor=selection.cursor,
    limit=50,
)
if page.items:
    with section(w.search.hits):
        hit_table(page.items)
        pager("search", selection, page)
elif in_cases is None or not in_cases.items:
    nothing_found(selection)
