"""Finds the JSON objects in a text that is not clean JSON, and says what is left over.

Logs are cut by crashes, glued by lost newlines, padded with NUL bytes and written by encoders that are not
strict. Every character that is not blank ends either in a found object or in a remnant; nothing is guessed
inside a damaged object. It refuses to take a nested part of a damaged object for a record of its own.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_left
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import orjson

DEPTH_LIMIT = 200
"""Objects nested deeper are no log records; refusing them keeps every later walk within the stack."""
_PATIENCE = 200
"""How many times over a damaged text may be looked through before its rest is given up."""
_PATIENCE_AT_LEAST = 10_000_000
_DECODING = 10
"""What decoding a character costs, measured in looking at one."""

_BLANKS = " \t\r\n\ufeff"
_BLANK = re.compile(f"[{_BLANKS}]*")
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|\\u[0-9a-fA-F]{4}"
    r'|\\["\\/bfnrt]'
    r"|(?P<bad>\\)"
)
_TOKEN = re.compile(rf"(?P<key>{_STRING})\s*+:|{_STRING}|[\[\]{{}}]", re.DOTALL)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Found(NamedTuple):
    """An object: where it stood, its value, and its text as valid JSON."""

    start: int
    end: int
    value: dict[str, Any]
    text: str


class Remnant(NamedTuple):
    """A stretch that is no object, with the reason."""

    start: int
    end: int
    reason: str


def json_pieces(text: str, *, only_first: bool = False) -> Iterator[Found | Remnant]:
    """Yield the objects and remnants of `text` in order; positions are those of `text`.

    `text` may hold NUL characters, lone surrogates (as bytes that are no UTF-8 decode to), bad escapes and
    several objects or lists of objects; none of these raises. Remnants that follow one another are one.
    `only_first` stops behind the first value or list.
    """
    mended = _Mended(text)
    for piece in _merged(_Pieces(mended.text).read(only_first)):
        start, end = mended.original(piece.start), mended.original(piece.end)
        yield piece._replace(start=start, end=end)


def _merged(pieces: Iterator[Found | Remnant]) -> Iterator[Found | Remnant]:
    remnant: Remnant | None = None
    for piece in pieces:
        if isinstance(piece, Remnant):
            remnant = remnant._replace(end=piece.end) if remnant else piece
            continue
        if remnant:
            yield remnant
            remnant = None
        yield piece
    if remnant:
        yield remnant


def depth_of(value: Any, limit: int = DEPTH_LIMIT) -> int:
    """Return how deep lists and objects nest in `value`, counting no further than `limit` + 1."""
    depth, level = 0, [value]
    while level and depth <= limit:
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        depth += any(isinstance(item, dict | list) for item in level)
        level = inner
    return depth


class _Mended:
    """A text whose escapes are valid and that holds no NUL and no lone surrogate."""

    def __init__(self, text: str) -> None:
        self._inserted: list[int] = []
        plain = text.replace("\x00", " ")
        plain = _LONE_SURROGATE.sub("\ufffd", plain)
        self.text = _ESCAPE.sub(self._escape, plain) if "\\" in plain else plain

    def _escape(self, match: re.Match[str]) -> str:
        if match["lone"]:
            return "\\ufffd"
        if match["bad"] is None:
            return match[0]
        self._inserted.append(match.start() + len(self._inserted) + 1)
        return "\\\\"

    def original(self, position: int) -> int:
        """Return where `position` stood before backslashes were added."""
        return position - bisect_left(self._inserted, position)


def _number(digits: str) -> int | float | None:
    return int(digits) if len(digits) < 19 else _fraction(digits)


def _fraction(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


def _no_number(name: str) -> None:
    """`NaN` and the infinities have no value in JSON."""


_DECODER = json.JSONDecoder(strict=False, parse_constant=_no_number, parse_int=_number, parse_float=_fraction)


_VALUE_STARTS = frozenset('{["-0123456789tfnNI')


class _Fault(NamedTuple):
    at: int
    why: str


class _Pieces:
    """One pass over a mended text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = len(text.rstrip(_BLANKS))
        self.patience = _PATIENCE * len(text) + _PATIENCE_AT_LEAST

    def read(self, only_first: bool) -> Iterator[Found | Remnant]:
        at = self._skip(0)
        while at < self.end:
            if self.patience <= 0:
                yield Remnant(at, self.end, "too damaged to look for records")
                return
            if self.text[at] == "[":
                at = yield from self._list(at)
            else:
                piece, at = self._piece(at)
                yield piece
            if only_first:
                return
            at = self._skip(at)

    def _list(self, start: int) -> Generator[Found | Remnant, None, int]:
        """Yield the members of a list; return the position behind it."""
        at = self._skip(start + 1)
        if self.text[at : at + 1] == "]":
            yield Remnant(start, at + 1, "an empty list")
            return at + 1
        while at < self.end and self.patience > 0:
            piece, at = self._piece(at)
            yield piece
            at = self._skip(at)
            mark = self.text[at : at + 1]
            if mark == "]":
                return at + 1
            at = self._skip(at + 1) if mark == "," else at
        return at

    def _piece(self, at: int) -> tuple[Found | Remnant, int]:
        """Return the object or remnant that begins at `at`, and the position behind it."""
        decoded = self._decode(at)
        if isinstance(decoded, _Fault):
            end = self._next_object(at, decoded.at)
            return Remnant(at, self._before(end), decoded.why), end
        value, end = decoded
        if not isinstance(value, dict):
            return Remnant(at, end, "not an object"), end
        if depth_of(value) > DEPTH_LIMIT:
            return Remnant(at, end, f"nested deeper than {DEPTH_LIMIT} levels"), end
        return Found(at, end, *_exact(value, self.text[at:end])), end

    def _decode(self, at: int) -> tuple[Any, int] | _Fault:
        if self.text[at] not in _VALUE_STARTS:
            return _Fault(at, f"not JSON: no value begins at character {at + 1}")
        try:
            value, end = _DECODER.raw_decode(self.text, at)
        except json.JSONDecodeError as fault:
            self.patience -= fault.pos + _DECODING * (fault.pos - at)
            return _Fault(max(fault.pos, at), _reason(fault.msg, fault.pos, self.end))
        except RecursionError:
            return _Fault(self.end, f"nested deeper than {DEPTH_LIMIT} levels")
        return value, end

    def _next_object(self, start: int, fault: int) -> int:
        """Return where the next whole object begins behind a fault, else the end of the text.

        A cut object swallows the first characters of the object glued behind it: the search begins in the
        string that ends at the fault.
        """
        if fault >= self.end:
            return self._swallowed(start)
        at = self.text.find("{", max(self._string_before(fault), start) + 1)
        if fault < len(self.text) and self.text[fault] == "{" and fault > start:
            at = fault if at == -1 else min(at, fault)
        while at != -1 and self.patience > 0:
            if self._stands_alone(at, fault):
                return at
            at = self.text.find("{", at + 1)
        return len(self.text)

    def _swallowed(self, start: int) -> int:
        """Return where a whole record begins that ends a cut one, cut where a value was due; else the end.

        It is told from a part of the cut record by its keys: it has all that the cut one had so far.
        """
        opened: list[int] = []
        last, ends, keys = len(self.text), -1, set()
        for token in _TOKEN.finditer(self.text, start):
            if token[0] in ("{", "["):
                opened.append(token.start())
            elif token[0] in ("}", "]"):
                last, ends = opened.pop() if opened else start, token.end()
            elif token["key"] and len(opened) == 1:
                keys.add(token["key"])
        if ends != self.end or last <= start:
            return len(self.text)
        decoded = self._decode(last)
        if isinstance(decoded, _Fault) or not isinstance(decoded[0], dict) or len(decoded[0]) < 3:
            return len(self.text)
        return last if keys <= {f'"{key}"' for key in decoded[0]} else len(self.text)

    def _string_before(self, fault: int) -> int:
        """Return where the string begins that ends before `fault`, else the place before `fault`."""
        close = self._before(fault) - 1
        if close < 0 or self.text[close] != '"':
            return fault - 1
        opening = self.text.rfind('"', 0, close)
        while opening > 0 and self._escapes_before(opening) % 2:
            opening = self.text.rfind('"', 0, opening)
        return opening

    def _escapes_before(self, at: int) -> int:
        begin = at
        while begin > 0 and self.text[begin - 1] == "\\":
            begin -= 1
        return at - begin

    def _stands_alone(self, at: int, fault: int) -> bool:
        decoded = self._decode(at)
        if isinstance(decoded, _Fault):
            return False
        value, end = decoded
        self.patience -= _DECODING * (end - at)
        behind = self._skip(end)
        if not value or end <= fault or (behind < self.end and self.text[behind] not in "{["):
            return False
        return at <= fault or self.text[self._before(at) - 1] not in ":,["

    def _before(self, at: int) -> int:
        """Return the place behind the last character before `at` that is not blank."""
        while at > 0:
            begin = max(0, at - 4_096)
            kept = len(self.text[begin:at].rstrip(_BLANKS))
            if kept or begin == 0:
                return begin + kept
            at = begin
        return 0

    def _skip(self, at: int) -> int:
        blank = _BLANK.match(self.text, at)
        return blank.end() if blank else at


def _exact(value: dict[str, Any], text: str) -> tuple[dict[str, Any], str]:
    """Keep the text as it stands where it is strict JSON, else write the value anew."""
    try:
        return orjson.loads(text), text
    except orjson.JSONDecodeError:
        return value, orjson.dumps(value).decode()


def _reason(message: str, position: int, length: int) -> str:
    if position >= length or message.startswith("Unterminated"):
        return "cut off: the record does not end"
    return f"not JSON: {message[0].lower()}{message[1:]} at character {position + 1}"
