"""Whether money was really paid: billed by the token, or what a subscription would have cost by the list.

Logs do not say which. Until a person says it the basis is unknown, and no screen may call the money spent.
"""

from __future__ import annotations

from data_access.contracts.usage import BasisOfMoney, MoneyBasis
from data_access.reading.conversations import named_conversation
from data_access.store.connection import Store


def money_bases(store: Store) -> tuple[MoneyBasis, ...]:
    """List what was said, the desk's default (project null) first."""
    return tuple(MoneyBasis(**row) for row in store.rows("money_basis_settings"))


def money_basis(store: Store, *, project: str | None = None, conversation: str | None = None) -> BasisOfMoney:
    """Return the basis of the money of all runs, of one project, or of one conversation.

    A project of which nothing was said follows the desk's default; projects that differ give `mixed`.
    Raises: `NotFound`, `AmbiguousId`.
    """
    said = {one.project: one.basis for one in money_bases(store)}
    named = None if conversation is None else named_conversation(store, conversation)
    selected = {"project": project, "conversation_key": named and named.conversation_key}
    default = said.get(None, "unknown")
    found: set[BasisOfMoney] = {
        said.get(row["project"], default) for row in store.rows("projects_with_usage", selected)
    }
    if len(found) > 1:
        return "mixed"
    return found.pop() if found else said.get(project, default)
