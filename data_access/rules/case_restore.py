"""Whether a case out of a bundle holds together: its moves, its numbers, what it cites, its map, its plans.

A record that breaks a rule is refused, and with it what rests on it, until nothing more is refused; a case
whose own standing no longer follows from its moves is refused as a whole. The rules are those of every write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar, cast

from data_access.contracts import case_bundle as told
from data_access.contracts.bundled_work import WORK_RECORDS, BundledWork, BundleLook
from data_access.contracts.case_bundle import BundleLine, BundleRecord, RefusedLine, RestoredCase
from data_access.contracts.case_calls import AddHumanEvidenceCall, PublishReportCall
from data_access.contracts.progress_graph import GraphUpdate, ProgressGraph
from data_access.rules.attachment_kinds import kept_as_told
from data_access.rules.case_moves import move_faults
from data_access.rules.citations import (
    KnownRecord,
    KnownRecords,
    RecordKind,
    unknown_evidence,
)
from data_access.rules.evidence import content_hash
from data_access.rules.execution_plan import kept_plan_refusals, plan_refusals
from data_access.rules.human_facts import fact_refusals, relay_refusals
from data_access.rules.progress_graph import graph_after, graph_refusals, node_references
from data_access.rules.recorded_work import record_hash
from data_access.rules.refusals import Refusal
from data_access.rules.reports import ReportSituation, kept_report_refusals, report_refusals
from data_access.rules.sign_offs import verdict_refusals

Record = TypeVar("Record", bound=BundleRecord)
_COUNTED: dict[type[BundleRecord], tuple[str, str]] = {
    told.BundleRound: ("round_id", "R"),
    told.BundleEvidence: ("evidence_id", "E"),
    told.BundleGap: ("gap_id", "G"),
    told.BundlePresentation: ("presentation_id", "P"),
    told.BundleQuestion: ("question_id", "Q"),
    told.BundleHumanEvidence: ("evidence_id", "H"),
    told.BundleAction: ("action_id", "A"),
    told.BundleMessage: ("message_id", "D"),
    told.BundleSignOff: ("sign_off_id", "S"),
}
"""Records whose id is a letter and their number."""
_WITHOUT_HOLES: dict[type[BundleRecord], str] = {
    told.BundleProgressUpdate: "ordinal",
    told.BundleReport: "revision",
    told.BundlePlan: "revision",
}
"""Records that are numbered 1..n: each rests on the one before."""
_SETTLED = ("answered", "declined", "expired")
_ANSWER_ID = re.compile(r"(?P<question>.+)\.(?P<number>\d{1,4})")


class CaseRefusedWhole(ValueError):
    """The case itself does not hold; the text says why."""


@dataclass
class _Case:
    """The records of a case by kind, each kind in its order."""

    lines: list[BundleLine]

    def of(self, kind: type[Record]) -> list[tuple[BundleLine, Record]]:
        """Return the records of one kind with their lines, in the order of their numbers."""
        number = _WITHOUT_HOLES.get(kind, "ordinal")
        found = [(line, line.record) for line in self.lines if type(line.record) is kind]
        return cast(
            "list[tuple[BundleLine, Record]]", sorted(found, key=lambda one: getattr(one[1], number, 0))
        )

    def records(self, kind: type[Record]) -> list[Record]:
        return [record for _, record in self.of(kind)]


def checked_case(task_id: str, lines: Sequence[BundleLine]) -> tuple[RestoredCase | None, list[RefusedLine]]:
    """Return what of a case can be restored, None for nothing, and what is refused and why."""
    case = _Case(list(lines))
    refused = list(_take_out(case, dict(_repeated(case.lines))))
    try:
        while True:
            move_faults_of(case)
            faults: dict[int, str] = {}
            for line, reason in chain.from_iterable(rule(case) for rule in _RULES):
                faults.setdefault(id(line), reason)
            if not faults:
                break
            refused += _take_out(case, faults)
    except CaseRefusedWhole as why:
        reason = f"the case {task_id[:100]} is not restored: {why}"
        refused += [RefusedLine(line.line, line.raw_text, reason) for line in case.lines]
        return None, refused
    return RestoredCase(task_id, tuple(case.lines), tuple(_maps(case))), refused


def _take_out(case: _Case, faults: dict[int, str]) -> Iterator[RefusedLine]:
    kept = []
    for line in case.lines:
        if id(line) in faults:
            yield RefusedLine(line.line, line.raw_text, faults[id(line)])
        else:
            kept.append(line)
    case.lines = kept


def _repeated(lines: Sequence[BundleLine]) -> Iterator[tuple[int, str]]:
    seen: dict[tuple[object, ...], int] = {}
    for line in lines:
        record = line.record
        key = (type(record), *(getattr(record, name) for name in record.key))
        first = seen.setdefault(key, line.line)
        if first != line.line or seen[key] is None:
            yield id(line), f"a second {record.kind} with the same id; the first is in line {first}"


def move_faults_of(case: _Case) -> None:
    """Pass when the case stands as its moves say. Raises: `CaseRefusedWhole`."""
    tasks = case.records(told.BundleTask)
    if not tasks:
        raise CaseRefusedWhole("its own record (`task`) is missing or was refused")
    fault = next(
        move_faults(
            tasks[0],
            case.records(told.BundleTransition),
            case.records(told.BundleRound),
            case.records(told.BundleReport),
            questions=case.records(told.BundleQuestion),
            actions=case.records(told.BundleAction),
        ),
        None,
    )
    if fault is not None:
        raise CaseRefusedWhole(fault)


Fault = tuple[BundleLine, str]


def _numbers(case: _Case) -> Iterator[Fault]:
    for kind, (name, letter) in _COUNTED.items():
        for line, record in case.of(kind):
            ordinal = record.ordinal  # type: ignore[attr-defined]
            given: str = getattr(record, name)
            if given != f"{letter}-{ordinal}":
                yield line, f"{name}: number {ordinal} has the id {letter}-{ordinal}, not {given[:50]}"
    for kind, name in _WITHOUT_HOLES.items():
        for expected, (line, record) in enumerate(case.of(kind), start=1):
            if getattr(record, name) != expected:
                yield line, f"{name}: {kind.kind} {expected} is missing, on which this one rests"
                break


def _rounds(case: _Case) -> Iterator[Fault]:
    task = case.records(told.BundleTask)[0]
    rounds = {record.round_id: record for record in case.records(told.BundleRound)}
    for line in case.lines:
        record = line.record
        round_id = getattr(record, "round_id", None)
        if round_id is not None and round_id not in rounds:
            yield line, f"round_id: the case has no round {round_id[:100]}"
        elif isinstance(record, told.OfRound):
            if record.generation > task.generation:
                yield (
                    line,
                    f"generation: the case is in generation {task.generation}, not {record.generation}",
                )
            elif round_id is not None and rounds[round_id].generation != record.generation:
                yield line, f"generation: round {round_id} is of generation {rounds[round_id].generation}"


def _evidence(case: _Case) -> Iterator[Fault]:
    known = _known(case)
    for line, record in case.of(told.BundleEvidence):
        if record.is_truncated and record.truncation is None:
            yield line, "truncation: it was cut and does not say where"
        if record.window_from and record.window_until and record.window_from >= record.window_until:
            yield line, "window_until: the window ends before it begins"
        if record.data is not None and record.data_hash is not None:
            made = content_hash(record.data.model_dump(mode="json"))
            if made != record.data_hash:
                yield line, f"data_hash: the data has the hash {made}"
        if record.data is None and record.data_hash is not None:
            yield line, "data_hash: there is no data that it could be of"
        yield from _named(known, line, "evidence", corrects=record.corrects, corrected_by=record.corrected_by)
        if (record.state == "corrected") != (record.corrected_by is not None):
            yield line, "corrected_by: evidence that was corrected names what corrects it, and only that"


def _attachments(case: _Case) -> Iterator[Fault]:
    files = {file.attachment_hash for file in case.records(told.BundleAttachment)}
    for line, file in case.of(told.BundleAttachment):
        if not kept_as_told(file.name, file.media_type):
            yield (
                line,
                f"media_type: no desk keeps a {file.media_type[:50]} under the name {file.name[:100]!r}",
            )
    for line, fact in case.of(told.BundleHumanEvidence):
        if fact.attachment_hash is not None and fact.attachment_hash not in files:
            yield line, "attachment_hash: the bundle has no attachment with this hash"


def _people(case: _Case) -> Iterator[Fault]:
    known = _known(case)
    for line, fact in case.of(told.BundleHumanEvidence):
        yield from _named(
            known, line, "human_evidence", corrects=fact.corrects, corrected_by=fact.corrected_by
        )
        told_so = fact.model_dump(include=set(AddHumanEvidenceCall.model_fields))
        call = AddHumanEvidenceCall.model_construct(**told_so, kind=fact.stated_as)
        lacks = [*fact_refusals(call, fact.recorded_at), *(relay_refusals(call) if fact.is_relayed else ())]
        yield from _against(line, lacks)
        yield from _named(known, line, "action", action_id=fact.action_id)
    for line, question in case.of(told.BundleQuestion):
        yield from _named(
            known, line, "question", supersedes=question.supersedes, superseded_by=question.superseded_by
        )
        if (question.state in _SETTLED) != (question.settled_at is not None):
            yield line, "settled_at: a settled question says when it was settled, and no other one does"
    for line, answer in case.of(told.BundleAnswer):
        yield from _named(known, line, "question", question_id=answer.question_id)
        yield from _named(known, line, "answer", corrects=answer.corrects)
        spelled = _ANSWER_ID.fullmatch(answer.answer_id)
        if spelled is None or spelled["question"] != answer.question_id:
            question_id = answer.question_id[:50]
            yield line, f"answer_id: an answer to {question_id} has an id like {question_id}.1"
    yield from _answered(case)


def _answered(case: _Case) -> Iterator[Fault]:
    answers = case.records(told.BundleAnswer)
    edited = {record.corrects for record in answers}
    settling = [record for record in answers if not record.is_late and not record.is_dissent]
    answered = {record.question_id for record in settling}
    holding: set[str] = set()
    for line, answer in case.of(told.BundleAnswer):
        if answer in settling and answer.withdrawn_at is None and answer.answer_id not in edited:
            if answer.question_id in holding:
                yield line, f"answer_id: another answer to {answer.question_id[:50]} holds already"
            holding.add(answer.question_id)
    for line, question in case.of(told.BundleQuestion):
        if question.state in ("answered", "declined") and question.question_id not in answered:
            yield line, f"state: it is {question.state} and the bundle has no answer to it"
        elif question.state not in ("answered", "declined") and question.question_id in answered:
            yield line, f"state: it is {question.state} and the bundle has an answer that settled it"


def _messages(case: _Case) -> Iterator[Fault]:
    said = {record.message_id for record in case.records(told.BundleMessage)}
    revisions = len(case.records(told.BundleReport))
    for line, message in case.of(told.BundleMessage):
        if message.reply_to is not None and message.reply_to not in said:
            yield line, f"reply_to: the bundle has no message {message.reply_to[:50]}"
        if max(message.revision or 0, message.checked_revision or 0) > revisions:
            yield line, f"revision: the bundle has {revisions} reports"


def _sign_offs(case: _Case) -> Iterator[Fault]:
    published = {report.revision: report.published_at for report in case.records(told.BundleReport)}
    earlier: dict[str, told.BundleSignOff] = {}
    changed: set[str] = set()
    for line, one in case.of(told.BundleSignOff):
        if one.revision not in published:
            yield line, f"revision: the bundle has no report {one.revision}"
        elif one.made_at < published[one.revision]:
            yield line, f"made_at: revision {one.revision} was published after it"
        elif one.withdrawn_at is not None and one.withdrawn_at < one.made_at:
            yield line, "withdrawn_at: it was withdrawn before it was made"
        yield from _against(line, list(verdict_refusals(one.verdict, one.note)))
        if one.withdrawn_at is None and one.withdrawn_reason is not None:
            yield line, "withdrawn_reason: it was not withdrawn"
        if one.corrects is not None:
            yield from _changing(line, one, earlier.get(one.corrects), is_changed=one.corrects in changed)
            changed.add(one.corrects)
        earlier[one.sign_off_id] = one


def _changing(
    line: BundleLine, one: told.BundleSignOff, named: told.BundleSignOff | None, *, is_changed: bool
) -> Iterator[Fault]:
    if named is None:
        yield line, f"corrects: the bundle has no earlier sign-off {(one.corrects or '')[:50]}"
    elif (named.principal_id, named.revision) != (one.principal_id, one.revision):
        yield line, "corrects: it names a sign-off of another person or revision"
    elif is_changed or named.withdrawn_at is not None:
        yield line, "corrects: what it names was changed or withdrawn already"


def _gaps(case: _Case) -> Iterator[Fault]:
    for line, gap in case.of(told.BundleGap):
        if gap.is_open != (gap.closed_by is None) or gap.is_open != (gap.closed_at is None):
            yield line, "closed_by: a closed gap says when and by what it was closed, an open one does not"


def _actions(case: _Case) -> Iterator[Fault]:
    known, reports = _known(case), case.records(told.BundleReport)
    for line, action in case.of(told.BundleAction):
        of_round = [report for report in reports if report.generation == action.generation]
        if all(report.stage == "final" for report in of_round):
            yield line, f"generation: {action.generation} has no interim or concluded report to rest on"
        elif _is_behind_final(action, of_round):
            yield line, f"generation: {action.generation} had its final report before this was proposed"
        yield from _against(line, unknown_evidence(known, action.evidence_ids, "evidence_ids"))


def _is_behind_final(action: told.BundleAction, reports: Sequence[told.BundleReport]) -> bool:
    """Say whether the newest report then was final; what has the same time counts as written first."""
    at = action.proposed_at
    finals = [one.revision for one in reports if one.stage == "final" and one.published_at < at]
    early = [one.revision for one in reports if one.stage != "final" and one.published_at <= at]
    return max(early, default=0) < max(finals, default=0)


def _updates(case: _Case) -> Iterator[Fault]:
    known, graph = _known(case), ProgressGraph()
    for line, record in case.of(told.BundleProgressUpdate):
        update = record.graph_update or GraphUpdate()
        faults = list(_against(line, [*node_references(update, known), *graph_refusals(graph, update)]))
        if faults:
            yield faults[0]
            return  # what follows is numbered behind it
        graph = graph_after(graph, update)
    yield from _archived(case)


def _archived(case: _Case) -> Iterator[Fault]:
    maps = _maps(case)
    for line, report in case.of(told.BundleReport):
        if report.graph_updates >= len(maps):
            yield line, f"graph_updates: the map has {len(maps) - 1} updates, not {report.graph_updates}"
        elif report.graph is not None and report.graph != maps[report.graph_updates]:
            yield line, f"graph: after {report.graph_updates} updates the map is another one"
    for line, standing in case.of(told.BundleProgressGraph):
        if standing.updates != len(maps) - 1:
            yield line, f"updates: the bundle has {len(maps) - 1} updates of the map, not {standing.updates}"
        elif standing.graph != maps[-1]:
            yield line, "graph: its updates, one after another, make another map"


def _reports(case: _Case) -> Iterator[Fault]:
    known = _known(case)
    questions = case.records(told.BundleQuestion)
    finals: dict[int, int] = {}
    for line, report in case.of(told.BundleReport):
        waiting = tuple(
            one.question_id
            for one in questions
            if one.is_required
            and one.asked_at < report.published_at
            and (one.state == "pending" or (one.settled_at or one.state_at) > report.published_at)
        )
        situation = ReportSituation(
            records=known,
            generation=report.generation,
            revisions=report.revision - 1,
            final_revision=finals.get(report.generation),
            pending_required=waiting,
            gaps=report.data_gaps,
        )
        asked = kept_report_refusals if report.kept_in else report_refusals
        faults = list(_against(line, asked(_as_published(report), situation)))
        if faults:
            yield faults[0]
            return  # the next one is numbered behind it
        if report.stage == "final":
            finals[report.generation] = report.revision


def _as_published(report: told.BundleReport) -> PublishReportCall:
    given = {name: getattr(report, name) for name in PublishReportCall.model_fields if hasattr(report, name)}
    return PublishReportCall.model_construct(**given)


def _plans(case: _Case) -> Iterator[Fault]:
    known, earlier = _known(case), ()
    for line, plan in case.of(told.BundlePlan):
        if plan.kept_in:
            cited = [one for node in plan.nodes for one in node.evidence_ids]
            unknown = unknown_evidence(known, cited, "nodes.evidence_ids")
            asked = chain(kept_plan_refusals(plan.nodes, plan.edges), unknown)
        else:
            asked = chain(plan_refusals(plan.nodes, plan.edges, earlier=earlier, records=known))
        faults = list(_against(line, asked))
        if faults:
            yield faults[0]
            return
        earlier = plan.nodes  # type: ignore[assignment]


def _presentations(case: _Case) -> Iterator[Fault]:
    known = _known(case)
    for line, shown in case.of(told.BundlePresentation):
        cited = [one.evidence_id for one in shown.data or ()]
        yield from _against(line, unknown_evidence(known, cited, "data"))


def _work(case: _Case) -> Iterator[Fault]:
    for kind in WORK_RECORDS:
        for line, work in case.of(kind):
            stated = work.record_hash
            made = record_hash(work.table, work_row(line))
            if stated not in (None, made):
                yield line, f"record_hash: what the record says has the hash {made}"
    for line, look in case.of(BundleLook):
        if look.extra:
            unknown = ", ".join(look.extra)[:100]
            yield line, f"told: this release does not know {unknown}, and keeps looks as git gave them only"


def work_row(line: BundleLine) -> dict[str, Any]:
    """Return the columns of a record of a runtime, with its hash: `task_id` is the runtime's there."""
    assert isinstance(line.record, BundledWork)
    row = {name: value for name, value in line.row.items() if name not in ("task_id", "of_task")}
    if "of_task" in line.row:
        row["task_id"] = line.row["of_task"]
    return row | {"record_hash": record_hash(line.record.table, row)}


