"""What people owe: the same as a plain count over every case finds, in order, paged without loss."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.case_calls import TaskContextCall
from data_access.contracts.case_receipts import ClaimReceipt
from data_access.contracts.inbox import InboxOrder, OwedItem, Whose
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.progress_graph import ProgressGraph
from data_access.errors import CaseboardError, InvalidInput
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import human_evidence_of_task, plans_of_task, progress_updates_of_task
from data_access.reading.cases_glance import waiting_for_people
from data_access.reading.inbox import inbox, settled_questions
from data_access.reading.investigations import investigations
from data_access.rules.progress_graph import graph_after
from data_access.store.connection import Store
from data_access.writing.agent_looks import note_agent_look
from data_access.writing.case_write import Author
from data_access.writing.deliver_answers import deliver_answers
from tests.writing.cases import BEGIN, Agent
from tests.writing.people import Person

Owed = tuple[str, str, str, datetime]
"""Kind, case, item, since when."""
STEPS = (
    "ask", "ask_required", "ask_expiring", "answer", "decline", "withdraw_answer", "propose", "approve",
    "reject", "report_done", "relay", "confirm", "node", "plan", "wait", "finish", "claim", "final", "cancel",
)  # fmt: skip
NODE_STATUSES = ("needs_input", "waiting_human", "recorded", "reference", None, "failed")
STEP_STATUSES = ("waiting", "pending", "skipped", "running")


class Case:
    """One case to which anything may happen; what the desk refuses does not happen."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.task_id = agent.create().task_id
        self.person = Person(agent, self.task_id)
        self.session: ClaimReceipt | None = None

    def do(self, step: str, number: int) -> None:
        with suppress(CaseboardError):
            if step == "wait":
                self.agent.wait(60 * number)
            elif step == "claim":
                self.session = self.agent.claim(self.task_id, lease_seconds=1800)
            elif step in ("relay", "cancel", "answer", "decline", "withdraw_answer", "approve", "reject",
                          "report_done", "confirm"):  # fmt: skip
                self._as_person(step, number)
            elif self.session is not None:
                self._in_round(step, number, self.session)

    def _as_person(self, step: str, number: int) -> None:
        one = number % 3 + 1
        if step == "relay":
            self.agent.relay(self.task_id)
        elif step == "cancel" and number == 9:
            self.person.cancel()
        elif step in ("answer", "decline"):
            getattr(self.person, step)(f"Q-{one}")
        elif step == "withdraw_answer":
            self.person.withdraw_answer(f"Q-{one}.1")
        elif step in ("approve", "reject"):
            self.person.decide(f"A-{one}", decision="approved" if step == "approve" else "rejected")
        elif step == "report_done":
            self.person.report_done(f"A-{one}")
        elif step == "confirm":
            self.person.confirm(f"H-{one}")

    def _in_round(self, step: str, number: int, session: ClaimReceipt) -> None:
        agent, later = self.agent, self.agent.now + timedelta(minutes=number + 1)
        if step.startswith("ask"):
            agent.ask(
                session,
                is_required=step == "ask_required",
                assignee=(None, "Wang", "wang ", "Li")[number % 4],
                due_at=later.isoformat() if number % 2 else None,
                expires_at=later.isoformat() if step == "ask_expiring" else None,
            )
        elif step == "propose":
            agent.report(session)
            agent.propose(session, expires_at=later.isoformat() if number % 3 == 0 else None)
        elif step == "node":
            told = {"node_id": f"n{number % 3}", "status": NODE_STATUSES[number % len(NODE_STATUSES)]}
            agent.progress(session, graph_update={"nodes": [told]})
        elif step == "plan":
            status = STEP_STATUSES[number % len(STEP_STATUSES)]
            nodes = [
                {"id": f"s{place}", "title": "Look", "actor": "human" if place else "agent", "reason": "Why"}
                | {"status": status if place == number % 3 else "pending"}
                for place in range(3)
            ]
            agent.plan(session, nodes=nodes)
        elif step == "final":
            agent.report(session, stage="final", outcome="probable")
        elif step == "finish":
            agent.finish(session)


