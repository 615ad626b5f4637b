"""The agents of a run: the tree, the orphans, the circles, and whose money it is."""

from __future__ import annotations

from decimal import Decimal

import pytest

from data_access.contracts.readings import AgentUsage
from data_access.contracts.usage import UsageTotals
from data_access.reading.agents import agents


def usage(calls, cost):
    return UsageTotals(
        usage_calls=calls, fresh_input=10 * calls, output=5 * calls, cost_usd=cost and Decimal(cost)
    )


@pytest.fixture
def crew(desk):
    """main over orch over codex; a lost agent; two that name each other; one call without an agent."""
    desk.run("cc-1", conversation_id="session")
    desk.run("cc-2", conversation_id="other")
    desk.agent("cc-1", "main", name="Main")
    desk.agent("cc-1", "codex", "orch")
    desk.agent("cc-1", "orch", "main")
    desk.agent("cc-1", "lost", "nobody")
    desk.agent("cc-1", "ring-a", "ring-b")
    desk.agent("cc-1", "ring-b", "ring-a")
    desk.agent("cc-2", "main")
    desk.append([desk.event("cc-1", "e1", "2026-05-01 10:00"), desk.event("cc-1", "e2", "2026-05-01 11:00")])
    for number, (agent, cost) in enumerate(
        [("main", "1"), ("orch", "2"), ("codex", "4"), ("ring-a", "8"), ("ring-b", "16"), (None, "32")]
    ):
        desk.call(f"c{number}", "cc-1", agent, cost)
    desk.call("foreign", "cc-2", "main", "64")
    return desk.store


def test_agents_come_as_a_tree_with_own_and_inclusive_usage(crew):
    listing = agents(crew, "session")
    assert [
        (item.agent_id, item.depth, item.is_orphan, item.own.cost_usd, item.with_descendants.cost_usd)
        for item in listing.items
    ] == [
        ("main", 0, False, 1, 7),
        ("orch", 1, False, 2, 6),
        ("codex", 2, False, 4, 4),
        ("lost", 0, True, None, None),
        ("ring-a", 0, False, 8, 24),
        ("ring-b", 1, False, 16, 24),
        (None, 0, False, 32, 32),
    ]
    assert (listing.total, listing.truncated, listing.basis) == (7, False, "log")


def test_an_agent_says_when_it_acted_and_with_which_models(crew):
    assert agents(crew, "session").items[0] == AgentUsage(
        agent_id="main",
        name="Main",
        role=None,
        parent_agent_id=None,
        is_orphan=False,
        depth=0,
        models=("claude-opus-4-7",),
        first_at="2026-05-01T10:00:00Z",
        last_at="2026-05-01T11:00:00Z",
        events=2,
        own=usage(1, "1"),
        with_descendants=usage(3, "7"),
    )
