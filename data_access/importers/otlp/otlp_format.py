"""What the import asks of the trace format: which files are of it, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.rows import Row, SpanRow
from data_access.importers.file_walk import files_below, shown_below
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.json_lines import first_records
from data_access.importers.otlp.json_requests import is_trace
from data_access.importers.otlp.span_record import FORMAT_NAME
from data_access.importers.sink import Sink

JSON_SUFFIXES = (".json", ".jsonl", ".ndjson")
BINARY_SUFFIXES = (".bin", ".binpb", ".pb", ".otlp", ".proto")
_LOOK_AT = 5
_FILES_LOOKED_AT = 50


class OtlpFormat:
    """Traces of OpenTelemetry: a file of JSON or protobuf, or a folder of such files."""

    name = FORMAT_NAME
    basis = "trace"
    record_rows: tuple[type[Row], ...] = (SpanRow,)

    def looks_like(self, path: Path) -> bool:
        """Tell whether a file holds spans, or whether every file of a folder does that holds anything."""
        files = [file.path for file in islice(self.files(path), _FILES_LOOKED_AT)]
        verdicts = {_holds_spans(file) for file in files}
        return True in verdicts and False not in verdicts

    def is_side_file(self, path: Path) -> bool:
        """Traces stand alone: there are no side files."""
        return False

    def files(self, root: Path) -> Iterator[SourceFile]:
        """List the files under `root` by name; follows no symbolic link."""
        if root.is_file():
            yield SourceFile(root, root.name)
            return
        for place in files_below(str(root), hidden=False):
            if place.lower().endswith((*JSON_SUFFIXES, *BINARY_SUFFIXES)):
                yield SourceFile(Path(place), shown_below(str(root), place))

    def bulk_plan(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> BulkPlan | None:
        """What a span means takes Python to tell: there is no bulk load."""
        return None

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read one file into the sink. Raises: `OSError` for an unreadable file."""
        # Every import asks what a file looks like; what makes rows is loaded for files of this format only.
        from data_access.importers.otlp.span_reading import read_spans

        read_spans(file.path, begin, sink, is_binary=_is_binary(file.path))


def _holds_spans(path: Path) -> bool | None:
    """Tell whether a file is a trace; None where it holds nothing."""
    try:
        if _is_binary(path):
            from data_access.importers.otlp.request_files import holds_requests

            return holds_requests(path)
        records = list(first_records(path, _LOOK_AT))
    except OSError:
        return None
    return any(map(is_trace, records)) if records else None


def _is_binary(path: Path) -> bool:
    """Tell protobuf from JSON by the first bytes: text begins with a brace, a bracket or a mark."""
    if path.suffix.lower() in JSON_SUFFIXES:
        return False
    with path.open("rb") as handle:
        head = handle.read(64).lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\x00")
    return head[:1] not in (b"{", b"[")


FORMAT = OtlpFormat()
