"""An open page says how old it is, follows the desk, and stands still when asked to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dashboard.desk_session import changes
from data_access.store.connection import Store


def age(opened) -> dict[str, Any]:
    (told,) = opened.components("caseboard.pulse")
    return told


def test_a_page_says_how_old_it_is_and_can_stand_still(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "runs")
    assert (age(opened)["told"], age(opened)["follows"]) == ("updated just now", True)
    opened.run.toggle(key="follow-changes").set_value(False).run()
    assert (age(opened)["told"], age(opened)["follows"]) == ("paused · drawn 0 s ago", False)
    assert age(open_page(fresh_store, "runs", lang="zh"))["told"] == "刚刚更新"


def test_a_page_of_an_empty_desk_follows_too(open_page: Callable, fresh_store: Store) -> None:
    assert age(open_page(fresh_store))["told"] == "updated just now"


def test_only_what_came_after_a_page_was_drawn_is_a_change(
    open_page: Callable, fresh_store: Store, log_file: Callable, import_file: Callable
) -> None:
    drawn = age(open_page(fresh_store, "runs"))["drawn"]
    import_file(fresh_store, log_file("hello"))
    assert changes() > drawn
    assert age(open_page(fresh_store, "runs"))["drawn"] == changes()