def counted(store: Store, moment: datetime) -> set[Owed]:
    """Count what is owed by reading every case whole, in plain Python."""
    found: set[Owed] = set()
    for case in investigations(store, as_of=moment, limit=500).items:
        if case.status != "cancelled":
            found |= {(kind, case.task_id, *rest) for kind, *rest in _of_people(store, case.task_id, moment)}
        if case.status not in ("cancelled", "completed"):
            found |= {(kind, case.task_id, *rest) for kind, *rest in _of_agents(store, case.task_id)}
    return found


def _of_people(store: Store, task_id: str, moment: datetime) -> Iterator[tuple[str, str, datetime]]:
    for asked in questions_of_task(store, task_id, as_of=moment):
        if asked.state == "pending":
            yield "question", asked.question_id, asked.asked_at
    for action in actions_of_task(store, task_id, as_of=moment):
        if action.state == "pending":
            yield "approval", action.action_id, action.proposed_at
        if action.state == "approved" and action.done is None:
            yield "action_done", action.action_id, action.state_at
    for fact in human_evidence_of_task(store, task_id):
        if fact.is_relayed and not fact.is_confirmed and fact.state == "valid":
            yield "relayed_fact", fact.evidence_id, fact.recorded_at


def _of_agents(store: Store, task_id: str) -> Iterator[tuple[str, str, datetime]]:
    graph, since = ProgressGraph(), dict[str, datetime]()
    for update in progress_updates_of_task(store, task_id):
        if update.graph_update is not None:
            graph = graph_after(graph, update.graph_update)
        in_need = {node.node_id for node in graph.nodes if node.status == "needs_input"}
        since = {node_id: since.get(node_id, update.recorded_at) for node_id in in_need}
    yield from (("map_node", node_id, at) for node_id, at in since.items())
    waits = dict[str, datetime]()
    for plan in reversed(plans_of_task(store, task_id)):
        steps = {node.id for node in plan.nodes if node.actor == "human" and node.status == "waiting"}
        waits = {step: waits.get(step, plan.updated_at) for step in steps}
    yield from (("plan_step", step, at) for step, at in waits.items())


def told(items: tuple[OwedItem, ...]) -> list[Owed]:
    return [(one.kind, one.task_id, one.item_id, one.since_at) for one in items]


def paged(store: Store, moment: datetime, limit: int, **asked: Any) -> list[Owed]:
    """Read the inbox page by page."""
    found, cursor = [], None
    while True:
        page = inbox(store, limit=limit, cursor=cursor, as_of=moment, **asked)
        found += told(page.items)
        cursor = page.next_cursor
        if cursor is None:
            return found


STORIES = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(STEPS), st.integers(0, 9)), max_size=60)


def check_inbox(story: list[tuple[int, str, int]], later: int) -> None:
    """Let a story happen in three cases, and compare the inbox with the plain count at its end and later."""
    with Store.open(None) as store:
        agent = Agent(store)
        cases = [Case(agent) for _ in range(3)]
        for case in cases:
            case.do("claim", 0)
        for number, step, value in story:
            cases[number].do(step, value)
        for moment in (agent.now, agent.now + timedelta(minutes=later)):
            expected = counted(store, moment)
            whole = inbox(store, as_of=moment, limit=500)
            assert set(told(whole.items)) == expected
            assert (whole.total, len(whole.items)) == (len(expected), len(expected))
            assert sum(one.items for one in whole.counts) == len(expected)
            glance = waiting_for_people(store, as_of=moment)
            oldest = min((since for *_, since in expected), default=None)
            assert (glance.items, glance.oldest_at, whole.oldest_at) == (len(expected), oldest, oldest)
            assert glance.cases == len(whole.cases) == len({task_id for _, task_id, *_ in expected})
            for order in get_args(InboxOrder):
                asked = {"order": order, "person": "Wang"}
                at_once = told(inbox(store, as_of=moment, limit=500, **asked).items)
                assert paged(store, moment, 2, **asked) == at_once
                assert sorted(at_once) == sorted(expected)


