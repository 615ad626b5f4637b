"""The map of one case: what was tried and what came of it, replayed update by update."""

from dashboard.desk_session import read, said, selected
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.case_map import (
    changed_nodes,
    map_picture,
    node_in_full,
    node_table,
    replay_steps,
    shown_update,
    status_choice,
)
from dashboard.parts.cited_records import cited_records
from dashboard.parts.piece import note, prose
from dashboard.parts.section import section
from dashboard.selections import CaseMapSelection
from data_access.reading.case_evidence import evidence_entries
from data_access.reading.case_map import map_after
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import progress_of_task, progress_updates_of_task

w = said()
selection = selected(CaseMapSelection)
case = chosen_case(selection)
progress = read(progress_of_task, case.task_id)
updates = read(progress_updates_of_task, case.task_id)
at = shown_update(selection, len(updates))
graph = read(map_after, case.task_id, at)
changed = changed_nodes(updates, at)
node = next((one for one in graph.nodes if one.node_id == selection.node), None)

case_head(case, "investigation_map")
if not graph.nodes:
    note(w.case_map.empty_title, key="no-map", text=w.case_map.empty)
else:
    replay_steps(selection, updates)
    status_choice(graph, selection)
    with section(w.case_map.title, hint=w.case_map.hint):
        map_picture(graph, selection, f"{case.title}-{w.case_map.title}")
    if node:
        with section(w.case_map.chosen):
            evidence = read(evidence_entries, case.task_id)
            questions, actions = read(questions_of_task, case.task_id), read(actions_of_task, case.task_id)
            cited = cited_records(case.task_id, evidence, questions, actions)
            node_in_full(node, graph, selection, cited)
    with section(w.case_map.table):
        node_table(graph, selection, changed)
if progress.legacy_source:
    with section(w.case_map.legacy):
        prose(progress.legacy_source, key="legacy")
