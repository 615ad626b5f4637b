"""What is kept of what revisions changed, held against a comparison that is made anew: damage shows here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import attrgetter

from data_access.contracts.report_comparison import Verdict
from data_access.contracts.report_history import RevisionChange
from data_access.errors import NotFound
from data_access.reading.case_reports import report
from data_access.reading.report_comparison import cited_records
from data_access.rules.report_diff import CitedRecord
from data_access.rules.revision_changes import RULES, change_of
from data_access.store.connection import Record, Store


def kept_revision_changes(store: Store, task_id: str | None = None) -> tuple[RevisionChange, ...]:
    """Return what is kept, of one case or of all; what is still to be worked out is not there."""
    rows = store.rows("kept_revision_changes", {"task_id": task_id, "rules": RULES})
    return tuple(_change(row) for row in rows)


def untrue_revision_changes(store: Store) -> tuple[int, tuple[str, ...]]:
    """Compare every pair of revisions anew; return how many were compared, and which are kept otherwise."""
    kept = kept_revision_changes(store)
    untrue = [row["name"] for row in store.rows("orphaned_revision_changes")]
    for task_id, changes in groupby(kept, attrgetter("task_id")):
        untrue += _untrue_of(store, task_id, changes)
    return len(kept), tuple(untrue)


def _untrue_of(store: Store, task_id: str, changes: Iterator[RevisionChange]) -> Iterator[str]:
    records = cited_records(store, task_id)
    for kept in changes:
        try:
            if _anew(store, kept, records) != kept:
                yield f"{task_id}/{kept.revision}"
        except NotFound:  # removed since it was read
            continue
        except ValueError:  # its text is damaged
            yield f"{task_id}/{kept.revision}"


def _anew(store: Store, kept: RevisionChange, records: Mapping[str, CitedRecord]) -> RevisionChange:
    before = kept.previous_revision and report(store, kept.task_id, kept.previous_revision)
    revision = report(store, kept.task_id, kept.revision)
    return change_of(kept.task_id, before or None, revision, records)


def verdict_kept(row: Record) -> Verdict | None:
    """Take the columns of a verdict out of a row; None where there is none."""
    told = {name: row.pop(name) for name in Verdict.model_fields}
    return None if told["change_class"] is None else Verdict(**told)


def _change(row: Record) -> RevisionChange:
    return RevisionChange(verdict=verdict_kept(row), **row)
