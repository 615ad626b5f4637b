"""Brings ids, numbers, times and words of JSON traces to one spelling: every exporter has its own.

Every function takes any JSON value and returns a usable one or nothing; none raises.
"""

from __future__ import annotations

import base64
import binascii
import re
from datetime import UTC, datetime, timedelta

from data_access.importers.otlp.span_record import KINDS, STATUSES

LONGEST_ID = 200
LATEST_NS = 2**63 - 1
"""In the year 2262: a later time does not fit where times are kept in nanoseconds."""

_HEXADECIMAL = re.compile(r"[0-9a-fA-F]+")
_PREFIXED = re.compile(r"0[xX]([0-9a-fA-F]+)")
_BASE64 = {24: re.compile(r"[A-Za-z0-9+/]{22}=="), 12: re.compile(r"[A-Za-z0-9+/]{11}=")}
"""How 16 and 8 bytes look in base64, by length."""
_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)


def plain_id(value: object) -> str:
    """Return an id in the spelling the desk keeps: hexadecimal in lower case, else the source's own words.

    Hexadecimal may begin with `0x`; ids of 8 and 16 bytes may be in base64. Empty for none and for zeros.
    """
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_ID or not value.isprintable():
        return ""
    prefixed = _PREFIXED.fullmatch(value)
    if prefixed:
        value = prefixed[1]
    elif len(value) in _BASE64 and _BASE64[len(value)].fullmatch(value):
        value = _of_base64(value)
    if _HEXADECIMAL.fullmatch(value):
        return value.lower() if value.strip("0") else ""
    return value.strip()


def _of_base64(value: str) -> str:
    try:
        return base64.b64decode(value, validate=True).hex()
    except binascii.Error:
        return value


def whole_number(value: object) -> int | None:
    """Return a whole number given as number or text."""
    if type(value) is int:
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and len(value) <= 40:
        try:
            return int(value)
        except ValueError:
            return None
    return None


def nanoseconds(value: object) -> int | None:
    """Return a time in nanoseconds since 1970: given as number, text or ISO time; null for none and for 0."""
    number = whole_number(value)
    if number is None and isinstance(value, str):
        number = _of_iso(value)
    return number if number is not None and 0 < number <= LATEST_NS else None


def _of_iso(value: str) -> int | None:
    try:
        moment = datetime.fromisoformat(value)
        since = moment.replace(tzinfo=moment.tzinfo or UTC) - _BEGIN
    except (ValueError, OverflowError):
        return None
    return since // timedelta(microseconds=1) * 1_000


def kind_of(value: object) -> str | None:
    """Return the kind of a span given as number, `SPAN_KIND_CLIENT`, `SpanKind.CLIENT` or `client`."""
    number = whole_number(value)
    if number is not None:
        return KINDS[number] if 0 <= number < len(KINDS) else None
    word = str(value).rpartition("SPAN_KIND_")[2].rpartition(".")[2].lower()
    return word if word in KINDS else None


def status_of(value: object) -> str | None:
    """Return the status given as number, `STATUS_CODE_ERROR`, `StatusCode.ERROR` or `ERROR`."""
    number = whole_number(value)
    if number is not None:
        return STATUSES[number] if 0 <= number < len(STATUSES) else None
    word = str(value).rpartition("STATUS_CODE_")[2].rpartition(".")[2].lower()
    return word if word in STATUSES else None
