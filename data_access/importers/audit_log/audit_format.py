"""What the import asks of audit logs: which files are some, and what each entry recorded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from data_access.contracts.rows import OperationRow, Row
from data_access.importers.audit_log.documents import documents, shows_sign
from data_access.importers.audit_log.entries import FORMAT_NAME, holds_entries
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.loose_values import Json
from data_access.importers.sink import Sink
from data_access.importers.standalone_files import StandaloneFiles


class AuditLogFormat(StandaloneFiles):
    """The format, for the literal list of formats."""

    name = FORMAT_NAME
    basis = "log"
    record_rows: tuple[type[Row], ...] = (OperationRow,)
    look_at = 20  # the first lines may be damaged

    def may_hold(self, path: Path) -> bool:
        """Tell whether the beginning of a file shows a sign of entries. Raises `OSError`."""
        return shows_sign(path)

    def first_objects(self, path: Path) -> Iterator[Json]:
        """Yield the objects of a file, that of a cut one too. Raises `OSError`."""
        return (one.value for one in documents(path, ReadFrom(), Sink()))

    def is_one(self, value: Json) -> bool:
        """Tell whether an object is an entry, or holds some."""
        return holds_entries(value)

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read the entries of one file into the sink. Raises: `OSError` for an unreadable file."""
        # Every import asks what a file looks like; what makes rows is loaded for files of this format only.
        from data_access.importers.audit_log.operation_rows import read_record

        for record in documents(file.path, begin, sink):
            read_record(record, sink)
            sink.breathe()


FORMAT: Format = AuditLogFormat()
