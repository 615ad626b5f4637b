"""Publishes reports: the next revision of a case, which never changes, with the map as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from data_access.contracts.case_calls import PublishReportCall
from data_access.contracts.case_receipts import ReportReceipt
from data_access.contracts.evidence import DataGap
from data_access.rules.citations import answers_meant
from data_access.rules.refusals import Refusal, refuse_if_any
from data_access.rules.report_text import text_refusals
from data_access.rules.reports import (
    Cited,
    ReportSituation,
    cited_by,
    claim_refusals,
    face_notes,
    gap_after,
)
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.cited_records import apply_answers, known_records
from data_access.writing.packed_json import packed
from data_access.writing.revision_changes import keep_revision_changes
from data_access.writing.round_writes import write_in_round
from data_access.writing.stored_gaps import gaps_as_stored
from data_access.writing.task_moves import TaskStanding

_AS_GIVEN = {"stage", "outcome", "title", "summary", "body", "reason", "corrects_revision", "diagram"}


def publish_task_report(store: Store, call: PublishReportCall, *, author: Author) -> ReportReceipt:
    """Publish the next revision of the report. Needs the scope `publish` and the lease.

    Raises: what every write of a round raises, and the error of the first rule of `rules.reports` that does
    not hold, with the problems of all of them.
    """
    # A long hostile text takes seconds to read: nobody else's write waits for that.
    text = tuple(text_refusals(call.body, call.diagram, call.node_refs))
    publish = partial(_publish, text)
    told = write_in_round(store, "publish_task_report", call, publish, gives=ReportReceipt, author=author)
    keep_revision_changes(store, call.task_id)
    return told


def _publish(
    text: Sequence[Refusal], writing: Writing, call: PublishReportCall, task: TaskStanding
) -> dict[str, Any]:
    situation = _situation(writing, task)
    refuse_if_any([*text, *claim_refusals(call, situation)], "The report")
    cited = cited_by(call)
    answers = answers_meant(situation.records, cited.answer_ids)
    revision = situation.revisions + 1
    gaps = _kept_gaps(writing, call, task, situation, revision)
    _add(writing, call, task, cited, answers, gaps, revision)
    apply_answers(writing, task.task_id, answers)
    return {
        "revision": revision,
        "published_at": writing.at,
        "gap_ids": tuple(gap.gap_id for gap in gaps),
        "notes": face_notes(cited, situation.records),
    }


def _situation(writing: Writing, task: TaskStanding) -> ReportSituation:
    values = {"task_id": task.task_id, "generation": task.generation}
    row = writing.transaction.run("report_situation", values)[0]
    return ReportSituation(
        records=known_records(writing, task.task_id),
        generation=task.generation,
        revisions=row["revisions"],
        final_revision=row["final_revision"],
        pending_required=tuple(row["pending_required"]),
        gaps=gaps_as_stored(writing, task.task_id),
    )


def _kept_gaps(
    writing: Writing, call: PublishReportCall, task: TaskStanding, situation: ReportSituation, revision: int
) -> tuple[DataGap, ...]:
    """Keep the gaps of the report; new ones get the next ids."""
    before = {gap.gap_id: gap for gap in situation.gaps}
    ordinal = max((int(gap_id.removeprefix("G-")) for gap_id in before), default=0)
    kept = []
    for given in call.data_gaps:
        if given.gap_id is None:
            ordinal += 1
        gap_id = given.gap_id or f"G-{ordinal}"
        gap = gap_after(given, before.get(gap_id), gap_id)
        writing.keep(
            "keep_gap",
            task_id=task.task_id,
            gap_id=gap_id,
            ordinal=ordinal,
            revision=revision,
            tried=packed(gap.tried),
            **gap.model_dump(include={"missing", "why_it_matters", "is_open", "closed_by"}),
        )
        before[gap_id] = gap
        kept.append(gap)
    return tuple(kept)


def _add(
    writing: Writing,
    call: PublishReportCall,
    task: TaskStanding,
    cited: Cited,
    answers: tuple[str, ...],
    gaps: tuple[DataGap, ...],
    revision: int,
) -> None:
    standing = writing.transaction.run("progress_of_task", {"task_id": task.task_id})
    writing.keep(
        "add_report_revision",
        task_id=task.task_id,
        revision=revision,
        generation=task.generation,
        round_id=task.round_id,
        findings=packed(call.findings),
        data_gaps=packed(gaps),
        evidence_ids=packed(cited.evidence_ids),
        answer_ids=packed(answers),
        action_ids=packed(cited.action_ids),
        node_refs=packed(call.node_refs),
        graph=standing[0]["graph"] if standing else None,
        graph_updates=standing[0]["updates"] if standing else 0,
        **call.model_dump(include=_AS_GIVEN),
    )
