"""Labels stand literally in generated Mermaid, whatever they hold."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from dashboard.maps.investigation_map import LOOKS, investigation_map
from dashboard.maps.mermaid_text import LINE_WIDTH, MOST_LINES, columns, quoted, wrapped
from dashboard.maps.report_diagram import report_diagram
from data_access.contracts.diagram import Diagram
from data_access.contracts.progress_graph import GraphEdge, GraphNode, ProgressGraph
from data_access.rules.diagram_source import read_diagram

_HOSTILE = [
    "%%{init}%%",
    "@{ img: x }",
    "$$x$$",
    "#quot;",
    "&lt;",
    "<b>",
    "`code`",
    ":::x",
    "\n---\n",
    '"]',
    "end",
    "fa:fa-car",
    "\\n",
    "ﬂ°lt¶ß",
    "style: a#b;",
    "classDef x:y#",
]
_TEXT = st.lists(st.one_of(st.sampled_from(_HOSTILE), st.text(max_size=8)), max_size=6).map("".join)
_DANGEROUS = re.compile(r"%%|%\{|@\{|\$\$|#\w+;|&#?\w+;|<|>|:::|\"|\n|^`|fa[bklrs]?:fa-|\\n|ﬂ°|¶ß")
_LOSES_ITS_LAST_SIGN = re.compile(r"(?:style|classDef).*:\S*#.*;")
"""What engines take for a style in their source, and cut."""


def _inside(label: str) -> str:
    text = quoted(label)
    assert text[0] == text[-1] == '"'
    return text[1:-1].replace("<br/>", " ").replace("#lt;", " ").replace("#gt;", " ")


@given(_TEXT)
def test_nothing_of_a_label_means_anything_to_the_engine(label: str) -> None:
    assert not _DANGEROUS.search(_inside(label))
    assert not _LOSES_ITS_LAST_SIGN.search(quoted(label))


@given(st.text(alphabet=st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=200))
def test_no_line_of_a_label_is_much_wider_than_its_width(label: str) -> None:
    lines = wrapped(" ".join(label.split()))
    assert len(lines) <= MOST_LINES
    assert all(columns(line.rstrip("…")) <= LINE_WIDTH + 8 for line in lines)


def test_a_short_chinese_label_breaks_between_characters_and_never_before_a_comma() -> None:
    assert wrapped("第二水厂出水余氯，低于限值") == ["第二水厂出水余氯，", "低于限值"]
    assert wrapped("步骤 abcd (智能体)") == ["步骤 abcd (智能", "体)"]


def test_a_label_of_which_nothing_is_seen_is_a_dash_and_on_a_line_none() -> None:
    graph = ProgressGraph(
        nodes=(GraphNode(node_id="a", title="\u200b"),),
        edges=(GraphEdge.model_construct(source="a", target="a", label="\u200b\u2060"),),
    )
    assert investigation_map(graph).text.splitlines()[-2:] == ['  n1("–"):::is_neutral', "  n1 --> n1"]


def test_every_status_has_a_shape_and_a_mark_of_its_own() -> None:
    assert len({look.shape for look in LOOKS.values()}) == len(LOOKS)
    assert len({look.mark for look in LOOKS.values()}) == len(LOOKS)


def test_a_map_keeps_ids_apart_from_what_the_engine_reads() -> None:
    graph = ProgressGraph(
        nodes=(
            GraphNode(node_id="end", title='inlet() "closed"?', status="failed"),
            GraphNode(node_id="a/b", title="未采用", status="not_taken"),
        ),
        edges=(
            GraphEdge(source="end", target="a/b", label="if x>1 | y"),
            GraphEdge(source="end", target="gone"),
        ),
    )
    drawn = investigation_map(graph, selected="a/b")
    assert drawn.nodes == {"n1": "end", "n2": "a/b"}
    assert drawn.text == "\n".join(
        [
            "flowchart TB",
            "  classDef is_failed fill:#fde9e7,stroke:#c2332b,color:#651a16",
            "  classDef is_not_taken fill:#f0f1f3,stroke:#98a2b3,color:#475467,stroke-dasharray:5 4",
            '  n1[["✕ inlet()<br/>ʺclosedʺ?"]]:::is_failed',
            '  n2>"○ 未采用"]:::is_not_taken',
            '  n1 -.->|"if x#gt;1 | y"| n2',
            "  classDef selected stroke-width:4px",
            "  class n2 selected",
        ]
    )


def test_the_labels_of_the_known_bug_make_a_map_with_all_nodes_and_edges(inputs: Path) -> None:
    folder = inputs / "bug_repros" / "31_mermaid_labels"
    known = json.loads((folder / "graph.json").read_text(encoding="utf-8"))
    graph = ProgressGraph(
        nodes=tuple(GraphNode(node_id=node["id"], title=node["title"]) for node in known["nodes"]),
        edges=tuple(
            GraphEdge(source=edge["source"], target=edge["target"], label=edge["label"] or None)
            for edge in known["edges"]
        ),
    )
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    lines = investigation_map(graph).text.splitlines()
    assert sum(" -->" in line for line in lines) == expected["edges"]
    assert len(investigation_map(graph).nodes) == expected["nodes"]
    assert not any("<img" in line for line in lines)


def test_a_report_diagram_is_written_anew_with_its_groups() -> None:
    read = read_diagram('graph LR\nA[x] -->|"a"| B\nsubgraph g [现场]\nB -.- C((c))\nend\nA ~~~ C\nC --x g')
    assert isinstance(read, Diagram)
    drawn = report_diagram(read)
    assert drawn.nodes == {"n1": "A", "n2": "B", "n3": "C"}
    assert drawn.text == "\n".join(
        [
            "flowchart LR",
            '  n1["x"]',
            '  subgraph g1["现场"]',
            '    n2["B"]',
            '    n3(("c"))',
            "  end",
            '  n1 -->|"a"| n2',
            "  n2 -.- n3",
            "  n1 ~~~ n3",
            "  n3 --x g1",
        ]
    )
