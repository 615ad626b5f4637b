"""The data of evidence as a table and as CSV."""

from __future__ import annotations

import csv
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from data_access.contracts.evidence import EvidenceData, TableData
from data_access.rules.evidence_table import csv_text, flat_table
from tests.pages.evidence_cases import PLACES, SERIES, TABLE

DATA = TypeAdapter(EvidenceData)


def rows(given: object) -> list[list[str]]:
    return list(csv.reader(StringIO(csv_text(flat_table(DATA.validate_python(given))))))


def test_a_series_is_written_in_utc_with_unit_and_limits() -> None:
    written = rows(SERIES)
    assert written[0] == ["at [UTC]", "余氯 [mg/L]", "lower_limit [mg/L]", "upper_limit [mg/L]"]
    assert written[1] == ["2026-05-01T00:00:00+00:00", "0.31", "0.2", "1.0"]
    assert written[3][1] == ""


def test_formulas_of_a_table_are_text() -> None:
    assert [row[2][:2] for row in rows(TABLE)[1:]] == ["'=", "<i", "'@"]


def test_places_have_a_row_for_every_vertex() -> None:
    written = rows(PLACES)
    assert written[1] == ["West gate", "point", "1", "121.47", "31.23", "0.13"]
    assert len(written) == 1 + 1 + 2 + 3


VALUES = st.one_of(st.none(), st.text(), st.integers(-(2**63), 2**63 - 1), st.booleans())


@given(st.lists(st.lists(VALUES, min_size=2, max_size=2)))
def test_no_cell_of_any_table_begins_a_formula(cells: list[list[object]]) -> None:
    data = TableData.model_validate(
        {"kind": "table", "columns": [{"name": "=a"}, {"name": "b", "unit": "x"}], "rows": cells}
    )
    written = csv_text(flat_table(data))
    read = list(csv.reader(StringIO(written, newline="")))
    assert len(read) == len(cells) + 1
    for row in read:
        assert not any(cell.startswith(("=", "@", "\t", "\r", "\n")) for cell in row)
