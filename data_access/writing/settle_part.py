"""Brings everything derived up to date after a small part arrived, at a cost that goes with the part.

A call that one row alone speaks of, in a conversation that the store had not seen, needs no merge and no look
at what is stored: it is stored, priced and added to the sums as it is. Everything else goes the way of every
import (`writing.merge_usage`), and the sums of its conversations are counted anew.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from data_access.rules.pricing import PriceBook
from data_access.writing.merge_usage import merge_touched_calls, refresh_conversation_usage
from data_access.writing.price_calls import price_new_calls, price_staged_calls
from data_access.writing.refresh_conversations import refresh_conversations, touched_conversations

if TYPE_CHECKING:
    from data_access.store.connection import Transaction


@dataclass(frozen=True)
class Part:
    """What arrived."""

    fresh: Collection[str]
    """Conversations with calls of which the store had no row."""
    grown: Collection[str]
    """Conversations with calls of which it had rows."""
    others: Collection[str]
    """Further conversations that the part speaks of."""
    call_keys: Collection[str]
    """Calls of grown conversations whose usage has to be merged again."""
    since_file_id: int
    """No earlier file spoke of any of them."""


class FreshCalls(NamedTuple):
    """Calls of one conversation and model that were not known before."""

    conversation_key: str
    model: str
    calls: int
    unpriced: int


@dataclass(frozen=True)
class Settled:
    """What came of it."""

    fresh_calls: tuple[FreshCalls, ...]
    merged_calls: int
    """Further calls that were brought or completed."""
    conversation_keys: frozenset[str]
    """Conversations that are others now."""

    def and_also(self, other: Settled) -> Settled:
        """Return what came of two parts that are stored together."""
        return Settled(
            self.fresh_calls + other.fresh_calls,
            self.merged_calls + other.merged_calls,
            self.conversation_keys | other.conversation_keys,
        )


def settle_part(transaction: Transaction, part: Part, book: PriceBook, at: datetime) -> Settled:
    """Merge, price and count what a part touches. Call it when its rows are appended."""
    fresh = {"since_file_id": part.since_file_id, "conversation_keys": list(part.fresh)}
    transaction.run("stage_fresh_calls", fresh)
    price_fresh_calls(transaction, book, at)
    merged, owners = _merge_others(transaction, part, book, at)
    recounted = {*part.grown, *owners}
    touched = {*part.fresh, *part.grown, *part.others, *owners}
    with touched_conversations(transaction, touched):
        refresh_conversations(transaction, at, since_file_id=part.since_file_id)
        transaction.run("note_parents_with_totals")
        recounted |= {row["conversation_key"] for row in transaction.run("touched_with_totals")}
    with touched_conversations(transaction, recounted):
        add_fresh_usage(transaction, part.since_file_id)
        if recounted:
            refresh_conversation_usage(transaction)
    calls = transaction.run("fresh_calls_by_conversation")
    return Settled(tuple(FreshCalls(**row) for row in calls), merged, frozenset(touched))


def price_fresh_calls(transaction: Transaction, book: PriceBook, at: datetime) -> None:
    """Store the calls of the temporary table `fresh_call`, and what they cost."""
    transaction.run("keep_fresh_calls")
    transaction.run("find_fresh_calls_to_price")
    if not price_staged_calls(transaction, book, at):
        transaction.run("begin_priced_calls")
    transaction.run("stage_fresh_costs", {"at": at})
    transaction.run("keep_fresh_costs")


def add_fresh_usage(transaction: Transaction, since_file_id: int) -> None:
    """Add what `fresh_call` spent to the sums; no file before `since_file_id` spoke of any of them."""
    transaction.run("stage_agents_of_fresh_calls", {"since_file_id": since_file_id})
    transaction.run("add_fresh_usage")


def _merge_others(
    transaction: Transaction, part: Part, book: PriceBook, at: datetime
) -> tuple[int, set[str]]:
    """Merge what is not fresh; return the calls brought or completed, and whose they are."""
    transaction.run(
        "touch_calls_of_part",
        {
            "since_file_id": part.since_file_id,
            "conversation_keys": list(part.fresh),
            "call_keys": list(part.call_keys),
        },
    )
    if not transaction.run("count_touched_calls")[0]["calls"]:
        return 0, set()
    merged = merge_touched_calls(transaction)
    billed = merged.brought + merged.completed
    priced = price_new_calls(transaction, book, at).conversation_keys if billed else ()
    return billed, {*merged.conversation_keys, *priced}
