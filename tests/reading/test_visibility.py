"""The six visibility readings over the sample data and over small runs made here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import ImportCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.receiving import SpanDelivery
from data_access.contracts.visibility import (
    CheckedEvidence,
    NotInSource,
    TaskEvidence,
    TaskItem,
    TaskPlace,
    TaskResult,
    TaskStatusCount,
    TaskToolOutcome,
    TopologyEdge,
    UnattachedGroup,
    Verification,
    Verifier,
)
from data_access.errors import AmbiguousId, InvalidInput, NotFound
from data_access.reading.events import events
from data_access.reading.run_as_of import snapshots
from data_access.reading.runs import runs
from data_access.reading.runtime_summary import runtime_summary
from data_access.reading.task_evidence import task_evidence
from data_access.reading.thread_messages import thread_messages
from data_access.reading.topology import topology
from data_access.reading.verifier import verifier
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.receive_spans import SpanReceiver
from tests.trace_requests import request, span

OXYGEN = "oxygen-alarm-7"
OBJECTION = "反对 / Objection: tested on summer only; winter nights are missing."


def at(text: str) -> datetime:
    """Read `10:00` as a time of the last day of the sample data, in UTC."""
    return datetime.fromisoformat(f"2026-01-31T{text}+00:00")


@pytest.fixture(scope="module")
def sample(checkout: Path) -> Iterator[Store]:
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=(str(checkout / "sample_data"),), origin="synthetic"))
        yield store


Told = Callable[..., Store]


@pytest.fixture
def told(fresh_store: Store, tmp_path: Path) -> Told:
    """Import snapshots given as dictionaries, one a line."""

    def load(*documents: dict[str, Any]) -> Store:
        file = tmp_path / "run.jsonl"
        file.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
        import_records(fresh_store, ImportCall(paths=(str(file),)))
        return fresh_store

    return load


def snapshot(captured: str, run: str = "run", **fields: Any) -> dict[str, Any]:
    return {"conversation_id": run, "captured_at": f"2026-01-31T{captured}:00Z"} | fields


def heading(answer: Any) -> dict[str, Any]:
    names = ("as_of", "basis", "conversation_id", "conversation_key", "snapshot_at")
    return {name: getattr(answer, name) for name in names}


OBJECTED = Verification(
    status="failed",
    summary=OBJECTION,
    evidence=(
        CheckedEvidence(
            number=1,
            summary="summer 14 nights, winter no rows",
            stated={"tool_call_id": "tool-09", "summary": "summer 14 nights, winter no rows"},
            tool_call_id="tool-09",
            task_id="t-verify",
            tool="query",
            tool_status="ok",
            link="tool_outcome",
        ),
        CheckedEvidence(
            number=2,
            summary="never reported a result",
            stated={"task_id": "t-backfill", "summary": "never reported a result"},
            tool_call_id=None,
            task_id="t-backfill",
            tool=None,
            tool_status=None,
            link="task",
        ),
    ),
    observed_at=at("10:11:15"),
)
PENDING = Verification(status="pending", summary=None, evidence=(), observed_at=at("08:58:30"))


def test_the_verifier_is_read_with_what_it_checked_and_what_it_said_before(sample: Store) -> None:
    answer = verifier(sample, OXYGEN)
    assert answer == Verifier(
        **heading(answer),
        not_in_source=(),
        verification=OBJECTED,
        earlier=(PENDING,),
        total=2,
        truncated=False,
    )
    assert (answer.basis, answer.snapshot_at) == ("snapshot", at("11:42:15"))


def test_an_older_snapshot_is_the_only_source_of_an_older_answer(sample: Store) -> None:
    answer = verifier(sample, OXYGEN, at=at("09:19:30"))
    assert answer == Verifier(
        as_of=at("09:19:30"),
        basis="snapshot",
        conversation_id=OXYGEN,
        conversation_key=answer.conversation_key,
        snapshot_at=at("09:19:30"),
        not_in_source=(),
        verification=PENDING,
        earlier=(),
        total=1,
        truncated=False,
    )


def test_a_task_that_vanished_is_no_longer_listed_and_its_outcome_unknown(sample: Store) -> None:
    answer = task_evidence(sample, "t-backfill")
    assert answer == TaskEvidence(
        **heading(answer),
        not_in_source=(NotInSource(what="task_results", says="this source has no results of tasks"),),
        task=TaskItem(
            task_id="t-backfill",
            title="补录冬季夜间数据 / Backfill winter nights",
            agent_id="analyst",
            parent_task_id="t-rule",
            status="running",
            listing="no_longer_listed",
            is_outcome_unknown=True,
            phase="survey",
            started_at=at("09:04:30"),
            ended_at=None,
            duration_seconds=None,
            is_duration_unreliable=False,
            observed_at=at("11:42:15"),
        ),
        child_task_ids=(),
        result=None,
        earlier_results=(),
        tool_outcomes=(
            TaskToolOutcome(
                tool_call_id="tool-04",
                tool="query",
                agent_id="analyst",
                task_id="t-backfill",
                status="error",
                started_at=at("09:17:15"),
                ended_at=at("09:18:15"),
                duration_seconds=60.0,
                is_duration_unreliable=False,
                input="winter nights, station 3",
                output="",
                error="no rows: 传感器离线",
                event_id=None,
                linked_by="task",
            ),
        ),
        total_tool_outcomes=1,
        truncated=False,
        checks=(OBJECTED.evidence[1],),
        run_verification=OBJECTED,
    )
    assert task_evidence(sample, "t-backfill", OXYGEN, at=at("09:19:30")).task.listing == "listed"


def test_a_task_of_a_log_has_the_calls_of_the_agent_that_was_started_for_it(sample: Store) -> None:
    answer = task_evidence(sample, "toolu_92090845-b06d-53aa")
    assert answer.result is not None
    assert answer.task.listing == "result_noted"
    assert {outcome.linked_by for outcome in answer.tool_outcomes} == {"task", "agent"}
    assert {lack.says for lack in answer.not_in_source} == {"this source has no verifier"}


RIVER = (
    snapshot(
        "10:00",
        execution_mode="parallel",
        agent_id="lead",
        spawned_agent_ids=["w1"],
        agents=[{"agent_id": "lost", "parent_agent_id": "gone"}],
        message_trace=[
            {"message_id": "m1", "thread_id": "th", "sender": "lead", "recipient": "w1", "content": "go"},
            {"message_id": "m2", "thread_id": "th", "sender": "lead", "recipient": "w1", "content": "on"},
            {"message_id": "m3", "thread_id": "th", "sender": "user", "recipient": "lead", "content": "?"},
        ],
        active_tasks=[
            {"task_id": "t1", "title": "One", "status": "running", "agent_id": "w1"},
            {"task_id": "t2", "status": "running", "parent_task_id": "t1"},
            {"task_id": "t3", "status": "done", "parent_task_id": "nowhere"},
        ],
    ),
    snapshot(
        "11:00",
        active_tasks=[{"task_id": "t1", "status": "checking"}],
        task_results=[{"task_id": "t2", "status": "completed", "summary": "fine", "evidence": ["c9"]}],
        tool_outcomes=[
            {
                "tool_call_id": "c9",
                "tool": "run",
                "status": "ok",
                "started_at": "2026-01-31T10:30:00Z",
                "ended_at": "2026-01-31T10:29:00Z",
            }
        ],
    ),
)


def edge(kind: Any, source: str, target: str, count: int = 1) -> TopologyEdge:
    return TopologyEdge(kind=kind, source=source, target=target, count=count, first_at=None, last_at=None)


def test_a_topology_names_every_relation_and_keeps_orphans_in_groups_of_their_own(told: Told) -> None:
    answer = topology(told(*RIVER), "run")
    assert [(node.node_id, node.depth, node.listing) for node in answer.nodes] == [
        ("agent:lead", 0, None),
        ("agent:w1", 1, None),
        ("agent:lost", 0, None),
        ("task:t1", 0, "listed"),
        ("task:t2", 1, "result_noted"),
        ("task:t3", 0, "no_longer_listed"),
        ("participant:user", 0, None),
    ]
    assert sorted(answer.edges, key=lambda one: one.kind) == [
        edge("assigned", "agent:w1", "task:t1"),
        edge("messaged", "agent:lead", "agent:w1", 2),
        edge("messaged", "participant:user", "agent:lead"),
        edge("parent_of", "task:t1", "task:t2"),
        edge("spawned", "agent:lead", "agent:w1"),
    ]
    assert answer.unattached == (
        UnattachedGroup(kind="agent", missing_id="gone", node_ids=("agent:lost",)),
        UnattachedGroup(kind="task", missing_id="nowhere", node_ids=("task:t3",)),
    )
    assert answer.hierarchy == (
        TaskPlace(task_id="t1", parent_task_id=None, depth=0, is_unattached=False),
        TaskPlace(task_id="t2", parent_task_id="t1", depth=1, is_unattached=False),
        TaskPlace(task_id="t3", parent_task_id="nowhere", depth=0, is_unattached=True),
    )
    assert answer.task_summary == (
        TaskStatusCount(status="checking", tasks=1),
        TaskStatusCount(status="completed", tasks=1),
        TaskStatusCount(status="done", tasks=1),
    )


def test_orphans_attach_when_their_parent_arrives(told: Told) -> None:
    parent = snapshot("12:00", agents=[{"agent_id": "gone"}], task_hierarchy={"nowhere": ["t3"]})
    answer = topology(told(*RIVER, parent), "run")
    assert answer.unattached == ()
    assert edge("spawned", "agent:gone", "agent:lost") in answer.edges
    assert edge("parent_of", "task:nowhere", "task:t3") in answer.edges


def test_parents_in_a_circle_are_all_there(told: Told) -> None:
    circle = snapshot(
        "10:00",
        active_tasks=[
            {"task_id": "a", "parent_task_id": "b"},
            {"task_id": "b", "parent_task_id": "a"},
        ],
    )
    answer = topology(told(circle), "run")
    assert sorted((place.task_id, place.depth) for place in answer.hierarchy) == [("a", 0), ("b", 1)]
    assert len(answer.edges) == 2


def test_a_topology_that_is_cut_says_so_and_draws_no_loose_ends(told: Told) -> None:
    answer = topology(told(*RIVER), "run", limit=1)
    assert ([node.node_id for node in answer.nodes], answer.edges) == (["agent:lead"], ())
    assert (answer.total_nodes, answer.total_edges, answer.truncated) == (7, 5, True)


def test_a_result_stands_beside_the_calls_it_cites_and_a_clock_that_jumped_is_marked(told: Told) -> None:
    answer = task_evidence(told(*RIVER), "t2")
    assert answer.result == TaskResult(
        status="completed",
        summary="fine",
        output=None,
        evidence=["c9"],
        modified_files=None,
        git_diff_summary=None,
        isolation=None,
        observed_at=at("11:00"),
    )
    (outcome,) = answer.tool_outcomes
    assert (outcome.linked_by, outcome.duration_seconds, outcome.is_duration_unreliable) == (
        "cited",
        -60.0,
        True,
    )


def test_a_runtime_summary_says_how_a_run_stands_and_stood(sample: Store) -> None:
    now, then = runtime_summary(sample, OXYGEN), runtime_summary(sample, OXYGEN, at=at("09:20"))
    assert (now.phase, now.checkpoint, now.events, now.tool_calls, str(now.cost.cost_usd)[:6]) == (
        "check",
        "waiting",
        36,
        10,
        "0.0908",
    )
    assert now.verification == OBJECTED
    assert now.recent_events == events(sample, OXYGEN, newest_first=True, limit=10).items
    assert (then.as_of, then.phase, then.checkpoint, then.events, then.tool_calls) == (
        at("09:19:30"),
        "survey",
        "gathered",
        14,
        4,
    )
    assert then.cost_with_descendants is None
    assert str(then.cost.cost_usd)[:8] == "0.030075"


def test_a_log_says_what_it_does_not_have(sample: Store) -> None:
    answer = runtime_summary(sample, "180a2922-db32-5a11-9f71-a581b8030ae5")
    assert [lack.what for lack in answer.not_in_source] == [
        "snapshots",
        "execution_mode",
        "phases",
        "isolation",
        "verifier",
    ]
    assert answer.basis == "log"


def test_a_trace_with_messages_is_not_said_to_have_none(fresh_store: Store) -> None:
    asked = span(1, None, 1, gen_ai__operation__name="chat", input__value="how high is the pressure?")
    SpanReceiver(fresh_store).store([SpanDelivery(request([asked]), False, LOCAL_AGENT, "rest")])
    run = asked.trace_id.hex()
    assert runtime_summary(fresh_store, run).messages == 1
    answers = runtime_summary(fresh_store, run), topology(fresh_store, run)
    lacks = [{lack.what for lack in answer.not_in_source} for answer in answers]
    assert "messages" not in lacks[0] | lacks[1]
    assert "agent_messages" in lacks[1]


def test_the_snapshots_of_a_run_are_listed_page_by_page(sample: Store) -> None:
    first = snapshots(sample, OXYGEN, limit=3)
    second = snapshots(sample, OXYGEN, limit=3, cursor=first.next_cursor)
    captured = [item.captured_at for item in (*first.items, *second.items)]
    assert captured == sorted(captured, reverse=True)
    assert (len(captured), first.total, first.truncated, second.truncated) == (5, 5, True, False)
    assert second.next_cursor is None


def test_an_id_that_stands_in_several_runs_is_refused_with_the_runs(sample: Store) -> None:
    with pytest.raises(AmbiguousId) as refused:
        thread_messages(sample, "thread-1")
    named = (OXYGEN, "docs-release-14", "yellow-water-7")
    keys = {runtime_summary(sample, name).conversation_key for name in named}
    assert set(refused.value.candidates) == keys
    assert thread_messages(sample, "thread-1", OXYGEN).total == 4


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: events(store, "nobody"),
        lambda store: events(store, OXYGEN, agent_id="nobody"),
        lambda store: events(store, thread_id="nowhere"),
        lambda store: events(store, OXYGEN, task_id="t-survey"),
        lambda store: topology(store, "nobody"),
        lambda store: task_evidence(store, "no such task"),
        lambda store: task_evidence(store, "t-survey", OXYGEN),
        lambda store: thread_messages(store, "nowhere"),
        lambda store: verifier(store, "\ud800"),
        lambda store: runtime_summary(store, ""),
    ],
)
def test_an_unknown_id_is_said_to_be_unknown(sample: Store, ask: Any) -> None:
    with pytest.raises(NotFound) as refused:
        ask(sample)
    assert refused.value.problems


NAIVE = datetime(2026, 1, 31, 10)


@pytest.mark.parametrize(
    ("ask", "where"),
    [
        (lambda store: events(store, since=NAIVE), "since"),
        (lambda store: events(store, until=NAIVE), "until"),
        (lambda store: events(store, since=at("11:00"), until=at("10:00")), "until"),
        (lambda store: events(store, limit=0), "limit"),
        (lambda store: events(store, limit=501), "limit"),
        (lambda store: events(store, cursor="no"), "cursor"),
        (lambda store: events(store, at=at("11:00")), "at"),
        (lambda store: thread_messages(store, "thread-1", OXYGEN, cursor="no"), "cursor"),
        (lambda store: thread_messages(store, "thread-1", OXYGEN, limit=501), "limit"),
        (lambda store: topology(store, OXYGEN, limit=0), "limit"),
        (lambda store: topology(store, OXYGEN, at=NAIVE), "at"),
        (lambda store: verifier(store, OXYGEN, at=at("08:00")), "at"),
        (lambda store: task_evidence(store, "t-verify", OXYGEN, at=at("08:58:30")), "at"),
        (lambda store: runtime_summary(store, "180a2922-db32-5a11-9f71-a581b8030ae5", at=at("10:00")), "at"),
    ],
)
def test_a_value_that_cannot_be_used_is_named(sample: Store, ask: Any, where: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        ask(sample)
    assert [problem.where for problem in refused.value.problems] == [where]


@pytest.mark.parametrize("newest_first", [False, True])
@settings(max_examples=12)
@given(limit=st.integers(7, 200))
def test_pages_over_all_runs_skip_nothing_and_repeat_nothing(
    sample: Store, newest_first: bool, limit: int
) -> None:
    found, cursor = [], None
    while True:
        page = events(sample, newest_first=newest_first, limit=limit, cursor=cursor)
        found += [(item.conversation_key, item.event_id) for item in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert len(found) == len(set(found)) == page.total
    assert page.basis in ("mixed", "log", "snapshot")


@settings(max_examples=25)
@given(limit=st.integers(1, 6), at_minute=st.integers(0, 59))
def test_pages_of_a_thread_are_the_thread_in_order(sample: Store, limit: int, at_minute: int) -> None:
    moment = at("10:00") + timedelta(minutes=at_minute)
    whole = thread_messages(sample, "thread-1", OXYGEN, at=moment).items
    found, cursor = [], None
    while True:
        page = thread_messages(sample, "thread-1", OXYGEN, limit=limit, cursor=cursor, at=moment)
        found += page.items
        cursor = page.next_cursor
        if cursor is None:
            break
    assert tuple(found) == whole
    assert [one.message_id for one in whole] == sorted(one.message_id for one in whole)


def test_times_are_in_utc(sample: Store) -> None:
    assert runtime_summary(sample, OXYGEN).as_of.tzinfo is UTC


def test_the_order_in_which_snapshots_are_loaded_changes_no_answer_about_a_moment(
    sample: Store, checkout: Path, fresh_store: Store
) -> None:
    run = "docs-release-14"
    for number in (5, 2, 6, 1, 4, 3):
        (file,) = (checkout / "sample_data" / "calm_run").glob(f"snapshot-{number}-*.json")
        import_records(fresh_store, ImportCall(paths=(str(file),), origin="synthetic"))
    for taken in snapshots(sample, run).items:
        moment = taken.captured_at
        for ask in (runtime_summary, topology, verifier):
            assert _placeless(ask(fresh_store, run, at=moment)) == _placeless(ask(sample, run, at=moment))
        release = task_evidence(sample, "t-release", run, at=moment)
        assert task_evidence(fresh_store, "t-release", run, at=moment) == release


def _placeless(answer: Any) -> dict[str, Any]:
    """Leave out where events were read: that does depend on the order of the files."""
    told = answer.model_dump()
    for event in told.get("recent_events", ()):
        event.update(source_file=None, line=None, sequence=None)
    return told


def test_a_task_of_a_sub_agent_is_a_part_of_the_task_its_starter_was_at_work_on(checkout: Path) -> None:
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=(str(checkout / "sample_data" / "claude_tree"),)))
        (nested,) = (one for one in runs(store).items if one.title and one.title.startswith("Tide tables"))
        key = nested.conversation_key
        tasks = {node.label: node for node in topology(store, key).nodes if node.kind == "task"}
        outer = tasks["Explain the one-hour drift after midnight"]
        inner = tasks["List the nights on which the clocks change"]
        assert (outer.parent_node_id, outer.depth) == (None, 0)
        assert (inner.parent_node_id, inner.depth) == (outer.node_id, 1)
        assert task_evidence(store, outer.native_id, key).child_task_ids == (inner.native_id,)
        assert task_evidence(store, inner.native_id, key).task.parent_task_id == outer.native_id
