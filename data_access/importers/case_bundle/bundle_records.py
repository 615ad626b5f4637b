"""Reads one line of a bundle as the record it says it is; keeps what this release does not know.

An unknown field, also one inside another, is moved to `extra` under its path; everything else that does not
fit its contract is a reason to reject the line.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, TypeVar

import orjson
from pydantic import ValidationError

from data_access.contracts.bundled_work import EVERY_RECORD
from data_access.contracts.case_bundle import (
    OWN_WORDS_OF_KIND,
    BundleEvidence,
    BundleHeader,
    BundleLine,
    BundleRecord,
)
from data_access.importers.json_lines import RAW_TEXT_LIMIT, LineRecord
from data_access.rules.evidence import content_hash

KINDS: dict[str, type[BundleRecord]] = {kind.kind: kind for kind in EVERY_RECORD}
Told = TypeVar("Told", BundleRecord, BundleHeader)
_SHOWN_PROBLEMS = 3


class RecordInvalid(ValueError):
    """A line is no record of its kind; the text says why."""


def header_of(line: LineRecord) -> BundleHeader:
    """Return the header. Raises: `RecordInvalid`."""
    return _validated(BundleHeader, line.value)[0]


def bundle_line(line: LineRecord, kind: type[BundleRecord]) -> BundleLine:
    """Return the record of a line. Raises: `RecordInvalid`."""
    record, given = _validated(kind, {name: value for name, value in line.value.items() if name != "record"})
    return BundleLine(line.line, line.text[:RAW_TEXT_LIMIT], record, _row(record, given))


def _row(record: BundleRecord, given: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of the record; JSON stays as it was given, so that it is given back the same."""
    row = {}
    for name in type(record).model_fields:
        value = getattr(record, name)
        if value is not None and (name in record.json_fields or name == "extra"):
            value = orjson.dumps(given.get(name, [])).decode()
        row["kind" if name in OWN_WORDS_OF_KIND else name] = value
    if isinstance(record, BundleEvidence) and record.data is not None and record.data_hash is None:
        plain = record.data.model_dump(mode="json")
        row |= {"data": orjson.dumps(plain).decode(), "data_hash": content_hash(plain)}
    return row


def _validated(kind: type[Told], value: dict[str, Any]) -> tuple[Told, dict[str, Any]]:
    try:
        return kind.model_validate(value), value
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False, include_input=False)
    unknown = [one["loc"] for one in problems if one["type"] == "extra_forbidden"]
    if len(unknown) < len(problems):
        raise RecordInvalid(_told([one for one in problems if one["type"] != "extra_forbidden"]))
    clean = deepcopy(value)
    kept = dict(clean.get("extra") or {})
    for path in unknown:
        kept.update(_taken_out(clean, path))
    try:
        given = clean | {"extra": kept}
        return kind.model_validate(given), given
    except ValidationError as error:
        raise RecordInvalid(
            _told(error.errors(include_url=False, include_context=False, include_input=False))
        ) from None


def _taken_out(value: Any, path: tuple[int | str, ...]) -> dict[str, Any]:
    """Take a field out of nested values; return it under its path."""
    place = value
    walked: list[str] = []
    for step in path[:-1]:
        inner = _inside(place, step)
        if inner is not None:  # else a step that names which of several contracts was tried
            place = inner
            walked.append(str(step))
    if not isinstance(place, dict) or path[-1] not in place:
        return {}
    return {".".join([*walked, str(path[-1])]): place.pop(path[-1])}


def _inside(place: Any, step: int | str) -> Any:
    if isinstance(place, dict):
        return place.get(step)
    if isinstance(place, list) and isinstance(step, int) and step < len(place):
        return place[step]
    return None


def _told(problems: list[Any]) -> str:
    shown = [f"{'.'.join(map(str, one['loc']))[:100]}: {_plain(one['msg'])}" for one in problems]
    more = f"; and {len(shown) - _SHOWN_PROBLEMS} more" if len(shown) > _SHOWN_PROBLEMS else ""
    return "; ".join(shown[:_SHOWN_PROBLEMS]) + more


def _plain(message: str) -> str:
    return message.removeprefix("Value error, ")
