"""What the import asks of session UI states: which files are some, and what is in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from data_access.contracts.bulk_plan import BulkPlan
from data_access.contracts.rows import EventRow, Row
from data_access.importers.file_walk import files_below, shown_below
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import first_records, json_records
from data_access.importers.session_state.state_documents import FORMAT_NAME, is_state
from data_access.importers.sink import Sink

SUFFIXES = (".json", ".jsonl", ".ndjson")
HEAD_BYTES = 1 << 20
"""How far into a file a sign of the format is looked for; messages may stand before it."""
_SIGN = re.compile(
    rb'"(?:executionPlans|execution_plans|agentArtifacts|agent_artifacts|presentationEvents'
    rb'|presentation_events|execution-plan@\d+)"'
)


class SessionStateFormat:
    """The format, for the literal list of formats."""

    name = FORMAT_NAME
    basis = "snapshot"
    record_rows: tuple[type[Row], ...] = (EventRow,)

    def looks_like(self, path: Path) -> bool:
        """Tell whether the first object of a file is a session UI state; a folder is asked file by file."""
        try:
            if path.is_dir() or not _shows_sign(path):
                return False
            return any(is_state(value) for value in first_records(path, 1))
        except OSError:
            return False

    def is_side_file(self, path: Path) -> bool:
        """States stand alone: there are no side files."""
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
        """What a state means takes Python to tell: there is no bulk load."""
        return None

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read the states of one file into the sink. Raises: `OSError` for an unreadable file."""
        # Every import asks what a file looks like; what makes rows is loaded for files of this format only.
        from data_access.importers.session_state.state_rows import read_state

        for record in json_records(file.path, begin, sink):
            read_state(record, sink)
            sink.breathe()


def _shows_sign(path: Path) -> bool:
    with path.open("rb") as handle:
        return _SIGN.search(handle.read(HEAD_BYTES)) is not None


FORMAT: Format = SessionStateFormat()
