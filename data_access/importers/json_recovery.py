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
_ATTEMPTS = 20_000
_READ_AGAIN = 50

_BLANK = re.compile(r"[ \t\r\n\ufeff]*")
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|\\u[0-9a-fA-F]{4}"
    r'|\\["\\/bfnrt]'
    r"|(?P<bad>\\)"
)
_TOKEN = re.compile(r'"(?P<key>(?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
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


def json_pieces(text: str) -> Iterator[Found | Remnant]:
    """Yield the objects and remnants of `text` in order; positions are those of `text`.

    `text` may hold NUL characters, lone surrogates (as bytes that are no UTF-8 decode to), bad escapes and
    several objects or lists of objects; none of these raises.
    """
    mended = _Mended(text)
    for piece in _Pieces(mended.text).read():
        start, end = mended.original(piece.start), mended.original(piece.end)
        yield piece._replace(start=start, end=end)


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


class _Fault(NamedTuple):
    at: int
    why: str


class _Pieces:
    """One pass over a mended text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.attempts = _ATTEMPTS
        self.budget = _READ_AGAIN * (len(text) + 1_000)

    def read(self) -> Iterator[Found | Remnant]:
        at = self._skip(0)
        while at < len(self.text):
            if self.text[at] == "[":
                at = yield from self._list(at)
            else:
                at = yield from self._piece(at)
            at = self._skip(at)

    def _list(self, start: int) -> Generator[Found | Remnant, None, int]:
        """Yield the members of a list; return the position behind it."""
        at = self._skip(start + 1)
        if self.text[at : at + 1] == "]":
            yield Remnant(start, at + 1, "an empty list")
            return at + 1
        while at < len(self.text):
            at = self._skip((yield from self._piece(at)))
            mark = self.text[at : at + 1]
            if mark == "]":
                return at + 1
            at = self._skip(at + 1) if mark == "," else at
        return at

    def _piece(self, at: int) -> Generator[Found | Remnant, None, int]:
        """Yield the object or remnant that begins at `at`; return the position behind it."""
        decoded = self._decode(at)
        if isinstance(decoded, _Fault):
            end = self._next_object(at, decoded.at)
            yield Remnant(at, len(self.text[:end].rstrip()), decoded.why)
            return end
        value, end = decoded
        if not isinstance(value, dict):
            yield Remnant(at, end, "not an object")
        elif depth_of(value) > DEPTH_LIMIT:
            yield Remnant(at, end, f"nested deeper than {DEPTH_LIMIT} levels")
        else:
            yield Found(at, end, *_exact(value, self.text[at:end]))
        return end

    def _decode(self, at: int) -> tuple[Any, int] | _Fault:
        try:
            return _DECODER.raw_decode(self.text, at)
        except json.JSONDecodeError as fault:
            return _Fault(max(fault.pos, at), _reason(fault.msg, fault.pos, len(self.text)))
        except RecursionError:
            return _Fault(len(self.text), f"nested deeper than {DEPTH_LIMIT} levels")

    def _next_object(self, start: int, fault: int) -> int:
        """Return where the next whole object begins behind a fault, else the end of the text.

        A cut object swallows the first characters of the object glued behind it: the search begins in the
        string that ends at the fault.
        """
        if fault >= len(self.text.rstrip()):
            return self._swallowed(start)
        at = self.text.find("{", max(self._string_before(fault), start) + 1)
        if fault < len(self.text) and self.text[fault] == "{" and fault > start:
            at = fault if at == -1 else min(at, fault)
        while at != -1 and self.attempts > 0 and self.budget > 0:
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
        if ends != len(self.text.rstrip()) or last <= start:
            return len(self.text)
        decoded = self._decode(last)
        if isinstance(decoded, _Fault) or not isinstance(decoded[0], dict) or len(decoded[0]) < 3:
            return len(self.text)
        return last if keys <= decoded[0].keys() else len(self.text)

    def _string_before(self, fault: int) -> int:
        close = len(self.text[:fault].rstrip()) - 1 if fault else -1
        if close < 0 or self.text[close] != '"':
            return fault - 1
        opening = self.text.rfind('"', 0, close)
        while opening > 0 and (opening - len(self.text[:opening].rstrip("\\"))) % 2:
            opening = self.text.rfind('"', 0, opening)
        return opening

    def _stands_alone(self, at: int, fault: int) -> bool:
        self.attempts -= 1
        decoded = self._decode(at)
        self.budget -= (decoded.at if isinstance(decoded, _Fault) else decoded[1]) - at
        if isinstance(decoded, _Fault) or not decoded[0] or decoded[1] <= fault:
            return False
        behind = self._skip(decoded[1])
        if behind < len(self.text) and self.text[behind] not in "{[":
            return False
        return at <= fault or self.text[fault:at].rstrip()[-1:] not in (":", ",", "[")

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
