"""How agents stand to the limits of the policy, over all runs, and what was measured of one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from data_access.contracts.common import Basis, Origin
from data_access.contracts.operations import PolicyInForce
from data_access.contracts.policy import Limits
from data_access.contracts.resource_limits import (
    AgentLimits,
    LimitCount,
    LimitListing,
    LimitName,
    LimitStanding,
    LimitState,
    ResourceUse,
    ResourceUses,
)
from data_access.errors import NotFound
from data_access.reading.conversations import NamedConversation, clean, named_conversation
from data_access.rules.derived_operations import COMMAND_TOOLS
from data_access.rules.resource_limits import (
    LIMIT_NAMES,
    Use,
    limit_state,
    most_of,
    passes,
    severity,
    standing_of_highest,
    state_in_all,
)
from data_access.store.connection import Store


class _Judged(NamedTuple):
    """An agent with its state to each limit."""

    row: Mapping[str, Any]
    states: dict[LimitName, LimitState]

    @property
    def state(self) -> LimitState:
        return state_in_all(self.states.values())

    def stands(self, state: LimitState | None, limit_name: LimitName | None) -> bool:
        return state in (None, self.states[limit_name] if limit_name else self.state)


def limits_of_agents(
    store: Store,
    conversation: str | None = None,
    *,
    policy: PolicyInForce,
    as_named: bool = False,
    agent_id: str | None = None,
    limit_name: LimitName | None = None,
    state: LimitState | None = None,
    project: str | None = None,
    source_format: str | None = None,
    origin: Origin | None = None,
    since: datetime | None = None,
    limit: int = 100,
) -> LimitListing:
    """List how agents stand to the limits, those who passed the most first, then by how far, then the newest.

    With `since` only what was used from then on counts. A command's length is that of a sample, of an audit
    log, or the time from its tool call to the result. Samples of a run that is not on this desk stand under
    the name they give, unless a run, project or source was asked for; with `as_named` they alone are meant.
    Raises: `NotFound`, `AmbiguousId`.
    """
    limits = policy.policy.limits
    run = None if conversation is None else _known_or_named(store, conversation, as_named)
    asked = {
        "conversation_key": run and run.conversation_key,
        "as_named": clean(conversation) if conversation is not None and run is None else None,
        "agent_id": agent_id and clean(agent_id),
        "project": project and clean(project),
        "source_format": source_format,
        "origin": origin,
        "since": since,
        "tools": sorted(COMMAND_TOOLS),
    } | {name: most_of(limits, name) for name in LIMIT_NAMES}
    every = [_judged(row, limits) for row in store.rows("limits_of_agents", asked)]
    matching = [one for one in every if one.stands(state, limit_name)]
    ranked = (limit_name,) if limit_name else LIMIT_NAMES
    matching.sort(key=lambda one: _rank(one, limits, ranked))
    return LimitListing(
        as_of=datetime.now(UTC),
        basis="mixed" if run is None else run.basis,
        items=tuple(_agent(one, limits) for one in matching[:limit]),
        total=len(matching),
        truncated=len(matching) > limit,
        by_limit=tuple(_count(name, every) for name in LIMIT_NAMES),
        by_state=dict(Counter(one.state for one in every)),
        limits=limits,
        policy=policy.source,
        policy_version=policy.version,
    )


def resource_use(
    store: Store,
    conversation: str,
    *,
    policy: PolicyInForce,
    as_named: bool = False,
    agent_id: str | None = None,
    without_agent: bool = False,
    limit_name: LimitName | None = None,
    since: datetime | None = None,
    limit: int = 400,
) -> ResourceUses:
    """List what was measured of a run or an agent of it, in the order of time, beside the limits.

    A run that is not on this desk is found by the name that samples give; with `as_named` only samples of no
    known run are meant. Of more than about `limit` those
    are given that were the highest of their stretch of time; the answer says that it is cut.
    Raises: `NotFound`, `AmbiguousId`.
    """
    run = _known_or_named(store, conversation, as_named)
    asked = {
        "conversation_key": run and run.conversation_key,
        "as_named": clean(conversation) if run is None else None,
        "agent_id": agent_id and clean(agent_id),
        "without_agent": without_agent,
        "limit_name": limit_name,
        "since": since,
        "tools": sorted(COMMAND_TOOLS),
        "limit": limit,
        "stretches": limit if limit_name else max(limit // len(LIMIT_NAMES), 1),
    }
    rows = store.rows("resource_use", asked)
    limits = policy.policy.limits
    total = rows[0]["total"] if rows else 0
    basis: Basis = run.basis if run else "published"
    return ResourceUses(
        as_of=datetime.now(UTC),
        basis="mixed" if len({row["is_derived"] for row in rows}) > 1 else basis,
        items=tuple(_use(row, limits) for row in rows),
        total=total,
        truncated=total > len(rows),
        conversation_key=run and run.conversation_key,
        conversation_id=run.conversation_id if run else conversation,
        limits=limits,
        rests_on=basis,
    )


def _known_or_named(store: Store, conversation: str, as_named: bool) -> NamedConversation | None:
    """Return the run; none where it is not known and samples name it, or only their name is meant.

    Raises: `NotFound`, `AmbiguousId`.
    """
    asked = {"conversation": clean(conversation), "tools": sorted(COMMAND_TOOLS)}
    is_named = store.rows("samples_name_run", asked)[0]["is_named"]
    if as_named and is_named:
        return None
    try:
        return named_conversation(store, conversation)
    except NotFound:
        if not is_named:
            raise
        return None


def _judged(row: Mapping[str, Any], limits: Limits) -> _Judged:
    return _Judged(row, {name: limit_state(_value(row, name), most_of(limits, name)) for name in LIMIT_NAMES})


def _value(row: Mapping[str, Any], name: LimitName) -> int | float | None:
    told = row[name]
    return None if told is None else told["value"]


def _rank(one: _Judged, limits: Limits, names: Sequence[LimitName]) -> tuple[object, ...]:
    passed, share = severity({name: _value(one.row, name) for name in names}, limits)
    last_at = one.row["last_at"]
    newest = -last_at.timestamp() if last_at is not None else float("inf")
    is_unmeasured = one.state == "not_measured"
    return is_unmeasured, -passed, -share, newest, one.row["conversation_id"], one.row["agent_id"] or ""


def _count(name: LimitName, every: Sequence[_Judged]) -> LimitCount:
    states = Counter(one.states[name] for one in every)
    return LimitCount(
        limit=name, passed=states["passed"], within=states["within"], not_measured=states["not_measured"]
    )


def _agent(one: _Judged, limits: Limits) -> AgentLimits:
    fields = AgentLimits.model_fields.keys() - {"state", "standings"}
    return AgentLimits(
        state=one.state,
        standings=tuple(_standing(one.row, name, limits) for name in LIMIT_NAMES),
        **{name: one.row[name] for name in fields},
    )


def _standing(row: Mapping[str, Any], name: LimitName, limits: Limits) -> LimitStanding:
    told, kind = row[name], name.partition("_")[0]
    measured = row[f"{kind}_measured"] or 0
    lacking = (row["samples"] or 0) - measured
    return standing_of_highest(
        limits,
        name,
        Use(**told) if told else None,
        measured=measured,
        times_passed=row[f"{kind}_passed"] or 0,
        unmeasured=(row["commands_without_length"] or 0) if kind == "command" else lacking,
    )


def _use(row: Mapping[str, Any], limits: Limits) -> ResourceUse:
    beyond = [
        name for name in LIMIT_NAMES if row[name] is not None and passes(row[name], most_of(limits, name))
    ]
    fields = ResourceUse.model_fields.keys() - {"passed"}
    return ResourceUse(passed=tuple(beyond), **{name: row[name] for name in fields})
