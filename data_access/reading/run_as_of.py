"""As of which moment a run is read: now, or one of the snapshots that its source left.

An older state rests on what had happened by then and on what the snapshots of that time say, on nothing else.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

from data_access.contracts.common import Basis, Listing
from data_access.contracts.visibility import NotInSource, SnapshotItem, SourceLack
from data_access.errors import InvalidInput, Problem
from data_access.reading.conversations import named_conversation
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.rules.time_bounds import with_zone
from data_access.store.connection import Store

_LACKS: dict[SourceLack, str] = {
    "snapshots": "this source keeps no snapshots",
    "execution_mode": "this source does not say how the runtime works",
    "phases": "this source has no phases",
    "isolation": "this source does not say where the work is isolated",
    "verifier": "this source has no verifier",
    "agents": "this source names no agents",
    "tasks": "this source has no tasks",
    "task_hierarchy": "this source says of no task that it is a part of another",
    "task_results": "this source has no results of tasks",
    "messages": "this source has no messages",
    "agent_messages": "this source does not say which agent wrote to which",
    "tool_outcomes": "this source has no tool calls",
    "usage": "this source tells neither tokens nor cost",
}


class RunAsOf(NamedTuple):
    """A run and the moment it is read as of."""

    conversation_key: str
    conversation_id: str
    basis: Basis
    moment: datetime | None
    """The `captured_at` that was asked for, or the newest one before it; null for now."""
    places: list[int] | None
    """Where the snapshots stand that were there at `moment`; null for now."""
    snapshot_at: datetime | None
    snapshots: int

    @property
    def values(self) -> dict[str, Any]:
        """What the statements ask for."""
        return {"conversation_key": self.conversation_key, "moment": self.moment, "places": self.places}

    @property
    def as_of(self) -> datetime:
        """The moment an answer speaks of."""
        return self.moment or datetime.now(UTC)

    @property
    def identity(self) -> dict[str, str]:
        """The run, as items of a list name it."""
        return {"conversation_id": self.conversation_id, "conversation_key": self.conversation_key}

    def heading(self, lacks: dict[SourceLack, bool]) -> dict[str, Any]:
        """Return the fields of `RunAnswer`; `lacks` says what is absent from the source."""
        said = tuple(NotInSource(what=what, says=_LACKS[what]) for what, absent in lacks.items() if absent)
        heading = {"as_of": self.as_of, "basis": self.basis, "snapshot_at": self.snapshot_at}
        return self.identity | heading | {"not_in_source": said}


def run_as_of(store: Store, conversation: str, at: datetime | None = None) -> RunAsOf:
    """Return the run as it stands now, or as of the newest snapshot captured at `at` or before.

    Raises: `NotFound`, `AmbiguousId`; `InvalidInput` when there is no snapshot that early.
    """
    named = named_conversation(store, conversation)
    values = {"conversation_key": named.conversation_key, "at": with_zone(at, "at")}
    found = store.rows("snapshot_as_of", values)[0]
    if at is not None and found["snapshot_at"] is None:
        raise _too_early(at, found["first_at"])
    older = {"moment": found["snapshot_at"], "places": found["places"]}
    state = older if at is not None else {"moment": None, "places": None}
    return RunAsOf(**named._asdict(), **state, snapshot_at=found["snapshot_at"], snapshots=found["snapshots"])


EVERY_RUN: dict[str, Any] = {"conversation_key": None, "moment": None, "places": None}
"""What the statements ask for when no run is named."""


def run_if_named(store: Store, conversation: str | None, at: datetime | None) -> RunAsOf | None:
    """Return the run that is named as of `at`, null for all runs together, which no snapshot covers.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    if conversation is not None:
        return run_as_of(store, conversation, at)
    if at is not None:
        wrong = Problem("at", "no run is named whose snapshot it is", "Give a conversation_id as well.")
        raise InvalidInput("All runs together cannot be read as of a snapshot.", problems=(wrong,))
    return None


def snapshots(
    store: Store, conversation: str, *, limit: int = 100, cursor: str | None = None
) -> Listing[SnapshotItem]:
    """List the snapshots of a run, the newest first. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`."""
    run = run_as_of(store, conversation)
    at, snapshot_id = read_cursor(cursor, "captured_at", (datetime, str)) if cursor else (None, None)
    after = {"after_at": at, "after_id": snapshot_id, "limit": page_limit(limit) + 1}
    rows = store.rows("snapshots_of_conversation", {"conversation_key": run.conversation_key} | after)
    page, last = rows[:limit], rows[limit - 1] if len(rows) > limit else None
    return Listing[SnapshotItem](
        as_of=run.as_of,
        basis=run.basis,
        items=tuple(SnapshotItem(**run.identity, **row) for row in page),
        total=run.snapshots,
        truncated=last is not None,
        next_cursor=last and write_cursor("captured_at", (last["captured_at"], last["snapshot_id"])),
    )


def _too_early(at: datetime, first_at: datetime | None) -> InvalidInput:
    if first_at is None:
        why, fix = "this run has no snapshots", "Leave `at` out, or read its events with `until`."
    else:
        why = "this run has no snapshot that early"
        fix = f"Give {first_at.astimezone(UTC).isoformat()} or later."
    problem = Problem("at", why, fix)
    return InvalidInput(f"The run cannot be read as of {at.isoformat()}: {why}.", problems=(problem,))
