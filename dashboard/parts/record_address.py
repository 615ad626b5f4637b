"""Where a record of a case leads that a text, a node or a finding cites by its id."""

from __future__ import annotations

from dashboard.desk_session import link


def record_address(task_id: str, record_id: str) -> str | None:
    """Return the address of evidence, a question or answer, or an action; None for any other id."""
    if record_id.startswith(("E-", "H-")):
        return link("investigation_evidence", case=task_id, piece=record_id)
    if record_id.startswith("Q-"):
        return link("report", case=task_id)
    return link("investigation", case=task_id) if record_id.startswith("A-") else None
