"""An open page follows the desk without running anything in between, and keeps what a reader does on it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.case_desk import Publisher

SELECT = """() => {
  const found = (place) => [...place.querySelectorAll("*")].flatMap((node) =>
    [...(node.matches("h1") ? [node] : []), ...(node.shadowRoot ? found(node.shadowRoot) : [])]);
  const [title] = found(document);
  title.dataset.seen = "before";
  return title.textContent;
}"""
SEEN = SELECT.replace('title.dataset.seen = "before";', "").replace("title.textContent", "title.dataset.seen")


def test_an_open_page_follows_by_a_look_alone_and_leaves_standing_what_did_not_change(
    watch: Callable, address: str
) -> None:
    window = watch()
    sent: list[str] = []
    looks: list[str] = []
    window.page.on("websocket", lambda socket: socket.on("framesent", lambda _frame: sent.append(socket.url)))
    window.page.on("request", lambda asked: looks.append(asked.url) if "/live" in asked.url else None)
    page = window.open("/investigations")
    page.evaluate(SELECT)
    assert any(_idle_look(page, sent) for _ in range(10)), "an idle page runs nothing"
    expect(page.get_by_text("updated", exact=False).first).to_be_visible()
    agents = Publisher(address)
    agents.publish("create_task", title="Followed by an open page")
    expect(page.get_by_text("Followed by an open page").first).to_be_visible(timeout=30_000)
    assert page.evaluate(SEEN) == "before", "what did not change is not drawn anew"
    assert looks
    assert window.complaints == []


def _idle_look(page: Page, sent: list[str]) -> bool:
    """Say whether the page sent nothing from one look to the next; where the desk moved on it does."""
    before = len(sent)
    with page.expect_response(lambda answer: "/live" in answer.url):
        pass
    page.wait_for_timeout(300)
    return len(sent) == before
