"""Cases in a real browser: clicks and keys on maps, saved files, paper, speed, and text that means harm."""

from __future__ import annotations

import base64
import gzip
import json
import re
import struct
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Download, Locator, Page, expect

from dashboard.desk_session import CASE_PAGES
from dashboard.maps.investigation_map import investigation_map
from dashboard.maps.map_change import map_change
from dashboard.maps.report_diagram import report_diagram
from data_access.contracts.diagram import Diagram
from data_access.contracts.progress_graph import GraphEdge, GraphNode, ProgressGraph
from data_access.rules.diagram_source import read_diagram
from data_access.rules.report_diff import compare_maps
from tests.browser.case_desk import Publisher
from tests.browser.conftest import Watched
from tests.faces.running_desk import Running, running

STATUSES = ("reference", "recorded", "needs_input", "failed", "not_taken")
DRAWN_WITHIN = 2.0
"""Seconds from the page to a drawn map of 40 nodes and 80 edges."""
HOSTILE = (
    '<script>window.hurt = 1</script><img src="https://evil.example/x.png" onerror="window.hurt = 2">',
    'x@{ img: "https://evil.example/i.png" }',
    '%%{init: {"securityLevel": "loose"}}%%',
    "---\nconfig:\n  securityLevel: loose\n---\ngraph TD",
    '"] click n1 href "javascript:window.hurt = 3"',
    "javascript:window.hurt = 4",
    "data:text/html,<script>window.hurt = 5</script>",
    "$$\\href{javascript:window.hurt = 6}{x}$$ ```mermaid\ngraph TD\n```",
    "](https://evil.example) ![x](https://evil.example/p.png) end subgraph class",
)


@pytest.fixture(scope="module")
def case_desk(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("maps") / "desk.duckdb", checkout) as desk:
        yield desk


@pytest.fixture
def look(browser: Browser, case_desk: Running) -> Iterator[Callable[..., Watched]]:
    """Open a window on the desk of cases."""
    contexts = []

    def opened(width: int = 1440, theme: str = "light") -> Watched:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        contexts.append(context)
        window = Watched(context.new_page(), case_desk.address)
        window.page.on("dialog", lambda dialog: (window.complaints.append("dialog"), dialog.dismiss()))
        return window

    yield opened
    for context in contexts:
        context.close()


