"""Finds the requests in a file of protobuf: one alone, or many with their lengths in front.

Lengths are written in several ways: four bytes, the larger or the smaller first, eight bytes of which the
second four count spans, or the variable form of protobuf itself. The first request tells which.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from data_access.importers.otlp.protobuf_requests import spans_of_request
from data_access.importers.otlp.span_record import Span

REQUEST_LIMIT_BYTES = 256 << 20
_HEAD = 1 << 16
_FIRST_FIELD = 0x0A
"""With this byte every request begins: the tag of its first group of spans."""


class Request(NamedTuple):
    """The bytes of one request."""

    number: int
    """From 1; of a file it is what lines are of a text."""
    body: bytes
    end: int
    """Byte of the file behind it."""
    is_cut: bool = False
    """True when the file ends inside it."""


class Framing(NamedTuple):
    """How lengths are written."""

    name: str
    length_of: Callable[[bytes], tuple[int, int] | None]
    """Return the length of the body and of what stands before it; None when the bytes are too few."""


def _eight_bytes(head: bytes) -> tuple[int, int] | None:
    return (struct.unpack_from("<I", head)[0], 8) if len(head) >= 8 else None


def _large_end_first(head: bytes) -> tuple[int, int] | None:
    return (struct.unpack_from(">I", head)[0], 4) if len(head) >= 4 else None


def _small_end_first(head: bytes) -> tuple[int, int] | None:
    return (struct.unpack_from("<I", head)[0], 4) if len(head) >= 4 else None


def _variable(head: bytes) -> tuple[int, int] | None:
    length = shift = 0
    for size, byte in enumerate(head[:5], 1):
        length |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return length, size
    return None


_FRAMINGS = (
    Framing("eight bytes", _eight_bytes),
    Framing("four bytes", _large_end_first),
    Framing("four bytes, small end first", _small_end_first),
    Framing("variable", _variable),
)


def holds_requests(path: Path) -> bool:
    """Tell whether a file begins with a trace request in protobuf. Raises: `OSError`."""
    with path.open("rb") as handle:
        head = handle.read(_HEAD)
        return bool(head) and (_framing_of(handle, head) is not None or _is_bare(handle, head))


def requests_of(path: Path, offset: int, number: int) -> Iterator[Request]:
    """Yield the requests of a file from `offset` on, `number` of them before it. Raises: `OSError`."""
    with path.open("rb") as handle:
        framing = _framing_of(handle, handle.read(_HEAD))
        if framing is None:
            handle.seek(0)
            body = handle.read(REQUEST_LIMIT_BYTES + 1)
            yield Request(1, body, 0, len(body) > REQUEST_LIMIT_BYTES)
            return
        handle.seek(offset)
        yield from _framed(handle, framing, offset, number)


def _framed(handle: BinaryIO, framing: Framing, offset: int, number: int) -> Iterator[Request]:
    while head := handle.read(8):
        number += 1
        told = framing.length_of(head)
        if told is None:
            yield Request(number, head, offset, is_cut=True)
            return
        length, before = told
        handle.seek(offset + before)
        body = handle.read(min(length, REQUEST_LIMIT_BYTES + 1))
        if len(body) < length:
            yield Request(number, body, offset, is_cut=True)
            return
        offset += before + length
        yield Request(number, body, offset)


def _framing_of(handle: BinaryIO, head: bytes) -> Framing | None:
    return next((one for one in _FRAMINGS if _fits(handle, head, one)), None)


def _fits(handle: BinaryIO, head: bytes, framing: Framing) -> bool:
    """Tell whether the first request is one under this framing, and the next begins like one."""
    told = framing.length_of(head[:8])
    if told is None:
        return False
    length, before = told
    if not 2 <= length <= REQUEST_LIMIT_BYTES or len(head) <= before or head[before] != _FIRST_FIELD:
        return False
    handle.seek(before)
    body = handle.read(length)
    if len(body) < length or not _is_request(body):
        return False
    following = handle.read(16)
    next_told = framing.length_of(following[:8]) if following else None
    if next_told is None:
        return len(following) < 8
    return len(following) <= next_told[1] or next_told[0] == 0 or following[next_told[1]] == _FIRST_FIELD


def _is_bare(handle: BinaryIO, head: bytes) -> bool:
    if head[0] != _FIRST_FIELD:
        return False
    handle.seek(0)
    return _is_request(handle.read(REQUEST_LIMIT_BYTES))


def _is_request(body: bytes) -> bool:
    first = next(spans_of_request(body), None)
    return isinstance(first, Span) and len(first.trace_id) == 32 and len(first.span_id) == 16
