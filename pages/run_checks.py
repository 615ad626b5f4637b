"""One run: what its verifier said, beside what it checked, and the tasks with why they count as done."""

from dashboard.desk_session import read, said, selected
from dashboard.parts.check_results import earlier_words, task_table, verdict
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import section
from dashboard.selections import RunSelection
from data_access.reading.topology import topology
from data_access.reading.verifier import verifier

w = said()
selection = selected(RunSelection)
run = chosen_run(selection)
key = run.conversation_key
reading = read(verifier, key, at=selection.at)
tasks = [node for node in read(topology, key, at=selection.at).nodes if node.kind == "task"]

run_head(run, "run_checks")
with section(w.check.verdict, hint=w.check.verdict_hint):
    verdict(reading)
if reading.earlier:
    with section(w.check.earlier):
        earlier_words(reading)
with section(w.check.tasks):
    task_table(tasks, key)
