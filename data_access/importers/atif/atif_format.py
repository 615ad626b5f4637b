"""What the import asks of the ATIF format: which files are of it, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.rows import EventRow, Row
from data_access.importers.atif.documents import documents, is_trajectory, shows_sign
from data_access.importers.atif.trajectory_identity import FORMAT_NAME
from data_access.importers.file_walk import files_below, shown_below
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import RAW_TEXT_LIMIT
from data_access.importers.sink import Sink

SUFFIXES = (".json", ".jsonl", ".ndjson")
NO_TRAJECTORY = "no trajectory: it has neither an ATIF schema_version nor an agent with steps"


class Atif:
    """The format, for the literal list of formats."""

    name = FORMAT_NAME
    basis = "log"
    record_rows: tuple[type[Row], ...] = (EventRow,)

    def looks_like(self, path: Path) -> bool:
        """Tell whether the first object of a file is a trajectory; a folder is asked file by file."""
        try:
            if path.is_dir() or not shows_sign(path):
                return False
            first = next(documents(path, ReadFrom(), Sink()), None)
        except OSError:
            return False
        return first is not None and is_trajectory(first.value)

    def is_side_file(self, path: Path) -> bool:
        """Trajectories stand alone: there are no side files."""
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
        """What a step means takes Python to tell: there is no bulk load."""
        return None

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read the trajectories of one file into the sink. Raises: `OSError` for an unreadable file."""
        # Every import asks what a file looks like; what makes rows is loaded for files of this format only.
        from data_access.importers.atif.trajectory import read_document

        for document in documents(file.path, begin, sink):
            if is_trajectory(document.value):
                read_document(document, sink)
            else:
                sink.tally.records -= 1  # counted again as a reject
                sink.reject(document.line, NO_TRAJECTORY, document.text[:RAW_TEXT_LIMIT])
            sink.breathe()


FORMAT: Format = Atif()
