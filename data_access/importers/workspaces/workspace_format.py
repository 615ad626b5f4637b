"""What the import asks of files with workspaces: which are some, and what each line observed."""

from __future__ import annotations

from data_access.contracts.rows import Row, WorkspaceRow
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import json_records, reject_record
from data_access.importers.loose_values import Json
from data_access.importers.sink import Sink
from data_access.importers.standalone_files import StandaloneFiles
from data_access.rules.workspace_record import is_workspace_record


class WorkspacesFormat(StandaloneFiles):
    """The format, for the literal list of formats."""

    name = "workspaces"
    basis = "git"
    record_rows: tuple[type[Row], ...] = (WorkspaceRow,)

    def is_one(self, value: Json) -> bool:
        """Tell whether an object is a workspace."""
        return is_workspace_record(value)

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read the workspaces of one file into the sink. Raises: `OSError` for an unreadable file."""
        # Every import asks what a file looks like; the contract is loaded for such files only.
        from data_access.rules.workspace_record import WorkspaceRecordInvalid, workspace_row

        for record in json_records(file.path, begin, sink):
            try:
                sink.add(workspace_row(record.value, file_id=sink.file_id, line=record.line))
            except WorkspaceRecordInvalid as why:
                reject_record(record, str(why), sink)
            sink.breathe()


FORMAT: Format = WorkspacesFormat()
