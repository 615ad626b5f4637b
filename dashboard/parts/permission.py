"""Why whoever sits at this browser may not do something: said beside what stays disabled for them.

It only explains. What may be done is decided inside the writing, whatever a page shows.
"""

from __future__ import annotations

from dashboard.current_desk import current_desk
from dashboard.desk_session import may, said
from data_access.contracts.principal import Scope


def refusal(scope: Scope) -> str | None:
    """Return why this viewer may not do what needs `scope`, and whom to ask; None when they may."""
    if may(scope):
        return None
    w = said()
    if current_desk().sign_in is None:
        return w.you.here_only
    return w.you.needs_role.format(role=w.connect.scopes[scope])