def grown(nodes: int, edges: int) -> dict[str, Any]:
    """Return an update: a tree, and lines across it up to `edges`."""
    tree = [(number // 2, number) for number in range(1, nodes)]
    pairs = [(number, number + step) for step in (3, 7) for number in range(nodes - step)]
    across = [pair for pair in pairs if pair not in tree]
    return {
        "nodes": [
            {"node_id": f"node {n}", "title": f"第{n}步 check valve {n}", "status": STATUSES[n % 5]}
            for n in range(nodes)
        ],
        "edges": [
            {"source": f"node {source}", "target": f"node {target}", "label": "then"}
            for source, target in (tree + across)[:edges]
        ],
    }


@pytest.fixture(scope="module")
def forty(case_desk: Running) -> str:
    """A case whose map has 40 nodes and 80 edges."""
    agent = Publisher(case_desk.address)
    task_id = agent.begin("Forty 四十")
    agent.publish("publish_task_progress", graph_update=grown(40, 80))
    return task_id


def drawn_nodes(page: Page) -> Locator:
    nodes = page.locator(".stage g.node")
    expect(nodes.first).to_be_visible()
    return nodes


def focused(page: Page) -> str:
    return str(
        page.evaluate(
            """() => { let node = document.activeElement;
            while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
            return node?.getAttribute("aria-label") || ""; }"""
        )
    )


def test_a_node_is_chosen_by_click_and_by_key(look: Callable[..., Watched], forty: str) -> None:
    window = look()
    page = window.open(f"/investigation_map?case={forty}")
    nodes = drawn_nodes(page)
    nodes.nth(5).click()
    expect(page).to_have_url(re.compile(r"node=node\+5(&|$)"))
    chosen = page.locator(".stage g.node.chosen")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    chosen.focus()
    before = focused(page)
    page.keyboard.press("ArrowDown")
    after = focused(page)
    assert before != after
    assert after.startswith("第")
    page.keyboard.press("Enter")
    number = re.search(r"\d+", after)
    assert number is not None
    expect(page).to_have_url(re.compile(rf"node=node\+{number[0]}(&|$)"))
    page.keyboard.press("Escape")
    assert window.complaints == []


def saved(page: Page, name: str) -> tuple[str, bytes]:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).first.click()
    download: Download = waiting.value
    return download.suggested_filename, Path(download.path()).read_bytes()


def test_a_map_is_saved_as_svg_png_and_mermaid(look: Callable[..., Watched], forty: str) -> None:
    page = look().open(f"/investigation_map?case={forty}")
    drawn_nodes(page)
    svg_name, svg = saved(page, "Save as SVG")
    png_name, png = saved(page, "Save as PNG")
    text_name, text = saved(page, "Save as Mermaid")
    assert [name.rpartition(".")[2] for name in (svg_name, png_name, text_name)] == ["svg", "png", "mmd"]
    tags = {one.tag.rpartition("}")[2] for one in ElementTree.fromstring(svg).iter()}
    assert not tags & {"script", "foreignObject", "image", "a"}
    assert b"valve" in svg
    width, height = struct.unpack(">II", png[16:24])
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert min(width, height) > 300
    assert text.decode().startswith("flowchart TB\n")
    assert text.decode().count("-->") + text.decode().count("-.->") == 80
    page.goto(f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}")
    assert page.evaluate("document.documentElement.nodeName") == "svg"


def test_forty_nodes_are_drawn_within_two_seconds_of_the_page(
    look: Callable[..., Watched], forty: str, checkout: Path
) -> None:
    marks = checkout / "benchmarks" / "map_marks.js"
    took = [seconds_to_draw(look(), forty, marks) for _ in range(4)]
    assert min(took) <= DRAWN_WITHIN, took


def test_a_citation_leads_to_its_evidence_whose_figures_are_saved_as_csv(
    look: Callable[..., Watched], case_desk: Running
) -> None:
    agent = Publisher(case_desk.address)
    task_id = agent.begin("Cited")
    table = {
        "kind": "table",
        "columns": [{"name": "户"}, {"name": "n", "unit": "NTU"}],
        "rows": [["=1+1", 4.5]],
    }
    agent.publish("publish_task_evidence", title="Turbidity", source_kind="manual", source="s", data=table)
    long = "\n\n".join(f"Paragraph {n} of a long report." for n in range(120))
    agent.publish("publish_task_report", **_report(body=f"It was cloudy [E-1].\n\n{long}"))
    window = look(375, "dark")
    page = window.open(f"/report?case={task_id}")
    assert page.pdf(format="A4").count(b"/Type /Page\n") >= 2
    page.locator("button.cite").first.click()
    page.locator(".popover:popover-open a.way").click()
    expect(page).to_have_url(re.compile("investigation_evidence.*piece=E-1"))
    name, content = saved(page, "Save as CSV")
    assert name == "E-1.csv"
    assert content.decode("utf-8-sig").splitlines() == ["户,n [NTU]", "'=1+1,4.5"]
    assert window.complaints == []


def seconds_to_draw(window: Watched, task_id: str, marks: Path) -> float:
    """Return the seconds from the heading of the page to its map, by the clock of the page itself."""
    window.page.add_init_script(path=marks)
    window.page.goto(f"{window.address}/investigation_map?case={task_id}")
    window.page.wait_for_selector(".stage g.node", timeout=60_000)
    seen = window.page.evaluate("window.seen")
    took: float = (seen["map"] - seen["heading"]) / 1000
    return took


def test_three_hundred_nodes_are_drawn_by_status_and_listed(
    look: Callable[..., Watched], case_desk: Running
) -> None:
    agent = Publisher(case_desk.address)
    task_id = agent.begin("Three hundred")
    agent.publish("publish_task_progress", graph_update=grown(300, 400))
    window = look()
    page = window.open(f"/investigation_map?case={task_id}")
    expect(drawn_nodes(page)).to_have_count(5)
    page.locator(".stage g.node", has_text="failed").click()
    expect(page).to_have_url(re.compile("status=failed"))
    expect(page.locator("tbody tr")).to_have_count(60)
    assert window.complaints == []


def test_the_labels_of_the_known_bug_are_shown_literally(
    look: Callable[..., Watched], case_desk: Running, inputs: Path
) -> None:
    known = json.loads((inputs / "bug_repros" / "31_mermaid_labels" / "graph.json").read_text("utf-8"))
    agent = Publisher(case_desk.address)
    task_id = agent.begin("Case 31")
    nodes = [{"node_id": node["id"], "title": node["title"].replace("\n", " ")} for node in known["nodes"]]
    edges = [{name: part for name, part in edge.items() if part} for edge in known["edges"]]
    told = agent.publish("publish_task_progress", graph_update={"nodes": nodes, "edges": edges})
    assert "error" not in told
    window = look()
    page = window.open(f"/investigation_map?case={task_id}")
    expect(drawn_nodes(page)).to_have_count(4)
    shown = page.locator(".stage svg").text_content() or ""
    for part in ("inlet()", "<img", "onerror", "余氯", "#quot;", "init"):
        assert part in shown.replace("\u2060", ""), part
    expect(page.locator(".edgeLabels .label").filter(has_text="click")).to_have_count(1)
    assert page.locator(".stage img, .stage image, .stage a").count() == 0
    assert window.complaints == []


@pytest.mark.parametrize("face", ["rest", "mcp"])
def test_hostile_text_is_refused_or_shown_as_text(
    look: Callable[..., Watched], case_desk: Running, face: str
) -> None:
    agent = Publisher(case_desk.address, face)
    task_id = agent.begin(HOSTILE[0], description="\n".join(HOSTILE))
    _refused(agent)
    for text in HOSTILE:
        line = " ".join(text.split())
        table = {"kind": "table", "columns": [{"name": line[:90]}], "rows": [[text]]}
        agent.publish(
            "publish_task_evidence", title=line, source_kind="manual", source=line, query=text, data=table,
            content_reference=line,
        )  # fmt: skip
    place = {"name": " ".join(HOSTILE[0].split()), "geometry": "point", "coordinates": [[1, 2]]}
    geo = {"kind": "geo", "features": [place]}
    agent.publish("publish_task_evidence", title="Places", source_kind="manual", source="s", data=geo)
    nodes = [
        {
            "node_id": f"n{at}",
            "title": " ".join(text.split()),
            "detail": text,
            "evidence_ids": [f"E-{at + 1}"],
        }
        for at, text in enumerate(HOSTILE)
    ]
    edges = [
        {"source": f"n{at}", "target": f"n{at + 1}", "label": " ".join(text.split())}
        for at, text in enumerate(HOSTILE[:-1])
    ]
    graph = {"nodes": nodes, "edges": edges}
    assert "error" not in agent.publish("publish_task_progress", summary=HOSTILE[0], graph_update=graph)
    body = "A [javascript](javascript:window.hurt) and `code` [E-1]."
    agent.publish("publish_task_report", **_report(body=body, title=" ".join(HOSTILE[1].split())))
    pages = [
        "/investigations", f"/investigation?case={task_id}", f"/report?case={task_id}",
        f"/investigation_map?case={task_id}&node=n0", f"/investigation_evidence?case={task_id}",
        *(f"/investigation_evidence?case={task_id}&piece=E-{at}" for at in (1, 2, len(HOSTILE) + 1)),
    ]  # fmt: skip
    window = look()
    for path in pages:
        page = window.open(path)
        page.wait_for_timeout(300)
        assert page.evaluate("window.hurt") is None, path
        assert "evil.example" not in str(page.evaluate("performance.getEntries().map((one) => one.name)"))
    page = window.open(f"/investigation_map?case={task_id}")
    expect(drawn_nodes(page)).to_have_count(len(HOSTILE))
    page.locator(".stage g.node").first.click()
    expect(page).to_have_url(re.compile("node=n"))
    assert window.complaints == []


WORDS_OF_OTHERS = re.compile(
    "title|description|prompt|why|text|statement|reason|summary|body|detail|label|person|missing|why_it_matters"
    "|query|scope|content_reference|quote|place|agent|author|end_note|risk|told_by|done_by|state_reason"
    "|status_reason|decision_reason|method|point|parameter|hint|relation"
)
"""Fields that people and agents write."""
LONG = "<img src=x onerror=window.hurt=9>" + "W" * 1_000_000


def made_hostile(value: Any, at: count[int]) -> Any:
    """Return a record with hostile text in every field that people or agents write."""
    if isinstance(value, list):
        return [made_hostile(one, at) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: HOSTILE[next(at) % len(HOSTILE)][:290]
        if isinstance(one, str) and WORDS_OF_OTHERS.fullmatch(name)
        else made_hostile(one, at)
        for name, one in value.items()
        if name not in ("graph", "data_hash")
    }


def hostile_bundle(checkout: Path) -> list[dict[str, Any]]:
    """Return the sample case with hostile text everywhere, and three records that are too large."""
    sample = checkout / "sample_data" / "yellow_water" / "case" / "yellow-water.jsonl"
    header, *records = [json.loads(line) for line in sample.read_text("utf-8").splitlines()]
    at = count()
    lines = [made_hostile(one, at) for one in records if one["record"] != "progress_graph"]
    for line in lines:
        if line["record"] in ("report", "plan"):
            line["kept_in"] = "elsewhere"  # then nobody here asked what its text holds
        if line["record"] == "report":
            line["body"] = "\n\n".join(HOSTILE)
            line["diagram"] = "\n".join(("graph TD", *HOSTILE))
    told = {"task_id": "T-hostile", "generation": 1}
    many = [{"node_id": f"n{n}", "title": HOSTILE[0]} for n in range(10_000)]
    lines += [
        {"record": "progress_update", **told, "ordinal": 900, "graph_update": {"nodes": many},
         "recorded_at": "2026-05-01T00:00:00Z"},
        {"record": "evidence", **told, "evidence_id": "E-900", "ordinal": 900, "title": LONG},
        {"record": "gap", **told, "gap_id": "G-900", "ordinal": 900, "missing": LONG},
    ]  # fmt: skip
    tasks = [{"task_id": "T-hostile", "title": HOSTILE[0]}]
    told_by = {"bundle": header["bundle"], "tasks": tasks, "records": len(lines)}
    return [told_by, *({**line, "task_id": "T-hostile"} for line in lines)]


def hostile_state() -> dict[str, Any]:
    """Return a session UI state with hostile text everywhere."""
    nodes = [
        {"id": f"n{at}", "title": " ".join(text.split())[:290], "actor": "agent", "status": "completed",
         "evidence": [text], "description": text}
        for at, text in enumerate(HOSTILE)
    ]  # fmt: skip
    at = "2026-11-11T08:00:00Z"
    body = {"title": HOSTILE[0], "body": "\n\n".join(HOSTILE), "diagram": "\n".join(("graph TD", *HOSTILE))}
    return {
        "session_id": "hostile-session",
        "task_id": "T-state",
        "title": HOSTILE[0],
        "created_at": at,
        "executionPlans": [{"title": HOSTILE[0], "reason": HOSTILE[1], "nodes": nodes, "updated_at": at}],
        "agentArtifacts": [
            {"type": "report", "created_at": at, "payload": body},
            {"type": "mermaid", "created_at": at, "mermaid": body["diagram"]},
            {"type": "progress", "created_at": at, "graph_update": {"nodes": nodes}},
        ],
        "messages": [{"role": "user", "content": text} for text in HOSTILE],
    }


def test_hostile_text_in_a_bundle_and_in_a_session_state_is_shown_as_text(
    look: Callable[..., Watched], case_desk: Running, checkout: Path, tmp_path: Path
) -> None:
    """What is restored was never asked by this desk whether it may be published."""
    bundle = tmp_path / "hostile.jsonl"
    bundle.write_text("".join(json.dumps(line) + "\n" for line in hostile_bundle(checkout)), "utf-8")
    (tmp_path / "state.json").write_text(json.dumps(hostile_state()), "utf-8")
    told = case_desk.command("import", "--json", tmp_path)
    assert told.returncode == 0, told.stderr
    batches = {batch["format"]: batch for batch in json.loads(told.stdout)["batches"]}
    assert batches["session_state"]["rejected"] == 0
    assert batches["case_bundle"]["rejected"] == 3, batches["case_bundle"]["rejects"]
    window = look()
    of_state = ("execution_plans", "investigation_evidence", "investigation_map", "report")
    for task_id, names in {"T-hostile": sorted(CASE_PAGES), "T-state": of_state}.items():
        for name in names:
            page = window.open(f"/{name}?case={task_id}")
            assert page.evaluate("window.hurt") is None, (task_id, name)
            assert "evil.example" not in str(page.evaluate("performance.getEntries().map((one) => one.name)"))
            expect(page.locator("h1").first).to_be_visible()
            expect(page.get_by_text("This page could not be")).to_have_count(0)
            assert window.complaints == [], (task_id, name)
    for path in ("/investigations", "/search?q=script", "/", "/runs?purpose=all"):
        window.open(path)
        assert window.page.evaluate("window.hurt") is None, path
    page = window.open("/investigation_map?case=T-state")
    drawn_nodes(page).first.click()
    expect(page).to_have_url(re.compile("node="))
    assert window.complaints == []


def _report(**given: Any) -> dict[str, Any]:
    own = {"stage": "interim", "outcome": "undetermined", "title": "T", "summary": "S", "reason": "R"}
    return own | given


def _refused(agent: Publisher) -> None:
    """What must not be taken at all, each with a word that helps."""
    large = {"nodes": [{"node_id": "a", "title": "x" * 1_000_000}]}
    many = {"nodes": [{"node_id": f"n{n}", "title": "t"} for n in range(10_000)]}
    asked: list[tuple[str, dict[str, Any]]] = [
        ("publish_task_progress", {"graph_update": large}),
        ("publish_task_progress", {"graph_update": many}),
        ("publish_task_report", _report(body=HOSTILE[0])),
        ("publish_task_report", _report(body="![x](https://evil.example/p.png)")),
        ("publish_task_report", _report(body="```mermaid\nsequenceDiagram\nA->>B: x\n```")),
        *(
            ("publish_task_report", _report(body="B", diagram=f"graph TD\nA[x]\n{line}"))
            for line in (
                'click A href "javascript:window.hurt = 7"', 'A@{ img: "https://evil.example/i.png" }',
                '%%{init: {"securityLevel": "loose"}}%%', "style A fill:url(https://evil.example)",
                'B["<img src=x onerror=window.hurt=8>"]', 'B["$$x$$"]',
            )
        ),
        ("publish_task_report", _report(body="B", diagram="---\nconfig:\n  look: neo\n---\ngraph TD\nA")),
        ("publish_task_report", _report(body="B", diagram="graph TD\n" + "A --> B\n" * 10_000)),
    ]  # fmt: skip
    for name, given_call in asked:
        told = agent.publish(name, **given_call)
        assert "error" in told, (name, str(given_call)[:200])
        assert told["error"]["problems"] or told["error"]["message"]


@pytest.fixture(scope="module")
def parser(browser: Browser) -> Iterator[Callable[[list[str]], list[list[int]]]]:
    """The engine that draws, asked how many nodes and lines each text has."""
    packed = (files("dashboard") / "assets" / "mermaid-12.0.0.js.gz").read_bytes()
    context = browser.new_context()
    page = context.new_page()
    page.add_script_tag(content=gzip.decompress(packed).decode())
    page.evaluate(
        """() => mermaid.initialize({ startOnLoad: false, securityLevel: "strict", htmlLabels: false,
        maxEdges: 2500, maxTextSize: 600000, flowchart: { htmlLabels: false } })"""
    )

    def parsed(texts: list[str]) -> list[list[int]]:
        return list(
            page.evaluate(
                """async (texts) => { const counts = [];
                for (const text of texts) {
                  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
                  const nodes = diagram.db.getVertices();
                  counts.push([nodes.size ?? Object.keys(nodes).length, diagram.db.getEdges().length]);
                }
                return counts; }""",
                texts,
            )
        )

    yield parsed
    context.close()


SIGNS = ("end", "graph", "o--o", "x--x", "`md`", "#quot;", "&lt;", '"', "\\", "[/", "]]", "|",
         "fa:fa-car", "ﬂ°lt¶ß", "style: a#b;", "\\n")  # fmt: skip
PIECES = st.one_of(st.sampled_from([*HOSTILE, *SIGNS]), st.text(max_size=12))
LABELS = st.lists(PIECES, min_size=1, max_size=4).map(" ".join)


@st.composite
def graphs(draw: st.DrawFn) -> ProgressGraph:
    titles = draw(st.lists(LABELS, min_size=1, max_size=12))
    ids = [
        draw(st.sampled_from(["end", "n1", "a/b", "第", "x y", '"'])) + str(at) for at in range(len(titles))
    ]
    places = st.sampled_from(ids)
    lines = draw(st.lists(st.tuples(places, places, st.one_of(st.none(), LABELS)), max_size=15))
    return ProgressGraph(
        nodes=tuple(
            GraphNode(node_id=one, title=title, status=draw(st.sampled_from([None, *STATUSES])))
            for one, title in zip(ids, titles, strict=True)
        ),
        edges=tuple(GraphEdge.model_construct(source=a, target=b, label=label) for a, b, label in lines),
    )


@settings(max_examples=40)
@given(st.lists(graphs(), min_size=1, max_size=5))
def test_every_generated_map_is_understood_by_the_engine_as_it_was_meant(
    parser: Callable[[list[str]], list[list[int]]], several: list[ProgressGraph]
) -> None:
    texts = [investigation_map(graph, selected=graph.nodes[0].node_id).text for graph in several]
    assert parser(texts) == [[len(graph.nodes), len(graph.edges)] for graph in several]


@settings(max_examples=20)
@given(graphs(), graphs())
def test_two_maps_as_one_are_understood_by_the_engine(
    parser: Callable[[list[str]], list[list[int]]], before: ProgressGraph, after: ProgressGraph
) -> None:
    differs = compare_maps(before, after)
    told = map_change(before, after, differs)
    changed = sum(one.change == "changed" for one in differs.nodes)
    counts = parser([told.drawn.text, *([told.earlier] if changed else [])])
    assert [nodes for nodes, _ in counts] == [told.total, *([changed] if changed else [])]


def test_a_report_diagram_written_anew_is_understood_by_the_engine(
    parser: Callable[[list[str]], list[list[int]]],
) -> None:
    read = read_diagram('graph LR\nA[x] -->|"a"| B\nsubgraph g [现场]\nB -.- C((c))\nend\nA ~~~ C')
    assert isinstance(read, Diagram)
    assert parser([report_diagram(read).text]) == [[3, 3]]
