"""The whole loop before real eyes: an agent asks, a badge tells, a person answers, the next round uses it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.case_desk import Publisher
from tests.browser.conftest import Watched
from tests.faces.running_desk import Running, running

SHOWN_WITHIN = 6_000
"""Milliseconds after which an open page tells what waits."""
REPORT = {"outcome": "probable", "title": "Valve 7", "summary": "Valve 7 leaks.", "reason": "First look."}
AGENT = """
import json, os, sys, urllib.request, uuid
desk, task = os.environ["CASEBOARD_URL"], os.environ["CASE_TASK_ID"]
held = {"lease_token": os.environ["CASE_LEASE_TOKEN"], "generation": int(os.environ["CASE_GENERATION"])}
def ask(path, **given):
    own = {} if path.endswith("/context") else {"request_id": str(uuid.uuid4())}
    body = json.dumps(own | given).encode()
    asked = urllib.request.Request(desk + path, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as told:
        return json.load(told)
context = ask(f"/api/tasks/{task}/context", section="questions", lease_token=held["lease_token"])
(answer,) = [one["text"] for one in context["questions"][0]["answers"] if one["is_effective"]]
assert context["delivered"] == ["Q-1"], context["delivered"]
ask(f"/api/tasks/{task}/reports", **held, stage="final", outcome="confirmed", title="Valve 7 leaks",
    summary="A person saw it.", body=f"As was said [Q-1]: {answer}", reason="The crew answered.")
ask(f"/api/tasks/{task}/finish", **held)
"""
"""What the worker starts for each case: it reads what was answered, and publishes what follows from it."""


@pytest.fixture(scope="module")
def desk(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("loop") / "desk.duckdb", checkout) as served:
        yield served


@pytest.fixture
def look(browser: Browser, desk: Running) -> Iterator[Callable[..., Watched]]:
    contexts = []

    def opened(width: int, theme: str) -> Watched:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        context.set_default_timeout(120_000)  # what is awaited is the state, on a busy machine too
        contexts.append(context)
        return Watched(context.new_page(), desk.address)

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def worker(desk: Running, checkout: Path) -> Iterator[Callable[[], None]]:
    """Start the worker of the documentation beside the desk; it takes on whatever is queued."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        command = [sys.executable, str(checkout / "docs" / "worker.py"), sys.executable, "-c", AGENT]
        environment = os.environ | {"CASEBOARD_URL": desk.address}
        started.append(subprocess.Popen(command, env=environment, start_new_session=True))

    yield start
    for process in started:
        os.killpg(process.pid, 15)
        process.wait(30)


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (375, "dark")])
def test_an_agent_asks_a_person_answers_and_the_next_revision_uses_it(
    desk: Running,
    look: Callable[..., Watched],
    worker: Callable[[], None],
    width: int,
    theme: str,
) -> None:
    window = look(width, theme)
    page = window.open("/")
    expect(badge(page)).to_have_count(0)
    title = f"Which valve leaks, seen at {width}?"
    task_id = asked_over_mcp(desk, title)
    expect(badge(page)).to_have_text(re.compile(r"1 · "), timeout=SHOWN_WITHIN)

    open_inbox(page, narrow=width < 400)
    page.get_by_test_id("stMain").get_by_role("link", name=title).first.click()
    settled(page, rf"/inbox\?case={task_id}")
    page.get_by_role("textbox", name="Your answer in words").fill("Valve 7: it is wet below.")
    page.get_by_role("button", name="Send the answer").click()
    expect(page.get_by_text("Q-1.1").first).to_be_visible()
    expect(badge(page)).to_have_count(0)

    worker()
    used = page.get_by_text(re.compile("used in report revision 2", re.IGNORECASE)).first
    expect(used).to_be_visible(timeout=120_000)
    assert window.complaints == []
    page = window.open(f"/report?case={task_id}")
    expect(page.get_by_text("As was said").first).to_be_visible()
    expect(page.get_by_text(": Valve 7: it is wet below.").first).to_be_visible()
    expect(badge(page)).to_have_count(0)


def badge(page: Page):  # type: ignore[no-untyped-def]
    return page.locator("[data-testid=stSidebar] a[href$='/inbox'] .pill")


def open_inbox(page: Page, *, narrow: bool) -> None:
    if narrow:
        page.get_by_test_id("stExpandSidebarButton").click()
    page.locator("[data-testid=stSidebar] a[href$='/inbox']").click()
    settled(page, "/inbox$")


def settled(page: Page, address: str) -> None:
    """Wait until the page of this address stands."""
    expect(page).to_have_url(re.compile(address))
    page.wait_for_selector("[data-test-script-state=notRunning]")


def asked_over_mcp(desk: Running, title: str) -> str:
    """Let an agent publish a first report, ask, and end its round; return the case."""
    agent = Publisher(desk.address, face="mcp")
    task_id = agent.begin(title)
    agent.publish("publish_task_report", **REPORT, stage="interim", body="It leaks somewhere.")
    agent.publish("ask_task_user", prompt="Which valve is wet?", why="It decides.", is_required=True)
    assert agent.publish("finish_task_run")["status"] == "waiting_human"
    return task_id
