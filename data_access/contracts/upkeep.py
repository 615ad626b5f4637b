"""What looking after a desk reports: backup, export, verify, doctor."""

from __future__ import annotations

from data_access.contracts.common import Contract, UtcTime
from data_access.errors import Problem


class BackupReport(Contract):
    """A copy of the database, its attachments and received logs that opens like the original."""

    path: str
    taken_at: UtcTime
    size_bytes: int
    """Of the copied database file."""
    attachments: int
    """Files copied beside it, into `<path>.files`."""
    received: int
    """Logs that other machines sent, copied into `<path>.received`."""


class ExportedTable(Contract):
    """One table of an export; the file names are `<table>.parquet` and `<table>.jsonl`."""

    table: str
    rows: int
    parquet_bytes: int
    jsonl_bytes: int


class ExportManifest(Contract):
    """What an export holds; it lies in the folder as `manifest.json`."""

    program: str = "caseboard"
    schema_number: int
    """Newest schema script of the database the rows came from."""
    as_of: UtcTime
    """All tables were read as of this moment."""
    conversation_keys: tuple[str, ...] | None
    """The runs that were asked for; null when everything was."""
    origins: dict[str, int]
    """Runs in the export by their origin: real, synthetic, human, demo."""
    tables: tuple[ExportedTable, ...]


class ExportReport(Contract):
    """Where an export lies and what it holds."""

    folder: str
    manifest: ExportManifest


class VerifyCheck(Contract):
    """One question that was asked of the whole database."""

    name: str
    """Stable word for programs, for example `file_references`."""
    question: str
    """What must hold, as a sentence."""
    checked: int
    """How many rows, files or columns were looked at."""
    faults: int
    examples: tuple[str, ...] = ()
    """The first few places that are wrong."""


class VerifyReport(Contract):
    """Whether the database is whole and agrees with itself."""

    database: str | None
    """Path of the file; null for a database in memory."""
    as_of: UtcTime
    schema_number: int
    checks: tuple[VerifyCheck, ...]
    faults: int
    """Over all checks; 0 means sound."""


class TableSize(Contract):
    """One table as it stands in the database."""

    table: str
    rows: int
    size_bytes: int | None
    """Of its blocks in the file; null for a database in memory."""


class DoctorReport(Contract):
    """What this desk runs on, how big it is, and what is wrong with it."""

    as_of: UtcTime
    versions: dict[str, str]
    """Of Caseboard, Python, the engine and the libraries the data goes through."""
    platform: str
    database: str | None
    opens: bool
    """False when the database cannot be opened; `problems` then says why."""
    schema_number: int | None
    """Null when it cannot be opened."""
    files: dict[str, int]
    """Bytes of the files that belong to the database, by path; what is absent is not listed."""
    free_bytes: int | None
    """Room on the disk of the database; null in memory."""
    tables: tuple[TableSize, ...]
    """The biggest first; empty when the database cannot be opened."""
    problems: tuple[Problem, ...]
    """What is wrong and how to mend it; empty when nothing is."""
