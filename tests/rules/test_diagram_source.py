"""What of a Mermaid source is understood, and what is shown as text with its reason."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.diagram import Diagram, DiagramEdge, DiagramGroup, DiagramNode, DiagramRefused
from data_access.rules.diagram_source import MOST_CHARACTERS, MOST_LABEL, read_diagram


def _code(source: str) -> str:
    read = read_diagram(source)
    assert isinstance(read, DiagramRefused), read
    return read.code


def test_nodes_lines_and_groups_of_a_flowchart_are_understood() -> None:
    source = """
    %% what was tried
    flowchart TD
      A[投诉 12 户] -->|"yes"| B{"余氯 #60; 0.05?"}
      subgraph 现场 [现场工作]
        direction LR
        B -.-> C([复测])
      end
      C == 完成 ==> D & E[(db)]; A-- later ---E
    """
    assert read_diagram(source) == Diagram(
        direction="TB",
        nodes=(
            DiagramNode(node_id="A", label="投诉 12 户"),
            DiagramNode(node_id="B", label="余氯 < 0.05?", shape="diamond", group="现场"),
            DiagramNode(node_id="C", label="复测", shape="stadium", group="现场"),
            DiagramNode(node_id="D", label="D"),
            DiagramNode(node_id="E", label="db", shape="cylinder"),
        ),
        edges=(
            DiagramEdge(source="A", target="B", label="yes"),
            DiagramEdge(source="B", target="C", line="dotted"),
            DiagramEdge(source="C", target="D", label="完成", line="thick"),
            DiagramEdge(source="C", target="E", label="完成", line="thick"),
            DiagramEdge(source="A", target="E", label="later", end="open"),
        ),
        groups=(DiagramGroup(group_id="现场", label="现场工作"),),
    )


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("flowchart TD\n  A@{ img: 'https://x.example/a.png' }", "picture_or_icon"),
        ("flowchart TD\n  A@{ icon: 'fa:bell' }", "picture_or_icon"),
        ("%%{init: {'securityLevel':'loose'}}%%\nflowchart TD\nA-->B", "directive"),
        ("```mermaid\nflowchart TD\nA-->B\n```", "fence"),
        ("flowchart TD\nA-->B\n%% {init}", "directive"),
        ("---\nconfig:\n  htmlLabels: true\n---\nflowchart TD\nA-->B", "front_matter"),
        ("flowchart TD\nA-->B\nclick A href 'https://x.example'", "click"),
        ("flowchart TD\nA-->B\nstyle A fill:#f00", "style"),
        ("flowchart TD\nA:::x-->B", "style"),
        ("flowchart TD\nA-->B\nclassDef x fill:#f00", "style"),
        ("flowchart TD\nA-->B\nlinkStyle 0 stroke:#f00", "style"),
        ("flowchart TD\nA[<b>x</b>]-->B", "markup"),
        ("flowchart TD\nA<-->B", "markup"),
        ("flowchart TD\nA[url(x)]-->B", "address"),
        ("flowchart TD\nA[javascript:alert]-->B", "address"),
        ("flowchart TD\nA[data:text/html]-->B", "address"),
        ("flowchart TD\nA[$$x^2$$]-->B", "formula"),
        ("sequenceDiagram\nA->>B: hi", "not_a_flowchart"),
        ("flowchart TDA-->B", "not_a_flowchart"),
        ("", "not_a_flowchart"),
        ("flowchart TD\n", "empty"),
        ("flowchart TD\nA-->", "not_understood"),
        ("flowchart TD\nA[x", "label_not_understood"),
        ("flowchart TD\nend-->B", "group_not_opened"),
        ("flowchart TD\nsubgraph x\nA-->B", "group_not_closed"),
        ("flowchart TD\nA-->B\nsubgraph A\nC\nend", "named_twice"),
        ("flowchart TD\nA[" + "x" * (MOST_LABEL + 1) + "]", "label_too_long"),
        ("flowchart TD\nA[" + "x" * MOST_CHARACTERS + "]", "too_long"),
        ("flowchart TD\n" + "\n".join(f"n{i}" for i in range(400)), "too_many_nodes"),
        ("flowchart TD\n" + "A-->B\n" * 600, "too_many_edges"),
        ("flowchart TD\n" + "subgraph\n" * 11, "too_deep"),
    ],
)
def test_what_the_allowlist_has_not_is_refused_with_its_reason(source: str, code: str) -> None:
    assert _code(source) == code


def test_a_refusal_names_the_line_and_what_stands_there() -> None:
    refused = read_diagram("flowchart TD\n  A-->B\n  click A call()\n  B-->C")
    assert refused == DiagramRefused(line=3, code="click", excerpt="click A call()")


def test_entities_in_labels_are_read_and_a_word_that_is_none_stays() -> None:
    read = read_diagram('graph LR\nA["#quot;x#quot; #35;1 #nosuchthing; 100#"]')
    assert isinstance(read, Diagram)
    assert read.nodes[0].label == '"x" #1 #nosuchthing; 100#'


@pytest.mark.parametrize(
    "fill", [" ", "-", ".", "=", "A-- ", "A-. x", "[", "(", "A & ", '"', "#", "|", "-.", "~"]
)
def test_no_source_takes_long_to_read(fill: str) -> None:
    begun = time.process_time()
    read_diagram("flowchart TD\nA" + fill * (MOST_CHARACTERS // len(fill) - 20))
    assert time.process_time() - begun < 2


_WORDS = 'A B 终 end subgraph [ ] ( ) { } " --> --- -.-> ==> | & ; %% #35; 1. ~~~ -- / \\ >'
_PIECES = st.sampled_from([*_WORDS.split(" "), " ", "\n", "x y", "direction LR"])


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_source_is_either_understood_or_refused(body: str) -> None:
    read = read_diagram(f"flowchart TD\n{body}")
    if isinstance(read, Diagram):
        known = {node.node_id for node in read.nodes} | {group.group_id for group in read.groups}
        assert {end for edge in read.edges for end in (edge.source, edge.target)} <= known
