"""Keeps what lists show of a conversation: counted anew where touched, in the transaction that touched it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime

from data_access.rules.desk_calls import DESK_CALLS
from data_access.store.connection import Transaction


@contextmanager
def touched_conversations(transaction: Transaction, keys: Collection[str]) -> Iterator[None]:
    """Hold the temporary list `touched_conversation` that the refreshing statements read."""
    transaction.run("begin_touched_conversations")
    note_touched(transaction, keys)
    yield
    transaction.run("end_touched_conversations")


def note_touched(transaction: Transaction, keys: Collection[str]) -> None:
    """Add conversations to the list."""
    if keys:
        transaction.run("note_touched_conversations", {"conversation_keys": list(keys)})


def refresh_conversations(transaction: Transaction, now: datetime, *, since_file_id: int = 0) -> None:
    """Count the touched conversations anew, attach children to parents, find the desk's own calls in them.

    No file before `since_file_id` spoke of any of them.
    """
    transaction.run("drop_conversations")
    transaction.run("count_conversations", {"since_file_id": since_file_id})
    transaction.run("claim_child_conversations")
    transaction.run("attach_child_conversations")
    transaction.run("gather_sessions")
    transaction.run("drop_desk_calls")
    find_desk_calls(transaction, since_file_id)
    transaction.run("add_new_projects", {"now": now})


def find_desk_calls(transaction: Transaction, since_file_id: int) -> None:
    """Find the desk's own calls in touched conversations; no file before `since_file_id` spoke of them."""
    transaction.run("find_desk_calls", {"since_file_id": since_file_id, "calls": list(DESK_CALLS)})


def count_orphans(transaction: Transaction) -> int:
    """Return how many agents, tasks and runs among the touched ones name a parent nobody has seen."""
    orphans: int = transaction.run("count_orphans")[0]["orphans"]
    return orphans
