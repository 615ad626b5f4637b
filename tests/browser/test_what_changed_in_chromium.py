"""What changed, before real eyes: choose, swap, step, unfold, slide between maps, sign off, save, print."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.case_desk import Publisher
from tests.browser.conftest import Watched
from tests.faces.running_desk import Running, running

HARM = '<img src="https://evil.example/p.png" onerror="window.hurt=1"><script>window.hurt=2</script>'
TITLE = f"黄水 ../{HARM}"
KEPT = [f"Paragraph {number} says what was so from the beginning on." for number in range(12)]
FIRST = "The plant is sound. 西门余氯为 0.31 mg/L。"
BODIES = (
    [FIRST, *KEPT, "Valve 7 was not looked at yet."],
    [FIRST.replace("0.31", "0.13"), *KEPT, "Valve 7 leaks."],
    [FIRST.replace("0.31", "0.13"), *KEPT, "Valve 7 leaks below its seat."],
)


@pytest.fixture(scope="module")
def desk(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("changed") / "desk.duckdb", checkout) as served:
        yield served


@pytest.fixture(scope="module")
def case(desk: Running) -> str:
    """A case with three revisions and a map that grew, changed and means harm."""
    agent = Publisher(desk.address)
    task_id = agent.begin(TITLE)
    plant = {"node_id": "plant", "title": f"Plant {HARM}", "status": "recorded"}
    valve = {"node_id": "valve", "title": "Valve 7", "status": "reference"}
    graph: dict[str, Any] = {"nodes": [plant, valve], "edges": [{"source": "plant", "target": "valve"}]}
    agent.publish("publish_task_progress", graph_update=graph)
    _report(agent, 0, outcome="undetermined")
    leak = {"node_id": "leak", "title": "Leak 渗漏", "status": "failed"}
    agent.publish(
        "publish_task_progress",
        graph_update={
            "nodes": [{"node_id": "valve", "status": "recorded"}, leak],
            "edges": [{"source": "valve", "target": "leak", "label": "seen"}],
        },
    )
    _report(agent, 1, outcome="probable")
    _report(agent, 2, outcome="probable")
    return task_id


def _report(agent: Publisher, number: int, **given: Any) -> None:
    own = {"stage": "interim", "title": f"Report {number + 1}", "summary": "Valve 7.", "reason": HARM}
    told = agent.publish("publish_task_report", **own, body="\n\n".join(BODIES[number]), **given)
    assert told["revision"] == number + 1


@pytest.fixture
def look(browser: Browser, desk: Running) -> Iterator[Callable[..., Watched]]:
    contexts = []

    def opened(width: int = 1440, theme: str = "light") -> Watched:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        context.set_default_timeout(120_000)  # what is awaited is the state, on a busy machine too
        contexts.append(context)
        return Watched(context.new_page(), desk.address)

    yield opened
    for context in contexts:
        context.close()


def test_two_revisions_are_chosen_swapped_stepped_through_and_signed_off(
    look: Callable[..., Watched], case: str
) -> None:
    window = look()
    page = window.open(f"/what_changed?case={case}")
    expect(page.get_by_text("Revision 2 → 3")).to_be_visible()
    page.get_by_role("combobox", name="From").click()
    page.get_by_role("option", name="1 · Report 1").click()
    expect(page.get_by_text("Revision 1 → 3")).to_be_visible()
    expect(page).to_have_url(re.compile("before=1"))
    expect(page.get_by_text("The conclusion changes: undetermined → probable.")).to_be_visible()
    page.wait_for_selector("[data-test-script-state=notRunning]")
    page.get_by_role("link", name="Swap").click()
    expect(page).to_have_url(re.compile("before=3.*after=1|after=1.*before=3"))
    expect(page.get_by_text("looking from the newer revision back")).to_be_visible()

    page = window.open(f"/what_changed?case={case}&before=1&after=2&view=text")
    article = page.locator("article[aria-label=Text]")
    expect(page.get_by_text("Changed places: 3")).to_be_visible()
    for key, place in (("n", 1), ("n", 2), ("p", 1)):
        page.keyboard.press(key)
        expect(page.get_by_text(f"Change {place} of 3")).to_be_visible()
    expect(article.locator("del")).to_have_text(["0.31 mg/L", re.compile("was not looked at yet")])
    expect(article.get_by_text("Paragraph 5 says")).to_have_count(0)
    article.get_by_role("button", name="12 paragraphs unchanged").click()
    expect(article.get_by_text("Paragraph 5 says")).to_be_visible()

    page.get_by_text("Sign revision 2 off").click()
    page.get_by_role("button", name="Reviewed", exact=True).click()
    expect(page.get_by_text("Stored as S-1: revision 2, reviewed.")).to_be_visible()
    assert window.complaints == []


def test_a_slider_leads_from_the_earlier_map_to_the_later(look: Callable[..., Watched], case: str) -> None:
    window = look(theme="dark")
    page = window.open(f"/what_changed?case={case}&before=1&after=2&view=map")
    slider = page.get_by_role("slider", name="From the earlier map to the later one")
    leak = page.locator("g.node", has_text="Leak 渗漏")
    valve, was = page.locator("g.node.is_recorded.is_changed"), page.locator("g.node.before")
    expect(slider).to_have_attribute("aria-valuetext", "Map of revision 2")
    expect(leak).to_contain_text("＋")
    expect(leak).to_be_visible()
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "Map of revision 1")
    expect(leak).not_to_be_visible()
    expect(valve).not_to_be_visible()
    expect(was).to_contain_text("± ◇ Valve 7")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "In between: 5 % of the later map")
    page.get_by_role("button", name="Map of revision 2").click()
    expect(was).not_to_be_visible()
    expect(page.locator(".stage")).to_have_attribute("aria-label", re.compile("new: 1, gone: 0, changed: 1"))
    expect(page.get_by_role("table", name="Map").get_by_text("Leak 渗漏")).to_be_visible()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as SVG").click()
    assert "Leak" in Path(saving.value.path()).read_text("utf-8")
    assert page.evaluate("window.hurt") is None
    assert window.complaints == []


def test_every_file_opens_by_itself_and_prints(
    look: Callable[..., Watched], case: str, tmp_path: Path, browser: Browser
) -> None:
    window = look()
    page = window.open(f"/what_changed?case={case}&before=1&after=2&lang=zh")
    files = {kind: _saved(page, name, tmp_path) for kind, name in
             (("html", "单页（HTML）"), ("md", "Markdown 文本"), ("json", "JSON 数据"))}  # fmt: skip
    assert json.loads(files["json"].read_text("utf-8"))["comparison"]["after"]["revision"] == 2
    assert files["md"].read_text("utf-8").startswith("# 有何变化：黄水 ../\\<img src=")
    for kind, file in files.items():
        assert re.fullmatch(rf"what-changed-r1-r2-黄水-img-src-[\w-]+\.{kind}", file.name)

    asked: list[str] = []
    context = browser.new_context(viewport={"width": 375, "height": 900}, color_scheme="dark")
    alone = context.new_page()
    alone.on("request", lambda request: asked.append(_address(request)))
    alone.on("console", lambda message: asked.append(message.text))
    alone.goto(files["html"].as_uri())
    expect(alone.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(alone.get_by_role("heading", level=1)).to_contain_text("<script>window.hurt=2</script>")
    expect(alone.locator("del", has_text="0.31")).to_be_visible()
    expect(alone.get_by_text("Paragraph 5 says")).not_to_be_visible()
    alone.locator("summary", has_text="10").click()
    expect(alone.get_by_text("Paragraph 5 says")).to_be_visible()
    assert alone.evaluate("document.documentElement.scrollWidth") == 375
    assert _ground(alone) == "rgb(15, 20, 27)"
    assert alone.pdf(format="A4").count(b"/Type /Page\n") >= 2
    alone.emulate_media(media="print")
    assert _ground(alone) == "rgb(255, 255, 255)"
    assert (alone.evaluate("window.hurt"), asked) == (None, [files["html"].as_uri()])
    context.close()
    assert page.pdf(format="A4").count(b"/Type /Page\n") >= 1
    assert window.complaints == []


def test_it_is_read_on_a_telephone_and_by_key_alone(look: Callable[..., Watched], case: str) -> None:
    window = look(375, "dark")
    for view in ("short", "map", "cost", "text"):
        page = window.open_and_measure(f"/what_changed?case={case}&before=1&after=3&view={view}&layout=side")
    page.keyboard.press("n")
    expect(page.get_by_text("Change 1 of 2")).to_be_visible()
    page.keyboard.press("s")
    expect(page.get_by_text("Revision 3 → 1")).to_be_visible()
    page.wait_for_selector("[data-test-script-state=notRunning]")  # the button is of this direction now
    with page.expect_download() as saving:
        page.get_by_role("button", name="Markdown").press("Enter")
    assert re.fullmatch(r"what-changed-r3-r1-[\w-]+\.md", saving.value.suggested_filename)
    assert window.complaints == []


def _saved(page: Page, name: str, folder: Path) -> Path:
    with page.expect_download() as saving:
        page.get_by_role("button", name=name).click()
    file = folder / saving.value.suggested_filename
    saving.value.save_as(file)
    return file


def _address(request: Request) -> str:
    return request.url


def _ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))
