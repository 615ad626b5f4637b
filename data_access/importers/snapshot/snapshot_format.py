"""What the import asks of the snapshot format: which files are of it, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.rows import (
    AgentRow,
    EventRow,
    MessageRow,
    PermissionRow,
    Row,
    SnapshotRow,
    TaskResultRow,
    TaskRow,
    TodoRow,
    ToolRow,
    UsageRow,
)
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.json_lines import first_records, json_records
from data_access.importers.sink import Sink
from data_access.importers.snapshot.bulk_form import SnapshotLines, bulk_plan
from data_access.importers.snapshot.place import FORMAT_NAME

SUFFIXES = (".json", ".jsonl", ".ndjson")
_LOOK_AT = 5
_FILES_LOOKED_AT = 20


class SnapshotFormat:
    """Continuity snapshots and event lines: a file of either kind, or a folder of such files."""

    name = FORMAT_NAME
    basis = "snapshot"
    record_rows: tuple[type[Row], ...] = (
        SnapshotRow,
        AgentRow,
        EventRow,
        MessageRow,
        TaskRow,
        TaskResultRow,
        TodoRow,
        ToolRow,
        PermissionRow,
        UsageRow,
    )

    def looks_like(self, path: Path) -> bool:
        """Tell whether the first records are of this format: of a file, or of the first files of a folder."""
        verdicts = {_first_are_ours(file.path) for file in islice(self.files(path), _FILES_LOOKED_AT)}
        return True in verdicts and False not in verdicts

    def is_side_file(self, path: Path) -> bool:
        """Snapshots stand alone: there are no side files."""
        return False

    def files(self, root: Path) -> Iterator[SourceFile]:
        """List the JSON files under `root` by name; follows no symbolic link."""
        if root.is_file():
            yield SourceFile(root, root.name)
            return
        for path in sorted(root.rglob("*")):
            if path.suffix.lower() in SUFFIXES and path.is_file() and not path.is_symlink():
                yield SourceFile(path, path.relative_to(root).as_posix())

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read one file: snapshots and event lines in any mixture."""
        lines = SnapshotLines(file.path, begin, sink)
        for record in json_records(file.path, begin, sink):
            lines.take(record)
            sink.breathe()
        lines.keep_named()

    def bulk_plan(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> BulkPlan | None:
        """Return how to load the first part of a large file of event lines in bulk."""
        return bulk_plan(file.path, begin, sink)


def _first_are_ours(path: Path) -> bool | None:
    """Tell whether the first objects of a file are of this format; None where it holds no object."""
    try:
        records = list(first_records(path, _LOOK_AT))
    except OSError:
        return None
    return any(_is_ours(record) for record in records) if records else None


def _is_ours(value: dict[str, Any]) -> bool:
    return "conversation_id" in value and ("captured_at" in value or "event_type" in value)


FORMAT = SnapshotFormat()
