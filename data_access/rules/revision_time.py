"""How long agents worked towards each report: the time of sessions between one revision and the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from data_access.contracts.investigation import Round
from data_access.contracts.reports import ReportHead


@dataclass(frozen=True)
class RevisionTime:
    """What went into one revision."""

    seconds: float
    """Of sessions; what passed while nobody held the lease is not counted."""
    round_ids: tuple[str, ...]
    """The sessions."""


def time_on_revisions(heads: Sequence[ReportHead], rounds: Sequence[Round]) -> dict[int, RevisionTime]:
    """Return what went into each revision since the one before, whatever the order of `heads`."""
    told: dict[int, RevisionTime] = {}
    since: datetime | None = None
    for head in sorted(heads, key=lambda one: one.revision):
        spent = {one.round_id: _overlap(one, since, head.published_at) for one in rounds}
        known = {round_id: seconds for round_id, seconds in spent.items() if seconds is not None}
        told[head.revision] = RevisionTime(sum(known.values()), tuple(known))
        since = head.published_at
    return told


def _overlap(session: Round, since: datetime | None, until: datetime) -> float | None:
    """Return the seconds of a session after `since` and up to `until`; None when it lies outside."""
    begin = session.started_at if since is None else max(session.started_at, since)
    end = until if session.ended_at is None else min(session.ended_at, until)
    return (end - begin).total_seconds() if begin <= end and session.started_at <= until else None
