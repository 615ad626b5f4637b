"""Two runs side by side."""

import streamlit as st

from dashboard.desk_session import read, said, selected
from dashboard.parts.latest_events import names_of
from dashboard.parts.run_compare import (
    compare_head,
    cost_table,
    figure_table,
    not_two,
    phase_comparison,
    tool_comparison,
)
from dashboard.parts.section import section
from dashboard.selections import CompareSelection
from data_access.reading.agents import agents
from data_access.reading.compare_runs import compare_runs

w = said()
selection = selected(CompareSelection)
if not selection.a or not selection.b or selection.a == selection.b:
    not_two(selection)
    st.stop()
reading = read(compare_runs, selection.a, selection.b)
names = {
    agent_id: name
    for side in (reading.a, reading.b)
    for agent_id, name in names_of(read(agents, side.run.conversation_key).items).items()
}

compare_head(reading)
figure_table(reading)
left, right = st.columns(2, gap="medium")
with left, section(w.compare.by_model):
    cost_table(w.compare.by_model, reading.a.by_model, reading.b.by_model, key="by-model")
with right, section(w.compare.by_agent):
    cost_table(w.compare.by_agent, reading.a.by_agent, reading.b.by_agent, key="by-agent", names=names)
with left, section(w.compare.tools):
    tool_comparison(reading)
with right, section(w.compare.phases):
    phase_comparison(reading)
