"""What the import asks of case bundles: which files are some, and which cases in one can be restored."""

from __future__ import annotations

from data_access.contracts.bundle_schema import BUNDLE_SCHEMA
from data_access.contracts.rows import Row
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.loose_values import Json
from data_access.importers.sink import Sink
from data_access.importers.standalone_files import StandaloneFiles


class CaseBundleFormat(StandaloneFiles):
    """The format, for the literal list of formats."""

    name = "case_bundle"
    basis = "published"
    record_rows: tuple[type[Row], ...] = ()

    def is_one(self, value: Json) -> bool:
        """Tell whether an object is the header of a bundle."""
        return is_header(value)

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
