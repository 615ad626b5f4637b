"""The page on the format shows the fields that the reader takes, no more and no fewer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.rows import SnapshotRow
from data_access.importers.sink import Sink
from data_access.importers.snapshot.fields import EVENT, LISTS, SNAPSHOT, Field

VALUES = {
    "text": "x", "time": "2026-05-01T10:00:00Z", "count": 1, "money": "1.5", "yes/no": True, "any": ["x"],
    "list of text": ["x"], "list of rows": [], "object": {},
}  # fmt: skip
WORDS = {"purpose": "task_execution", "severity": "info"}
STATUSES = {"tool_outcomes": "ok"}


def table(fields: tuple[Field, ...]) -> str:
    lines = ["| field | kind | meaning |", "|---|---|---|"]
    for field in fields:
        need = " **Required.**" if field.required else ""
        lines.append(f"| `{field.name}` | {field.kind} | {field.meaning}{need} |")
    return "\n".join(lines)


def row_of(fields: tuple[Field, ...], list_name: str = "") -> dict[str, Any]:
    row = {field.name: WORDS.get(field.name, VALUES[field.kind]) for field in fields}
    if list_name in STATUSES:
        row["status"] = STATUSES[list_name]
    return row


@pytest.mark.parametrize("fields", [SNAPSHOT, *LISTS.values()], ids=["snapshot", *LISTS])
def test_the_page_shows_the_fields(checkout: Path, fields: tuple[Field, ...]) -> None:
    page = (checkout / "docs" / "formats" / "snapshot.md").read_text(encoding="utf-8")
    assert table(fields) in page


@pytest.mark.parametrize("list_name", LISTS)
def test_the_reader_takes_every_documented_field(read: Callable[..., Sink], list_name: str) -> None:
    row = row_of(LISTS[list_name], list_name)
    if list_name == "active_tasks":
        del row["goal"]
    sink = read({**row_of(SNAPSHOT), list_name: row if list_name == "cost" else [row]})
    extras = [getattr(row, "extra", None) for rows in sink.rows.values() for row in rows]
    assert [extra for extra in extras if extra not in (None, '{"cost":{}}')] == []
    assert sink.rejects == []
    assert len(sink.rows[SnapshotRow]) == 1


def test_the_reader_takes_every_field_of_an_event_line(read: Callable[..., Sink]) -> None:
    sink = read({"conversation_id": "c", **row_of(EVENT)})
    assert [row.extra for rows in sink.rows.values() for row in rows if hasattr(row, "extra")] == [None] * 4
