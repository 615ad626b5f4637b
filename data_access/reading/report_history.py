"""The history of a report: every revision with what it changed, out of what is kept, never out of texts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from data_access.contracts.case_cost import CaseCost
from data_access.contracts.report_history import (
    ChangeState,
    ReportHistory,
    RevisionEntry,
    RevisionSpending,
    SpendingState,
)
from data_access.contracts.reports import ReportHead
from data_access.contracts.sign_offs import SignOff
from data_access.contracts.usage import UsageTotals
from data_access.reading.case_cost import case_cost
from data_access.reading.investigations import rounds_of_task
from data_access.reading.report_sign_offs import holding_sign_offs
from data_access.reading.revision_changes import verdict_kept
from data_access.rules.revision_changes import RULES, SMALL
from data_access.rules.revision_time import RevisionTime, time_on_revisions
from data_access.store.connection import Record, Store


def report_history(store: Store, task_id: str, *, grave: bool = False) -> ReportHistory:
    """Return every revision, the newest first; with `grave` without those that changed words at most.

    Raises: `NotFound`.
    """
    rows = store.rows("report_history", {"task_id": task_id, "rules": RULES})
    cost, rounds = case_cost(store, task_id), rounds_of_task(store, task_id)
    signed = holding_sign_offs(store, task_id)
    heads = [_head(row, signed.get(row["revision"], ())) for row in rows]
    times = time_on_revisions(heads, rounds)
    spending = {number: _spending(number, time, cost) for number, time in times.items()}
    authors = {one.round_id: one.agent or one.principal for one in rounds}
    entries = [_entry(row, head, spending, authors) for row, head in zip(rows, heads, strict=True)]
    shown = [one for one in entries if not (grave and _is_small(one))]
    return ReportHistory(
        as_of=datetime.now(UTC),
        basis="published",
        items=tuple(shown),
        total=len(shown),
        truncated=False,
        hidden=len(entries) - len(shown),
    )


def _is_small(entry: RevisionEntry) -> bool:
    return entry.change is not None and entry.change.change_class in SMALL


def _head(row: Record, signed: tuple[SignOff, ...]) -> ReportHead:
    told = {name: row[name] for name in ReportHead.model_fields if name in row}
    return ReportHead(**told, sign_offs=signed)


def _entry(
    row: Record, head: ReportHead, spending: Mapping[int, RevisionSpending], authors: Mapping[str, str]
) -> RevisionEntry:
    change, previous = verdict_kept(row), row["previous_revision"]
    state: ChangeState = "told" if change else "not_yet"
    return RevisionEntry(
        **row,
        sign_offs=head.sign_offs,
        missing_before=row["revision"] - (previous or 0) - 1,
        author=authors.get(row["round_id"]),
        change_state="first" if previous is None else state,
        change=change,
        spending=spending[row["revision"]],
    )


def _spending(revision: int, time: RevisionTime, cost: CaseCost) -> RevisionSpending:
    groups = {group.key: group for group in cost.by_revision}
    used, unlinked = groups.get(str(revision)), tuple(r for r in time.round_ids if r in cost.unlinked_rounds)
    telling = {group.key for group in cost.by_round}
    return RevisionSpending(
        state=_state(used, unlinked, all_tell=bool(time.round_ids) and telling.issuperset(time.round_ids)),
        used=used and UsageTotals(**used.model_dump(include=set(UsageTotals.model_fields))),
        round_ids=time.round_ids,
        unlinked_rounds=unlinked,
        worked_seconds=time.seconds if time.round_ids else None,
    )


def _state(used: UsageTotals | None, unlinked: tuple[str, ...], *, all_tell: bool) -> SpendingState:
    if used is not None:
        return "at_least" if unlinked else "told"
    return "no_calls" if all_tell else "not_known"
