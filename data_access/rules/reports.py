"""What a report may claim: every rule with its code, and what to do where it does not hold.

The strength of a claim follows its evidence: a cause needs some, an absence needs some that is whole, and a
final word waits for the people who were asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from data_access.contracts.case_calls import PublishReportCall
from data_access.contracts.evidence import DataGap, DataGapGiven
from data_access.errors import (
    AbsenceOnTruncatedEvidence,
    FindingWithoutEvidence,
    GapsNotStated,
    QuestionPending,
    ReasonMissing,
    ReportAfterFinal,
    UnknownReference,
    UnknownRevision,
)
from data_access.rules.citations import (
    KnownRecords,
    cited_in_text,
    unknown_actions,
    unknown_answers,
    unknown_evidence,
)
from data_access.rules.refusals import Refusal, refusal
from data_access.rules.report_text import text_refusals


@dataclass(frozen=True)
class ReportSituation:
    """What of the task the rules look at."""

    records: KnownRecords
    generation: int
    revisions: int
    """How many revisions there are."""
    final_revision: int | None
    """The newest final report of this generation."""
    pending_required: tuple[str, ...]
    """Required questions that wait for a person."""
    gaps: tuple[DataGap, ...]
    """Gaps of the task as they stand."""


@dataclass(frozen=True)
class Cited:
    """All that a report cites, each once."""

    evidence_ids: tuple[str, ...]
    answer_ids: tuple[str, ...]
    """Answers, and questions that stand for theirs."""
    action_ids: tuple[str, ...]


def cited_by(call: PublishReportCall) -> Cited:
    """Return what a report cites: in its lists, its findings, its diagram and its text."""
    inline = cited_in_text(f"{call.summary}\n{call.body}")
    evidence = (
        *call.evidence_ids,
        *(one for finding in call.findings for one in finding.evidence_ids),
        *(one for node in call.node_refs for one in node.evidence_ids),
        *(one for one in inline if one.startswith(("E-", "H-"))),
    )
    answers = (
        *call.answer_ids,
        *(one for node in call.node_refs for one in node.answer_ids),
        *(one for one in inline if one.startswith("Q-")),
    )
    actions = (
        *call.action_ids,
        *(one for node in call.node_refs for one in node.action_ids),
        *(one for one in inline if one.startswith("A-")),
    )
    return Cited(*(tuple(dict.fromkeys(ids)) for ids in (evidence, answers, actions)))


def report_refusals(call: PublishReportCall, situation: ReportSituation) -> Iterator[Refusal]:
    """Yield every rule that forbids this report."""
    yield from text_refusals(call.body, call.diagram, call.node_refs)
    yield from claim_refusals(call, situation)


def kept_report_refusals(call: PublishReportCall, situation: ReportSituation) -> Iterator[Refusal]:
    """Yield what forbids a report that another desk accepted: lists that name what the case does not have.

    Its text may cite what only that desk knew; it is shown as text.
    """
    records = situation.records
    yield from unknown_evidence(records, call.evidence_ids, "evidence_ids")
    yield from unknown_answers(records, call.answer_ids, "answer_ids")
    yield from unknown_actions(records, call.action_ids, "action_ids")
    for finding in call.findings:
        yield from unknown_evidence(records, finding.evidence_ids, "findings.evidence_ids")
    for node in call.node_refs:
        yield from unknown_evidence(records, node.evidence_ids, f"node_refs[{node.node_id}].evidence_ids")


def claim_refusals(call: PublishReportCall, situation: ReportSituation) -> Iterator[Refusal]:
    """Yield what forbids this report as the task stands, whatever its text may hold."""
    yield from _references(call, situation.records)
    yield from _findings(call, situation.records)
    yield from _gaps(call, situation)
    yield from _open_questions(call, situation)
    yield from _order(call, situation)


def _references(call: PublishReportCall, records: KnownRecords) -> Iterator[Refusal]:
    yield from unknown_evidence(records, call.evidence_ids, "evidence_ids")
    yield from unknown_answers(records, call.answer_ids, "answer_ids")
    yield from unknown_actions(records, call.action_ids, "action_ids")
    for where, text in (("summary", call.summary), ("body", call.body)):
        yield from _inline(text, records, where)
    for node in call.node_refs:
        where = f"node_refs[{node.node_id}]"
        yield from unknown_evidence(records, node.evidence_ids, f"{where}.evidence_ids")
        yield from unknown_answers(records, node.answer_ids, f"{where}.answer_ids")
        yield from unknown_actions(records, node.action_ids, f"{where}.action_ids")


def _inline(text: str, records: KnownRecords, where: str) -> Iterator[Refusal]:
    cited = cited_in_text(text)
    yield from unknown_evidence(records, (one for one in cited if one[0] in "EH"), where)
    # A question may be spoken of before anybody answered it.
    spoken = (one for one in cited if one[0] == "Q" and not records.has(one, "question"))
    yield from unknown_answers(records, spoken, where)
    yield from unknown_actions(records, (one for one in cited if one[0] == "A"), where)


def _findings(call: PublishReportCall, records: KnownRecords) -> Iterator[Refusal]:
    for number, finding in enumerate(call.findings):
        where = f"findings[{number}].evidence_ids"
        yield from unknown_evidence(records, finding.evidence_ids, where)
        if finding.kind in ("cause", "absence") and not finding.evidence_ids:
            yield refusal(
                FindingWithoutEvidence,
                where,
                f"a finding of kind {finding.kind} needs evidence and names none",
                "Name the evidence, publish it first with publish_task_evidence, or state an `observation`.",
            )
        if finding.kind == "absence":
            yield from _whole(finding.evidence_ids, records, where)


def _whole(evidence_ids: Sequence[str], records: KnownRecords, where: str) -> Iterator[Refusal]:
    for one in evidence_ids:
        if one in records.by_id and records.by_id[one].is_truncated:
            yield refusal(
                AbsenceOnTruncatedEvidence,
                where,
                f"{one} was cut, and what was cut off may hold what is said to be absent",
                "Ask again for the whole range and cite that, or state an `observation` about what was seen.",
            )


def _gaps(call: PublishReportCall, situation: ReportSituation) -> Iterator[Refusal]:
    known = {gap.gap_id for gap in situation.gaps}
    for number, gap in enumerate(call.data_gaps):
        where = f"data_gaps[{number}]"
        if gap.gap_id is None:
            for name in ("missing", "why_it_matters"):
                if getattr(gap, name) is None:
                    yield refusal(
                        ReasonMissing, f"{where}.{name}", "a new gap needs it", "Say it in a sentence."
                    )
        elif gap.gap_id not in known:
            fix = f"The task has {', '.join(sorted(known)) or 'no gaps yet'}; leave gap_id out for a new one."
            yield refusal(UnknownReference, f"{where}.gap_id", f"{gap.gap_id} is no gap of this task", fix)
    if call.outcome == "insufficient_data":
        yield from _stated(call, situation)


def _stated(call: PublishReportCall, situation: ReportSituation) -> Iterator[Refusal]:
    before = {gap.gap_id: gap for gap in situation.gaps}
    still_open = [gap for gap in call.data_gaps if gap.closed_by is None]
    fix = "State in `data_gaps` what is missing, why it matters, and in `tried` what was done to get it."
    if not still_open:
        why = "insufficient_data needs at least one open gap and the report states none"
        yield refusal(GapsNotStated, "data_gaps", why, fix)
    for number, gap in enumerate(call.data_gaps):
        tried = (*gap.tried, *(before[gap.gap_id].tried if gap.gap_id in before else ()))
        if gap.closed_by is None and not tried:
            why = "it is open and does not say what was tried"
            yield refusal(GapsNotStated, f"data_gaps[{number}].tried", why, fix)


def _open_questions(call: PublishReportCall, situation: ReportSituation) -> Iterator[Refusal]:
    ends = call.stage == "final" or call.outcome == "insufficient_data"
    if ends and situation.pending_required:
        waiting = ", ".join(situation.pending_required)
        yield refusal(
            QuestionPending,
            "stage" if call.stage == "final" else "outcome",
            f"the required question {waiting} waits for a person",
            "Publish an interim report if there is something to say, then end the round with "
            "finish_task_run: the answer queues the task again.",
        )


def _order(call: PublishReportCall, situation: ReportSituation) -> Iterator[Refusal]:
    corrected = call.corrects_revision
    if corrected is not None and corrected > situation.revisions:
        latest = f"the newest is {situation.revisions}" if situation.revisions else "there is none yet"
        fix = f"Name a revision of this task ({latest}), or leave it out."
        yield refusal(UnknownRevision, "corrects_revision", f"there is no revision {corrected}", fix)
    if situation.final_revision is not None and corrected is None:
        yield refusal(
            ReportAfterFinal,
            "corrects_revision",
            f"generation {situation.generation} has its final report, revision {situation.final_revision}",
            f"To correct it, publish with corrects_revision {situation.final_revision} and say in `reason` "
            "what changed (the same text is allowed when you took the round over); else end the round "
            "with finish_task_run.",
        )


def gap_after(gap: DataGapGiven, before: DataGap | None, gap_id: str) -> DataGap:
    """Return a gap as it stands after a report: words that are given replace, what was tried adds up."""
    tried = (*(before.tried if before else ()), *gap.tried)
    closed_by = gap.closed_by or (before.closed_by if before else None)
    return DataGap(
        gap_id=gap_id,
        missing=gap.missing or (before.missing if before else ""),
        why_it_matters=gap.why_it_matters or (before.why_it_matters if before else ""),
        tried=tuple(dict.fromkeys(tried)),
        is_open=closed_by is None,
        closed_by=closed_by,
    )


def face_notes(cited: Cited, records: KnownRecords) -> tuple[str, ...]:
    """Return what readers are told on the face of a report."""
    synthetic = records.synthetic(cited.evidence_ids)
    flagged = records.flagged((*cited.evidence_ids, *cited.answer_ids))
    notes = []
    if synthetic:
        notes.append(f"It rests on made-up (synthetic) evidence: {', '.join(synthetic)}.")
    if flagged:
        notes.append(f"It cites what was corrected or withdrawn: {', '.join(flagged)}.")
    return tuple(notes)
