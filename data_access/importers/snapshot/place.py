"""Where a row of a snapshot stands: what every row that is made of it needs to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from data_access.importers.json_text import canonical
from data_access.rules.identity import digest

FORMAT_NAME = "snapshot"
_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
_ROWS_A_MILLISECOND = 10_000  # keeps sequences of this century exact in a double


class Snapshot(NamedTuple):
    """The snapshot that is being read."""

    conversation_key: str
    conversation_id: str
    snapshot_id: str
    captured_at: datetime
    file_id: int
    line: int

    @property
    def first_sequence(self) -> int:
        """Rows of a later snapshot come after those of an earlier one, in whatever order they are loaded."""
        passed = self.captured_at - _EPOCH
        milliseconds = (passed.days * 86_400 + passed.seconds) * 1_000 + passed.microseconds // 1_000
        return milliseconds * _ROWS_A_MILLISECOND


class Place(NamedTuple):
    """One row of one of its lists."""

    snapshot: Snapshot
    list_name: str
    position: int
    sequence: int
    row_id: str
    """Stands for a row without an id: digest of its canonical JSON and its ordinal among equal rows."""

    def __str__(self) -> str:
        return f"{self.list_name}[{self.position}]"

    @property
    def statement_id(self) -> str:
        """Identity of the row as a statement of its snapshot: a later snapshot states it anew."""
        return digest(self.list_name, self.snapshot.captured_at.isoformat(), self.row_id)

    @property
    def repeated_id(self) -> str:
        """Identity of the row in a series of snapshots: the same row in a later one is a duplicate."""
        return digest(self.list_name, self.row_id)


def places(
    snapshot: Snapshot, list_name: str, rows: Sequence[Any], begin: int
) -> Iterator[tuple[Place, Any]]:
    """Pair each row of a list with its place; `begin` is the sequence of the first."""
    seen: Counter[str] = Counter()
    for position, row in enumerate(rows):
        text = canonical(row)
        yield Place(snapshot, list_name, position, begin + position, row_id(text, seen[text])), row
        seen[text] += 1


def row_id(canonical_text: str, ordinal: int) -> str:
    """Return the id of a row that has none of its own."""
    return f"row-{digest(canonical_text, ordinal)}"
