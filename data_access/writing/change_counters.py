"""Counts changes by scope, in the transaction that makes them, so that a page can tell whether to redraw.

A scope is a word a page watches: `runs`, `costs`, `imports`, `workspaces`, or `conversation:<key>`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from data_access.store.connection import Transaction


def touch(transaction: Transaction, scopes: Iterable[str], at: datetime) -> None:
    """Raise the counter of each scope by one; a scope named twice counts once."""
    distinct = sorted(set(scopes))
    if distinct:
        raised = transaction.run("raise_change_counters", {"scopes": distinct, "at": at})
        new = set(distinct) - {row["scope"] for row in raised}
        if new:
            transaction.run("begin_change_counters", {"scopes": sorted(new), "at": at})
