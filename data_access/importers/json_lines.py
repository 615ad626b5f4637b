"""Reads JSON lines as they really are: one way for every line format.

The common line costs one strict decoding. Only a line that is in trouble is looked at closely, so the dirt
of a few lines never slows the rest. Secrets are masked before anything leaves this module. It refuses to
drop bytes: what is neither blank nor NUL ends in a record or in a reject with its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import orjson

from data_access.importers.formats import ReadFrom
from data_access.importers.json_recovery import DEPTH_LIMIT, Found, depth_of, json_pieces
from data_access.importers.packed_log import is_packed, unpacked
from data_access.importers.sink import Sink
from data_access.rules.redaction import has_hint, hint_places, mask_text, mask_value

BLOCK_BYTES = 1 << 20
FIRST_BLOCK_BYTES = 1 << 13
"""Small, because recognising a file needs its first record only."""
HEAD_BYTES = 4_096
PACKED_BYTES_ASKED = 8 << 20
"""How much of a packed file is unpacked to recognise it."""
LINE_LIMIT_BYTES = 256 << 20
"""A longer line is rejected with its beginning."""
DOCUMENT_LIMIT_BYTES = 256 << 20
RAW_TEXT_LIMIT = 65_536
"""Characters of raw text that a reject keeps; the real size is noted behind."""
WRAPPING_KEYS = ("loglines",)
"""Keys of a document whose list holds the records."""

_WRAPPED = re.compile(r'\s*\{\s*"(' + "|".join(WRAPPING_KEYS) + r')"\s*:\s*(?=\[)')
_DOCUMENT_START = re.compile(rf"\s*(?:[\[{{][ \t\r]*\n|\[[^\n]*[,{{\[][ \t\r]*\n)|{_WRAPPED.pattern}")
_INTERLEAVED = re.compile(rb"(?:[\x09-\x7e]\x00){8}")
_BLANK_BYTES = b"\x00 \t\r\n"


class LineRecord(NamedTuple):
    """One JSON object of a file, masked."""

    line: int
    """Where the record begins, from 1."""
    value: dict[str, Any]
    text: str
    """The record as valid JSON; the source's own text where nothing had to change."""


class _Block(NamedTuple):
    """Whole lines as UTF-8 (only the last line of a file may lack its newline)."""

    data: bytes
    size: int
    """How many bytes of the file it stands for."""
    is_refused: bool = False
    """True for a line that is too long; `data` is its beginning."""


def json_records(path: Path, begin: ReadFrom, sink: Sink) -> Iterator[LineRecord]:
    """Yield the objects of a file in order, from `begin` on; everything else goes to the sink as rejects.

    Counts `records`, `rejected` and `secrets_masked`, and keeps `resume_offset` and `resume_line` where a
    grown file is to be continued: behind the last complete line, or behind the last object of a line without
    newline. What does not decode there yet is rejected and read again when the file has grown. A file that is
    one JSON document (a list, or an object over several lines) is always read as a whole, from its start, and
    so is a packed file.

    Raises:
        OSError: The file cannot be read.
    """
    if is_packed(path):
        yield from _packed_records(path, sink)
        return
    with path.open("rb") as handle:
        yield from _Reading(handle, begin, sink).records()


def _packed_records(path: Path, sink: Sink) -> Iterator[LineRecord]:
    handle, fault = unpacked(path)
    with handle:
        yield from _Reading(handle, ReadFrom(), sink).records()
    sink.tally.resume_offset = sink.tally.resume_line = 0
    if fault is not None:
        sink.reject(0, fault, "")


def line_records(lines: bytes, lines_before: int, sink: Sink) -> Iterator[LineRecord]:
    """Yield the objects of whole lines that were cut out of a file by somebody else; as `json_records`."""
    yield from _Reading(BytesIO(), ReadFrom(0, lines_before), sink)._lines(lines.removesuffix(b"\n"))


