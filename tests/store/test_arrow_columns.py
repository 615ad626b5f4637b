"""Columns built by hand hold exactly what Arrow's own conversion would hold, and refuse what does not fit."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.store.arrow_columns import arrow_column

ZONES = st.sampled_from([UTC, timezone(timedelta(hours=8)), timezone(-timedelta(hours=3, minutes=30))])
TIMES = st.datetimes(
    min_value=datetime(2, 1, 1),
    max_value=datetime(9998, 1, 1),
    timezones=ZONES,
)
MONEY = st.decimals(min_value=-(10**12), max_value=10**12, places=12)
KINDS = {
    str: (st.text(), pa.large_string()),
    int: (st.integers(-(2**63), 2**63 - 1), pa.int64()),
    float: (st.floats(allow_nan=False), pa.float64()),
    bool: (st.booleans(), pa.bool_()),
    datetime: (TIMES, pa.timestamp("us", tz="UTC")),
    Decimal: (MONEY, pa.decimal128(38, 12)),
}


@given(data=st.data(), kind=st.sampled_from(list(KINDS)))
def test_a_column_holds_what_arrow_itself_would_hold(data, kind):
    strategy, arrow_type = KINDS[kind]
    values = data.draw(st.lists(st.none() | strategy, max_size=20))
    column = arrow_column(kind, values)
    column.validate(full=True)
    assert column.equals(pa.array(values, type=arrow_type))


def test_bytes_of_a_file_name_that_are_no_text_are_written_out():
    assert arrow_column(str, ["a\udcff", None]).to_pylist() == ["a\\xff", None]


def test_half_a_character_is_refused():
    with pytest.raises(UnicodeEncodeError):
        arrow_column(str, ["\ud800"])


@pytest.mark.parametrize(
    ("kind", "value"),
    [(int, 2**63), (Decimal, Decimal("0.0000000000001")), (Decimal, Decimal(10) ** 26)],
)
def test_a_number_that_does_not_fit_is_refused(kind, value):
    with pytest.raises((OverflowError, ValueError)):
        arrow_column(kind, [value])


def test_nothing_heavy_is_loaded_for_a_column():
    program = (
        "import sys\n"
        "from data_access.store.arrow_columns import arrow_column\n"
        "arrow_column(str, ['a', None])\n"
        "print([name for name in ('pandas', 'pyarrow.compute') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
