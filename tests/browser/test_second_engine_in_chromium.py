"""`streamlit-mermaid` in a real browser: labels stay text, the frame asks for nothing and reaches nothing.

It needs the extra (`pip install 'caseboard[streamlit-mermaid]'`) and is skipped where that is absent.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Frame, expect

from dashboard.maps.mermaid_text import MOST_LABEL
from tests.browser.case_desk import Publisher
from tests.browser.conftest import Watched
from tests.faces.running_desk import Running, running

pytestmark = pytest.mark.skipif(find_spec("streamlit_mermaid") is None, reason="the extra is not installed")
EVIL = "http://evil.example/x"
LABELS = (
    f"<img src={EVIL} onerror=alert(1)>",
    "<script>alert(2)</script>",
    f"#lt;img src={EVIL} onerror=alert(3)#gt;",
    f"&lt;img src={EVIL}&gt; &#60;img src={EVIL}&#62; #60;img#62;",
    f"ﬂ°lt¶ßimg src={EVIL}ﬂ°gt¶ß ﬂ°°60¶ßimg¶ß",
    f"<style>@import url({EVIL});a:b#c;</style>",
    f"<svg><foreignObject><iframe src={EVIL}>",
    f"<a href='javascript:alert(4)'>x</a> ![x]({EVIL}) [y](javascript:alert(5))",
    '"]; click n1 "javascript:alert(6)"; n9["',
    '%%{init: {"securityLevel": "loose"}}%%',
    "---\nconfig:\n  securityLevel: loose\n---",
    f"x@{{ img: '{EVIL}' }} $$\\href{{{EVIL}}}{{x}}$$",
    "fa:fa-car fab:fa-apple style: a#b; \\n end",
    "`**bold**` 中文 标签",
)
ELEMENTS = "img, script, iframe, a, i, b, strong, image, math, object, embed, link, video, form"


@pytest.fixture(scope="module")
def desk(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("second")
    for settings in (folder / ".config", folder / "Library" / "Application Support"):
        (settings / "caseboard").mkdir(parents=True)
        (settings / "caseboard" / "caseboard.toml").write_text('map_engine = "streamlit-mermaid"\n', "utf-8")
    with running(folder / "desk.duckdb", checkout) as started:
        yield started


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_label_becomes_an_element_a_request_or_a_script(
    browser: Browser, desk: Running, theme: str
) -> None:
    agent = Publisher(desk.address)
    task_id = agent.begin("Second engine")
    nodes = [{"node_id": f"n{at}", "title": " ".join(text.split())} for at, text in enumerate(LABELS)]
    edges = [
        {"source": f"n{at}", "target": f"n{at + 1}", "label": " ".join(LABELS[-at - 1].split())}
        for at in range(len(LABELS) - 1)
    ]
    told = agent.publish("publish_task_progress", graph_update={"nodes": nodes, "edges": edges})
    assert "error" not in told
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=theme)
    window = Watched(context.new_page(), desk.address)
    window.page.on("dialog", lambda dialog: (window.complaints.append("dialog"), dialog.dismiss()))
    page = window.open(f"/investigation_map?case={task_id}")
    framed = page.frame_locator("iframe[title*=streamlit_mermaid]")
    expect(framed.locator("g.node")).to_have_count(len(LABELS), timeout=30_000)
    frame = next(one for one in page.frames if "streamlit_mermaid" in one.url)
    held(frame)
    assert window.complaints == []
    asked = f"() => fetch({EVIL!r}).then(() => 'sent', () => 'refused')"
    assert frame.evaluate(asked) == "refused"
    expect(page.get_by_text("Drawn by streamlit-mermaid, without clicks")).to_be_visible()
    context.close()


def held(frame: Frame) -> None:
    """Every label is text, and the frame cannot see the desk."""
    shown = frame.eval_on_selector_all("g.node", "nodes => nodes.map(node => node.textContent)")
    for text, label in zip(shown, LABELS, strict=True):
        kept = "".join(text.replace("\u2060", "").rstrip("…").split())
        meant = "".join(label.replace('"', "ʺ").split())[:MOST_LABEL]
        assert meant.startswith(kept.replace("ˋ", "`")), (kept, meant)
    assert frame.locator(f"#root :is({ELEMENTS})").count() == 0
    spoken = frame.eval_on_selector_all(
        "#root *", "all => all.flatMap(one => [...one.attributes]).map(one => one.name)"
    )
    assert [name for name in spoken if name.startswith("on") or name.endswith(("href", "src"))] == []
    assert frame.evaluate("origin") == "null"
    reached = "() => { try { return String(parent.document.title) } catch (fault) { return fault.name } }"
    assert frame.evaluate(reached) == "SecurityError"