def first_records(path: Path, count: int) -> Iterator[dict[str, Any]]:
    """Yield the first `count` objects of a file, masked, without a sink; for recognising a format.

    Raises:
        OSError: The file cannot be read.
    """
    if is_packed(path):
        handle, _ = unpacked(path, PACKED_BYTES_ASKED)
    else:
        handle = path.open("rb")
    with handle:
        for record in islice(_Reading(handle, ReadFrom(), Sink()).records(), count):
            yield record.value


def reject_record(record: LineRecord, reason: str, sink: Sink) -> None:
    """Keep a record that was read and cannot be used, as a reject: it is counted once, as that."""
    sink.tally.records -= 1
    sink.reject(record.line, reason, record.text[:RAW_TEXT_LIMIT])


class _Reading:
    """One file being read; `line` counts the lines behind, `offset` the bytes."""

    def __init__(self, handle: BinaryIO, begin: ReadFrom, sink: Sink) -> None:
        self.handle = handle
        self.sink = sink
        self.tally = sink.tally
        self.offset, self.line = begin.offset, begin.line
        self.inside_line = 0

    def records(self) -> Iterator[LineRecord]:
        head = self.handle.read(HEAD_BYTES)
        encoding = _encoding(head)
        self._keep_place()
        if self.offset == 0 and _DOCUMENT_START.match(_decoded(head, encoding).lstrip("\ufeff")):
            document = self._document(encoding)
            if document is not None:
                yield from self._members(document)
                return
        self.inside_line = self.line + 1 if self._begins_inside(encoding) else 0
        self.handle.seek(self.offset)
        for block in _blocks(self.handle, encoding):
            if block.is_refused:
                self._refuse(block)
                continue
            end = block.data.rfind(b"\n") + 1
            if end:
                yield from self._lines(block.data[: end - 1])
                self.sink.breathe()
            self.offset += block.size if end == len(block.data) else _size(block.data[:end], encoding)
            self._keep_place()
            if end < len(block.data):
                yield from self._tail(block.data[end:], encoding)

    def _begins_inside(self, encoding: str) -> bool:
        """Tell whether the place to begin at is behind an object on its line."""
        newline = "\n".encode(encoding)
        if self.offset < len(newline):
            return False
        self.handle.seek(self.offset - len(newline))
        return self.handle.read(len(newline)) != newline

    def _refuse(self, block: _Block) -> None:
        self.line += 1
        self.offset += block.size
        self._keep_place()
        self._reject(self.line, f"longer than {LINE_LIMIT_BYTES >> 20} MB", _lenient(block.data))

    def _keep_place(self) -> None:
        self.tally.resume_offset, self.tally.resume_line = self.offset, self.line

    def _document(self, encoding: str) -> str | None:
        """Return the text of a file that is one JSON document, whole or cut; None when it holds lines."""
        self.handle.seek(0)
        data = self.handle.read(DOCUMENT_LIMIT_BYTES + 1)
        if len(data) > DOCUMENT_LIMIT_BYTES:
            return None
        text = _decoded(data, encoding).lstrip("\ufeff")
        if _loaded(text) is not None:
            return text
        second_line = (*text.lstrip().split("\n", 2), "")[1]
        return None if isinstance(_loaded(second_line), dict) else text

    def _members(self, text: str) -> Iterator[LineRecord]:
        """Yield the objects of a list, of a wrapped list, or the one object that the document is."""
        document, wrapped = _loaded(text), _WRAPPED.match(text)
        if wrapped is None and isinstance(document, dict) and depth_of(document) <= DEPTH_LIMIT:
            line = 1 + text.count("\n", 0, text.index("{"))
            yield self._record(line, document, orjson.dumps(document).decode())
            return
        others: Any = {}
        if wrapped and isinstance(document, dict):
            others, document = document, document.pop(wrapped[1])
        begin = wrapped.end() if wrapped else 0
        line, counted = 1, 0
        for piece in json_pieces(text[begin:], only_first=document is not None):
            line += text.count("\n", counted, begin + piece.start)
            counted = begin + piece.start
            if isinstance(piece, Found):
                yield self._record(line, piece.value, orjson.dumps(piece.value).decode())
            else:
                self._reject(line, piece.reason, text[begin + piece.start : begin + piece.end])
        if others:
            yield self._record(1, others, orjson.dumps(others).decode())

    def _lines(self, data: bytes) -> Iterator[LineRecord]:
        hinted = _lines_at(data, hint_places(data))
        tally, loads = self.tally, orjson.loads
        first = self.line + 1
        lines = data.split(b"\n")
        self.line += len(lines)
        for number, raw in enumerate(lines, first):
            try:
                value = loads(raw)
            except orjson.JSONDecodeError:
                yield from self._pieces(number, raw)
                continue
            if type(value) is not dict or raw.count(b"[") + raw.count(b"{") > DEPTH_LIMIT:
                yield from self._pieces(number, raw)
            elif number - first in hinted:
                yield self._record(number, value, raw.decode().strip())
            else:
                tally.records += 1
                yield LineRecord(number, value, raw.decode().strip())

    def _tail(self, raw: bytes, encoding: str) -> Iterator[LineRecord]:
        """Read a last line that has no newline; what does not decode yet is read again when the file grew.

        An object behind something undecodable, or in a list that does not end, is yielded, but the place
        stays before it: the store knows the object when it comes again.
        """
        whole = _whole_object(raw)
        if whole is not None:
            yield self._record(self.line + 1, whole, raw.decode().strip())
            self.offset += _size(raw, encoding)
            self._keep_place()
            return
        yield from self._pieces(self.line + 1, raw)
        if raw.strip(_BLANK_BYTES) and not _INTERLEAVED.search(raw):
            text = _lenient(raw)
            self.offset += _size(text[: _settled(text)].encode("utf-8", "surrogateescape"), encoding)
            self._keep_place()

    def _pieces(self, line: int, raw: bytes) -> Iterator[LineRecord]:
        """Read a line that is not simply one object."""
        if not raw.strip(_BLANK_BYTES):
            if raw.count(0) > 1 and line != self.inside_line:
                self._reject(line, f"NUL padding: {raw.count(0)} NUL bytes and nothing else", "")
            return
        text = _text_of_line(raw)
        for piece in json_pieces(text):
            if isinstance(piece, Found):
                yield self._record(line, piece.value, piece.text)
            else:
                self._reject(line, piece.reason, text[piece.start : piece.end])

    def _record(self, line: int, value: dict[str, Any], text: str) -> LineRecord:
        self.tally.records += 1
        if has_hint(text):
            value, masked = mask_value(value)
            if masked:
                self.tally.secrets_masked += masked
                text = orjson.dumps(value).decode()
        return LineRecord(line, value, text)

    def _reject(self, line: int, reason: str, text: str) -> None:
        shown, masked = mask_text(text[: RAW_TEXT_LIMIT * 2])
        if len(shown) > RAW_TEXT_LIMIT or len(text) > RAW_TEXT_LIMIT * 2:
            shown = f"{shown[:RAW_TEXT_LIMIT]} … [cut here; {len(text)} characters in all]"
        self.tally.secrets_masked += masked
        self.sink.reject(line, reason, shown)


