"""The tree of a run: every row under one row, cost and errors rolled up, children on demand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.trace import TraceNode
from data_access.contracts.usage import UsageTotals
from data_access.errors import InvalidInput, NotFound
from data_access.reading.runs import runs
from data_access.reading.topology import topology
from data_access.reading.trace import trace
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

TIDES = "180a2922-db32-5a11-9f71-a581b8030ae5"


@pytest.fixture(scope="module")
def sample(checkout: Path) -> Iterator[Store]:
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=(str(checkout / "sample_data"),), origin="synthetic"))
        yield store


def children(store: Store, run: str, parent: str | None, limit: int = 60) -> list[TraceNode]:
    page = trace(store, run, parent=parent, limit=limit)
    found = list(page.items)
    while page.next_cursor:
        page = trace(store, run, parent=parent, limit=limit, cursor=page.next_cursor)
        found += page.items
    assert len(found) == page.total == len({node.node_id for node in found})
    return found


def everything(store: Store, run: str, parent: str | None = None) -> Iterator[TraceNode]:
    for node in children(store, run, parent):
        yield node
        if node.children and node.kind != "run":
            yield from everything(store, run, node.node_id)


def test_every_call_stands_under_exactly_one_row_and_the_sums_are_those_of_the_run(sample: Store) -> None:
    for run in runs(sample).items:
        nodes = list(everything(sample, run.conversation_key))
        assert len(nodes) == len({node.node_id for node in nodes})
        counted = {
            kind: sum(node.kind == kind for node in nodes) for kind in ("model_call", "tool_call", "agent")
        }
        assert counted["model_call"] == run.own.usage_calls
        assert counted["tool_call"] == run.tool_calls
        spent = [node.own.cost_usd for node in nodes if node.kind == "model_call" and node.own.cost_usd]
        assert sum(spent, Decimal()) == run.own.cost_usd
        root = trace(sample, run.conversation_key).run
        assert (root.own, root.inclusive) == (run.own, run.with_descendants)
        tops = children(sample, run.conversation_key, None)
        assert root.errors == sum(node.errors for node in tops)


def test_pages_of_a_row_skip_nothing_and_repeat_nothing(sample: Store) -> None:
    expected = children(sample, TIDES, "agent:c90b4a77")
    assert children(sample, TIDES, "agent:c90b4a77", limit=4) == expected


def test_the_failure_of_a_child_shows_at_every_row_above(sample: Store) -> None:
    nodes = {node.node_id: node for node in everything(sample, TIDES)}
    path = ["agent:main", "tool:toolu_0355a75e-a50d-56c1", "agent:c90b4a77"]
    assert [(nodes[name].own_errors, nodes[name].errors) for name in path] == [(0, 1), (0, 1), (1, 1)]
    assert trace(sample, TIDES).run.errors == 1
    assert [str(nodes[name].inclusive.cost_usd)[:6] for name in path] == ["0.7506", "0.2656", "0.2656"]


def test_model_calls_take_from_what_they_answer_to_their_last_row(sample: Store) -> None:
    calls = [node for node in everything(sample, TIDES) if node.kind == "model_call"]
    assert all(node.duration_seconds is not None and node.duration_seconds > 0 for node in calls)
    snapshots = [node for node in everything(sample, "docs-release-14") if node.kind == "model_call"]
    assert {node.duration_seconds for node in snapshots} == {None}


def test_agents_of_unknown_parents_and_calls_of_nobody_stand_at_the_top(desk) -> None:
    desk.run("cc-1", conversation_id="session", errors=1)
    desk.agent("cc-1", "main", name="Main")
    desk.agent("cc-1", "lost", parent="gone")
    desk.agent("cc-1", "round", parent="about")
    desk.agent("cc-1", "about", parent="round")
    desk.call("k1", "cc-1", None, "0.5", model=None)
    failure = {"agent_id": "about", "severity": "error", "event_type": "api_error"}
    desk.append([desk.event("cc-1", "e", "2026-05-01 10:00", **failure)])
    tops = trace(desk.store, "session")
    assert {node.node_id: (node.errors, node.children, node.is_orphan) for node in tops.items} == {
        "agent:main": (0, 0, False),
        "agent:lost": (0, 0, True),
        "agent:about": (1, 1, False),
        "no_agent": (0, 1, False),
    }
    (call,) = trace(desk.store, "session", parent="no_agent").items
    assert (call.label, call.own.cost_usd, call.own.usage_calls) == (None, Decimal("0.5"), 1)
    assert [node.node_id for node in trace(desk.store, "session", parent="agent:about").items] == [
        "agent:round"
    ]
    assert tops.run.errors == 1


def test_a_failure_in_a_child_run_shows_at_the_row_of_its_parent(desk) -> None:
    desk.run("cc-1", conversation_id="parent")
    desk.run("cc-2", conversation_id="child", parent_conversation_key="cc-1", errors=2)
    desk.call("k", "cc-2", "main", "0.25")
    answer = trace(desk.store, "parent")
    (child,) = answer.items
    assert (child.node_id, child.errors, child.own.cost_usd) == ("run:cc-2", 2, Decimal("0.25"))
    root = answer.run
    assert (root.own_errors, root.errors, root.inclusive.cost_usd) == (0, 2, Decimal("0.25"))
    assert root.own == UsageTotals()


@pytest.mark.parametrize(
    ("ask", "error", "where"),
    [
        (lambda store: trace(store, "nobody"), NotFound, "conversation_id"),
        (lambda store: trace(store, TIDES, parent="agent:nobody"), NotFound, "parent"),
        (lambda store: trace(store, TIDES, parent="tool:none"), NotFound, "parent"),
        (lambda store: trace(store, TIDES, parent="\ud800"), NotFound, "parent"),
        (lambda store: trace(store, TIDES, limit=501), InvalidInput, "limit"),
        (lambda store: trace(store, TIDES, cursor="x"), InvalidInput, "cursor"),
    ],
)
def test_what_cannot_be_answered_is_said(sample: Store, ask, error, where: str) -> None:
    with pytest.raises(error) as refused:
        ask(sample)
    assert [problem.where for problem in refused.value.problems] == [where]


def test_a_real_session_adds_up_to_its_known_cost(inputs: Path) -> None:
    with Store.open(None) as store:
        (log,) = (inputs / "claude_code" / "real_projects").rglob("ef958aa1*.jsonl")
        import_records(store, ImportCall(paths=(str(log),)))
        nodes = {node.node_id: node for node in everything(store, log.stem)}
        agents = {node.label: node for node in nodes.values() if node.kind == "agent"}
        costs = {label: str(node.inclusive.cost_usd)[:8] for label, node in agents.items()}
        assert costs == {
            None: "5.451317",
            "alice": "1.219203",
            "bob": "0.914076",
            "carol": "0.595859",
            "alice2": "0.301470",
            "bob2": "0.215977",
            "carol2": costs["carol2"],
        }
        assert {label: node.errors for label, node in agents.items() if node.errors} == {
            None: 3,
            "alice": 1,
            "carol": 2,
        }


def test_nested_sub_agents_hang_under_the_calls_that_started_them(inputs: Path) -> None:
    case = inputs / "bug_repros" / "07_cc_nested_subagents"
    told = json.loads((case / "expected.json").read_text(encoding="utf-8"))["parents"]
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=(str(case / "S1.jsonl"),)))
        nodes = {node.node_id: node for node in everything(store, "S1")}
        drawn = {edge.target: edge.source for edge in topology(store, "S1").edges if edge.kind == "spawned"}
    assert drawn == {f"agent:{child}": f"agent:{parent}" for child, parent in told.items()}
    assert {name for name in nodes if name.startswith("agent:")} == {"agent:main", *drawn}
    main = nodes["agent:main"]
    assert main.inclusive.usage_calls == sum(node.kind == "model_call" for node in nodes.values())


def test_a_real_session_has_a_topology_of_six_sub_agents(inputs: Path) -> None:
    with Store.open(None) as store:
        (log,) = (inputs / "claude_code" / "real_projects").rglob("ef958aa1*.jsonl")
        import_records(store, ImportCall(paths=(str(log),)))
        answer = topology(store, log.stem)
    labels = {node.node_id: node.label for node in answer.nodes}
    assert [labels[edge.target] for edge in answer.edges if edge.kind == "spawned"] == [
        "alice",
        "bob",
        "carol",
        "alice2",
        "bob2",
        "carol2",
    ]
    assert (answer.unattached, [count.model_dump() for count in answer.task_summary]) == (
        (),
        [{"status": "completed", "tasks": 6}],
    )
