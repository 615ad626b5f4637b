"""Cases on the first page, in the menu and in the search."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest

from data_access.errors import InvalidInput
from data_access.reading.cases_glance import latest_reports, search_cases, waiting_for_people
from data_access.store.connection import Store
from tests.pages.cases import full_case
from tests.writing.cases import BEGIN, Agent


def test_what_waits_is_told_on_today_and_in_the_menu(open_page: Callable, fresh_store: Store) -> None:
    agent = Agent(fresh_store, now=datetime.now(UTC) - timedelta(hours=5))
    claim = agent.begin(lease_seconds=1800)
    agent.ask(claim, is_required=True)
    agent.report(claim, title="First look")
    agent.propose(claim)
    agent.finish(claim)
    opened = open_page(fresh_store, "overview")
    entry = opened.piece("menu")["entries"][1]
    assert (entry["text"], entry["badge"]["text"]) == ("Inbox", "2 · 5 h ago")
    assert "2 things wait for people, oldest 5 h ago" in opened.text()
    tables = {piece["label"]: piece["rows"] for piece in opened.pieces if piece["kind"] == "ledger"}
    assert tables["Needs you"][0]["href"] == f"./inbox?case={claim.task_id}&item=A-1"
    assert tables["Latest reports"][0]["cells"][0]["text"] == "First look"


def test_a_desk_on_which_nothing_waits_says_nothing(open_page: Callable, fresh_store: Store) -> None:
    Agent(fresh_store).begin()
    opened = open_page(fresh_store, "overview")
    assert {entry["badge"] for entry in opened.piece("menu")["entries"]} == {None}
    assert "Needs you" not in opened.text()


def test_what_has_expired_waits_for_nobody(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin(lease_seconds=1800)
    agent.ask(claim, expires_at=(BEGIN + timedelta(minutes=5)).isoformat())
    before, after = BEGIN + timedelta(minutes=4), BEGIN + timedelta(minutes=6)
    assert waiting_for_people(fresh_store, as_of=before).oldest_at == BEGIN
    assert waiting_for_people(fresh_store, as_of=after).items == 0


def test_the_newest_report_of_each_case_is_listed_once(fresh_store: Store) -> None:
    task_id = full_case(fresh_store)
    assert [(one.task_id, one.revision, one.title) for one in latest_reports(fresh_store)] == [
        (task_id, 2, "第二份报告")
    ]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("余氯自", [("report", "1"), ("report", "2")]),
        ("YELLOW water", [("case", None)]),
        ("residual CHLORINE", [("evidence", "E-1")]),
        ("which valve", [("question", "Q-1")]),
        ("nowhere to be found", []),
    ],
)
def test_cases_are_found_by_any_of_their_texts(
    asked: str, found: list[tuple[str, str | None]], fresh_store: Store
) -> None:
    task_id = full_case(fresh_store)
    hits = search_cases(fresh_store, asked)
    expected = [(kind, item or task_id) for kind, item in found]
    assert [(one.kind, one.item_id) for one in hits.items] == expected


def test_a_cut_search_says_so_and_an_empty_one_is_refused(fresh_store: Store) -> None:
    full_case(fresh_store)
    cut = search_cases(fresh_store, "e", limit=1)
    assert (len(cut.items), cut.truncated, cut.total > 1) == (1, True, True)
    with pytest.raises(InvalidInput):
        search_cases(fresh_store, "  ")


def test_every_place_in_cases_is_reached_page_by_page_and_once(fresh_store: Store) -> None:
    full_case(fresh_store)
    whole = search_cases(fresh_store, "e", limit=500)
    assert (whole.truncated, whole.next_cursor) == (False, None)
    seen, cursor = [], None
    while True:
        page = search_cases(fresh_store, "e", limit=1, cursor=cursor)
        seen += page.items
        assert page.total == whole.total
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == list(whole.items)


def test_the_search_page_goes_on_in_cases(open_page: Callable, fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    for number in range(52):
        agent.evidence(claim, title=f"zebra {number}")
    opened = open_page(fresh_store, "search", q="zebra", period="all")
    pager = next(piece for piece in opened.pieces if piece["kind"] == "pages")
    on = parse_qs(urlsplit(pager["ways"][0]["href"]).query)
    opened = open_page(fresh_store, "search", **{name: values[0] for name, values in on.items()})
    pager = next(piece for piece in opened.pieces if piece["kind"] == "pages")
    assert pager["text"].startswith("51 to ")


def test_the_search_page_leads_to_the_report(open_page: Callable, fresh_store: Store) -> None:
    task_id = full_case(fresh_store)
    opened = open_page(fresh_store, "search", q="第二份", period="all")
    (row,) = opened.piece("ledger")["rows"]
    assert row["href"] == f"./report?case={task_id}&revision=2"
    assert "none-found" not in opened.text()
