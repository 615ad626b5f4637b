"""What a record of a runtime says, as one hash: equal records are told from repeated ones, changed ones show.

The number that a desk gave it is no part of it, nor is what nobody stated: a column that a later release adds
leaves the hashes of older records as they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from data_access.rules.evidence import content_hash

JSON_COLUMNS = frozenset({"evidence", "modified_files", "task_result", "verification_evidence"})
"""Columns of these records that hold JSON as text."""
_NOT_SAID = frozenset({"record_id", "record_hash", "extra"})


def record_hash(table: str, row: Mapping[str, Any]) -> str:
    """Return the SHA-256 of what the row of `table` says; fields of `extra` count as its own."""
    said = {
        name: _plain(name, value)
        for name, value in row.items()
        if value is not None and name not in _NOT_SAID
    }
    further = json.loads(row["extra"]) if row.get("extra") else {}
    return content_hash({"record": table} | further | said)


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return json.loads(value) if name in JSON_COLUMNS else value
