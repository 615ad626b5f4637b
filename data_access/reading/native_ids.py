"""Which run a bare id of a source belongs to: `task-1` and `main` mean something in many runs."""

from __future__ import annotations

from typing import Literal

from data_access.errors import AmbiguousId, NotFound, Problem
from data_access.reading.conversations import clean, named_conversation
from data_access.store.connection import Store

NativeKind = Literal["agent", "task", "thread"]
_STATEMENTS: dict[NativeKind, str] = {
    "agent": "conversations_of_agent",
    "task": "conversations_of_task",
    "thread": "conversations_of_thread",
}
MOST_CANDIDATES = 50


def conversation_of(store: Store, kind: NativeKind, native_id: str, conversation: str | None = None) -> str:
    """Return the key of the one run that knows the agent, task or thread.

    Without a `conversation` every run of the desk is looked at. Raises: `NotFound` when none knows it;
    `AmbiguousId` when several do, with `<conversation_key>` of each, at most 50.
    """
    named = None if conversation is None else named_conversation(store, conversation)
    keys = require_known(store, kind, native_id, named and named.conversation_key)
    if len(keys) == 1:
        return keys[0]
    raise AmbiguousId(
        f"The {kind} id {clean(native_id)} stands in several runs. Give a conversation_id as well, one of: "
        f"{', '.join(keys)}.",
        candidates=keys,
    )


def require_known(
    store: Store, kind: NativeKind, native_id: str, conversation_key: str | None = None
) -> tuple[str, ...]:
    """Return the keys of the runs that know the id, at most 50, of one run or of all. Raises: `NotFound`."""
    values = {
        "native_id": clean(native_id),
        "conversation_key": conversation_key,
        "limit": MOST_CANDIDATES,
    }
    keys = tuple(row["conversation_key"] for row in store.rows(_STATEMENTS[kind], values))
    if not keys:
        why = "no run of this desk has it" if conversation_key is None else "this run does not have it"
        raise _unknown(kind, native_id, why)
    return keys


def _unknown(kind: NativeKind, native_id: str, why: str) -> NotFound:
    fix = "The topology of a run lists its agents and tasks, its events their threads."
    return NotFound(
        f"No {kind} has the id {clean(native_id)}: {why}.", problems=(Problem(f"{kind}_id", why, fix),)
    )
