"""What formats share whose files stand alone: each is looked at by itself, and has no side files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.rows import Row
from data_access.importers.file_walk import files_below, shown_below
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.json_lines import first_records
from data_access.importers.loose_values import Json
from data_access.importers.sink import Sink

JSON_SUFFIXES = (".json", ".jsonl", ".ndjson")


class StandaloneFiles:
    """A format that is known by the first objects of a file; a folder is asked file by file.

    A format of this kind says what one of its objects is (`is_one`) and how a file is read (`read`).
    """

    name: str
    basis: str
    record_rows: tuple[type[Row], ...]
    suffixes: tuple[str, ...] = JSON_SUFFIXES
    look_at = 1
    """How many objects are looked at: any of them may be the one that tells."""

    def looks_like(self, path: Path) -> bool:
        """Tell whether one of the first objects of a file is of this format."""
        try:
            if path.is_dir() or not self.may_hold(path):
                return False
            return any(map(self.is_one, islice(self.first_objects(path), self.look_at)))
        except OSError:
            return False

    def is_one(self, value: Json) -> bool:
        """Tell whether an object is of this format."""
        raise NotImplementedError

    def may_hold(self, path: Path) -> bool:
        """Tell cheaply whether a file may be of this format, before it is decoded. Raises `OSError`."""
        return True

    def first_objects(self, path: Path) -> Iterator[Json]:
        """Yield the objects a file begins with. Raises `OSError`."""
        return first_records(path, self.look_at)

    def is_side_file(self, path: Path) -> bool:
        """There are no side files."""
        return False

    def files(self, root: Path) -> Iterator[SourceFile]:
        """List the files under `root` in a stable order; follows no symbolic link."""
        if root.is_file():
            yield SourceFile(root, root.name)
            return
        for place in files_below(str(root), hidden=False):
            if place.lower().endswith(self.suffixes):
                yield SourceFile(Path(place), shown_below(str(root), place))

    def bulk_plan(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> BulkPlan | None:
        """What an object means takes Python to tell: there is no bulk load."""
        return None

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read one file into the sink. Raises: `OSError` for an unreadable file."""
        raise NotImplementedError
