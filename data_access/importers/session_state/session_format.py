"""What the import asks of session UI states: which files are some, and what is in them."""

from __future__ import annotations

import re
from pathlib import Path

from data_access.contracts.rows import EventRow, Row
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import json_records
from data_access.importers.loose_values import Json
from data_access.importers.session_state.state_documents import FORMAT_NAME, is_state
from data_access.importers.sink import Sink
from data_access.importers.standalone_files import StandaloneFiles

HEAD_BYTES = 1 << 20
"""How far into a file a sign of the format is looked for; messages may stand before it."""
_SIGN = re.compile(
    rb'"(?:executionPlans|execution_plans|agentArtifacts|agent_artifacts|presentationEvents'
    rb'|presentation_events|execution-plan@\d+)"'
)


class SessionStateFormat(StandaloneFiles):
    """The format, for the literal list of formats."""

    name = FORMAT_NAME
    basis = "snapshot"
    record_rows: tuple[type[Row], ...] = (EventRow,)

    def may_hold(self, path: Path) -> bool:
        """Tell whether the beginning of a file shows a sign of the format. Raises `OSError`."""
        with path.open("rb") as handle:
            return _SIGN.search(handle.read(HEAD_BYTES)) is not None

    def is_one(self, value: Json) -> bool:
        """Tell whether an object is a session UI state."""
        return is_state(value)

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read the states of one file into the sink. Raises: `OSError` for an unreadable file."""
        # Every import asks what a file looks like; what makes rows is loaded for files of this format only.
        from data_access.importers.session_state.state_rows import read_state

        for record in json_records(file.path, begin, sink):
            read_state(record, sink)
            sink.breathe()


FORMAT: Format = SessionStateFormat()
