"""Where an importer puts what it found: rows by table, rejects, other records, counts; no database here.

The import decides when to empty the sink and what to do with the rows; an importer only fills it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from data_access.contracts.rows import ROW_TYPES, Row

if TYPE_CHECKING:
    from data_access.contracts.case_bundle import RestoredCase

REASON_LENGTH = 500


@dataclass(frozen=True)
class RejectedRecord:
    """A record or remnant nobody could use."""

    file_id: int
    line: int
    reason: str
    raw_text: str


@dataclass(frozen=True)
class OtherRecord:
    """A record that is kept as it is and makes no row."""

    file_id: int
    line: int
    record_type: str
    raw: str
    """Valid JSON, masked."""


@dataclass
class FileTally:
    """What was read from one file; the import adds what the store found new and known."""

    records: int = 0
    """Decoded records and remnants."""
    others: int = 0
    rejected: int = 0
    unknown_types: Counter[str] = field(default_factory=Counter)
    naive_times: int = 0
    secrets_masked: int = 0
    resume_offset: int = 0
    """Where a grown file is continued: behind the last complete line, or behind the whole objects that a last
    line without newline begins with; 0 for a file that is one document."""
    resume_line: int = 0
    """Lines before that byte."""


class Sink:
    """Collects the rows of the file that is being read.

    `relieve` is called by readers between two records when many rows wait: the import takes them, so that
    a file of any size is read in bounded memory.
    """

    def __init__(self, relieve: Callable[[Sink], None] | None = None, limit: int = 50_000) -> None:
        self._relieve = relieve
        self._limit = limit
        self.rows: dict[type[Row], list[Row]] = {kind: [] for kind in ROW_TYPES}
        self.rejects: list[RejectedRecord] = []
        self.others: list[OtherRecord] = []
        self.cases: list[RestoredCase] = []
        """Cases of the file that is being read; the import places them when it has been read."""
        self.parted: set[str] = set()
        """Conversations that were looked at in parts: what was decided of each part is not settled."""
        self._looked_at: set[str] = set()
        self.tallies: dict[int, FileTally] = {}
        self.file_id = 0
        self.tally = FileTally()

    def begin(self, file_id: int) -> FileTally:
        """Everything that follows belongs to `file_id`."""
        self.file_id = file_id
        self.tally = self.tallies.setdefault(file_id, FileTally())
        return self.tally

    def add(self, row: Row) -> None:
        """Keep one row."""
        self.rows[type(row)].append(row)

    def reject(self, line: int, reason: str, raw_text: str) -> None:
        """Keep a record or remnant that cannot be used; it counts as one record."""
        self.tally.records += 1
        self.tally.rejected += 1
        self.rejects.append(RejectedRecord(self.file_id, line, reason[:REASON_LENGTH], raw_text))

    def keep_other(self, line: int, record_type: str, raw: str) -> None:
        """Keep a record that makes no event; the caller has counted it as a record."""
        self.tally.others += 1
        self.others.append(OtherRecord(self.file_id, line, record_type, raw))

    def note_looked_at(self, conversation_keys: Collection[str]) -> None:
        """Remember conversations whose rows were decided over all records that waited; twice is in parts.

        It lasts as long as the sink, because the parts of one may wait in it together, from several files.
        """
        self.parted |= self._looked_at.intersection(conversation_keys)
        self._looked_at.update(conversation_keys)

    def breathe(self) -> None:
        """Let the import take the rows if many wait; readers call it every few hundred records."""
        if self._relieve is not None and self.size() >= self._limit:
            self._relieve(self)

    def size(self) -> int:
        """How many rows wait."""
        return sum(map(len, self.rows.values())) + len(self.rejects) + len(self.others)

    def clear(self) -> None:
        """Forget the rows that were taken; the tallies stay."""
        for rows in self.rows.values():
            rows.clear()
        self.rejects.clear()
        self.others.clear()
