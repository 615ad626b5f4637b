"""Desks on which much waits for people, for the inbox."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from data_access.store.connection import Store
from tests.writing.cases import Agent
from tests.writing.people import Person

HOSTILE = '<img src=x onerror="alert(1)"> [t](javascript:alert(2)) ![x](https://evil.example/x.png)'


def everything_owed(store: Store, *, ago: timedelta = timedelta(hours=5)) -> str:
    """Publish a case in which one thing of each kind is owed, and return its id."""
    agent = Agent(store, now=datetime.now(UTC) - ago)
    claim = agent.claim(agent.create(title="黄水 Yellow water", project="north").task_id, lease_seconds=1800)
    agent.ask(claim, prompt="Which valve was closed?", is_required=True, assignee="Wang")
    agent.report(claim)
    agent.propose(claim, title="Flush the main")
    agent.propose(claim, title="Close valve 7")
    Person(agent, claim.task_id).decide("A-2")
    agent.relay(claim.task_id)
    agent.progress(
        claim, graph_update={"nodes": [{"node_id": "n", "title": "Age?", "status": "needs_input"}]}
    )
    step = {"id": "s", "title": "Dig", "actor": "human", "status": "waiting", "reason": "It is dark."}
    agent.plan(claim, nodes=[step])
    agent.finish(claim)
    return claim.task_id


def many_questions(store: Store, *, cases: int = 4, each: int = 10) -> list[str]:
    """Ask `each` questions in `cases` cases, in hostile words; return the ids of the cases, oldest first."""
    agent = Agent(store, now=datetime.now(UTC) - timedelta(hours=2))
    task_ids = []
    for _ in range(cases):
        claim = agent.claim(agent.create(title=HOSTILE).task_id, lease_seconds=1800)
        for number in range(each):
            due = (agent.now + timedelta(minutes=number + 1)).isoformat()
            agent.ask(
                claim, prompt=f"{HOSTILE} {number}", why=HOSTILE, is_required=number % 2 == 0, due_at=due
            )
        agent.finish(claim)
        agent.wait(60)
        task_ids.append(claim.task_id)
    return task_ids
