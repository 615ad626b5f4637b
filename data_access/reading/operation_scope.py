"""Whose operations are meant: the values of the statements that read what was examined."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypedDict, Unpack, cast

from data_access.contracts.common import Basis
from data_access.contracts.operations import PolicyInForce
from data_access.errors import NotFound
from data_access.reading.conversations import clean, named_conversation
from data_access.rules.examined_operations import examined_by
from data_access.rules.time_bounds import time_bounds
from data_access.store.connection import Store

_TOLD = "told:"
"""Before the id under which operations are kept that belong to no run, or to no single one."""


class ScopeAsked(TypedDict, total=False):
    """Whose operations are meant, and of when; what is absent lets everything through."""

    conversation_id: str | None
    agent_id: str | None
    source_format: str | None
    since: datetime | None
    until: datetime | None


class PolicyAsked(NamedTuple):
    """The policy by which operations were examined."""

    source: str
    version: str
    judge: str
    """Names the policy with the rules that read it."""


def policy_asked(policy: PolicyInForce) -> PolicyAsked:
    """Return what names a policy: few words, by which an answer can be kept."""
    return PolicyAsked(policy.source, policy.version, examined_by(policy))


def scope_values(store: Store, policy: PolicyAsked, **asked: Unpack[ScopeAsked]) -> dict[str, Any]:
    """Return the values of the statements. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`."""
    conversation = asked.get("conversation_id")
    texts = {name: asked.get(name) for name in ("agent_id", "source_format")}
    values: dict[str, Any] = {
        name: None if text is None else clean(str(text)) for name, text in texts.items()
    }
    values |= time_bounds(asked.get("since"), asked.get("until"))
    runs = None if conversation is None else runs_named(store, conversation)
    return values | {"judge": policy.judge, "runs": runs}


def runs_named(store: Store, conversation: str) -> list[str]:
    """Return under what the operations of a run are kept, or those that name a run which is not there."""
    told = _TOLD + clean(conversation)
    try:
        run = named_conversation(store, conversation)
    except NotFound:
        if not store.rows("operations_told_of", {"run": told})[0]["operations"]:
            raise
        return [told]
    return [run.conversation_key, _TOLD + run.conversation_id]


def runs_to_examine(store: Store, policy: PolicyAsked) -> int:
    """Return how many runs changed since, or were not examined by this policy."""
    rows = store.rows("runs_to_examine", {"examined_by": policy.judge, "limit": 1})
    return rows[0]["total"] if rows else 0


def basis_of(bases: Sequence[str | None]) -> Basis:
    """Return on what a list rests whose items rest on these."""
    found = {base or "published" for base in bases}
    return cast(Basis, found.pop()) if len(found) == 1 else "mixed"
