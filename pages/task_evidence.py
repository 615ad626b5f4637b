"""One task of a run: on what evidence it counts as done, or does not."""

import streamlit as st

from dashboard.desk_session import link, read, said, selected
from dashboard.parts.piece import Crumb, note
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import section
from dashboard.parts.task_evidence import (
    task_call,
    task_calls,
    task_checks,
    task_head,
    task_parts,
    task_result,
)
from dashboard.selections import TaskSelection
from data_access.errors import InvalidInput, NotFound
from data_access.reading.task_evidence import task_evidence

w = said()
selection = selected(TaskSelection)
run = chosen_run(selection)
key = run.conversation_key

run_head(run, "task_evidence", tab="run_checks")
try:
    reading = read(task_evidence, selection.task or "", key, at=selection.at)
except NotFound:
    back = Crumb(w.check.all_checks, link("run_checks", run=key))
    note(w.check.no_task_title, key="no-task", text=w.check.no_task, links=[back])
    st.stop()
except InvalidInput:
    back = Crumb(w.check.all_checks, link("run_checks", run=key))
    note(w.as_of.not_yet, key="not-yet", text=w.as_of.not_yet_text, links=[back])
    st.stop()
task_head(reading)
with section(w.check.result):
    task_result(reading.result, key="result")
if reading.child_task_ids:
    with section(w.check.parts):
        task_parts(reading)
with section(w.check.checks):
    task_checks(reading)
with section(w.check.calls):
    task_calls(reading, selection)
    task_call(reading, selection)
if reading.earlier_results:
    with section(w.check.earlier_results):
        for number, earlier in enumerate(reading.earlier_results[:20]):
            task_result(earlier, key=f"earlier-{number}")
