"""Reads rows pasted from a spreadsheet as measurements, and says of each row what keeps it from being a fact.

It reads what stands there and nothing into it: a number that could be two numbers, a time that could be two
times, is a problem of its row, never a guess.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

MOST_ROWS = 200
"""Rows of one paste."""
LONGEST_CELL = 300
RowField = Literal["point", "parameter", "value", "unit", "method", "observed_at", "place"]
RowFault = Literal[
    "missing", "no_number", "two_numbers", "no_time", "two_times", "day_only", "no_such_time", "ahead",
    "too_long", "more_cells", "repeated",
]  # fmt: skip
"""What is wrong with a cell. `two_numbers`: 1,234 is one thing here and another there."""
TableFault = Literal["empty", "no_rows", "no_value_column", "too_many_rows", "column_twice"]
NEEDED: tuple[RowField, ...] = ("point", "parameter", "value", "unit")
_WITHOUT_HEADER: tuple[RowField, ...] = (
    "point",
    "parameter",
    "value",
    "unit",
    "observed_at",
    "method",
    "place",
)
"""What columns mean where no header says it; the third must then hold numbers."""
_HEADERS: dict[RowField, tuple[str, ...]] = {
    "point": (
        "point", "measuring point", "sampling point", "sample point", "station", "site", "location", "device",
        "sensor",
        "点", "点位", "测点", "监测点", "监测点位", "采样点", "取样点", "站点", "设备", "位置",
    ),
    "parameter": (
        "parameter", "quantity", "indicator", "item", "analyte", "measurand", "metric",
        "参数", "指标", "项目", "检测项目", "监测项目", "监测指标", "检测指标", "测项",
    ),
    "value": (
        "value", "reading", "result", "measurement", "measured value",
        "值", "数值", "读数", "结果", "测值", "测量值", "检测值", "监测值", "检测结果",
    ),
    "unit": ("unit", "units", "uom", "单位", "计量单位"),
    "method": ("method", "instrument", "how", "方法", "检测方法", "测量方法", "仪器", "方式"),
    "observed_at": (
        "time", "date", "datetime", "timestamp", "observed at", "observed_at", "measured at",
        "sampled at", "date time", "sampling time", "时间", "日期", "日期时间", "采样时间", "取样时间",
        "检测时间", "监测时间", "测量时间", "观测时间",
    ),
    "place": ("place", "address", "where", "地点", "地址", "场所"),
}  # fmt: skip
_FIELD_OF = {word: name for name, words in _HEADERS.items() for word in words}
_HEADER_UNIT = re.compile(r"(?P<name>[^([]*)[(\[]\s*(?P<unit>[^)\]]+?)\s*[)\]]\s*")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+([eE][+-]?\d{1,3})?")
_TIME = re.compile(
    r"(?P<year>\d{4})[-/.年](?P<month>\d{1,2})[-/.月](?P<day>\d{1,2})日?"
    r"(?:[T ]*(?P<hour>\d{1,2})[:时点](?P<minute>\d{2})分?(?::?(?P<second>\d{2})(?:\.\d+)?秒?)?)?"
    r"\s*(?P<zone>Z|[+-]\d{2}:?\d{2})?"
)
_OTHER_ORDER = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b.*")


@dataclass(frozen=True)
class CellFault:
    """What is wrong with a cell of a row."""

    field: RowField
    fault: RowFault


@dataclass(frozen=True)
class FactRow:
    """One row as a measurement; whole where it has no faults."""

    line: int
    """Of the pasted text, from 1."""
    values: Mapping[RowField, str | float | datetime]
    faults: tuple[CellFault, ...] = ()


@dataclass(frozen=True)
class PastedRows:
    """What was pasted."""

    rows: tuple[FactRow, ...] = ()
    columns: tuple[RowField, ...] = ()
    """What was recognised, in the order of the columns."""
    unread: tuple[str, ...] = ()
    """Headers of columns that are none of these; they are not read."""
    fault: TableFault | None = None
    """Why none of it can be read."""
    good: tuple[FactRow, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "good", tuple(row for row in self.rows if not row.faults))


class _Unclear(ValueError):
    """A cell holds no value; the text is its `RowFault`."""


def pasted_rows(
    text: str, *, zone: str, at: datetime, shared: Mapping[RowField, str | datetime | None] | None = None
) -> PastedRows:
    """Read pasted rows, tab separated or CSV, with a header or in the usual order.

    Times without a zone are on the wall clock of `zone`; those later than `at` are refused. `shared` holds
    for rows that say nothing else.
    """
    lines = _lines(text)
    if not lines:
        return PastedRows(fault="empty")
    columns, units, has_header = _columns(lines[0][1])
    if columns is None:
        return PastedRows(fault="no_value_column")
    known = [name for name in columns if name]
    if len(set(known)) < len(known):
        return PastedRows(columns=tuple(known), fault="column_twice")
    unread = tuple(cell for cell, name in zip(lines[0][1], columns, strict=False) if has_header and not name)
    body = lines[1:] if has_header else lines
    found = PastedRows(columns=tuple(known), unread=unread, fault=None if body else "no_rows")
    if len(body) > MOST_ROWS:
        return PastedRows(columns=found.columns, unread=unread, fault="too_many_rows")
    given = {name: value for name, value in {**(shared or {}), **units}.items() if value}
    rows = [_row(line, cells, columns, given, ZoneInfo(zone), at) for line, cells in body]
    return PastedRows(tuple(_repeats_marked(rows)), found.columns, unread, found.fault)


def number_of(text: str) -> float:
    """Return a number as people write it, full-width digits and a decimal comma too.

    Raises: `ValueError` whose text is the fault.
    """
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").strip()
    if _DECIMAL_COMMA.fullmatch(plain):
        whole, _, rest = plain.partition(",")
        if len(re.split(r"[eE]", rest)[0]) == 3 and whole.lstrip("+-") != "0":
            raise _Unclear("two_numbers")
        plain = plain.replace(",", ".")
    if not _NUMBER.fullmatch(plain):
        raise _Unclear("no_number")
    value = float(plain)
    if value in (float("inf"), float("-inf")):
        raise _Unclear("no_number")
    return value


def moment_of(text: str, zone: ZoneInfo) -> datetime:
    """Return a moment in UTC; one without a zone is on the wall clock of `zone`.

    Raises: `ValueError` whose text is the fault: a day alone is no moment, and neither is one that a change
    of the clock left out or has twice.
    """
    plain = unicodedata.normalize("NFKC", text).strip()
    found = _TIME.fullmatch(plain)
    if found is None:
        raise _Unclear("two_times" if _OTHER_ORDER.fullmatch(plain) else "no_time")
    if found["hour"] is None:
        raise _Unclear("day_only")
    parts = [int(found[name] or 0) for name in ("year", "month", "day", "hour", "minute", "second")]
    try:
        told = datetime(*parts)  # type: ignore[arg-type]  # noqa: DTZ001
        if found["zone"]:
            sign = found["zone"].replace("Z", "+00:00")
            return datetime.fromisoformat(told.isoformat() + sign).astimezone(UTC)
        first, second = (told.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    except (ValueError, OverflowError):
        raise _Unclear("no_time") from None
    if first != second:
        is_twice = first < second
        raise _Unclear("two_times" if is_twice else "no_such_time")
    return first


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """Cut the text into cells; empty lines are none."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    marks = ("\t", ";", "；", "，", ",")
    mark = next((one for one in marks if one in first), ",")
    reader = csv.reader(text.splitlines(keepends=True), delimiter=mark)
    found: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            plain = [" ".join(cell.split()) for cell in cells]
            if any(plain):
                found.append((reader.line_num, plain))
    except csv.Error:  # a cell longer than any fact
        return []
    return found


