"""What the import asks of the trace format: which files are of it, and what is in them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from data_access.contracts.rows import Row, SpanRow
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.json_lines import first_records
from data_access.importers.otlp.json_requests import is_trace
from data_access.importers.otlp.span_record import FORMAT_NAME
from data_access.importers.sink import Sink
from data_access.importers.standalone_files import JSON_SUFFIXES, StandaloneFiles

BINARY_SUFFIXES = (".bin", ".binpb", ".pb", ".otlp", ".proto")
_LOOK_AT = 5
_FILES_LOOKED_AT = 50


class OtlpFormat(StandaloneFiles):
    """Traces of OpenTelemetry: a file of JSON or protobuf, or a folder of such files."""

    name = FORMAT_NAME
    basis = "trace"
    record_rows: tuple[type[Row], ...] = (SpanRow,)
    suffixes = (*JSON_SUFFIXES, *BINARY_SUFFIXES)

    def looks_like(self, path: Path) -> bool:
        """Tell whether a file holds spans, or whether every file of a folder does that holds anything."""
        files = [file.path for file in islice(self.files(path), _FILES_LOOKED_AT)]
        verdicts = {_holds_spans(file) for file in files}
        return True in verdicts and False not in verdicts

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
