"""Claude Code: session logs with their sub-agents, as the program leaves them on disk.

`layout` knows the places, `records` which record makes which rows, the other modules one kind of row each.
It refuses to interpret what it does not know: unknown records become events of their own type.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.rows import EventRow, Row
from data_access.importers.claude_code.layout import (
    AGENT_PREFIX,
    SIDE_FILE_SUFFIX,
    log_files,
    looks_like_claude_code,
    place_of,
)
from data_access.importers.claude_code.records import RecordReader
from data_access.importers.earlier_part import EarlierPart
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import json_records
from data_access.importers.sink import Sink


class ClaudeCode:
    """The format, for the literal list of formats."""

    name = "claude_code"
    basis = "log"
    record_rows: tuple[type[Row], ...] = (EventRow,)

    def looks_like(self, path: Path) -> bool:
        """Tell whether a file or folder was written by Claude Code."""
        return looks_like_claude_code(path)

    def is_side_file(self, path: Path) -> bool:
        """Tell whether `path` describes the sub-agent whose log lies beside it."""
        return path.name.startswith(AGENT_PREFIX) and path.name.endswith(SIDE_FILE_SUFFIX)

    def files(self, root: Path) -> Iterator[SourceFile]:
        """List the log files of a tree, a project, a session or one file."""
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
        reader = RecordReader(file.path, place_of(file.path), sink)
        if begin.offset:
            reader.continue_after(EarlierPart(file.path, begin, first))
        reader.read(chain((first,), records))
        reader.close()


FORMAT: Format = ClaudeCode()
