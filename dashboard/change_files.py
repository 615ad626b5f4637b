"""The change log as files: CSV that no spreadsheet takes for formulas, and JSON lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import orjson

from data_access.contracts.change_log import Change, ChangeLog
from data_access.rules.text_safety import csv_cell

COLUMNS = (
    "audit_id", "recorded_at", "principal_name", "principal_kind", "principal_id", "is_verified", "face",
    "action", "subject_kind", "subject_id", "task_id", "case_title", "old_value", "new_value",
)  # fmt: skip
_PAGE = 500


def every_change(
    page: Callable[[str | None, int], ChangeLog], *, most: int | None = None
) -> Iterator[Change]:
    """Go through the pages that `page(cursor, limit)` gives, up to `most` changes."""

    def through() -> Iterator[Change]:
        cursor: str | None = None
        while True:
            listing = page(cursor, _PAGE if most is None else min(_PAGE, most))
            yield from listing.items
            cursor = listing.next_cursor
            if cursor is None:
                return

    return islice(through(), most)


def csv_lines(items: Iterable[Change]) -> Iterator[str]:
    """Return the lines of a CSV file, its head first; values are JSON, times are UTC."""
    yield _line(COLUMNS)
    for item in items:
        told = item.model_dump(mode="json")
        told |= {name: _json(told[name]) for name in ("old_value", "new_value")}
        yield _line([csv_cell(told[name]) for name in COLUMNS])


def json_lines(items: Iterable[Change]) -> Iterator[str]:
    """Return one JSON object a line."""
    for item in items:
        yield item.model_dump_json() + "\n"


def _json(value: object) -> str | None:
    return None if value is None else orjson.dumps(value).decode()


def _line(cells: Iterable[object]) -> str:
    written = io.StringIO()
    csv.writer(written).writerow(cells)
    return written.getvalue()
