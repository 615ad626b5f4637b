"""What the import asks of files with workspaces: which are some, and what each line observed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.rows import Row, WorkspaceRow
from data_access.importers.file_walk import files_below, shown_below
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import RAW_TEXT_LIMIT, first_records, json_records
from data_access.importers.sink import Sink
from data_access.rules.workspace_record import is_workspace_record

SUFFIXES = (".jsonl", ".ndjson", ".json")


class WorkspacesFormat:
    """The format, for the literal list of formats."""

    name = "workspaces"
    basis = "git"
    record_rows: tuple[type[Row], ...] = (WorkspaceRow,)

    def looks_like(self, path: Path) -> bool:
        """Tell whether a file begins with a workspace; a folder is asked file by file."""
        try:
            return not path.is_dir() and any(is_workspace_record(value) for value in first_records(path, 1))
        except OSError:
            return False

    def is_side_file(self, path: Path) -> bool:
        """Such files stand alone: there are no side files."""
        return False

    def files(self, root: Path) -> Iterator[SourceFile]:
        """List the JSON files under `root` in a stable order; follows no symbolic link."""
        if root.is_file():
            yield SourceFile(root, root.name)
            return
        for place in files_below(str(root), hidden=False):
            if place.lower().endswith(SUFFIXES):
                yield SourceFile(Path(place), shown_below(str(root), place))

    def bulk_plan(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> BulkPlan | None:
        """Such files are small: there is no bulk load."""
        return None

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read the workspaces of one file into the sink. Raises: `OSError` for an unreadable file."""
        # Every import asks what a file looks like; the contract is loaded for such files only.
        from data_access.rules.workspace_record import WorkspaceRecordInvalid, workspace_row

        for record in json_records(file.path, begin, sink):
            try:
                sink.add(workspace_row(record.value, file_id=sink.file_id, line=record.line))
            except WorkspaceRecordInvalid as why:
                sink.tally.records -= 1  # counted again as a reject
                sink.reject(record.line, str(why), record.text[:RAW_TEXT_LIMIT])
            sink.breathe()


FORMAT: Format = WorkspacesFormat()
