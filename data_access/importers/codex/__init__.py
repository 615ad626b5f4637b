"""Codex: rollouts as the program leaves them on disk, and what `codex exec --json` prints.

`layout` knows the places, `record_shapes` the shapes, `records` which record makes which rows, the other
modules one kind of row each. It refuses to interpret what it does not know: unknown records become events of
their own type.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.rows import EventRow, Row
from data_access.importers.codex.layout import is_side_file, log_files, looks_like_codex
from data_access.importers.codex.naming import FORMAT as NAME
from data_access.importers.earlier_part import EarlierPart
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import json_records
from data_access.importers.sink import Sink


class Codex:
    """The format, for the literal list of formats."""

    name = NAME
    basis = "log"
    record_rows: tuple[type[Row], ...] = (EventRow,)

    def looks_like(self, path: Path) -> bool:
        """Tell whether a file or folder was written by Codex."""
        return looks_like_codex(path)

    def is_side_file(self, path: Path) -> bool:
        """Tell whether `path` is what the program keeps beside its logs."""
        return is_side_file(path)

    def files(self, root: Path) -> Iterator[SourceFile]:
        """List the log files of a home, a folder or one file."""
        return log_files(root)

    def bulk_plan(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> BulkPlan | None:
        """What a log record means takes Python to tell: there is no bulk load."""
        return None

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read one file into the sink. Raises: `OSError` for an unreadable file."""
        records = json_records(file.path, begin, sink)
        first = next(records, None)
        if first is None:
            return
        # Every import asks what a file looks like; what makes rows is loaded for files of this format only.
        from data_access.importers.codex.records import RecordReader

        reader = RecordReader(file.path, sink)
        if begin.offset:
            reader.recall(EarlierPart(file.path, begin, first).records())
        reader.read(chain((first,), records))


FORMAT: Format = Codex()