@given(STORIES, st.integers(0, 12))
@settings(max_examples=6)
def test_the_inbox_is_what_a_plain_count_finds(story: list[tuple[int, str, int]], later: int) -> None:
    check_inbox(story, later)


@pytest.mark.long
@given(STORIES, st.integers(0, 60))
@settings(max_examples=150)
def test_the_inbox_is_what_a_plain_count_finds_in_many_stories(
    story: list[tuple[int, str, int]], later: int
) -> None:
    check_inbox(story, later)


@pytest.fixture(scope="module")
def owing() -> Iterator[Store]:
    """Two cases: in the older one everything is owed once, in the younger one a question due early."""
    with Store.open(None) as store:
        agent = Agent(store)
        claim = agent.claim(agent.create(title="old").task_id, lease_seconds=1800)
        agent.ask(claim, assignee="Li")
        agent.report(claim)
        agent.propose(claim, title="To decide")
        agent.propose(claim, title="Decided")
        Person(agent, claim.task_id).decide("A-2")
        agent.relay(claim.task_id)
        agent.progress(claim, graph_update={"nodes": [{"node_id": "n", "status": "needs_input"}]})
        step = {"id": "s", "title": "Look", "actor": "human", "status": "waiting", "reason": "It is dark."}
        agent.plan(claim, nodes=[step])
        agent.wait(600)
        other = agent.claim(agent.create(title="young").task_id, lease_seconds=1800)
        due = (agent.now + timedelta(hours=1)).isoformat()
        agent.ask(other, assignee=" WANG", is_required=True, due_at=due)
        agent.finish(other)
        yield store


LATER = BEGIN + timedelta(minutes=20)


def test_each_kind_is_owed_once(owing: Store) -> None:
    found = [(one.kind, one.items) for one in inbox(owing, as_of=LATER).counts]
    kinds = ("action_done", "approval", "map_node", "plan_step", "question", "relayed_fact")
    assert found == [(kind, 2 if kind == "question" else 1) for kind in kinds]


@pytest.mark.parametrize(("order", "first"), [("oldest", "old"), ("required", "young"), ("due", "young")])
def test_each_order_puts_its_case_first_and_keeps_cases_together(
    owing: Store, order: InboxOrder, first: str
) -> None:
    listed = inbox(owing, order=order, as_of=LATER)
    assert [case.title for case in listed.cases] == [first, "young" if first == "old" else "old"]
    cases = [one.task_id for one in listed.items]
    assert cases == sorted(cases, key=[case.task_id for case in listed.cases].index)


@pytest.mark.parametrize(("whose", "found"), [("all", 7), ("mine", 1), ("unassigned", 5)])
def test_mine_is_what_is_asked_of_me_by_name(owing: Store, whose: Whose, found: int) -> None:
    listed = inbox(owing, whose=whose, person="wang", principal_id="nobody", as_of=LATER)
    assert listed.total == len(listed.items) == found
    assert {"mine": "young"}.get(whose, "old") in {case.title for case in listed.cases}


