"""The evidence of one case: all of it with filters, one piece in full, the facts of people and their form."""

from dashboard.desk_session import link, read, said, selected
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.evidence_list import evidence_filters, evidence_table
from dashboard.parts.evidence_piece import evidence_piece, human_piece, uses_table
from dashboard.parts.fact_actions import fact_actions, flagged_reports
from dashboard.parts.fact_file import file_shown
from dashboard.parts.fact_form import fact_form, state_fact_button
from dashboard.parts.fact_list import fact_table
from dashboard.parts.piece import Crumb, note
from dashboard.parts.section import section
from dashboard.selections import EvidenceSelection
from data_access.reading.case_evidence import evidence_entries, uses_of_evidence
from data_access.reading.case_records import human_evidence_of_task, piece_of_evidence

w = said()
selection = selected(EvidenceSelection)
case = chosen_case(selection)
task_id, chosen = case.task_id, selection.piece
filters = {"kind": selection.kind, "origin": selection.origin, "state": selection.state, "q": selection.q}
known = {entry.evidence_id: entry for entry in read(evidence_entries, task_id)}
entries = read(evidence_entries, task_id, **filters)
facts = {fact.evidence_id: fact for fact in read(human_evidence_of_task, task_id)}

case_head(case, "investigation_evidence")
if chosen in known:
    with section(f"{w.evidence.piece} {chosen}"):
        if chosen in facts:
            human_piece(facts[chosen], task_id)
            file_shown(facts[chosen], task_id)
            if facts[chosen].state != "valid":
                flagged_reports(known[chosen].cited_in, task_id)
            fact_actions(case, facts[chosen], selection)
        else:
            evidence_piece(read(piece_of_evidence, task_id, chosen), task_id)
    with section(w.evidence.used):
        uses_table(read(uses_of_evidence, task_id, chosen), task_id)
elif chosen:
    way = Crumb(w.evidence.all, link("investigation_evidence", case=task_id))
    note(w.evidence.unknown.format(id=chosen[:80]), key="unknown-piece", links=[way])
if selection.write:
    with section(w.fact.state):
        fact_form(task_id, selection)
with section(w.fact.title, hint=w.fact.title_hint):
    if not selection.write:
        state_fact_button(task_id)
    fact_table(tuple(facts.values()), {name: entry.cited_in for name, entry in known.items()}, selection)
with section(w.evidence.all):
    if known:
        evidence_filters(selection)
    evidence_table(entries, selection)