_RULES = (
    _numbers, _rounds, _evidence, _attachments, _people, _gaps, _updates, _actions, _reports, _plans,
    _presentations, _messages, _sign_offs, _work,
)  # fmt: skip


def _named(known: KnownRecords, line: BundleLine, kind: RecordKind, **names: str | None) -> Iterator[Fault]:
    for where, one in names.items():
        if one is not None and not known.has(one, kind):
            yield line, f"{where}: the case has no {kind} {one[:100]}"


def _against(line: BundleLine, refusals: Iterator[Refusal] | Sequence[Refusal]) -> Iterator[Fault]:
    for one in refusals:
        yield line, f"{one.problem.where}: {one.problem.why} ({one.rule.code})"


def _known(case: _Case) -> KnownRecords:
    """Return what can be cited; what was withdrawn since could be cited once."""
    found: dict[str, KnownRecord] = {}
    for line in case.lines:
        record = _citable(line.record)
        if record is not None:
            found[record.record_id] = record
    return KnownRecords(found)


def _citable(record: BundleRecord) -> KnownRecord | None:
    if isinstance(record, told.BundleEvidence):
        return KnownRecord(
            "evidence",
            record.evidence_id,
            "valid",
            origin=record.origin,
            is_truncated=record.is_truncated,
            question_id=None,
        )
    if isinstance(record, told.BundleHumanEvidence):
        return _whole("human_evidence", record.evidence_id, "valid", origin="human")
    if isinstance(record, told.BundleQuestion):
        return _whole("question", record.question_id, record.state, question_id=record.question_id)
    if isinstance(record, told.BundleAnswer):
        return _whole("answer", record.answer_id, "valid", origin="human", question_id=record.question_id)
    if isinstance(record, told.BundleAction):
        return _whole("action", record.action_id, record.state)
    return _whole("gap", record.gap_id, "open") if isinstance(record, told.BundleGap) else None


def _whole(
    kind: RecordKind, record_id: str, state: str, *, origin: str | None = None, question_id: str | None = None
) -> KnownRecord:
    return KnownRecord(kind, record_id, state, origin=origin, is_truncated=False, question_id=question_id)


def _maps(case: _Case) -> list[ProgressGraph]:
    """Return the map before any update, after the first, and so on."""
    maps = [ProgressGraph()]
    for update in case.records(told.BundleProgressUpdate):
        maps.append(graph_after(maps[-1], update.graph_update or GraphUpdate()))
    return maps
