"""Reads one bundle: its header, its records by case, and what of each case can be restored."""

from __future__ import annotations

from pathlib import Path

from data_access.contracts.bundle_schema import BUNDLE_SCHEMA
from data_access.contracts.case_bundle import BundleHeader, BundleLine
from data_access.importers.case_bundle.bundle_format import is_header
from data_access.importers.case_bundle.bundle_records import KINDS, RecordInvalid, bundle_line, header_of
from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import RAW_TEXT_LIMIT, LineRecord, json_records
from data_access.importers.sink import Sink
from data_access.rules.case_restore import checked_case

NO_HEADER = f"the file does not begin with the header of a bundle ({BUNDLE_SCHEMA})"


class BundleReading:
    """One file: its header, its records by case."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.header: BundleHeader | None = None
        self.cases: dict[str, list[BundleLine]] = {}

    def read(self, path: Path) -> None:
        """Put the cases that can be restored into the sink. Raises: `OSError`."""
        before = self.sink.tally.records
        for number, line in enumerate(json_records(path, ReadFrom(), self.sink)):
            if number == 0 and line.line == 1 and is_header(line.value):
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
