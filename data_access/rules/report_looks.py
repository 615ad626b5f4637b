"""What a viewer knew of a report before they came: pure, from which revision they opened and when.

Whoever opens the newest revision and then leafs through older ones is still on the same visit: what changed
since they last looked is what came since the visit before.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from data_access.contracts.report_history import ReportLook

VISIT = timedelta(hours=12)
"""So long after a revision was opened everything is still the same visit, unless a newer revision came."""
KEPT_FOR = timedelta(days=400)


def known_before(look: ReportLook | None, newest: int, now: datetime) -> int | None:
    """Return the revision to tell what changed since, while `newest` is the newest; None for who never came.

    It is the one opened last, or within a visit that goes on the one opened last before that visit.
    """
    if look is None:
        return None
    goes_on = newest <= look.newest and now - look.looked_at < VISIT
    return look.before if goes_on and look.before is not None else look.revision


def look_at(look: ReportLook | None, revision: int, newest: int, now: datetime) -> ReportLook | None:
    """Return what is to be kept when `revision` is opened; None where that is kept already."""
    if look is not None and look.revision == revision:
        return None
    return ReportLook(revision=revision, before=known_before(look, newest, now), newest=newest, looked_at=now)
