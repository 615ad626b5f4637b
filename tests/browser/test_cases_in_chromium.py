"""Cases in a real browser: calm pages, a publication on an open page, a case made by key and once."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.case_desk import Publisher
from tests.browser.conftest import Watched
from tests.faces.running_desk import Running, running

SHOWN_WITHIN = 6.0
"""Seconds after which an open page of a case shows what was published."""
HOSTILE = '<img src=x onerror="alert(1)"> ![x](https://evil.example/x.png) [t](javascript:alert(2))'


@pytest.fixture(scope="module")
def case_desk(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("cases") / "desk.duckdb", checkout) as desk:
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


def cases_named(address: str, title: str) -> list[dict[str, Any]]:
    """Return the cases with this title, as a program is told them."""
    with urllib.request.urlopen(f"{address}/api/tasks?limit=500") as answer:
        return [one for one in json.load(answer)["items"] if one["title"] == title]


@pytest.mark.parametrize(("width", "theme"), [(1440, "dark"), (375, "light")])
def test_every_page_of_a_case_is_calm(
    look: Callable[..., Watched], case_desk: Running, width: int, theme: str
) -> None:
    agent = Publisher(case_desk.address)
    task_id = agent.begin(f"黄水 {HOSTILE}", description=HOSTILE, project=HOSTILE)
    agent.publish("publish_task_evidence", title=HOSTILE, source_kind="manual", source=HOSTILE)
    agent.publish("publish_task_progress", summary=HOSTILE)
    agent.publish("ask_task_user", prompt=HOSTILE, why=HOSTILE, is_required=True)
    for number in (1, 2):
        told = dict.fromkeys(("title", "summary", "reason"), f"{HOSTILE} {number}")
        body = f"As it stood: `{HOSTILE}` {number} mg/L."
        report = agent.publish(
            "publish_task_report", stage="interim", outcome="undetermined", body=body, **told
        )
        assert report["revision"] == number
    window = look(width, theme)
    paths = [
        *(f"/{page}?case={task_id}" for page in ("investigation", "what_happened", "rounds")),
        "/investigations?order=waits",
        "/inbox",
        f"/inbox?case={task_id}",
        f"/what_changed?case={task_id}&view=text&layout=side",
        f"/report_revisions?case={task_id}",
        "/new_case",
        "/",
        "/search?q=onerror&period=all",
    ]
    for path in [*paths, *(f"{path}{'&' if '?' in path else '?'}lang=zh" for path in paths[:3])]:
        window.open_and_measure(path)
    assert window.complaints == []


def test_two_revisions_are_chosen_by_key_and_what_came_since_one_looked_is_offered(
    look: Callable[..., Watched], case_desk: Running
) -> None:
    agent = Publisher(case_desk.address)
    task_id = agent.begin("It is compared")
    told = {"stage": "interim", "outcome": "undetermined", "summary": "S", "reason": "R"}
    for number in (1, 2, 3):
        agent.publish("publish_task_report", title="Pipe", body=f"It broke {number} times.", **told)
    page = look().open(f"/report?case={task_id}&revision=1")
    expect(page.get_by_text("This is revision 1; the newest is 3.")).to_be_visible()
    page.goto(f"{case_desk.address}/report_revisions?case={task_id}")
    expect(page.get_by_role("link", name="since you last looked (revision 1 → 3)")).to_be_visible()
    expect(page.get_by_role("radio", name="Earlier: Revision 1")).to_be_checked()
    expect(page.get_by_role("radio", name="Later: Revision 1")).to_have_count(0)  # none is earlier than it
    later = page.get_by_role("radio", name="Later: Revision 3")
    later.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Later: Revision 2")).to_be_checked()
    go = page.get_by_role("link", name="Compare revision 1 with 2")
    go.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Revision 1 → 2")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/what_changed.case={task_id}&before=1&after=2$"))


def test_an_open_page_of_a_case_shows_what_is_published(
    look: Callable[..., Watched], case_desk: Running
) -> None:
    agent = Publisher(case_desk.address)
    task_id = agent.begin("It is watched")
    page = look().open(f"/investigation?case={task_id}")
    began = time.monotonic()
    agent.publish("publish_task_progress", summary="The west gate was looked at.")
    expect(page.get_by_text("The west gate was looked at.")).to_be_visible(timeout=SHOWN_WITHIN * 1000)
    assert time.monotonic() - began < SHOWN_WITHIN


def test_a_case_is_created_by_key_and_a_double_click_makes_one(
    look: Callable[..., Watched], case_desk: Running
) -> None:
    page = look().open("/investigations")
    page.get_by_role("button", name="New case").focus()
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name="What is to be found out")
    expect(field).to_be_visible()
    field.focus()
    page.keyboard.type("为什么发黄？")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="为什么发黄？")).to_be_visible()
    expect(page).to_have_url(re.compile("/investigation\\?case=T-"))
    assert len(cases_named(case_desk.address, "为什么发黄？")) == 1

    page = look().open("/new_case")
    page.get_by_role("textbox", name="What is to be found out").fill("Twice")
    page.get_by_role("button", name="Create the case").dblclick()
    page.wait_for_timeout(3000)
    assert len(cases_named(case_desk.address, "Twice")) == 1


def test_what_happened_leads_on_by_key(look: Callable[..., Watched], case_desk: Running) -> None:
    agent = Publisher(case_desk.address)
    task_id = agent.begin("It is walked")
    agent.publish("publish_task_evidence", title="Turbidity", source_kind="manual", source="probe")
    page = look().open(f"/what_happened?case={task_id}")
    page.get_by_role("link", name="Turbidity").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/investigation_evidence\\?case={task_id}&piece=E-1"))


def test_nobody_loses_the_place_in_the_inbox_while_others_answer(
    look: Callable[..., Watched], case_desk: Running
) -> None:
    agent = Publisher(case_desk.address)
    task_id = agent.begin("Two answer at once")
    for prompt in ("Which valve?", "Since when?"):
        agent.publish("ask_task_user", prompt=prompt, why="It decides.", is_required=True)
    agent.publish("finish_task_run")
    here, there = look(), look(375, "dark")
    page, other = here.open(f"/inbox?case={task_id}"), there.open(f"/inbox?case={task_id}")
    writing = page.get_by_role("textbox", name="Your answer in words").first
    writing.focus()
    page.keyboard.type("n is no key while one writes", delay=10)

    theirs = other.get_by_role("textbox", name="Your answer in words").first
    theirs.fill("Valve 7.")
    theirs.blur()
    other.get_by_role("button", name="Send the answer").first.click()
    expect(other.get_by_text("The answer Q-1.1 of Local owner is stored and holds.")).to_be_visible()
    assert other.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 375

    shown = page.get_by_role("button", name="Show what changed")
    expect(shown).to_be_visible()
    expect(page.get_by_role("table", name="What is stored")).to_contain_text("Valve 7.")
    expect(page.get_by_text("What you wrote here is not stored")).to_have_count(0)
    expect(writing).to_be_focused()
    expect(writing).to_have_value("n is no key while one writes")
    shown.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("What you wrote here is not stored")).to_be_visible()
    expect(page.get_by_text("(1 of 2)")).to_be_visible()
    expect(page.get_by_role("textbox", name="Your answer in words").first).to_have_value(
        "n is no key while one writes"
    )
    expect(shown).to_have_count(0)
    page.keyboard.press("o")
    expect(page).to_have_url(re.compile(f"/investigation\\?case={task_id}"))
    assert (here.complaints, there.complaints) == ([], [])


def _textbox(page: Page, label: str) -> Locator:
    return page.get_by_role("textbox", name=label, exact=True)


def _type_until(page: Page, field: Locator, seen: Locator) -> str:
    """Type without a pause, as somebody in the middle of a sentence, until `seen` stands there."""
    typed = ""
    field.click()
    for number in range(60):
        word = f"word{number} "
        page.keyboard.type(word, delay=30)
        typed += word
        if seen.is_visible():
            return typed
    raise AssertionError("what happened meanwhile never came")


def test_what_others_do_meanwhile_takes_no_word_from_under_the_fingers(
    look: Callable[..., Watched], case_desk: Running
) -> None:
    agent = Publisher(case_desk.address)
    task_id = agent.begin("Two decide")
    report = {"outcome": "undetermined", "title": "T", "summary": "S", "body": "B", "reason": "R"}
    agent.publish("publish_task_report", **report, stage="interim")
    action = {"kind": "work_order", "title": "Flush", "description": "Flush.", "reason": "It is dirty."}
    agent.publish("propose_task_action", **action)
    windows = [look(), look(375)]
    mine, other = (window.open(f"/report?case={task_id}") for window in windows)
    question = "Your question or remark"
    _textbox(other, question).fill("Is the plant ruled out?")
    other.get_by_role("button", name="Post", exact=True).click()
    expect(other.get_by_text("Posted as D-1.")).to_be_visible()
    _textbox(other, question).fill("And the valve?")
    field = _textbox(mine, question)
    mine.get_by_text("Is the plant ruled out?").wait_for()
    other.get_by_role("button", name="Post", exact=True).click()
    typed = _type_until(mine, field, mine.get_by_text("And the valve?"))
    expect(field).to_be_focused()
    expect(field).to_have_value(typed)

    for page in (mine, other):
        page.get_by_text("Sign revision 1 off").click()
    _textbox(other, "Note").fill("Nothing to add.")
    other.get_by_role("button", name="Reviewed", exact=True).click()
    typed = _type_until(mine, _textbox(mine, "Note"), mine.get_by_text("Nothing to add."))
    expect(_textbox(mine, "Note")).to_be_focused()
    expect(_textbox(mine, "Note")).to_have_value(typed)
    mine.get_by_role("button", name="Needs work", exact=True).click()
    expect(mine.get_by_text("Stored as S-2: revision 1, needs work.")).to_be_visible()

    why = _textbox(mine, "Why")
    _textbox(other, "Why").fill("It is needed.")
    other.get_by_role("button", name="Approve").click()
    typed = _type_until(mine, why, mine.get_by_text("It was decided while you wrote"))
    kept = _textbox(mine, "What you wrote")
    expect(kept).to_have_value(typed)
    expect(mine.get_by_text(re.compile("^Local owner approved it, "))).to_be_visible()
    expect(other.get_by_text("Stored: A-1 is approved. Nothing was carried out.")).to_be_visible()
    assert [window.complaints for window in windows] == [[], []]
