"""What people and rules were asked to permit, and how it stands now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from data_access.contracts.common import Basis
from data_access.contracts.permission_requests import PermissionRequest, PermissionRequests, PermissionState
from data_access.reading.operation_scope import runs_named
from data_access.reading.stored_json import decoded
from data_access.rules.permission_requests import Told, recorded_request, request_of_call
from data_access.rules.time_bounds import with_zone
from data_access.store.connection import Store

MOST_EXAMINED = 10_000
_LONGEST_TEXT = 2_000
_ANSWERED: dict[bool, tuple[PermissionState, ...]] = {
    False: ("granted", "denied", "cancelled", "expired", "not_known"),
    True: ("denied",),
}
"""In which states the time of the answer is known, by whether the request is derived: a call that ran was
granted at some time before it ended."""
_PLAIN = (
    "permission_id", "is_derived", "conversation_id", "conversation_key", "title", "agent_id", "agent_name",
    "task_id", "tool", "asked_at", "expires_at", "tool_call_id", "event_id", "origin",
)  # fmt: skip


def permission_requests(
    store: Store,
    *,
    conversation: str | None = None,
    agent_id: str | None = None,
    state: PermissionState | None = None,
    source_format: str | None = None,
    since: datetime | None = None,
    limit: int = 200,
    now: datetime | None = None,
) -> PermissionRequests:
    """List requests for permission, those that wait first, then the newest; of one run or of all.

    At most 10,000 are looked at, the newest; what lies behind is said to be cut. `since` lets through what
    was asked from then on.
    Raises: `NotFound`, `AmbiguousId`.
    """
    moment = now or datetime.now(UTC)
    key = None if conversation is None else runs_named(store, conversation)[0]
    asked = {
        "conversation_key": key,
        "agent_id": agent_id,
        "source_format": source_format,
        "since": with_zone(since, "since"),
        "most": MOST_EXAMINED,
    }
    rows = store.rows("permission_requests", asked)
    every = sorted(_requests(rows, moment), key=lambda one: one.state != "pending")
    items = [one for one in every if state in (None, one.state)]
    looked_at_all = not rows or rows[0]["total"] <= len(rows)
    return PermissionRequests(
        as_of=moment,
        basis=_basis(rows),
        items=tuple(items[:limit]),
        total=len(items),
        truncated=len(items) > limit or not looked_at_all,
        by_state=dict(Counter(one.state for one in every)),
    )


def _requests(rows: list[dict[str, Any]], now: datetime) -> Iterator[PermissionRequest]:
    for row in rows:
        told = _told(row, now)
        if told is not None:
            yield _shown(row, told)


def _told(row: Mapping[str, Any], now: datetime) -> Told | None:
    if not row["is_derived"]:
        return recorded_request(row, decoded(row["options"]), now)
    return request_of_call(row, has_asked=row["permission_id"].startswith("event:"))


def _shown(row: Mapping[str, Any], told: Told) -> PermissionRequest:
    return PermissionRequest(
        **{name: row[name] for name in _PLAIN},
        operation=told.operation,
        target=told.target[:_LONGEST_TEXT],
        reason=_cut(told.reason),
        options=told.options,
        state=told.state,
        chosen=told.chosen,
        answered_by=told.answered_by,
        answer=_cut(told.answer),
        answered_at=row["answered_at"] if told.state in _ANSWERED[row["is_derived"]] else None,
    )


def _cut(text: str | None) -> str | None:
    return text[:_LONGEST_TEXT] if text else None


def _basis(rows: list[dict[str, Any]]) -> Basis:
    kinds: set[Basis] = {row["basis"] for row in rows}
    return kinds.pop() if len(kinds) == 1 else "mixed" if kinds else "log"
