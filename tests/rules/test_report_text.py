"""What a report's text and diagrams are refused for, in words that say what to do."""

from __future__ import annotations

from pathlib import Path

from data_access.contracts.diagram import DiagramRefused
from data_access.contracts.reports import NodeReference
from data_access.rules import diagram_source, report_text
from data_access.rules.report_text import diagram_problem, text_refusals

_DRAWN = "flowchart TD\n A[阀门] --> B"


def _told(body: str, diagram: str | None = None, *nodes: str) -> list[tuple[str, str, str]]:
    references = [NodeReference(node_id=node) for node in nodes]
    refused = text_refusals(body, diagram, references)
    return [(one.rule.code, one.problem.where, one.problem.why) for one in refused]


def test_plain_text_with_a_flowchart_and_references_to_its_nodes_is_allowed() -> None:
    assert _told(f"余氯 5 < 6\n\n```mermaid\n{_DRAWN}\n```", "graph LR\n C --> D", "A", "D") == []


def test_html_pictures_foreign_diagrams_and_nodes_of_none_are_each_refused() -> None:
    body = "a <img src=x onerror=alert(1)>\n\n![p](http://x.example/p.png)\n\n```mermaid\npie\n```"
    assert _told(body, "flowchart TD\nclick A call()", "Z") == [
        ("markup_not_allowed", "body, line 1", "it holds HTML: <img src=x onerror=alert(1)>"),
        ("markup_not_allowed", "body, line 3", "it holds a picture: p"),
        (
            "diagram_not_allowed",
            "body, line 5",
            f"{report_text._WHY['not_a_flowchart']} (line 1: pie)",
        ),
        (
            "diagram_not_allowed",
            "diagram",
            f"{report_text._WHY['click']} (line 2: click A call())",
        ),
        ("unknown_reference", "node_refs[0].node_id", "no diagram of this report has a node Z"),
    ]


def test_every_reason_has_its_words() -> None:
    source = Path(diagram_source.__file__).read_text(encoding="utf-8")
    for code in report_text._WHY:
        assert f'"{code}"' in source
        assert diagram_problem(DiagramRefused(line=0, code=code, excerpt=""))
