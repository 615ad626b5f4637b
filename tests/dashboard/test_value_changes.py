"""How one value became another, and the change log as files."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from dashboard.change_files import COLUMNS, csv_lines, every_change, json_lines
from dashboard.value_changes import FieldChange, field_changes
from data_access.contracts.change_log import Change, ChangeLog

AT = datetime(2026, 5, 1, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (None, None, []),
        ("UTC", "Asia/Shanghai", [("", "UTC", "Asia/Shanghai")]),
        (None, {"a": None}, [("a", None, "null")]),
        ({"status": "queued", "n": 1}, {"n": 1, "status": "running", "id": "R-1"},
         [("status", "queued", "running"), ("id", None, "R-1"), ("n", "1", "1")]),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1]}}, [("a.b.1", "2", None), ("a.b.0", "1", "1")]),
        ({"a": []}, {"a": {}}, [("a", "[]", "{}")]),
        ({"a": {"b": {"c": {"d": {"e": {"f": {"g": 1}}}}}}}, None, [("a.b.c.d.e.f", '{"g":1}', None)]),
        ({"a": "1"}, {"a": 1}, [("a", "1", "1")]),
    ],
)  # fmt: skip
def test_each_field_is_told_with_both_sides_what_changed_first(old: Any, new: Any, told: Any) -> None:
    assert field_changes(old, new) == tuple(FieldChange(*one) for one in told)


def change(number: int, **given: Any) -> Change:
    own = {
        "audit_id": number, "recorded_at": AT, "principal_kind": "person", "principal_id": "p",
        "principal_name": "Kim", "is_verified": False, "face": "page", "action": "keep_setting",
        "subject_kind": "setting", "subject_id": "timezone", "task_id": None, "case_title": None,
        "old_value": None, "new_value": None,
    }  # fmt: skip
    return Change(**(own | given))


def test_no_cell_of_the_csv_starts_a_formula_and_values_stay_json() -> None:
    hostile = change(1, principal_name="=cmd|'/c calc'!A1", old_value="-2+3", new_value={"a": '"x"\n,水'})
    [head, row] = csv.reader(io.StringIO("".join(csv_lines([hostile]))))
    told = dict(zip(head, row, strict=True))
    assert tuple(head) == COLUMNS
    assert set(COLUMNS) == set(Change.model_fields)
    assert told["principal_name"] == "'=cmd|'/c calc'!A1"
    assert json.loads(told["old_value"]) == "-2+3"
    assert json.loads(told["new_value"]) == {"a": '"x"\n,水'}
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row)


def test_json_lines_hold_each_change_whole() -> None:
    items = [change(1, new_value={"text": "a\u2028b\n"}), change(2)]
    lines = list(json_lines(items))
    assert [Change.model_validate_json(line) for line in lines] == items
    assert all(line.count("\n") == 1 for line in lines)


def test_all_pages_are_gone_through_and_no_more_than_wanted() -> None:
    asked = []

    def page(cursor: str | None, limit: int) -> ChangeLog:
        asked.append((cursor, limit))
        begin = int(cursor or 0)
        items = tuple(change(number) for number in range(begin + 1, min(begin + limit, 1200) + 1))
        after = str(begin + limit) if begin + limit < 1200 else None
        return ChangeLog(as_of=AT, basis="published", items=items, total=1200, truncated=after is not None,
                         next_cursor=after, withheld=())  # fmt: skip

    assert [one.audit_id for one in every_change(page)] == list(range(1, 1201))
    assert asked == [(None, 500), ("500", 500), ("1000", 500)]
    assert len(list(every_change(page, most=700))) == 700
    assert len(list(every_change(page, most=3))) == 3
