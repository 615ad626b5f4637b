"""An answer in a real browser: kept while it is typed, back after a reload, stored once, told as stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.case_desk import Publisher
from tests.browser.conftest import Watched
from tests.faces.running_desk import Running, running

WORDS = "Your answer in words"
TYPED = "Valve seven, half past ten. "


@pytest.fixture(scope="module")
def answer_desk(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("answers") / "desk.duckdb", checkout) as desk:
        yield desk


@pytest.fixture
def look(browser: Browser, answer_desk: Running) -> Iterator[Callable[..., Watched]]:
    """Open a window on the desk of answers."""
    contexts = []

    def opened(width: int, theme: str) -> Watched:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        contexts.append(context)
        return Watched(context.new_page(), answer_desk.address)

    yield opened
    for context in contexts:
        context.close()


def compose(page: Page, *steps: str) -> None:
    """Compose characters as an input method does, pausing for longer than it takes to keep a text."""
    keyboard = page.context.new_cdp_session(page)
    for step in steps:
        place = len(step)
        keyboard.send(
            "Input.imeSetComposition", {"text": step, "selectionStart": place, "selectionEnd": place}
        )
        page.wait_for_timeout(1500)


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (375, "dark")])
def test_a_text_is_kept_while_it_is_typed_and_sent_once(
    look: Callable[..., Watched], answer_desk: Running, width: int, theme: str
) -> None:
    agent = Publisher(answer_desk.address)
    task_id = agent.begin("Which valve?")
    agent.publish("ask_task_user", prompt="Which valve?", why="It decides.", is_required=True)
    window = look(width, theme)
    page = window.open(f"/report?case={task_id}")
    area = page.get_by_role("textbox", name=WORDS)
    expect(area).to_be_visible()
    area.click()
    page.keyboard.type(TYPED, delay=20)
    expect(page.get_by_text("Kept as your draft,")).to_be_visible()
    expect(area).to_be_focused()
    compose(page, "fa", "fa'men")
    expect(area).to_have_value(f"{TYPED}fa'men")
    page.keyboard.insert_text("阀门")
    expect(area).to_have_value(f"{TYPED}阀门")
    agent.publish("publish_task_progress", summary="The page is drawn anew by this.")
    page.keyboard.type(" 7", delay=20)
    expect(area).to_be_focused()
    area.blur()

    page.get_by_role("link", name="What happened").click()
    expect(page.get_by_role("heading", name="What was done about it")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("textbox", name=WORDS)).to_have_value(f"{TYPED}阀门 7")
    page.reload()
    area = page.get_by_role("textbox", name=WORDS)
    expect(area).to_have_value(f"{TYPED}阀门 7")
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width

    area.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("!")
    page.get_by_role("button", name="Send the answer").dblclick()
    expect(page.get_by_text("The answer Q-1.1 of Local owner is stored and holds.")).to_be_visible()
    expect(page.get_by_text("No agent has read it so far.")).to_be_visible()
    expect(page.get_by_role("button", name="Send the answer")).to_have_count(0)
    told = agent.publish("get_task_context", section="questions", lease_token=None)
    assert [one["text"] for one in told["questions"][0]["answers"]] == [f"{TYPED}阀门 7!"]
    page.reload()
    expect(page.get_by_text("The answer Q-1.1 of Local owner is stored and holds.")).to_be_visible()
    expect(page.get_by_role("heading", name="Which valve?")).to_be_visible()
    expect(page.get_by_text("What you wrote here is not stored")).to_have_count(0)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width
    assert window.complaints == []
