"""One run: its events over time, the list behind the picture, one event in full."""

import streamlit as st

from dashboard.desk_session import read, said, selected, store
from dashboard.parts.agent_lanes import lanes_of, lanes_panel
from dashboard.parts.event_detail import event_detail
from dashboard.parts.event_filters import event_filters, no_events
from dashboard.parts.event_table import event_table
from dashboard.parts.latest_events import names_of
from dashboard.parts.pager import pager
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import section
from dashboard.parts.timeline import timeline_panel
from dashboard.selections import EventSelection
from data_access.reading.agents import agents
from data_access.reading.events import event, event_filter_options, events
from data_access.reading.timeline import timeline
from data_access.reading.topology import topology

w = said()
selection = selected(EventSelection)
run = chosen_run(selection)
key = run.conversation_key
at = selection.at
names = names_of(read(agents, key, at=at).items)

run_head(run, "run_timeline")
if not run.events:
    no_events(selection)
    st.stop()
with section(w.event.timeline, boxed=True):
    span = read(timeline, key, by=selection.by, since=selection.starts, until=selection.ends, at=at)
    timeline_panel(span, names, selection)
lanes = lanes_of(read(topology, key, at=at).nodes)
if len(lanes) > 1:
    lanes_panel(lanes, selection)
with section(w.event.title):
    event_filters(selection, read(event_filter_options, key, at=at), names)
    page = read(
        events,
        key,
        agent_id=selection.agent,
        task_id=selection.task,
        event_types=(selection.kind,) if selection.kind else (),
        severity=selection.severity,
        q=selection.q,
        since=selection.starts,
        until=selection.ends,
        newest_first=selection.newest,
        cursor=selection.cursor,
        limit=50,
        at=at,
    )
if selection.event:
    event_detail(event(store(), key, selection.event), names)
if page.items:
    event_table(page.items, names, selection)
    pager("run_timeline", selection, page)
else:
    no_events(selection)
