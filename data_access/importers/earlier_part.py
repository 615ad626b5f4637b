"""The part of a grown file that an earlier import read: read again only if a row of the new part needs it.

Most rows stand for themselves. Those that do not (an answer to a call made before, a row of a sidechain, a
row without an id) find here what a reading of the whole file would have remembered, so that a file gives the
same rows however often its reading was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import LineRecord, json_records
from data_access.importers.sink import Sink


class EarlierPart:
    """What stands before the point where reading goes on."""

    def __init__(self, path: Path, begin: ReadFrom, first_new: LineRecord) -> None:
        self._path = path
        self._begin = begin
        self._first_new = first_new

    def mentions(self, text: str) -> bool:
        """Tell whether the part may hold a record with this text in it."""
        with self._path.open("rb") as handle:
            return text.encode() in handle.read(self._begin.offset)

    def records(self) -> Iterator[LineRecord]:
        """Yield the records of the part in order.

        Reading may go on in the middle of a line: then the first new record tells where the part ends.
        """
        last_line = self._begin.line + 1
        for record in json_records(self._path, ReadFrom(), Sink()):
            if record.line > last_line or (record.line == last_line and record.text == self._first_new.text):
                return
            yield record
