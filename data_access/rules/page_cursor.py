"""Where a list goes on: an opaque text that carries the sort values of the last item given.

A cursor belongs to the order it was made for. Whatever else arrives is refused with a word, never guessed at.
"""

from __future__ import annotations

import base64
import binascii
import json
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import NoReturn, TypeAlias

from data_access.errors import InvalidInput, Problem

CursorValue: TypeAlias = str | int | Decimal | datetime | None
LARGEST_PAGE = 500
_INT64 = 2**63
_LARGEST_AMOUNT = 10**20


def page_limit(limit: int) -> int:
    """Return `limit` when a list may be that long. Raises `InvalidInput`."""
    if 1 <= limit <= LARGEST_PAGE:
        return limit
    wrong = Problem("limit", f"{limit} is out of bounds", f"Give a number from 1 to {LARGEST_PAGE}.")
    raise InvalidInput(f"A page of {limit} items cannot be given.", problems=(wrong,))


def write_cursor(order: str, values: tuple[CursorValue, ...]) -> str:
    """Return the text that `read_cursor` turns back into `values`."""
    packed = json.dumps([order, *map(_packed, values)], separators=(",", ":"), ensure_ascii=False)
    return base64.urlsafe_b64encode(packed.encode()).decode().rstrip("=")


def read_cursor(cursor: str, order: str, kinds: tuple[type, ...]) -> tuple[CursorValue, ...]:
    """Return the values of a cursor made for `order`; each is of its kind, or None.

    Raises: `InvalidInput` when the text is no cursor, or one of another list or order.
    """
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        given = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True).decode())
    except (binascii.Error, ValueError, RecursionError):
        _refuse("it is not a cursor of this desk")
    if not isinstance(given, list) or len(given) != len(kinds) + 1:
        _refuse("it is not a cursor of this list")
    if given[0] != order:
        _refuse(f"it belongs to another order than {order}")
    return tuple(_unpacked(value, kind) for value, kind in zip(given[1:], kinds, strict=True))


def _packed(value: CursorValue) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return str(value) if isinstance(value, Decimal) else value


def _unpacked(value: object, kind: type) -> CursorValue:
    if value is None:
        return None
    if kind is int and type(value) is int and -_INT64 <= value < _INT64:
        return value
    if not isinstance(value, str) or kind is int:
        _refuse("its values are of the wrong kind")
    try:
        value.encode()
        if kind is datetime:
            moment = datetime.fromisoformat(value)
            return moment.astimezone(UTC) if moment.tzinfo else _refuse("its time has no zone")
        if kind is Decimal:
            number = Decimal(value)
            return number if abs(number) < _LARGEST_AMOUNT else _refuse("its amount is out of range")
    except (ValueError, OverflowError, InvalidOperation):
        _refuse("its values are of the wrong kind")
    return value


def _refuse(why: str) -> NoReturn:
    wrong = Problem("cursor", why, "Pass `next_cursor` of the page before unchanged, or leave it out.")
    raise InvalidInput(f"The cursor cannot be used: {why}.", problems=(wrong,))
