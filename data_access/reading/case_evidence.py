"""The evidence of a case in short, and what rests on a piece of it."""

from __future__ import annotations

from data_access.contracts.common import Origin
from data_access.contracts.evidence_uses import EvidenceEntry, EvidenceKind, EvidenceState, EvidenceUse
from data_access.store.connection import Store


def evidence_entries(
    store: Store,
    task_id: str,
    *,
    kind: EvidenceKind | None = None,
    origin: Origin | None = None,
    state: EvidenceState | None = None,
    q: str | None = None,
) -> tuple[EvidenceEntry, ...]:
    """Return evidence of agents and of people without its data, what was recorded last first.

    `q` is looked for in ids, titles, sources, summaries, queries and scopes, whatever its case.
    """
    given = {"task_id": task_id, "kind": kind, "origin": origin, "state": state, "q": q}
    return tuple(EvidenceEntry(**row) for row in store.rows("evidence_entries", given))


def uses_of_evidence(store: Store, task_id: str, evidence_id: str) -> tuple[EvidenceUse, ...]:
    """Return what rests on a piece of evidence: reports, findings, nodes, steps, presentations, actions."""
    rows = store.rows("uses_of_evidence", {"task_id": task_id, "evidence_id": evidence_id})
    return tuple(EvidenceUse(**row) for row in rows)
