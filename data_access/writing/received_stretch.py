"""The ledger of what is sent to the desk bit by bit: a batch with one file that grows, for a stretch of time.

A sender's stretch ends after an hour, after very many records, when its batch is removed, and with the desk.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import orjson

from data_access.contracts.importing import BatchReport, ImportCounts
from data_access.contracts.principal import Face, Principal
from data_access.store.bulk_load import insert_rows
from data_access.writing.change_log import record_change
from data_access.writing.import_ledger import FileVersion

if TYPE_CHECKING:
    from data_access.store.connection import Transaction

LONGEST = timedelta(hours=1)
MOST_RECORDS = 100_000
"""A stretch with more ends: the files of a busy hour stay short enough to be looked through."""


@dataclass(frozen=True)
class Stretch:
    """What one sender has sent in one go, so far."""

    principal_id: str
    batch_id: int
    file_id: int
    began_at: datetime
    requests: int
    size_bytes: int
    report: BatchReport
    """Sums of everything that arrived; without single rejects, which the ledger has."""

    def goes_on(self, now: datetime) -> bool:
        """Say whether what arrives now belongs to it."""
        return now - self.began_at < LONGEST and self.report.records < MOST_RECORDS

    def with_request(self, size_bytes: int) -> Stretch:
        """Return the stretch with one request more."""
        return replace(self, requests=self.requests + 1, size_bytes=self.size_bytes + size_bytes)

    def with_records(self, brought: ImportCounts) -> Stretch:
        """Return the stretch with the records of one commit."""
        return replace(self, report=_sum(self.report, brought))


def standing_batches(transaction: Transaction, stretches: list[Stretch]) -> set[int]:
    """Return the batches of these stretches that are still there."""
    asked = {"batch_ids": [stretch.batch_id for stretch in stretches]}
    return {row["batch_id"] for row in transaction.run("received_batches", asked)}


def begin_stretch(
    transaction: Transaction, source_format: str, principal: Principal, face: Face, now: datetime
) -> Stretch:
    """Open a batch with its one file, and write it into the change log."""
    batch_id = transaction.run("next_batch_id")[0]["batch_id"]
    file_id = transaction.run("next_file_ids", {"number": 1})[0]["file_id"]
    source = f"received:{source_format} from {principal.name}"
    transaction.run(
        "add_import_batch",
        {
            "batch_id": batch_id,
            "source": source,
            "source_format": source_format,
            "origin": "real",
            "principal_id": principal.id,
            "started_at": now,
        },
    )
    insert_rows(transaction, "import_file", [_file(file_id, source_format, principal, now)])
    transaction.run("add_batch_files", {"batch_id": batch_id, "file_ids": [file_id]})
    report = BatchReport(source=source, format=source_format, batch_id=batch_id, files=1, rejects=())
    record_change(
        transaction,
        principal=principal,
        face=face,
        action="receive_spans",
        subject_kind="import_batch",
        subject_id=str(batch_id),
        new={"source": source, "format": source_format},
        at=now,
    )
    return Stretch(principal.id, batch_id, file_id, now, 0, 0, report)


def keep_stretch(transaction: Transaction, stretch: Stretch, now: datetime) -> None:
    """Write the counts of a stretch into the ledger."""
    report = stretch.report
    counts = {"naive_times": report.naive_times, "secrets_masked": report.secrets_masked, "unknown_types": {}}
    transaction.run(
        "grow_received_file",
        {
            "file_id": stretch.file_id,
            "size_bytes": stretch.size_bytes,
            "records": report.records,
            "stored": report.records - report.duplicates_ignored - report.rejected,
            "duplicates": report.duplicates_ignored,
            "rejected": report.rejected,
            "counts": orjson.dumps(counts).decode(),
        },
    )
    transaction.run(
        "finish_import_batch",
        {
            "batch_id": stretch.batch_id,
            "finished_at": now,
            "counts": report.model_dump_json(exclude={"rejects"}),
        },
    )


def _file(file_id: int, source_format: str, principal: Principal, now: datetime) -> FileVersion:
    return FileVersion(
        file_id=file_id,
        source_format=source_format,
        location=f"received:{principal.id}:{file_id}",
        shown_path=f"received from {principal.name}, {now:%Y-%m-%d %H:%M} UTC",
        size_bytes=0,
        content_hash="",  # nothing can be read again from here
        start_offset=0,
        start_line=0,
        resume_offset=0,
        resume_line=0,
        resume_hash="",
        continues_file_id=None,
        records=0,
        stored=0,
        duplicates=0,
        others=0,
        rejected=0,
        counts="{}",
        loaded_at=now,
    )


_SUMMED = (
    "records",
    "events",
    "messages",
    "tool_calls",
    "usage_calls",
    "rows_written",
    "duplicates_ignored",
    "rejected",
    "secrets_masked",
)


def _sum(one: BatchReport, other: ImportCounts) -> BatchReport:
    sums: dict[str, object] = {name: getattr(one, name) + getattr(other, name) for name in _SUMMED}
    models = Counter(one.unpriced_models) + Counter(other.unpriced_models)
    return one.model_copy(update={**sums, "unpriced_models": dict(sorted(models.items()))})
