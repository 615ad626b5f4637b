"""The map grows: a batch is its changes one by one, what failed stays, references add up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.progress_graph import (
    GraphEdge,
    GraphNode,
    GraphUpdate,
    NodeChange,
    ProgressGraph,
)
from data_access.errors import CaseRefused, DanglingEdge, FailedNodeChanged, GraphTooLarge
from data_access.rules.citations import KnownRecords
from data_access.rules.progress_graph import (
    MOST_EDGES,
    MOST_NODES,
    graph_after,
    graph_refusals,
    node_references,
    nodes_by_status,
    status_meant,
)
from data_access.rules.refusals import refuse_if_any

EMPTY = ProgressGraph()
NAMES = st.sampled_from(["a", "b", "c", "d", "节点", "end"])
IDS = st.none() | st.lists(st.sampled_from(["E-1", "E-2", "H-1"]), max_size=3).map(tuple)
STATUSES = st.sampled_from(
    [None, "reference", "recorded", "needs_input", "failed", "not_taken", "completed", "waiting", "skipped"]
)
CHANGES = st.builds(
    NodeChange,
    node_id=NAMES,
    title=st.none() | st.sampled_from(["Plant", "Main", "水厂"]),
    detail=st.none() | st.just("Looked at."),
    evidence_ids=IDS,
    status=STATUSES,
)
EDGES = st.builds(
    GraphEdge, source=NAMES, target=NAMES, label=st.none() | st.sampled_from(["if dry", "else"])
)
UPDATES = st.builds(
    GraphUpdate, nodes=st.lists(CHANGES, max_size=4).map(tuple), edges=st.lists(EDGES, max_size=3).map(tuple)
)


def one_by_one(update: GraphUpdate) -> list[GraphUpdate]:
    nodes = [GraphUpdate(nodes=(node,)) for node in update.nodes]
    return [*nodes, *(GraphUpdate(edges=(edge,)) for edge in update.edges)]


def kept(graph: ProgressGraph, update: GraphUpdate) -> ProgressGraph | None:
    return None if list(graph_refusals(graph, update)) else graph_after(graph, update)


@given(st.lists(UPDATES, max_size=6))
def test_a_batch_gives_the_same_map_as_its_changes_one_by_one(updates: list[GraphUpdate]) -> None:
    whole = parts = EMPTY
    for update in updates:
        after = kept(whole, update)
        if after is None:
            continue
        whole = after
        for part in one_by_one(update):
            step = kept(parts, part)
            assert step is not None, "a part of a kept batch is kept alone too"
            parts = step
    assert whole == parts


@given(st.lists(UPDATES, max_size=8))
def test_no_node_edge_reference_or_failure_is_ever_lost(updates: list[GraphUpdate]) -> None:
    graph = EMPTY
    for update in updates:
        after = kept(graph, update)
        if after is None:
            continue
        now = {node.node_id: node for node in after.nodes}
        for node in graph.nodes:
            assert set(node.evidence_ids) <= set(now[node.node_id].evidence_ids)
            assert node.status is None or now[node.node_id].status is not None
            if node.status == "failed":
                assert now[node.node_id].status == "failed"
        assert {(e.source, e.target) for e in graph.edges} <= {(e.source, e.target) for e in after.edges}
        graph = after


def test_only_what_is_told_changes() -> None:
    first = NodeChange(node_id="a", title="Plant", detail="Asked.", evidence_ids=("E-1",), status="reference")
    second = NodeChange(node_id="a", evidence_ids=("E-2", "E-1"), status="recorded")
    graph = graph_after(graph_after(EMPTY, GraphUpdate(nodes=(first,))), GraphUpdate(nodes=(second,)))
    assert graph.nodes == (
        GraphNode(
            node_id="a", title="Plant", detail="Asked.", evidence_ids=("E-1", "E-2"), status="recorded"
        ),
    )


def test_an_edge_named_again_is_the_same_edge_under_its_newest_label() -> None:
    nodes = (NodeChange(node_id="a"), NodeChange(node_id="b"))
    labels = (None, "if dry", None, "else", None)
    edges = tuple(GraphEdge(source="a", target="b", label=label) for label in labels)
    assert graph_after(EMPTY, GraphUpdate(nodes=nodes, edges=edges)).edges == (
        GraphEdge(source="a", target="b", label="else"),
    )


@pytest.mark.parametrize(
    ("old", "own"),
    [
        ("completed", "recorded"), ("waiting", "needs_input"), ("waiting_human", "needs_input"),
        ("skipped", "not_taken"), ("cancelled", "not_taken"), ("pending", "reference"), ("running",
        "reference"), ("failed", "failed"), (None, None),
    ],
)  # fmt: skip
def test_words_of_older_plans_are_read_as_those_of_the_map(old, own) -> None:
    assert status_meant(old) == own
    node = graph_after(EMPTY, GraphUpdate(nodes=(NodeChange(node_id="a", status=old),))).nodes[0]
    assert node.status == own


def refused(graph: ProgressGraph, update: GraphUpdate) -> CaseRefused:
    with pytest.raises(CaseRefused) as told:
        refuse_if_any([*graph_refusals(graph, update)], "The update")
    return told.value


def test_a_failed_node_cannot_be_made_good_not_even_within_one_update() -> None:
    changes = (NodeChange(node_id="a", status="failed"), NodeChange(node_id="a", status="recorded"))
    fault = refused(EMPTY, GraphUpdate(nodes=changes))
    assert isinstance(fault, FailedNodeChanged)
    assert "add a new node for the retry" in fault.problems[0].fix


def test_an_edge_needs_both_its_nodes() -> None:
    update = GraphUpdate(nodes=(NodeChange(node_id="a"),), edges=(GraphEdge(source="a", target="z"),))
    fault = refused(EMPTY, update)
    assert isinstance(fault, DanglingEdge)
    assert fault.problems[0].why == "the map has no node z"


def test_a_map_holds_so_many_nodes_and_edges_and_no_more() -> None:
    nodes = tuple(NodeChange(node_id=f"n{number}") for number in range(MOST_NODES))
    full = graph_after(EMPTY, GraphUpdate(nodes=nodes))
    assert list(graph_refusals(EMPTY, GraphUpdate(nodes=nodes))) == []
    assert isinstance(refused(full, GraphUpdate(nodes=(NodeChange(node_id="more"),))), GraphTooLarge)
    pairs = [(f"n{a}", f"n{b}") for a in range(50) for b in range(50)][: MOST_EDGES + 1]
    edges = tuple(GraphEdge(source=a, target=b) for a, b in pairs)
    assert list(graph_refusals(full, GraphUpdate(edges=edges[:MOST_EDGES]))) == []
    crowded = graph_after(full, GraphUpdate(edges=edges[:MOST_EDGES]))
    assert isinstance(refused(crowded, GraphUpdate(edges=edges[MOST_EDGES:])), GraphTooLarge)


def test_a_node_cites_only_what_its_task_has() -> None:
    change = NodeChange(node_id="a", evidence_ids=("E-1",), answer_ids=("Q-1",), action_ids=("A-1",))
    refusals = [*node_references(GraphUpdate(nodes=(change,)), KnownRecords({}))]
    assert [one.problem.where for one in refusals] == [
        "graph_update.nodes[a].evidence_ids",
        "graph_update.nodes[a].answer_ids",
        "graph_update.nodes[a].action_ids",
    ]


def test_nodes_are_counted_by_status() -> None:
    nodes = (NodeChange(node_id="a", status="failed"), NodeChange(node_id="b"), NodeChange(node_id="c"))
    assert nodes_by_status(graph_after(EMPTY, GraphUpdate(nodes=nodes))) == {"failed": 1, "none": 2}