def test_a_claim_is_mine_while_it_lasts(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    person = Person(agent, agent.begin().task_id)
    claim = agent.begin()
    agent.ask(claim, assignee="Li")
    person.task_id = claim.task_id
    person.claim()
    mine = {"whose": "mine", "person": "Wang", "principal_id": "person-Wang"}
    (item,) = inbox(fresh_store, as_of=agent.now, **mine).items
    assert (item.assignee, item.claimed_by) == ("Li", "Wang")
    assert inbox(fresh_store, as_of=agent.now + timedelta(minutes=6), **mine).items == ()


def test_what_settling_changes_is_told(owing: Store) -> None:
    effects = {(one.kind, one.effect) for one in inbox(owing, as_of=LATER).items}
    assert effects == {
        ("question", "queues_case"),
        ("question", "read_in_round"),
        ("approval", "moves_nothing"),
        ("action_done", "moves_nothing"),
        ("relayed_fact", "moves_nothing"),
        ("map_node", "told_by_agents"),
        ("plan_step", "told_by_agents"),
    }


def test_required_questions_are_counted_as_they_are_settled(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    for _ in range(3):
        agent.ask(claim, is_required=True)
    agent.finish(claim)
    agent.wait(600)
    Person(agent, claim.task_id).answer("Q-2")
    listed = inbox(fresh_store, as_of=agent.now)
    (case,) = listed.cases
    assert (case.required_settled, case.required, case.waited_seconds) == (1, 3, 600)
    assert (case.rounds, case.linked_rounds, case.cost) == (1, 0, None)
    assert {one.effect for one in listed.items} == {"one_of_required"}


def test_the_wait_of_a_case_is_that_of_all_its_waits(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    agent.ask(claim, is_required=True)
    agent.finish(claim)
    agent.wait(100)
    person = Person(agent, claim.task_id)
    person.answer()
    agent.wait(50)
    again = agent.claim(claim.task_id)
    agent.report(again)
    agent.propose(again)
    agent.report(again, stage="final", outcome="probable")
    agent.finish(again)
    agent.wait(10)
    (case,) = inbox(fresh_store, as_of=agent.now).cases
    assert (case.status, case.waited_seconds) == ("waiting_review", 110)


def test_a_cursor_of_another_order_is_refused(owing: Store) -> None:
    cursor = inbox(owing, limit=1, as_of=LATER).next_cursor
    with pytest.raises(InvalidInput, match="belongs to another order"):
        inbox(owing, order="due", cursor=cursor, as_of=LATER)


def test_of_a_settled_question_only_what_is_stored_is_told(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    agent.ask(claim, is_required=True)
    agent.finish(claim)
    agent.wait(60)
    person = Person(agent, claim.task_id)
    person.answer()
    (stored,) = settled_questions(fresh_store, as_of=agent.now).items
    assert (stored.answer_id, stored.person, stored.case_status, stored.generation) == (
        "Q-1.1", "Wang", "queued", 2,
    )  # fmt: skip
    assert (stored.agent_looked_at, stored.delivered_at, stored.used_in_revision) == (None, None, None)
    agent.wait(60)
    note_agent_look(fresh_store, author=Author(LOCAL_AGENT, "rest", lambda: agent.now))
    session = agent.claim(claim.task_id)
    reading = TaskContextCall(task_id=claim.task_id, lease_token=session.lease_token)
    deliver_answers(fresh_store, reading, author=agent.author)
    agent.report(session, body="As [Q-1] says.", answer_ids=["Q-1"])
    (used,) = settled_questions(fresh_store, as_of=agent.now).items
    assert (used.delivered_at, used.applied_at, used.used_in_revision) == (agent.now, agent.now, 1)
    assert (used.agent_looked_at, used.case_status) == (agent.now, "running")


def test_a_late_answer_is_told_as_late_and_a_withdrawn_one_is_gone(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    agent.ask(claim, expires_at=(agent.now + timedelta(minutes=1)).isoformat())
    agent.ask(claim)
    agent.wait(120)
    person = Person(agent, claim.task_id)
    person.answer("Q-1")
    person.answer("Q-2")
    person.withdraw_answer("Q-2.1")
    late, withdrawn = sorted(
        settled_questions(fresh_store, as_of=agent.now).items, key=lambda one: one.question_id
    )
    assert (late.state, late.answer_id, late.is_late, late.last_at) == ("expired", "Q-1.1", True, agent.now)
    assert (withdrawn.state, withdrawn.answer_id, withdrawn.person) == ("answered", None, None)
    week = agent.now + timedelta(days=8)
    assert settled_questions(fresh_store, as_of=week).items == ()
    cut = settled_questions(fresh_store, limit=1, as_of=agent.now)
    assert (len(cut.items), cut.total, cut.truncated) == (1, 2, True)
