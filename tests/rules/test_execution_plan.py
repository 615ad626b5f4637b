"""What a plan may say, at its limits and one step beyond."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.execution_plan import PlanEdge, PlanNode
from data_access.rules.citations import KnownRecord, KnownRecords
from data_access.rules.execution_plan import plan_refusals, steps_by_status

RECORDS = KnownRecords(
    {
        "E-1": KnownRecord("evidence", "E-1", "valid", "real", False, None),
        "E-2": KnownRecord("evidence", "E-2", "valid", "real", False, None),
        "H-1": KnownRecord("human_evidence", "H-1", "valid", "human", False, None),
        "Q-1": KnownRecord("question", "Q-1", "answered", None, False, "Q-1"),
        "Q-1.1": KnownRecord("answer", "Q-1.1", "valid", "human", False, "Q-1"),
        "Q-2": KnownRecord("question", "Q-2", "pending", None, False, "Q-2"),
    }
)


def node(node_id: str = "a", **given: Any) -> PlanNode:
    return PlanNode(**({"id": node_id, "title": node_id, "actor": "agent"} | given))


def edge(source: str, target: str) -> PlanEdge:
    return PlanEdge(source=source, target=target)


def codes(
    nodes: list[PlanNode], edges: tuple[PlanEdge, ...] = (), earlier: tuple[PlanNode, ...] = ()
) -> list[str]:
    return [one.rule.code for one in plan_refusals(nodes, edges, earlier=earlier, records=RECORDS)]


def chain(count: int) -> list[PlanNode]:
    return [node(f"n{number}") for number in range(count)]


def test_forty_nodes_and_eighty_edges_are_the_most() -> None:
    edges = [edge(f"n{a}", f"n{b}") for a in range(40) for b in range(a + 1, 40)]
    assert codes(chain(40), tuple(edges[:80])) == []
    assert codes(chain(41)) == ["plan_too_large"]
    assert codes(chain(40), tuple(edges[:81])) == ["plan_too_large"]


def test_two_nodes_of_one_id_and_edges_to_nowhere_are_refused() -> None:
    assert codes([node("a"), node("a")]) == ["duplicate_id"]
    assert codes([node("a")], (edge("a", "b"), edge("c", "a"))) == ["dangling_edge", "dangling_edge"]


@given(st.permutations(range(6)), st.integers(1, 6))
def test_every_circle_is_found_and_shown(order: list[int], length: int) -> None:
    ring = [f"n{number}" for number in order[:length]]
    edges = tuple(edge(a, b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
    (told,) = plan_refusals(chain(6), edges, earlier=(), records=RECORDS)
    assert told.rule.code == "plan_cycle"
    shown = told.problem.why.removeprefix("they lead in a circle: ").split(" -> ")
    assert shown[0] == shown[-1]
    assert set(shown) == set(ring)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda ab: ab[0] < ab[1]), max_size=80)
)
def test_what_leads_only_forward_is_no_circle(pairs: list[tuple[int, int]]) -> None:
    assert codes(chain(10), tuple(edge(f"n{a}", f"n{b}") for a, b in pairs)) == []


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"status": "completed"}, ["completed_without_evidence"]),
        ({"status": "completed", "evidence_ids": ("E-1",)}, []),
        ({"status": "completed", "answer_ids": ("Q-1",)}, ["completed_without_evidence"]),
        ({"status": "completed", "actor": "human", "evidence_ids": ("E-1",)}, ["completed_without_evidence"]),
        ({"status": "completed", "actor": "human", "evidence_ids": ("H-1",)}, []),
        ({"status": "completed", "actor": "human", "answer_ids": ("Q-1.1",)}, []),
        ({"status": "completed", "actor": "human", "answer_ids": ("Q-2",)}, ["unknown_reference"]),
        ({"status": "failed"}, ["reason_missing"]),
        ({"status": "waiting"}, ["reason_missing"]),
        ({"status": "failed", "reason": "No access."}, []),
        ({"status": "skipped"}, []),
        ({"evidence_ids": ("E-9",)}, ["unknown_reference"]),
    ],
)
def test_a_step_says_what_its_status_needs(given: dict[str, Any], expected: list[str]) -> None:
    assert codes([node(**given)]) == expected


def test_an_update_keeps_every_earlier_node() -> None:
    assert codes([node("b")], earlier=(node("a"),)) == ["node_removed"]
    assert codes([node("a", status="skipped"), node("b")], earlier=(node("a"),)) == []


@pytest.mark.parametrize(
    "changed",
    [{"title": "other"}, {"evidence_ids": ("E-1", "E-2")}, {"evidence_ids": ("E-2",)}, {"status": "pending"}],
)
def test_a_completed_node_keeps_its_title_its_evidence_and_its_status(changed: dict[str, Any]) -> None:
    before = node("a", status="completed", evidence_ids=("E-1",))
    after = before.model_copy(update=changed)
    assert codes([after], earlier=(before,)) == ["completed_node_changed"]
    assert codes([before.model_copy(update={"description": "More words."})], earlier=(before,)) == []


def test_steps_are_counted_by_status() -> None:
    assert steps_by_status([node("a"), node("b", status="skipped"), node("c")]) == {
        "pending": 2,
        "skipped": 1,
    }
