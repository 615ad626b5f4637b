"""Finds the trajectories in a file: one document, a list of them, or one a line; also in one that is damaged.

A document that a crash cut, or that has a damaged step in it, is read step by step: what decodes is kept and
the rest is rejected with its text. Whatever else may be wrong with a file is the line reader's business.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import DOCUMENT_LIMIT_BYTES, RAW_TEXT_LIMIT, LineRecord, json_records
from data_access.importers.json_recovery import Found, json_pieces
from data_access.importers.loose_values import Json, mapping, sequence, text
from data_access.importers.sink import Sink
from data_access.rules.redaction import has_hint, mask_text, mask_value

VERSION_PREFIX = "ATIF"
HEAD_BYTES = 1 << 20
"""How far into a file its schema version is looked for; tool definitions may stand before it."""
CUT = "cut off or damaged: no step begins before the next one"
CUT_END = "cut off or damaged: what follows the steps cannot be read"

_SIGN = re.compile(rb'"schema_version"\s*:\s*"ATIF|"step_id"\s*:', re.IGNORECASE)
_STEPS = re.compile(r'"steps"\s*:\s*\[')
_STEP = re.compile(r'\{\s*"(?:step_id|timestamp|source)"\s*:')
_GAP = re.compile(r"[\s,\x00]*")
_DECODER = json.JSONDecoder(strict=False)


def is_trajectory(value: Json) -> bool:
    """Tell a trajectory from any other object: by its version, or by an agent and steps that are numbered."""
    version = value.get("schema_version")
    if isinstance(version, str):
        return version.upper().startswith(VERSION_PREFIX)
    steps = sequence(value.get("steps"))
    is_numbered = any("step_id" in mapping(step) and "source" in mapping(step) for step in steps[:3])
    return is_numbered and text(mapping(value.get("agent")).get("name")) is not None


def shows_sign(path: Path) -> bool:
    """Tell from its beginning whether a file may hold trajectories. Raises `OSError`."""
    with path.open("rb") as handle:
        head = handle.read(HEAD_BYTES)
    return _SIGN.search(head.replace(b"\x00", b"")) is not None


def documents(path: Path, begin: ReadFrom, sink: Sink) -> Iterator[LineRecord]:
    """Yield the objects of a file in order; what cannot be read goes to the sink. Raises `OSError`."""
    damaged = _damaged_document(path) if begin.offset == 0 else None
    salvaged = None if damaged is None else _Salvage(damaged, sink)
    if salvaged is not None and salvaged.found_header:
        yield salvaged.document()
    else:
        yield from json_records(path, begin, sink)


def _damaged_document(path: Path) -> str | None:
    """Return the text of a file that begins with one trajectory and does not decode; None for any other."""
    with path.open("rb") as handle:
        begun = handle.readline(HEAD_BYTES).lstrip(b"\xef\xbb\xbf")
        if begun.endswith(b"\n") and _decodes(begun):
            return None  # one a line
        handle.seek(0)
        data = handle.read(DOCUMENT_LIMIT_BYTES + 1)
    if len(data) > DOCUMENT_LIMIT_BYTES or not data.lstrip(b"\xef\xbb\xbf\x00 \t\r\n").startswith(b"{"):
        return None
    if _decodes(data.lstrip(b"\xef\xbb\xbf")):
        return None
    content = data.decode("utf-8", "replace").lstrip("\ufeff\x00 \t\r\n")
    if any(isinstance(piece, Found) and is_trajectory(piece.value) for piece in json_pieces(content)):
        return None
    return content


def _decodes(data: bytes) -> bool:
    try:
        return isinstance(orjson.loads(data), dict)
    except orjson.JSONDecodeError:
        return False


class _Salvage:
    """One damaged document: its head, the steps that decode, and what follows them."""

    def __init__(self, content: str, sink: Sink) -> None:
        self._content = content
        self._sink = sink
        opening = _STEPS.search(content)
        self._steps_at = opening.end() if opening else 0
        self._header = _value_of(content[: self._steps_at] + "]}") if opening else None
        self.found_header = self._header is not None and is_trajectory(self._header | {"steps": []})

    def document(self) -> LineRecord:
        """Return what can be read as one document, and reject the rest."""
        value: Json = dict(self._header or {})
        steps, end = self._steps()
        rest = self._content[end:].lstrip(" \t\r\n,]")
        behind = _value_of("{" + rest) if rest.strip("} \t\r\n\x00") else {}
        if behind is None:
            self._reject(end, self._content[end:], CUT_END)
        value |= behind or {}
        value["steps"] = steps
        self._sink.tally.records += 1
        document, masked = mask_value(value) if has_hint(self._content) else (value, 0)
        self._sink.tally.secrets_masked += masked
        return LineRecord(1, document, orjson.dumps(document).decode())

    def _steps(self) -> tuple[list[Any], int]:
        """Return the steps that decode and the place behind the last of them."""
        content, at, steps = self._content, self._steps_at, list[Any]()
        while True:
            at = _end_of_gap(content, at)
            if at >= len(content) or content[at] == "]":
                return steps, at
            step, end = _decoded_at(content, at)
            if step is None:
                following = _STEP.search(content, at + 1)
                end = following.start() if following else len(content)
                self._reject(at, content[at:end], CUT)
            else:
                steps.append(step)
            at = end

    def _reject(self, at: int, raw: str, reason: str) -> None:
        shown, masked = mask_text(raw[:RAW_TEXT_LIMIT])
        if len(raw) > RAW_TEXT_LIMIT:
            shown = f"{shown} … [cut here; {len(raw)} characters in all]"
        self._sink.tally.secrets_masked += masked
        self._sink.reject(self._content.count("\n", 0, at) + 1, reason, shown)


def _end_of_gap(content: str, at: int) -> int:
    gap = _GAP.match(content, at)
    return gap.end() if gap else at


def _decoded_at(content: str, at: int) -> tuple[Json | None, int]:
    """Return the object that begins at a place and the place behind it; None where none does."""
    if content[at] != "{":
        return None, at
    try:
        _, end = _DECODER.raw_decode(content, at)
    except (ValueError, RecursionError):
        return None, at
    return _value_of(content[at:end]), end


def _value_of(content: str) -> Json | None:
    """Return the object that a text is, None where it is none; odd characters are mended."""
    pieces = list(json_pieces(content))
    return pieces[0].value if len(pieces) == 1 and isinstance(pieces[0], Found) else None