def _loaded(text: str) -> Any | None:
    try:
        return orjson.loads(text)
    except ValueError:  # not JSON, or not even encodable
        return None


def _whole_object(raw: bytes) -> dict[str, Any] | None:
    """Return the object that a text is, None where it is anything else or anything more."""
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) and depth_of(value) <= DEPTH_LIMIT else None


def _lenient(raw: bytes) -> str:
    """Decode a line; bytes that are no UTF-8 become lone surrogates, so that no position is lost."""
    return raw.decode("utf-8", "surrogateescape")


def _text_of_line(raw: bytes) -> str:
    """Decode a line in trouble, also one that was appended as UTF-16 to a file of UTF-8."""
    if not _INTERLEAVED.search(raw):
        return _lenient(raw)
    first = raw.find(b"\x00") % 2  # 0: the NUL that ended the line before, or the other byte order
    return _decoded(raw, "utf-16-le") if first else _decoded(raw.removeprefix(b"\x00"), "utf-16-le")


def _settled(text: str) -> int:
    """Return how much of an unfinished line need not be read again: the whole objects it begins with.

    Of a list that does not end nothing is settled: what follows makes sense only inside it.
    """
    settled = end = still_open = 0
    for piece in json_pieces(text):
        still_open += _opened(text[end : piece.start])
        if not isinstance(piece, Found):
            return settled
        end = piece.end
        if still_open <= 0:
            settled = end
    return settled if still_open + _opened(text[end:]) > 0 else len(text)


