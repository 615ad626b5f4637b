"""One run: its agents and tasks as a graph, the list beside it, the chosen one with its relations."""

import streamlit as st

from dashboard.charts.topology_groups import shown_graph
from dashboard.desk_session import read, said, selected
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import section
from dashboard.parts.topology import (
    chosen_node,
    close_groups,
    missing_told,
    node_list,
    topology_picture,
    why_so_little,
)
from dashboard.selections import TopologySelection
from data_access.reading.topology import topology

w = said()
selection = selected(TopologySelection)
run = chosen_run(selection)
reading = read(topology, run.conversation_key, at=selection.at)
graph = shown_graph(reading.nodes, reading.edges, selection.opened)

run_head(run, "run_topology")
if why_so_little(reading):
    st.stop()
picture, beside = st.columns([3, 2], gap="medium")
with picture, section(w.topology.title, hint=w.topology.hint, boxed=True):
    topology_picture(graph, reading, selection)
    close_groups(selection)
with beside:
    chosen_node(graph, selection)
    node_list(graph[0], selection)
    missing_told(reading)
