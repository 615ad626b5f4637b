"""What the verifier of a run said, each piece of evidence linked to what it checked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from pydantic import JsonValue

from data_access.contracts.visibility import CheckedEvidence, Verification, Verifier
from data_access.reading.run_as_of import RunAsOf, run_as_of
from data_access.reading.stored_json import decoded
from data_access.rules.evidence_links import EvidenceLink, evidence_items, evidence_link, ids_named
from data_access.store.connection import Store

MOST_EARLIER = 100
_Known = dict[tuple[str, str], dict[str, Any]]


def verifier(store: Store, conversation: str, *, at: datetime | None = None) -> Verifier:
    """Return the verification of a run. `at` reads an older snapshot.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    run = run_as_of(store, conversation, at)
    words, total = verifications(store, run, limit=MOST_EARLIER + 1)
    return Verifier(
        **run.heading({"verifier": not words}),
        verification=words[0] if words else None,
        earlier=tuple(words[1:]),
        total=total,
        truncated=len(words) < total,
    )


def verifications(store: Store, run: RunAsOf, *, limit: int) -> tuple[list[Verification], int]:
    """Return the different words of the verifier, the newest first, and how many there are."""
    rows = store.rows("verifications", run.values | {"limit": limit})
    stated = [decoded(row["evidence"]) for row in rows]
    known = _known(store, run, stated)
    words = [
        Verification(
            status=row["status"],
            summary=row["summary"],
            evidence=tuple(
                _checked(number, item, known) for number, item in enumerate(evidence_items(evidence), start=1)
            ),
            observed_at=row["observed_at"],
        )
        for row, evidence in zip(rows, stated, strict=True)
    ]
    return words, rows[0]["total"] if rows else 0


def _known(store: Store, run: RunAsOf, stated: Sequence[JsonValue]) -> _Known:
    ids = list(dict.fromkeys(name for evidence in stated for name in ids_named(evidence)))
    if not ids:
        return {}
    rows = store.rows("checked_by_evidence", run.values | {"ids": ids})
    return {(row["kind"], row["id"]): row for row in rows}


def _checked(number: int, item: JsonValue, known: _Known) -> CheckedEvidence:
    named = evidence_link(item)
    call = known.get(("tool_outcome", named.tool_call_id or named.bare_text or ""))
    task = known.get(("task", named.task_id or named.bare_text or ""))
    task_id = named.task_id or (task and task["id"]) or (call and call["task_id"])
    summary = item.get("summary") if isinstance(item, dict) else named.bare_text
    return CheckedEvidence(
        number=number,
        summary=summary if isinstance(summary, str) else None,
        stated=item,
        tool_call_id=call["id"] if call else named.tool_call_id,
        task_id=task_id,
        tool=call["tool"] if call else None,
        tool_status=call["status"] if call else None,
        link=_link(named, call, task),
    )


def _link(
    named: EvidenceLink, call: dict[str, Any] | None, task: dict[str, Any] | None
) -> Literal["tool_outcome", "task", "missing", "none"]:
    if call is not None:
        return "tool_outcome"
    if task is not None:
        return "task"
    return "missing" if named.tool_call_id or named.task_id else "none"
