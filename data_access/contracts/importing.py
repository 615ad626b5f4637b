"""What an import is asked to do and what it reports."""

from __future__ import annotations

from pydantic import Field

from data_access.contracts.common import Contract, Origin


class Reject(Contract):
    """One record or remnant that could not be used, with its place and its reason."""

    file: str
    """Path relative to the source that was named."""
    line: int
    """Line in that file, from 1; 0 when the whole file is meant."""
    reason: str


class ImportCounts(Contract):
    """Counts of one batch or of a whole import.

    `records` = stored + `duplicates_ignored` + `other_records` + `rejected`.
    """

    files: int = 0
    empty_files: int = 0
    unchanged_files: int = 0
    """Files whose content was already loaded from the same place; nothing was decoded again."""
    skipped_files: int = 0
    """Files in a named folder that no importer recognises; nothing of them was loaded."""
    records: int = 0
    """Decoded records and undecodable remnants."""
    events: int = 0
    messages: int = 0
    tool_calls: int = 0
    usage_calls: int = 0
    """Billed calls that this import brought or completed."""
    rows_written: int = 0
    """Rows that are new in the store, without the ledger and the audit."""
    duplicates_ignored: int = 0
    """Records that were stored before."""
    other_records: int = 0
    """Records that are known or kept but are no events."""
    rejected: int = 0
    orphans: int = 0
    """Agents, tasks or runs that name a parent nobody has seen yet."""
    unknown_types: dict[str, int] = Field(default_factory=dict)
    """Record types this release does not know; they are stored all the same."""
    unpriced_models: dict[str, int] = Field(default_factory=dict)
    """Models without a price, with their calls."""
    naive_times: int = 0
    """Times without a zone, read in the source's declared zone."""
    secrets_masked: int = 0


class BatchReport(ImportCounts):
    """What one source brought."""

    source: str
    format: str
    batch_id: int | None
    """Null on a dry run."""
    skipped: tuple[str, ...] = ()
    """The first skipped files, relative to the source."""
    rejects: tuple[Reject, ...]
    """The first rejects; `rejected` counts all of them and the ledger keeps each with its raw text."""
    rejects_truncated: bool = False


class ImportReport(Contract):
    """The whole answer of an import."""

    dry_run: bool = False
    batches: tuple[BatchReport, ...]
    total: ImportCounts


class ImportCall(Contract):
    """Ask to import one or more local paths."""

    paths: tuple[str, ...]
    format: str | None = None
    """Name of a format; detected when null."""
    dry_run: bool = False
    prices: str | None = None
    """Path of a price file."""
    origin: Origin = "real"
    is_upload: bool = False
    """True for files that a browser sent: the folder they lie in is gone afterwards, so reports and the
    ledger know them by name, as `upload:<name>`."""
    together: bool = False
    """Make one batch of all paths, for each format in them, instead of one for each path."""
    machine: str | None = None
    """Where the logs come from, where they do not say so themselves."""
    person: str | None = None
    """For whom their runs ran, where they do not say so themselves."""


class RemovalReport(Contract):
    """What the removal of a batch took out."""

    batch_id: int
    source: str
    rows_removed: int
    """Rows that only this batch had brought."""
