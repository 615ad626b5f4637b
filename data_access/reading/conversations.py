"""Which run is meant: turns what a caller wrote into one conversation of this desk, or says why it cannot."""

from __future__ import annotations

from typing import NamedTuple

from data_access.contracts.common import Basis
from data_access.contracts.queries import NamedRun
from data_access.errors import AmbiguousId, NotFound, Problem
from data_access.store.connection import Store

SHORTEST_BEGINNING = 6


class NamedConversation(NamedTuple):
    """A conversation that exists on this desk."""

    conversation_key: str
    conversation_id: str
    basis: Basis


def named_conversation(store: Store, conversation: str) -> NamedConversation:
    """Return the conversation with this native id or key.

    Raises: `NotFound`, naming runs whose id begins so; `AmbiguousId` when a native id fits several.
    """
    found = _found(store, "conversation_named", {"conversation": clean(conversation)})
    exact = [one for one in found if one.conversation_key == conversation]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if not found:
        raise _unknown(conversation, conversations_beginning_with(store, conversation))
    keys = tuple(one.conversation_key for one in found)
    raise AmbiguousId(
        f"The id {clean(conversation)} fits {len(found)} runs. Give one of these keys: {', '.join(keys)}.",
        candidates=keys,
    )


def run_meant(store: Store, given: str) -> NamedRun:
    """Return the run that an id, a key, or the clear beginning of one means.

    Raises: `NotFound`, `AmbiguousId`.
    """
    try:
        found = named_conversation(store, given)
    except NotFound:
        alike = conversations_beginning_with(store, given)
        if len(alike) != 1:
            raise
        found = alike[0]
    return NamedRun(conversation_key=found.conversation_key, conversation_id=found.conversation_id)


def conversations_beginning_with(store: Store, beginning: str) -> list[NamedConversation]:
    """List up to six conversations whose native id or key begins so; six characters or more."""
    if len(beginning) < SHORTEST_BEGINNING:
        return []
    return _found(store, "conversations_beginning_with", {"beginning": clean(beginning)})


def clean(text: str) -> str:
    """Return the text with lone surrogates replaced: no stored text holds one and the engine takes none."""
    return text.encode("utf-8", "replace").decode()


def _found(store: Store, name: str, values: dict[str, str]) -> list[NamedConversation]:
    return [NamedConversation(**row) for row in store.rows(name, values)]


def _unknown(conversation: str, alike: list[NamedConversation]) -> NotFound:
    fix = "`caseboard runs` lists the runs of this desk."
    if alike:
        fix = f"Runs that begin so: {', '.join(one.conversation_id for one in alike)}."
    return NotFound(
        f"No run has the id {clean(conversation)}.",
        problems=(Problem("conversation_id", "no run of this desk has this id or key", fix),),
    )
