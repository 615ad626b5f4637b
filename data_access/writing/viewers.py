"""Keeps the name somebody typed for the browser they use, and when it was last seen. It proves nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from data_access.contracts.principal import Face, Principal, Viewer
from data_access.errors import PermissionDenied
from data_access.rules.viewer_identity import VIEWER_BEGINS, person_name
from data_access.store.connection import Store
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change

_SEEN_AGAIN = timedelta(hours=1)


def name_viewer(
    store: Store, typed: str, *, viewer_id: str, principal: Principal, face: Face = "page"
) -> Viewer:
    """Keep `typed` as the name of this browser. Needs the scope `read`; the log tells the earlier name.

    Raises: `PermissionDenied` for whoever signed in, whose name comes from there; `InvalidInput`.
    """
    principal.require("read")
    if principal.is_verified or not viewer_id.startswith(VIEWER_BEGINS):
        raise PermissionDenied(f"{principal.name} is known by name already. Sign out to use another one.")
    name, now = person_name(typed), datetime.now(UTC)
    with store.transaction() as transaction:
        before = transaction.run("viewer_named", {"viewer_id": viewer_id})
        transaction.run("keep_viewer", {"viewer_id": viewer_id, "name": name, "at": now})
        record_change(
            transaction,
            principal=principal.model_copy(update={"id": viewer_id, "name": name}),
            face=face,
            action="name_viewer",
            subject_kind="viewer",
            subject_id=viewer_id,
            old=before[0]["name"] if before else None,
            new=name,
            at=now,
        )
        touch(transaction, ["viewers"], now)
    first_seen_at = before[0]["first_seen_at"] if before else now
    return Viewer(viewer_id=viewer_id, name=name, first_seen_at=first_seen_at, last_seen_at=now)


def see_viewer(store: Store, viewer: Viewer, now: datetime) -> None:
    """Note once an hour that this browser came again; that is no change, so the change log leaves it out."""
    if now - viewer.last_seen_at >= _SEEN_AGAIN:
        with store.transaction() as transaction:
            transaction.run("note_viewer_seen", {"viewer_id": viewer.viewer_id, "at": now})
