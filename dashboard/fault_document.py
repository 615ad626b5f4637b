"""The one shape in which every face says no: `{"error": {"code", "message", "problems"}}`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from data_access.errors import (
    AlreadyAnswered,
    AmbiguousId,
    CaseboardError,
    DeskUnreachable,
    Problem,
    StoreHeld,
)


def fault_document(fault: CaseboardError) -> dict[str, Any]:
    """Return the document of an error; an ambiguous id adds its `candidates`, a lost race its `winner`."""
    told: dict[str, Any] = {
        "code": fault.code,
        "message": fault.message,
        "problems": [asdict(problem) for problem in _problems(fault)],
    }
    if isinstance(fault, AmbiguousId):
        told["candidates"] = list(fault.candidates)
    if isinstance(fault, AlreadyAnswered):
        told["winner"] = dict(fault.winner)
    return {"error": told}


def _problems(fault: CaseboardError) -> Iterator[Problem]:
    yield from fault.problems
    if isinstance(fault, AmbiguousId):
        for key in fault.candidates:
            yield Problem("conversation_id", f"the id fits {key}", "Give this key instead of the id.")
    if isinstance(fault, StoreHeld) and fault.pid:
        where = f"process {fault.pid}" + (f", {fault.address}" if fault.address else "")
        yield Problem(
            "database", f"held by {where}", "Work in that desk, stop it, or give another --database."
        )


def fault_told(document: bytes, status: int) -> CaseboardError:
    """Return the error that a desk told as its document; an answer of another shape is no desk's."""
    try:
        told = json.loads(document)["error"]
        message, problems = str(told["message"]), tuple(Problem(**one) for one in told["problems"])
    except (ValueError, KeyError, TypeError):
        return DeskUnreachable(f"The address answered {status} and not as a desk does. Check the address.")
    kind = _kinds().get(told.get("code"), DeskUnreachable)
    if issubclass(kind, AmbiguousId):
        return kind(message, candidates=tuple(map(str, told.get("candidates", ()))))
    if issubclass(kind, AlreadyAnswered):
        return kind(message, winner=told.get("winner") or {}, problems=problems)
    return kind(message, problems=problems)


def _kinds(base: type[CaseboardError] = CaseboardError) -> dict[str, type[CaseboardError]]:
    """Return every kind of error by its code."""
    found = {base.code: base}
    for kind in base.__subclasses__():
        found |= _kinds(kind)
    return found
