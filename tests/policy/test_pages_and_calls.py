"""Programs can read all that people see: every reading of a page is what a call of the table answers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

_OF_THE_FRAME = {"change_counter", "desk_setting", "case_of_request", "optional_views"}
"""What keeps an open page true, how it writes times, whether its form was sent, which tabs it has."""
_OF_THE_VIEWER = {"draft_of", "forms_begun", "request_sent_at", "report_look"}
"""What somebody has begun to write and not sent, and which revision they opened last: theirs alone."""
_WHOLE = {
    "trace_tree": "trace",
    "rows_below": "trace",
    "finish_outlook": "task_context",
}
"""Readings that a page asks for in parts; a call gives their whole."""


_GATHERING = ("task_context.py", "discussion.py")
"""Readings whose parts are other readings: who asks for a case or its discussion by a call is given these."""


def readings_named(folder: Path, names: str = "*.py") -> Iterator[tuple[str, str]]:
    """Find the functions of readings that the modules of a folder use: module and name."""
    for file in sorted(folder.glob(names)):
        tree = ast.parse(file.read_text("utf-8"))
        rooms = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("data_access.reading"):
                for name in node.names:
                    if node.module == "data_access.reading":
                        rooms[name.asname or name.name] = name.name
                    elif name.name.islower():
                        yield node.module or "", name.name
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id in rooms
            ):
                yield f"data_access.reading.{rooms[node.value.id]}", node.attr


def test_every_reading_of_a_page_is_answered_by_a_call(checkout: Path) -> None:
    rooms = (checkout / "pages", checkout / "dashboard" / "parts")
    shown = {(module, _WHOLE.get(name, name)) for room in rooms for module, name in readings_named(room)}
    answered = set(readings_named(checkout / "dashboard" / "faces"))
    for gathering in _GATHERING:
        answered |= set(readings_named(checkout / "data_access" / "reading", gathering))
    assert len(shown) > 25
    left_out = _OF_THE_FRAME | _OF_THE_VIEWER
    assert {one for one in shown - answered if one[1] not in left_out} == set()
