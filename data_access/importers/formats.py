"""The formats this release reads: a literal tuple; each entry says how to recognise and how to read one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.rows import Row
from data_access.importers.sink import Sink
from data_access.rules.file_names import name_text


@dataclass(frozen=True)
class SourceFile:
    """One file of a source, as an importer wants it read."""

    path: Path
    shown_path: str
    """Relative to the source that was named, with forward slashes; reports use it."""

    def __post_init__(self) -> None:
        """Bring the shown path to text, whatever bytes the name holds."""
        object.__setattr__(self, "shown_path", name_text(self.shown_path))


@dataclass(frozen=True)
class ReadFrom:
    """Where to begin: 0 for a whole file, else after what an earlier import read."""

    offset: int = 0
    line: int = 0
    """Lines before `offset`."""


class Format(Protocol):
    """What an importer offers."""

    name: str
    """As `--format` and the ledger spell it."""
    basis: str
    """`snapshot`, `log` or `trace`."""
    record_rows: tuple[type[Row], ...]
    """The row types that stand one for one for the records of this format: a record is stored when its row
    is new and a duplicate when it is known. Rows of other types are derived and count as no record."""

    def looks_like(self, path: Path) -> bool:
        """Tell whether the file or folder at `path` is of this format, from names and the first records."""

    def is_side_file(self, path: Path) -> bool:
        """Tell whether `path` is read together with a log file and is none itself."""

    def files(self, root: Path) -> Iterator[SourceFile]:
        """List the log files under `root` in a stable order; follows no symbolic link out of `root`."""

    def bulk_plan(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> BulkPlan | None:
        """Return how the first part of the file can be loaded in bulk, None where it is read line by line.

        Raises `OSError` for an unreadable file.
        """

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read one file into the sink; collects problems, raises only `OSError` for an unreadable file."""
