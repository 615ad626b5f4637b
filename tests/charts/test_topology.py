"""The graph of a run: layers by hierarchy, groups where it is large, text that cannot become markup."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dashboard.charts.topology_graph import MOST_LABELS, topology_graph
from dashboard.charts.topology_groups import ShownEdge, group_id, shown_graph
from dashboard.charts.topology_layout import layered, lines
from dashboard.theme import DARK, LIGHT
from data_access.contracts.visibility import TopologyEdge, TopologyNode


def node(kind: str, native_id: str, parent: str | None = None, **told: object) -> TopologyNode:
    values = {
        "node_id": f"{kind}:{native_id}", "kind": kind, "native_id": native_id, "label": None, "role": None,
        "status": None, "listing": None, "is_outcome_unknown": False, "is_unattached": False, "depth": 0,
        "parent_node_id": parent and f"{kind}:{parent}", "events": 0, "errors": 0, "first_at": None,
        "last_at": None,
    }  # fmt: skip
    return TopologyNode(**(values | told))  # type: ignore[arg-type]


def edge(kind: str, source: str, target: str, count: int = 1) -> TopologyEdge:
    return TopologyEdge(kind=kind, source=source, target=target, count=count, first_at=None, last_at=None)  # type: ignore[arg-type]


TEAM = (
    node("agent", "main"),
    node("agent", "a", "main", errors=2),
    node("agent", "b", "main"),
    node("task", "t", status="failed"),
    node("participant", "person"),
)
RELATIONS = (
    edge("spawned", "agent:main", "agent:a"),
    edge("spawned", "agent:main", "agent:b"),
    edge("assigned", "agent:b", "task:t"),
    edge("messaged", "participant:person", "agent:main", 3),
)


def test_people_stand_left_of_agents_and_agents_left_of_tasks() -> None:
    nodes, edges = shown_graph(TEAM, RELATIONS)
    assert layered(nodes, edges) == {
        "participant:person": (0, 0.5),
        "agent:main": (1, 0.5),
        "agent:a": (2, 0),
        "agent:b": (2, 1),
        "task:t": (3, 1),
    }


def test_a_circle_of_parents_is_cut_and_drawn() -> None:
    circle = (node("agent", "x", "y"), node("agent", "y", "x"))
    nodes, edges = shown_graph(circle, ())
    assert layered(nodes, edges) == {"agent:x": (0, 0), "agent:y": (1, 0)}


def test_siblings_of_one_role_gather_above_the_limit_and_a_group_opens() -> None:
    many = [node("agent", "main")]
    many += [node("agent", f"w{n}", "main", role="worker", errors=n % 2) for n in range(10)]
    many += [node("agent", "deep", "w3", role="worker")]
    edges = [edge("spawned", "agent:main", f"agent:w{n}") for n in range(10)]
    edges += [edge("spawned", "agent:w3", "agent:deep"), edge("messaged", "agent:w1", "agent:main", 2)]
    group = group_id("agent", "agent:main", "worker")
    nodes, merged = shown_graph(many, edges, most=5)
    assert [(one.node_id, len(one.members), one.errors, one.word) for one in nodes] == [
        ("agent:main", 1, 0, None),
        (group, 11, 5, "worker"),
    ]
    assert set(merged) == {
        ShownEdge("spawned", "agent:main", group, 10),
        ShownEdge("messaged", group, "agent:main", 2),
    }
    opened, _ = shown_graph(many, edges, [group], most=5)
    assert [one.node_id for one in opened] == [one.node_id for one in many]


def test_a_graph_names_its_nodes_marks_errors_and_points_at_the_selected_one() -> None:
    nodes, edges = shown_graph(TEAM, RELATIONS)
    names = {one.node_id: one.one.native_id for one in nodes} | {"agent:a": "<b>{x}</b>"}
    spec = topology_graph(
        nodes, edges, layered(nodes, edges), LIGHT,
        names=names, tones={"task:t": "failed"}, selected="agent:a",
    )  # fmt: skip
    drawn = {one["id"]: one for one in spec["series"][0]["data"]}
    assert drawn["agent:a"]["label"] == {"show": True, "formatter": "✕ <b>(x)</b>"}
    assert [one["id"] for one in drawn.values() if one["selected"]] == ["agent:a"]
    assert drawn["agent:a"]["itemStyle"]["borderColor"] == LIGHT.failed
    assert Counter(link["lineStyle"]["type"] for link in spec["series"][0]["links"]) == {
        "solid": 2, "dotted": 1, "dashed": 1,
    }  # fmt: skip
    assert [link["label"]["show"] for link in spec["series"][0]["links"]] == [False, False, False, True]


def test_above_sixty_nodes_only_roots_and_groups_are_named() -> None:
    many = [node("agent", "main"), *(node("agent", f"w{n}", "main") for n in range(MOST_LABELS))]
    nodes, edges = shown_graph(many, ())
    names = {one.node_id: one.one.native_id for one in nodes}
    spec = topology_graph(nodes, edges, layered(nodes, edges), DARK, names=names, tones={})
    assert [one["name"] for one in spec["series"][0]["data"] if one["label"]["show"]] == ["main"]


@given(st.lists(st.tuples(st.sampled_from(["agent", "task"]), st.integers(0, 30)), max_size=60))
def test_no_two_nodes_ever_share_a_place(drawn: list[tuple[str, int]]) -> None:
    many = [
        node(kind, str(place), str(above) if above < place else None)
        for place, (kind, above) in enumerate(drawn)
    ]
    nodes, edges = shown_graph(many, ())
    places = layered(nodes, edges)
    assert set(places) == {one.node_id for one in nodes}
    assert len(set(places.values())) == len(places)
    assert lines(places) <= max(len(nodes), 0)
