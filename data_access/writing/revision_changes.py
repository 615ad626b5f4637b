"""Works out what revisions of reports changed, and keeps it, so that a list of them reads no text.

Comparing two long texts may take seconds, so it is done after the write that brought a revision, and nobody's
write waits for it. What is missing, was held against a revision that is no longer the one before, or was said
by older rules, is worked out by whoever comes first: the write itself, or the clock of a running desk.
It is no write of the desk's record: it can be worked out anew from it, and stands in no change log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import itemgetter

import orjson

from data_access.contracts.report_comparison import Verdict
from data_access.contracts.report_history import RevisionChange
from data_access.contracts.reports import ReportRevision
from data_access.rules.report_diff import CitedRecord
from data_access.rules.revision_changes import RULES, change_of
from data_access.store.connection import Record, Store
from data_access.writing.change_counters import touch

_PACKED = ("findings", "data_gaps", "evidence_ids", "answer_ids", "action_ids", "node_refs", "graph")
_UNTOLD = dict.fromkeys(Verdict.model_fields)
_UNCOMPARED: dict[str, tuple[()]] = {"sign_offs": (), "synthetic_evidence_ids": (), "flagged_ids": ()}
"""What readers are told of a revision beside what it says."""
_AT_ONCE = 5
"""Revisions that are kept in one transaction."""


def keep_revision_changes(store: Store, task_id: str | None = None) -> int:
    """Work out what is still to be worked out, of one case or of all; return of how many revisions."""
    return sum(step_by_step(store, task_id))


def step_by_step(store: Store, task_id: str | None = None) -> Iterator[int]:
    """Do what `keep_revision_changes` does, a few revisions at a time; yield how many were kept each time."""
    due = store.rows("revision_changes_due", {"task_id": task_id, "rules": RULES})
    for case, rows in groupby(due, itemgetter("task_id")):
        changes = _worked_out(store, case, list(rows))
        while batch := tuple(islice(changes, _AT_ONCE)):
            yield _keep(store, case, batch)


def _worked_out(store: Store, task_id: str, due: list[Record]) -> Iterator[RevisionChange]:
    rows = store.rows("records_a_report_can_cite", {"task_id": task_id})
    records = {row.pop("record_id"): CitedRecord(**row) for row in rows}
    before: ReportRevision | None = None
    for pair in due:
        number = pair["previous_revision"]
        if before is None or before.revision != number:
            before = None if number is None else _revision(store, task_id, number)
        revision = _revision(store, task_id, pair["revision"])
        if revision is not None and (number is None or before is not None):
            yield change_of(task_id, before, revision, records)
        before = revision


def _revision(store: Store, task_id: str, revision: int) -> ReportRevision | None:
    """Return a revision as far as it is compared; None for one that was removed, or that is damaged."""
    rows = store.rows("report_of_task", {"task_id": task_id, "revision": revision})
    try:
        return _as_published(rows[0]) if rows else None
    except ValueError:  # nobody can read it; the desk goes on, and what it changed stays unknown
        return None


def _as_published(row: Record) -> ReportRevision:
    told = row | {name: orjson.loads(row[name]) for name in _PACKED if row[name] is not None}
    told |= {"node_refs": told["node_refs"] or ()}
    return ReportRevision(**told, **_UNCOMPARED)


def _keep(store: Store, task_id: str, changes: Sequence[RevisionChange]) -> int:
    """Keep those that are still due: the case may have been removed or made anew in between."""
    with store.transaction() as transaction:
        due = transaction.run("revision_changes_due", {"task_id": task_id, "rules": RULES})
        pairs = {(row["revision"], row["previous_revision"]) for row in due}
        wanted = [one for one in changes if (one.revision, one.previous_revision) in pairs]
        for change in wanted:
            verdict = change.verdict.model_dump() if change.verdict else _UNTOLD
            told = change.model_dump(exclude={"verdict"})
            transaction.run("keep_revision_change", told | verdict | {"rules": RULES})
        if wanted:
            touch(transaction, ["cases", f"case:{task_id}"], datetime.now(UTC))
    return len(wanted)
