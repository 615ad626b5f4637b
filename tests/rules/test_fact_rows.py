"""Pasted rows are measurements or say why not: whatever is written is read back, nothing is guessed."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from data_access.rules.fact_rows import PastedRows, moment_of, number_of, pasted_rows

AT = datetime(2026, 6, 1, tzinfo=UTC)


def read(text: str, **given: Any) -> PastedRows:
    return pasted_rows(text, zone="Asia/Shanghai", at=AT, **given)


def faults(text: str, **given: Any) -> list[tuple[int, str, str]]:
    rows = read(text, **given).rows
    return [(row.line, one.field, one.fault) for row in rows for one in row.faults]


CHLORINE = {"point": "西门", "parameter": "余氯", "value": 0.13, "unit": "mg/L"}


@pytest.mark.parametrize(
    "text",
    [
        "Point\tParameter\tValue\tUnit\n西门\t余氯\t0.13\tmg/L",
        "测点,指标,数值,单位\n西门,余氯,0.13,mg/L\n\n",
        "监测点；检测项目；检测值；单位\r\n西门；余氯；０.１３；mg/L",
        "单位\t 数值: \t参数\t点位\nmg/L\t,13\t余氯\t西门".replace(",13", "0,13"),
        "点位\t参数\t检测值 (mg/L)\n西门\t余氯\t0.13",
        "西门\t余氯\t0.13\tmg/L",
        'point,parameter,value,unit,remark\n"西门","余氯",0.13,mg/L,"a, b"',
    ],
)
def test_a_row_is_read_in_either_language_with_or_without_a_header(text: str) -> None:
    told = read(text)
    assert [(dict(row.values), row.faults) for row in told.rows] == [(CHLORINE, ())]
    assert told.good == told.rows


def test_what_is_said_once_holds_for_rows_that_say_nothing_else() -> None:
    told = read(
        "点位\t数值\t单位\n东门\t0.2\t\n西门\t0.3\tµg/L", shared={"parameter": "余氯", "unit": "mg/L"}
    )
    assert [(row.values["parameter"], row.values["unit"]) for row in told.rows] == [
        ("余氯", "mg/L"),
        ("余氯", "µg/L"),
    ]


def test_each_row_says_what_is_wrong_with_it_and_the_others_stand() -> None:
    text = (
        "point\tparameter\tvalue\tunit\ttime\n"
        "A\tCl\t0.1\tmg/L\t2026-05-01 10:00\n"
        "\tCl\t0.1\t\t2026-05-01 10:00\n"
        "A\tCl\t<0.05\tmg/L\t2026-05-01\n"
        "A\tCl\t1,234\tmg/L\t05/01/2026 10:00\n"
        "A\tCl\t0.1\tmg/L\t2026-07-01 10:00\n"
        "A\tCl\t0.1\tmg/L\tyesterday\textra\n"
        f"{'x' * 301}\tCl\t0.1\tmg/L\n"
        "A\tCl\t0.1\tmg/L\t2026-05-01 10:00\n"
    )
    assert faults(text) == [
        (3, "point", "missing"),
        (3, "unit", "missing"),
        (4, "value", "no_number"),
        (4, "observed_at", "day_only"),
        (5, "value", "two_numbers"),
        (5, "observed_at", "two_times"),
        (6, "observed_at", "ahead"),
        (7, "observed_at", "no_time"),
        (7, "value", "more_cells"),
        (8, "point", "too_long"),
        (9, "value", "repeated"),
    ]
    assert [row.line for row in read(text).good] == [2]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty"),
        (" \n\t\n", "empty"),
        ("point,parameter,value,unit", "no_rows"),
        ("point,parameter,unit\nA,Cl,mg/L", "no_value_column"),
        ("one two three", "no_value_column"),
        ("value,value\n1,2", "column_twice"),
        ("value\n" + "1\n" * 201, "too_many_rows"),
    ],
)
def test_a_text_that_is_no_table_says_so(text: str, fault: str) -> None:
    told = read(text)
    assert (told.fault, told.rows) == (fault, ())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0,312", 0.312),
        ("-1.5e-3", -0.0015),
        ("12", 12.0),
        ("１２．５", 12.5),
        ("−3", -3.0),
        (".5", 0.5),
        ("3,5", 3.5),
    ],
)
def test_numbers_as_people_write_them(text: str, value: float) -> None:
    assert number_of(text) == value


@pytest.mark.parametrize(
    "text", ["", "n/a", "<0.05", "1 2", "1.2.3", "0x10", "nan", "inf", "1e999", "1,2,3", "5mg"]
)
def test_what_is_no_number_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="no_number"):
        number_of(text)


def test_a_time_is_on_the_wall_clock_of_the_desk_unless_it_says_another() -> None:
    here = ZoneInfo("Asia/Shanghai")
    ten = datetime(2026, 5, 1, 2, tzinfo=UTC)
    for text in ("2026-05-01 10:00", "2026/5/1 10:00:00", "2026年5月1日 10:00", "2026.5.1T10:00",
                 "2026-05-01T02:00Z",
                 "2026-05-01 04:00+02:00", "2026年5月1日10时00分"):  # fmt: skip
        assert moment_of(text, here) == ten, text
    berlin = ZoneInfo("Europe/Berlin")
    for text, fault in {"2026-03-29 02:30": "no_such_time", "2026-10-25 02:30": "two_times"}.items():
        with pytest.raises(ValueError, match=fault):
            moment_of(text, berlin)


_CELLS = some.text(
    some.characters(blacklist_categories=("C", "Z"), blacklist_characters='"\t;；，,'),
    min_size=1,
    max_size=20,
)
_ROWS = some.lists(
    some.tuples(_CELLS, _CELLS, some.floats(allow_nan=False, allow_infinity=False), _CELLS),
    min_size=1,
    max_size=20,
    unique=True,
)


@given(_ROWS, some.sampled_from("\t,;"))
def test_whatever_a_spreadsheet_writes_is_read_back(
    rows: list[tuple[str, str, float, str]], mark: str
) -> None:
    with io.StringIO() as out:
        writer = csv.writer(out, delimiter=mark)
        writer.writerow(["点位", "参数", "数值", "单位"])
        writer.writerows([(point, name, repr(value), unit) for point, name, value, unit in rows])
        told = read(out.getvalue())
    assert [
        tuple(row.values[name] for name in ("point", "parameter", "value", "unit")) for row in told.rows
    ] == rows
    assert all({one.fault for one in row.faults} <= {"repeated"} for row in told.rows)


@given(some.text(max_size=300))
def test_no_text_breaks_the_reading(text: str) -> None:
    told = read(text)
    assert told.fault or told.rows
    assert all(row.faults or set(row.values) >= {"point", "parameter", "value", "unit"} for row in told.rows)
