"""The evidence of one case: all of it with filters, one piece in full."""

from dashboard.desk_session import link, read, said, selected
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.evidence_list import evidence_filters, evidence_table
from dashboard.parts.evidence_piece import evidence_piece, human_piece, uses_table
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

case_head(case, "investigation_evidence")
if chosen in known:
    with section(f"{w.evidence.piece} {chosen}"):
        if known[chosen].kind == "human":
            facts = read(human_evidence_of_task, task_id)
            human_piece(next(fact for fact in facts if fact.evidence_id == chosen), task_id)
        else:
            evidence_piece(read(piece_of_evidence, task_id, chosen), task_id)
    with section(w.evidence.used):
        uses_table(read(uses_of_evidence, task_id, chosen), task_id)
elif chosen:
    way = Crumb(w.evidence.all, link("investigation_evidence", case=task_id))
    note(w.evidence.unknown.format(id=chosen[:80]), key="unknown-piece", links=[way])
with section(w.evidence.all):
    if known:
        evidence_filters(selection)
    evidence_table(entries, selection)
