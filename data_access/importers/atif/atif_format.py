"""What the import asks of the ATIF format: which files are of it, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from data_access.contracts.rows import EventRow, Row
from data_access.importers.atif.documents import documents, is_trajectory, shows_sign
from data_access.importers.atif.trajectory_identity import FORMAT_NAME
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import reject_record
from data_access.importers.loose_values import Json
from data_access.importers.sink import Sink
from data_access.importers.standalone_files import StandaloneFiles

NO_TRAJECTORY = "no trajectory: it has neither an ATIF schema_version nor an agent with steps"


class Atif(StandaloneFiles):
    """The format, for the literal list of formats."""

    name = FORMAT_NAME
    basis = "log"
    record_rows: tuple[type[Row], ...] = (EventRow,)

    def may_hold(self, path: Path) -> bool:
        """Tell whether the beginning of a file shows a sign of the format. Raises `OSError`."""
        return shows_sign(path)

    def first_objects(self, path: Path) -> Iterator[Json]:
        """Yield the objects of a file, those of a damaged one too. Raises `OSError`."""
        return (document.value for document in documents(path, ReadFrom(), Sink()))

    def is_one(self, value: Json) -> bool:
        """Tell whether an object is a trajectory."""
        return is_trajectory(value)

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read the trajectories of one file into the sink. Raises: `OSError` for an unreadable file."""
        # Every import asks what a file looks like; what makes rows is loaded for files of this format only.
        from data_access.importers.atif.trajectory import read_document

        for document in documents(file.path, begin, sink):
            if is_trajectory(document.value):
                read_document(document, sink)
            else:
                reject_record(document, NO_TRAJECTORY, sink)
            sink.breathe()


FORMAT: Format = Atif()
