"""Builds Arrow columns from Python values, buffer by buffer.

Arrow's own conversion loads pandas before it looks at the first value, which costs a short import more than
all its rows. Values that a column cannot hold exactly are refused, never rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Context, Decimal
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from data_access.rules.file_names import written_out

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_SECONDS = 86_400
_SCALE = 12
_EXACT = Context(prec=76)
_DECIMAL_BYTES = 16
_LARGEST = 10**38


def arrow_column(kind: type, values: Sequence[Any]) -> pa.Array:
    """Return values of `kind`, or None, as a column: str, int, float, bool, datetime with a zone, or Decimal.

    A column of bytes is one of text as well, which is in UTF-8 already.

    Raises: `UnicodeEncodeError` for half a character, `OverflowError` and `ValueError` for a number that
    does not fit.
    """
    import pyarrow as pa

    if values and values[0] is None and values.count(None) == len(values):
        return pa.nulls(len(values), _made(kind)[0])
    is_known = [value is not None for value in values]
    validity = None if all(is_known) else pa.py_buffer(_bits(is_known))
    arrow_type, buffers = _made(kind)
    return pa.Array.from_buffers(arrow_type, len(values), [validity, *map(pa.py_buffer, buffers(values))])


@cache
def _made(kind: type) -> tuple[pa.DataType, Callable[[Sequence[Any]], tuple[Any, ...]]]:
    import pyarrow as pa

    made: dict[type, tuple[pa.DataType, Callable[[Sequence[Any]], tuple[Any, ...]]]] = {
        str: (pa.large_string(), _texts),
        bytes: (pa.large_string(), _encoded),
        int: (pa.int64(), _integers),
        float: (pa.float64(), _fractions),
        bool: (pa.bool_(), _truths),
        datetime: (pa.timestamp("us", tz="UTC"), _times),
        Decimal: (pa.decimal128(38, _SCALE), _decimals),
    }
    return made[kind]


def _texts(values: Sequence[str | None]) -> tuple[npt.NDArray[np.int64], bytes]:
    texts = [value or "" for value in values]
    whole = "".join(texts)
    if whole.isascii():  # then characters are bytes, and one encoding does for all
        return _ends(texts), whole.encode()
    octets = [_octets(text) for text in texts]
    return _ends(octets), b"".join(octets)


def _encoded(values: Sequence[bytes | None]) -> tuple[npt.NDArray[np.int64], bytes]:
    octets = [value or b"" for value in values]
    return _ends(octets), b"".join(octets)


def _ends(parts: Sequence[str] | Sequence[bytes]) -> npt.NDArray[np.int64]:
    import numpy as np

    return np.fromiter(accumulate(map(len, parts), initial=0), dtype=np.int64, count=len(parts) + 1)


def _octets(text: str) -> bytes:
    """Encode a text; bytes of a file name that are no text are written out."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return written_out(text).encode()


def _integers(values: Sequence[int | None]) -> tuple[npt.NDArray[np.int64]]:
    import numpy as np

    return (np.fromiter((value or 0 for value in values), dtype=np.int64, count=len(values)),)


def _fractions(values: Sequence[float | None]) -> tuple[npt.NDArray[np.float64]]:
    import numpy as np

    told = (0.0 if value is None else value for value in values)
    return (np.fromiter(told, dtype=np.float64, count=len(values)),)


def _truths(values: Sequence[bool | None]) -> tuple[npt.NDArray[np.uint8]]:
    return (_bits([bool(value) for value in values]),)


def _bits(truths: Sequence[bool]) -> npt.NDArray[np.uint8]:
    import numpy as np

    return np.packbits(np.fromiter(truths, dtype=np.bool_, count=len(truths)), bitorder="little")


def _times(values: Sequence[datetime | None]) -> tuple[npt.NDArray[np.int64]]:
    return _integers([None if value is None else _microseconds(value - _BEGIN) for value in values])


def _microseconds(since: timedelta) -> int:
    return (since.days * _DAY_SECONDS + since.seconds) * 1_000_000 + since.microseconds


def _decimals(values: Sequence[Decimal | None]) -> tuple[bytes]:
    return (b"".join(bytes(_DECIMAL_BYTES) if value is None else _scaled(value) for value in values),)


def _scaled(value: Decimal) -> bytes:
    scaled = int(exact := value.scaleb(_SCALE, context=_EXACT))
    if scaled != exact or abs(scaled) >= _LARGEST:
        raise ValueError(f"{value} has more digits than a column of money holds")
    return scaled.to_bytes(_DECIMAL_BYTES, "little", signed=True)
