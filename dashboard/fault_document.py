"""The one shape in which every face says no: `{"error": {"code", "message", "problems"}}`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from data_access.errors import AmbiguousId, CaseboardError, Problem, StoreHeld


def fault_document(fault: CaseboardError) -> dict[str, Any]:
    """Return the document of an error; an ambiguous id adds its `candidates`."""
    told: dict[str, Any] = {
        "code": fault.code,
        "message": fault.message,
        "problems": [asdict(problem) for problem in _problems(fault)],
    }
    if isinstance(fault, AmbiguousId):
        told["candidates"] = list(fault.candidates)
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