def _columns(
    cells: Sequence[str],
) -> tuple[list[RowField | None] | None, dict[RowField, str | datetime | None], bool]:
    """Return what each column means, units that the header tells, and whether there is a header."""
    names: list[RowField | None] = []
    units: dict[RowField, str | datetime | None] = {}
    for cell in cells:
        told = _HEADER_UNIT.fullmatch(cell)
        name = _FIELD_OF.get(_header(told["name"] if told else cell))
        if told and name == "value":
            units["unit"] = told["unit"]
        names.append(name)
    if "value" in names:
        return names, units, True
    if sum(name is not None for name in names) >= 2 or not _holds_number(cells[2:3]):
        return None, {}, True
    return [*_WITHOUT_HEADER[: len(cells)], *[None] * (len(cells) - len(_WITHOUT_HEADER))], {}, False


def _header(cell: str) -> str:
    return unicodedata.normalize("NFKC", cell).strip(" :*").lower()


def _holds_number(cells: Sequence[str]) -> bool:
    try:
        return bool(cells) and number_of(cells[0]) is not None
    except _Unclear as why:
        return str(why) == "two_numbers"


def _row(
    line: int,
    cells: Sequence[str],
    columns: Sequence[RowField | None],
    shared: Mapping[RowField, str | datetime | None],
    zone: ZoneInfo,
    at: datetime,
) -> FactRow:
    values: dict[RowField, str | float | datetime] = {name: one for name, one in shared.items() if one}
    faults: list[CellFault] = []
    for name, cell in zip(columns, cells, strict=False):
        if name is None or not cell:
            continue
        values[name] = cell
        try:
            values[name] = _value(name, cell, zone, at)
        except _Unclear as why:
            faults.append(CellFault(name, str(why)))  # type: ignore[arg-type]
    if any(cells[len(columns) :]):
        faults.append(CellFault("value", "more_cells"))
    faults += [CellFault(name, "missing") for name in NEEDED if name not in values]
    return FactRow(line, values, tuple(faults))


def _value(name: RowField, cell: str, zone: ZoneInfo, at: datetime) -> str | float | datetime:
    if len(cell) > LONGEST_CELL:
        raise _Unclear("too_long")
    if name == "value":
        return number_of(cell)
    if name == "observed_at":
        moment = moment_of(cell, zone)
        if moment > at + timedelta(minutes=5):
            raise _Unclear("ahead")
        return moment
    return cell


def _repeats_marked(rows: Sequence[FactRow]) -> list[FactRow]:
    """Mark a row that says in every cell what an earlier one says: pasted twice, it would be two facts."""
    seen: set[tuple[tuple[str, object], ...]] = set()
    told = []
    for row in rows:
        said = tuple(sorted(row.values.items()))
        again = CellFault("value", "repeated")
        told.append(FactRow(row.line, row.values, (*row.faults, again)) if said in seen else row)
        seen.add(said)
    return told
