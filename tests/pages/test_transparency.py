"""How much is shown at once: every page opens at every level by its address, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import orjson
import pytest

from dashboard.desk_session import PAGES
from dashboard.transparency import TRANSPARENCIES, Transparency
from dashboard.wording import words
from data_access.reading.events import events
from data_access.reading.investigations import investigations
from data_access.reading.runs import runs
from data_access.store.connection import Store


@pytest.fixture(scope="module")
def named(filled_store: Store) -> dict[str, str]:
    """What an address of a page of one run, or of one case, names."""
    return {
        "run": runs(filled_store, order="cost").items[0].conversation_key,
        "case": investigations(filled_store).items[0].task_id,
    }


@pytest.mark.parametrize("level", ["simple", "developer"])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_at_every_level_by_its_address(
    page: str, level: str, open_page: Callable, filled_store: Store, named: dict[str, str]
) -> None:
    opened = open_page(filled_store, page, **named, detail=level)
    assert not opened.run.exception
    heading = opened.piece("heading")
    tabs = heading["tabs"]
    assert not tabs or sum(bool(tab["current"]) for tab in tabs) == 1
    assert all("detail=" + level in tab["href"] for tab in tabs)
    menu = opened.piece("menu")["entries"]
    assert all(entry["href"].endswith("detail=" + level) for entry in menu)


def tabs(opened: object) -> list[str]:
    return [tab["text"] for tab in opened.piece("heading")["tabs"]]  # type: ignore[attr-defined]


def test_the_tabs_of_a_run_follow_the_level_and_an_open_one_stays(
    open_page: Callable, filled_store: Store, named: dict[str, str]
) -> None:
    def at(level: str, page: str = "run_summary") -> list[str]:
        return tabs(open_page(filled_store, page, **named, detail=level))

    simple, advanced, developer = (at(level) for level in TRANSPARENCIES)
    assert simple == [tab for tab in advanced if tab in simple]
    assert {"Trace", "Timeline", "Agents"}.isdisjoint(simple)
    assert {"Summary", "Transcript", "Cost", "Checks"} <= set(simple)
    assert advanced == [tab for tab in developer if tab in advanced]
    assert "Trace" in at("simple", "run_trace")


def test_what_an_address_does_not_know_is_advanced(open_page: Callable, filled_store: Store) -> None:
    def labels(**query: str) -> list[str]:
        columns = open_page(filled_store, "runs", **query).piece("ledger")["columns"]
        return [column["label"] for column in columns]

    assert labels(detail="everything") == labels() == labels(detail="advanced")


def exactly(cell: dict[str, str]) -> str:
    """Return what a cell says, exactly where it can: "18 min ago" may be 19 when the next page is drawn."""
    return cell.get("tip") or cell["text"]


def test_a_table_leaves_columns_out_and_never_a_row_or_a_figure(
    open_page: Callable, filled_store: Store
) -> None:
    def cells(level: Transparency) -> tuple[list[str], list[list[str]]]:
        ledger = open_page(filled_store, "runs", detail=level).piece("ledger")
        labels = [column["label"] for column in ledger["columns"]]
        told = [
            [exactly(cell) if isinstance(cell, dict) else str(cell) for cell in row["cells"]]
            for row in ledger["rows"]
        ]
        return labels, told

    labels, rows = cells("developer")
    for level in get_args(Transparency):
        fewer, told = cells(level)
        places = [labels.index(label) for label in fewer]
        assert told == [[row[place] for place in places] for row in rows]
    assert {"Tokens", "Agents"}.isdisjoint(cells("simple")[0])
    assert "Key here" in labels


def test_a_list_sorted_by_a_column_shows_it_at_every_level(open_page: Callable, filled_store: Store) -> None:
    def labels(**query: str) -> list[str]:
        ledger = open_page(filled_store, "runs", detail="simple", **query).piece("ledger")
        return [column["label"] for column in ledger["columns"]]

    assert "Events" not in labels()
    assert "Events" in labels(order="events")


def test_filters_are_folded_in_simple_unless_one_is_set(open_page: Callable, filled_store: Store) -> None:
    def folded(**query: str) -> list[bool]:
        opened = open_page(filled_store, "runs", **query)
        return [one.proto.expanded for one in opened.run.expander if one.label == "Filters"]

    assert folded() == []
    assert folded(detail="simple") == [False]
    assert folded(detail="simple", source="snapshot") == [True]


def test_the_raw_tab_gives_what_rest_gives(
    open_page: Callable, filled_store: Store, named: dict[str, str]
) -> None:
    opened = open_page(filled_store, "run_raw", **named, answer="events", detail="developer")
    address, told = (one.value for one in opened.run.code)
    key = named["run"]
    assert address == f"GET /api/agents/visibility/events?conversation_id={key}&limit=20"
    page = events(filled_store, key, limit=20)
    assert [one["event_id"] for one in orjson.loads(told)["items"]] == [one.event_id for one in page.items]
    assert "Raw" in tabs(opened)
    assert "Raw" not in tabs(open_page(filled_store, "run_summary", **named))


def test_raw_text_stands_open_for_developers_only(
    open_page: Callable, filled_store: Store, named: dict[str, str]
) -> None:
    def arithmetic(level: Transparency) -> bool:
        folds = open_page(filled_store, "cost", detail=level).run.expander
        return next(one.proto.expanded for one in folds if one.label == words("en").cost.arithmetic)

    assert [arithmetic(level) for level in TRANSPARENCIES] == [False, False, True]
