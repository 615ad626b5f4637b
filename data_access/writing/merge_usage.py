"""Turns observations of usage into billed calls, set by set, inside the transaction that brought them.

The rule is `rules.usage_identity`; the statements do the same for a whole import at once. Only calls that
became others are rewritten, and only costs whose figures changed are forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_access.store.connection import Transaction


@dataclass(frozen=True)
class MergedUsage:
    """What a merge did."""

    brought: int
    """Calls that were not stored before."""
    completed: int
    """Known calls whose figures are others now."""
    removed: int
    """Calls of which no observation is left."""
    conversation_keys: tuple[str, ...]
    """Conversations whose sums changed: the owners before and after."""


def merge_usage_calls(
    transaction: Transaction, file_ids: Sequence[int], call_keys: Sequence[str] = ()
) -> MergedUsage:
    """Merge every call that a row of these files speaks of, and those named, over all observations.

    Call it after the rows of the files were appended. It leaves the temporary tables `touched_call` and
    `changed_call` on the transaction, for pricing.
    """
    transaction.run("touch_calls_of_files", {"file_ids": list(file_ids)})
    note_calls(transaction, call_keys)
    return merge_touched_calls(transaction)


def note_calls(transaction: Transaction, call_keys: Sequence[str]) -> None:
    """Add calls to those that are merged next."""
    if call_keys:
        transaction.run("touch_more_calls", {"call_keys": list(call_keys)})


def note_calls_of_doomed_files(transaction: Transaction) -> None:
    """Remember the calls of the files in the temporary table `doomed_file`, before their rows are removed.

    `merge_touched_calls` after the removal then merges what is left of them.
    """
    transaction.run("touch_calls_of_doomed_files")
    transaction.run("touch_related_calls")


def merge_touched_calls(transaction: Transaction) -> MergedUsage:
    """Merge the calls named by the temporary table `touched_call`; one of which no row is left is removed."""
    for name in (
        "touch_related_calls",
        "find_uncounted_calls",
        "merge_calls",
        "find_changed_calls",
        "drop_changed_costs",
        "drop_changed_calls",
        "keep_changed_calls",
    ):
        transaction.run(name)
    (counts,) = transaction.run("changed_call_counts")
    return MergedUsage(
        brought=counts["brought"],
        completed=counts["completed"],
        removed=counts["removed"],
        conversation_keys=tuple(counts["conversation_keys"]),
    )


def refresh_conversation_usage(transaction: Transaction) -> None:
    """Count the own usage of the conversations in the temporary table `touched_conversation` anew.

    Call it after merging and pricing, with the conversations both of them name, and after the conversations
    themselves were refreshed.
    """
    transaction.run("note_parents_with_totals")
    transaction.run("drop_conversation_usage")
    transaction.run("count_conversation_usage")
