"""What the import asks of case bundles: which files are some, and which cases in one can be restored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.bundle_schema import BUNDLE_SCHEMA
from data_access.contracts.rows import Row
from data_access.importers.file_walk import files_below, shown_below
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import first_records
from data_access.importers.sink import Sink

SUFFIXES = (".jsonl", ".ndjson", ".json")


class CaseBundleFormat:
    """The format, for the literal list of formats."""

    name = "case_bundle"
    basis = "published"
    record_rows: tuple[type[Row], ...] = ()

    def looks_like(self, path: Path) -> bool:
        """Tell whether a file begins with the header of a bundle; a folder is asked file by file."""
        try:
            if path.is_dir():
                return False
            return any(is_header(value) for value in first_records(path, 1))
        except OSError:
            return False

    def is_side_file(self, path: Path) -> bool:
        """Bundles stand alone: there are no side files."""
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
        """A case is judged as a whole: there is no bulk load."""
        return None

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read the cases of one file into the sink. Raises: `OSError` for an unreadable file."""
        # Every import asks what a file looks like; what makes cases is loaded for bundles only.
        from data_access.importers.case_bundle.bundle_reading import BundleReading

        BundleReading(sink).read(file.path)
        sink.tally.resume_offset = sink.tally.resume_line = 0  # a case is judged as a whole, so is its file


def is_header(value: object) -> bool:
    """Tell whether a value is the header of a bundle."""
    return isinstance(value, dict) and value.get("bundle") == BUNDLE_SCHEMA


FORMAT: Format = CaseBundleFormat()
