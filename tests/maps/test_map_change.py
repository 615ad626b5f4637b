"""Two maps as one: what changed is marked, large maps are reduced, hostile labels stay in their quotes."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.maps.map_change import map_change
from dashboard.maps.map_groups import MOST_DRAWN
from data_access.contracts.progress_graph import GraphEdge, GraphNode, ProgressGraph
from data_access.rules.report_diff import compare_maps
from tests.dashboard.comparisons import HOSTILE


def graph(*nodes: tuple[str, str | None, str], edges: tuple[tuple[str, str, str | None], ...] = ()) -> Any:
    return ProgressGraph(
        nodes=tuple(GraphNode(node_id=one, status=status, title=title) for one, status, title in nodes),
        edges=tuple(GraphEdge(source=source, target=target, label=label) for source, target, label in edges),
    )


BEFORE = graph(
    ("a", "recorded", "Plant"), ("b", "reference", "Main"), ("c", "failed", "Valve"),
    edges=(("a", "b", None), ("b", "c", "if dry")),
)  # fmt: skip
AFTER = graph(
    ("a", "recorded", "Plant"), ("b", "recorded", "Old main"), ("d", "not_taken", "Pump"),
    edges=(("a", "b", "by night"), ("b", "d", None)),
)  # fmt: skip


def test_both_maps_are_one_drawing_with_what_changed_marked() -> None:
    told = map_change(BEFORE, AFTER, compare_maps(BEFORE, AFTER), summary="x")
    lines = told.drawn.text.splitlines()
    for line in (
        '  n1["● Plant"]:::is_recorded',
        '  n2["± ● Old main"]:::is_recorded',
        '  n3[["− ✕ Valve"]]:::is_failed',
        '  n4>"＋ ○ Pump"]:::is_not_taken',
        '  n1 -->|"± – → by night"| n2',
        '  n2 -->|"− if dry"| n3',
        '  n2 -.->|"＋"| n4',
        "  class n4 is_added",
        "  class n3 is_removed",
        "  class n2 is_changed",
        "  linkStyle 0 stroke:#2f6fde,stroke-width:3px",
        "  linkStyle 1 stroke:#c2332b,stroke-width:3px",
        "  linkStyle 2 stroke:#1a7f5a,stroke-width:3px",
    ):
        assert line in lines, (line, lines)
    assert '  n2(["± ◇ Main"]):::is_reference' in told.earlier.splitlines()
    assert (told.nodes, told.edges) == (
        {"n2": "changed", "n3": "removed", "n4": "added"},
        {"L_n2_n3_0": "removed", "L_n2_n4_0": "added"},
    )
    assert (told.is_reduced, told.left_out) == (False, 0)


def test_of_large_maps_what_changed_and_its_neighbours_are_drawn() -> None:
    nodes = [(f"n-{number}", "recorded", f"Step {number}") for number in range(300)]
    edges = tuple((f"n-{number}", f"n-{number + 1}", None) for number in range(299))
    before = graph(*nodes, edges=edges)
    after = graph(*nodes[:-1], ("n-299", "failed", "Step 299"), ("new", None, "New"), edges=edges)
    told = map_change(before, after, compare_maps(before, after))
    assert set(told.drawn.nodes.values()) == {"n-298", "n-299", "new"}
    assert (told.total, told.is_reduced, told.left_out) == (301, True, 0)
    all_new = map_change(graph(), before, compare_maps(graph(), before))
    assert (len(all_new.drawn.nodes), all_new.left_out) == (MOST_DRAWN, 300 - MOST_DRAWN)


_LINE = re.compile(
    r'flowchart TB|  classDef is_\w+ [\w:#,. -]+|  class [n\d,]+ is_\w+|  n\d+[\[(]+""[\])]+:::is_\w+'
)
_titles = st.one_of(
    st.sampled_from(HOSTILE), st.text('"`#;:[](){}<>|&%\n a1中', min_size=1, max_size=20)
).filter(str.strip)


@settings(max_examples=60)
@given(st.lists(st.tuples(_titles, _titles), min_size=1, max_size=5))
def test_no_label_leaves_its_quotes(titles: list[tuple[str, str]]) -> None:
    before = graph(*((f"{number}{old}", None, old) for number, (old, _) in enumerate(titles)))
    after = graph(*((f"{number}{old}", "failed", new) for number, (old, new) in enumerate(titles)))
    told = map_change(before, after, compare_maps(before, after))
    for line in (*told.drawn.text.splitlines(), *told.earlier.splitlines()):
        assert _LINE.fullmatch(re.sub(r'"[^"]*"', '""', line))
