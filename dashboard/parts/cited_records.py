"""What a cited id of a case stands for: evidence, questions, answers, actions, and the way to each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.desk_session import link, said, zone
from dashboard.parts.piece import Cell, Column, Row, ledger, note
from dashboard.parts.prose import CitedRecord
from dashboard.wording import formats
from data_access.contracts.evidence_uses import EvidenceEntry
from data_access.contracts.people import Answer, ProposedAction, Question


def cited_records(
    task_id: str,
    evidence: Sequence[EvidenceEntry],
    questions: Sequence[Question],
    actions: Sequence[ProposedAction],
) -> dict[str, CitedRecord]:
    """Return what each record of a case says where it is cited, with the way to all of it."""
    w = said()
    told = {one.evidence_id: _evidence(one, task_id) for one in evidence}
    for question in questions:
        answers_at = link("report", case=task_id, question=question.question_id)
        told[question.question_id] = CitedRecord(question.prompt, (answered(question).text,), answers_at)
        told |= {answer.answer_id: _answer(answer, answers_at) for answer in question.answers}
    for action in actions:
        lines = (w.action.states[action.state], action.reason)
        address = link("investigation", case=task_id, action=action.action_id)
        told[action.action_id] = CitedRecord(action.title, lines, address)
    return told


def cited_table(record_ids: Sequence[str], cited: Mapping[str, CitedRecord], title: str, *, key: str) -> None:
    """Draw the records that something rests on, each leading to all of it; say so where there are none."""
    if not record_ids:
        note(said().report.rests_on_nothing, key=f"{key}-none")
        return
    rows = [_row(one, cited.get(one)) for one in dict.fromkeys(record_ids)]
    ledger(title, [Column(title), Column("#")], rows, key=key, first=50)


def _row(record_id: str, record: CitedRecord | None) -> Row:
    if record is None:
        return Row((Cell(said().state.not_known, muted=True), Cell(record_id, mono=True)))
    sub = " · ".join(line for line in record.lines if line)
    told = Cell(
        record.title, sub=sub or None, tip=record.title, tone="waiting" if record.is_flagged else "plain"
    )
    return Row((told, Cell(record_id, mono=True)), href=record.href)


def answered(question: Question) -> Cell:
    """Write what became of a question: the answer that holds, or that there is none."""
    w = said().report
    valid = [answer for answer in question.answers if answer.withdrawn_at is None]
    if valid:
        last = valid[-1]
        told = last.text or "; ".join(f"{name}: {value}" for name, value in last.field_values.items())
        when = formats.clock(last.answered_at, zone(), said())
        who = " · ".join(part for part in (last.person, when) if part)
        return Cell(told or w.question_states[question.state], sub=who)
    if question.no_response:
        return Cell(w.nobody_answered, muted=True)
    waits = question.state == "pending"
    return Cell(
        w.question_states.get(question.state, question.state),
        tone="waiting" if waits else "plain",
        muted=not waits,
    )


def _evidence(one: EvidenceEntry, task_id: str) -> CitedRecord:
    w = said()
    when = formats.clock(one.observed_at or one.recorded_at, zone(), w)
    notes = [one.summary] if one.summary else []
    if one.origin == "synthetic":
        notes.append(w.state.synthetic)
    if one.is_truncated:
        notes.append(one.truncation or w.report.truncated)
    if one.is_unconfirmed:
        notes.append(w.evidence.unconfirmed_note)
    weak = one.state != "valid" or one.origin == "synthetic" or one.is_truncated or one.is_unconfirmed
    href = link("investigation_evidence", case=task_id, piece=one.evidence_id)
    return CitedRecord(one.title, (f"{one.source} · {when}", *notes), href, is_flagged=weak)


def _answer(answer: Answer, href: str) -> CitedRecord:
    w = said()
    line = f"{answer.person or w.state.not_known} · {formats.clock(answer.answered_at, zone(), w)}"
    told = answer.text or "; ".join(f"{name}: {value}" for name, value in answer.field_values.items())
    withdrawn = answer.withdrawn_at is not None
    refused = w.report.question_states["declined"]
    return CitedRecord(told or refused, (line,), href, is_flagged=withdrawn)
