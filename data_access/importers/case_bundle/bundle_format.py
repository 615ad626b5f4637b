"""What the import asks of case bundles: which files are some, and which cases in one can be restored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.case_bundle import BUNDLE_SCHEMA, BundleHeader, BundleLine
from data_access.contracts.rows import Row
from data_access.importers.case_bundle.bundle_records import KINDS, RecordInvalid, bundle_line, header_of
from data_access.importers.file_walk import files_below, shown_below
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import RAW_TEXT_LIMIT, LineRecord, first_records, json_records
from data_access.importers.sink import Sink
from data_access.rules.case_restore import checked_case

SUFFIXES = (".jsonl", ".ndjson", ".json")
NO_HEADER = f"the file does not begin with the header of a bundle ({BUNDLE_SCHEMA})"


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
            return any(_is_header(value) for value in first_records(path, 1))
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
        _BundleReading(sink).read(file.path)
        sink.tally.resume_offset = sink.tally.resume_line = 0  # a case is judged as a whole, so is its file


def _is_header(value: object) -> bool:
    return isinstance(value, dict) and value.get("bundle") == BUNDLE_SCHEMA


class _BundleReading:
    """One file: its header, its records by case."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.header: BundleHeader | None = None
        self.cases: dict[str, list[BundleLine]] = {}

    def read(self, path: Path) -> None:
        before = self.sink.tally.records
        for number, line in enumerate(json_records(path, ReadFrom(), self.sink)):
            if number == 0 and line.line == 1 and _is_header(line.value):
                self._begin(line)
            elif self.header is None:
                self._reject(line.line, NO_HEADER, line.text)
            else:
                self._take(line)
        if self.header is None:
            return
        missing = (self.header.records or 0) - (self.sink.tally.records - before - 1)
        for task_id, lines in self.cases.items():
            self._place(task_id, lines, missing)

    def _begin(self, line: LineRecord) -> None:
        try:
            self.header = header_of(line)
        except RecordInvalid as why:
            self._reject(line.line, f"the header cannot be used: {why}", line.text)
            return
        self.sink.keep_other(line.line, "header", line.text)
        self.cases = {task.task_id: [] for task in self.header.tasks}

    def _take(self, line: LineRecord) -> None:
        kind = line.value.get("record")
        if not isinstance(kind, str) or kind not in KINDS:
            name = kind if isinstance(kind, str) else "without a kind"
            self.sink.tally.unknown_types[name[:100]] += 1
            self.sink.keep_other(line.line, name[:100], line.text)
            return
        try:
            record = bundle_line(line, KINDS[kind])
        except RecordInvalid as why:
            self._reject(line.line, f"{kind}: {why}", line.text)
            return
        task_id = record.record.task_id
        if task_id not in self.cases:
            self._reject(line.line, f"task_id: the header names no case {task_id[:100]}", line.text)
        else:
            self.cases[task_id].append(record)

    def _place(self, task_id: str, lines: list[BundleLine], missing: int) -> None:
        if missing > 0:
            reason = f"the file was cut: {missing} of the records that its header tells of are missing"
            for line in lines:
                self._reject(line.line, reason, line.raw_text)
            return
        case, refused = checked_case(task_id, lines)
        for one in refused:
            self._reject(one.line, one.reason, one.raw_text)
        if case is not None:
            self.sink.cases.append(case)

    def _reject(self, line: int, reason: str, text: str) -> None:
        self.sink.tally.records -= 1  # counted again as a reject
        self.sink.reject(line, reason, text[:RAW_TEXT_LIMIT])


FORMAT: Format = CaseBundleFormat()