def _opened(between: str) -> int:
    return between.count("[") - between.count("]")


def _lines_at(data: bytes, places: list[int]) -> set[int]:
    """Return which lines of `data`, counted from 0, hold one of the places."""
    lines: set[int] = set()
    line, seen = 0, 0
    for place in places:
        line += data.count(b"\n", seen, place)
        seen = place
        lines.add(line)
    return lines


def _encoding(head: bytes) -> str:
    """Tell the encoding of a file from its first bytes: `utf-8`, `utf-16-le` or `utf-16-be`."""
    if head.startswith(b"\xff\xfe") or re.match(rb"(?:[^\x00]\x00){2}", head):
        return "utf-16-le"
    if head.startswith(b"\xfe\xff") or re.match(rb"(?:\x00[^\x00]){2}", head):
        return "utf-16-be"
    return "utf-8"


def _decoded(data: bytes, encoding: str) -> str:
    """Decode any bytes; what is no text becomes lone surrogates, half a character at the end U+FFFD."""
    if encoding == "utf-8":
        return _lenient(data)
    half = len(data) % 2
    return data[: len(data) - half].decode(encoding, "surrogatepass") + "\ufffd" * half


def _size(data: bytes, encoding: str) -> int:
    """Return how many bytes the UTF-8 `data` took in the file's own encoding."""
    if encoding == "utf-8":
        return len(data)
    return len(data.decode("utf-8", "surrogatepass").encode(encoding, "surrogatepass"))


def _blocks(handle: BinaryIO, encoding: str) -> Iterator[_Block]:
    """Yield the rest of a file in blocks that end behind a newline; the last may not."""
    newline = "\n".encode(encoding)
    waiting: list[bytes] = []
    held, amount = 0, FIRST_BLOCK_BYTES
    while chunk := handle.read(amount):
        amount = BLOCK_BYTES
        end = _behind_last(chunk, newline)
        if end:
            yield _as_block(b"".join((*waiting, chunk[:end])), encoding)
            waiting, held = [], 0
        waiting.append(chunk[end:])
        held += len(chunk) - end
        if held > LINE_LIMIT_BYTES:
            yield _refused(handle, b"".join(waiting), newline)
            waiting, held = [], 0
    if held:
        yield _as_block(b"".join(waiting), encoding)


def _behind_last(chunk: bytes, newline: bytes) -> int:
    """Return the place behind the last newline of a chunk of whole characters; 0 where there is none."""
    end = chunk.rfind(newline)
    while end > 0 and end % len(newline):
        end = chunk.rfind(newline, 0, end + len(newline) - 1)
    return end + len(newline) if end >= 0 else 0


def _refused(handle: BinaryIO, begun: bytes, newline: bytes) -> _Block:
    """Pass over the rest of a line that is too long to be held."""
    size = len(begun)
    while chunk := handle.read(BLOCK_BYTES):
        end = chunk.find(newline)
        while end > 0 and end % len(newline):
            end = chunk.find(newline, end + 1)
        if end >= 0:
            size += end + len(newline)
            handle.seek(end + len(newline) - len(chunk), 1)
            break
        size += len(chunk)
    return _Block(begun[: 2 * RAW_TEXT_LIMIT], size, is_refused=True)


def _as_block(data: bytes, encoding: str) -> _Block:
    text = data if encoding == "utf-8" else _decoded(data, encoding).encode("utf-8", "surrogatepass")
    return _Block(text, len(data))
