"""How a file of plain lines is loaded without reading each line in Python: what an importer declares.

The store cuts the file into blocks of lines and runs the plan's statement over each; lines the statement
cannot be trusted with go back to the importer, which reads them as it reads any other line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from data_access.contracts.rows import EventRow


class NamedByLine(NamedTuple):
    """Somebody or something that plain lines name, and the first line that does."""

    conversation_id: str
    kind: str
    """`conversation`, `agent` or `task`."""
    name: str
    line: int


class LineReader(Protocol):
    """The importer's part in a bulk load."""

    def doubtful_places(self, block: bytes | memoryview) -> Sequence[int]:
        """Return places in whole lines of a file whose line must be read in Python, in order."""

    def fields_of(self, line: bytes) -> str | None:
        """Return the engine's type of lines with the fields of this one; None when they are not plain.

        It is made of names of this package only, never of input.
        """

    def read_lines(self, lines: bytes, lines_before: int) -> Sequence[EventRow]:
        """Read whole lines in Python; events are given back, everything else is kept by the importer."""

    def keys_of(self, conversation_ids: Sequence[str]) -> Sequence[str]:
        """Return the desk's key of each conversation."""

    def count_plain(self, lines: int, naive_times: int) -> None:
        """Count lines that were decoded by the statement, and their times without a zone."""

    def note_named(self, named: Iterable[NamedByLine]) -> None:
        """Remember whom lines name that were decoded by the statement; once or more for each name."""

    def keep_named(self) -> None:
        """Keep everybody and everything that was named, at the end."""


@dataclass(frozen=True)
class BulkPlan:
    """One file, or the rest of one, to be loaded in bulk."""

    statement: str
    """Name of the SQL that decodes the relation `block_line(line, text)` into the table `block_event`."""
    values: Mapping[str, Any]
    """Values of its parameters."""
    conversation_opening: re.Pattern[bytes]
    """What stands in a line in front of its conversation: it brings the lines of one together."""
    reader: LineReader


class BulkOutcome(NamedTuple):
    """What a bulk load did with one block of lines."""

    stored: int
    """Events that are new in the store; below 0 in the last outcome, for those that repeat an earlier one."""
    known: int
    """Events that were stored before."""
    conversation_keys: frozenset[str]
    """Conversations of the events so far."""
    resume_offset: int
    """Byte behind the block."""
    resume_line: int
    """Lines before that byte."""
