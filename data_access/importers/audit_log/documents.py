"""Finds the objects of an audit log, also in an object around a list that a crash left without an end.

What decodes of such a list is kept and the rest is rejected with its text. Whatever else may be wrong with a
file is the line reader's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from data_access.importers.audit_log.entries import is_entry
from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import DOCUMENT_LIMIT_BYTES, RAW_TEXT_LIMIT, LineRecord, json_records
from data_access.importers.json_recovery import Found, Remnant, json_pieces
from data_access.importers.loose_values import Json
from data_access.importers.packed_log import is_packed
from data_access.importers.sink import Sink
from data_access.rules.redaction import mask_text, mask_value

HEAD_BYTES = 1 << 16
"""How far into a file a sign of an entry is looked for."""
_SIGN = re.compile(rb"approvedBy|success")
_LIST = re.compile(r'"(?P<name>[^"\\]{1,100})"\s*:\s*\[\s*(?=\{)')
_MARKS = "\ufeff\x00 \t\r\n"


def shows_sign(path: Path) -> bool:
    """Tell from its beginning whether a file may hold entries. Raises `OSError`."""
    if is_packed(path):
        return True
    with path.open("rb") as handle:
        return _SIGN.search(handle.read(HEAD_BYTES).replace(b"\x00", b"")) is not None


def documents(path: Path, begin: ReadFrom, sink: Sink) -> Iterator[LineRecord]:
    """Yield the objects of a file in order; what cannot be read goes to the sink. Raises `OSError`."""
    content = _cut_document(path) if begin.offset == 0 and not is_packed(path) else None
    salvaged = None if content is None else _salvaged(content, sink)
    if salvaged is None:
        yield from json_records(path, begin, sink)
    else:
        yield salvaged


def _cut_document(path: Path) -> str | None:
    """Return the text of a file that begins an object and does not end it; None for any other.

    A file with a whole entry on a line before its last one holds lines, whatever its first one is.
    """
    with path.open("rb") as handle:
        if _decoded(handle.readline(DOCUMENT_LIMIT_BYTES).lstrip(b"\xef\xbb\xbf")) is not None:
            return None  # one a line
        handle.seek(0)
        data = handle.read(DOCUMENT_LIMIT_BYTES + 1)
    bare = data.lstrip(b"\xef\xbb\xbf\x00 \t\r\n")
    if len(data) > DOCUMENT_LIMIT_BYTES or not bare.startswith(b"{"):
        return None
    lines = bare.splitlines()
    if _decoded(bare) is not None or any(is_entry(_decoded(line)) for line in lines[:-1]):
        return None
    return bare.decode("utf-8", "replace")


def _salvaged(content: str, sink: Sink) -> LineRecord | None:
    """Return what can be read of an object around a list of entries, and reject the rest; None for none."""
    opening = _LIST.search(content)
    head = _decoded((content[: opening.end()] + "]}").encode()) if opening else None
    if opening is None or head is None:
        return None
    begin = content.index("[", opening.start("name") + len(opening["name"]))
    pieces = list(json_pieces(content[begin:]))
    members = [piece.value for piece in pieces if isinstance(piece, Found)]
    if not any(map(is_entry, members)):
        return None
    for piece in pieces:
        if isinstance(piece, Remnant):
            _reject(piece, content, begin, sink)
    value, masked = mask_value(head)
    sink.tally.secrets_masked += masked
    sink.tally.records += 1
    whole = {**value, opening["name"]: members}
    return LineRecord(1, whole, "")  # its members are counted one by one, each with its own text


def _reject(piece: Remnant, content: str, begin: int, sink: Sink) -> None:
    start, raw = begin + piece.start, content[begin + piece.start : begin + piece.end]
    shown, masked = mask_text(raw[:RAW_TEXT_LIMIT])
    sink.tally.secrets_masked += masked
    sink.reject(content.count("\n", 0, start) + 1, piece.reason, shown)


def _decoded(data: bytes) -> Json | None:
    try:
        value: Any = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None
