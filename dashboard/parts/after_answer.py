"""What became of an answer: only what is stored. Stored is not read, queued not begun, read not used."""

from __future__ import annotations

from collections.abc import Iterator

from dashboard.desk_session import link, read, said, zone
from dashboard.parts.case_now import looked_told
from dashboard.parts.piece import Crumb, note
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import Answer, Question
from data_access.reading.case_reports import report_heads


def after_answer(case: InvestigationTask, question: Question, *, key: str) -> None:
    """Say what became of the newest answer or refusal to a question; nothing where nobody answered."""
    given = [one for one in question.answers if one.withdrawn_at is None]
    if not given:
        return
    newest = max(given, key=lambda one: one.answered_at)
    w = said()
    used_in = _revision(case, newest)
    lines = [_stored(newest), *_case(case), _read(newest), _used(newest, used_in)]
    way = Crumb(w.case_next.open_report, link("report", case=case.task_id, revision=used_in))
    note(
        w.answer.stored.format(when=formats.clock(newest.answered_at, zone(), w)),
        key=key,
        tone="done",
        lines=lines,
        links=[way] if used_in else [],
    )


def standing_word(answer: Answer) -> str:
    """Return what an answer is: a refusal, late, another opinion, or the one that counts."""
    if answer.is_refusal:
        return "refusal"
    return "late" if answer.is_late else "dissent" if answer.is_dissent else "effective"


def _stored(answer: Answer) -> str:
    w = said()
    told = w.answer.stored_standings[standing_word(answer)]
    return told.format(id=answer.answer_id, who=answer.person or w.state.not_known)


def _case(case: InvestigationTask) -> Iterator[str]:
    """Say how the case stands: what else it waits for, whether it is queued, who has looked since."""
    w = said()
    if case.pending_required_questions:
        yield w.answer.waits_for(case.pending_required_questions)
    if case.status == "queued":
        yield w.answer.queued.format(n=case.generation)
        yield looked_told(case)
    elif case.status == "running":
        yield w.answer.running.format(n=case.generation)
    else:
        yield w.answer.stands.format(status=formats.status(case.status, w))


def _read(answer: Answer) -> str:
    w = said()
    if answer.delivered_at is None:
        return w.answer.unread
    return w.answer.read.format(when=formats.exact(answer.delivered_at, zone(), w))


def _used(answer: Answer, revision: int | None) -> str:
    w = said()
    if revision is not None:
        return w.answer.used_in.format(n=revision)
    if answer.applied_at is not None:
        return w.answer.used.format(when=formats.exact(answer.applied_at, zone(), w))
    return w.answer.unused


def _revision(case: InvestigationTask, answer: Answer) -> int | None:
    """Return the revision that first cited the answer; None where that was the map, or nothing."""
    if answer.applied_at is None:
        return None
    heads = read(report_heads, case.task_id)
    return next((one.revision for one in heads if one.published_at == answer.applied_at), None)
