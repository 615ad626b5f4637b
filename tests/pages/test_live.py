"""An open page says how old it is, follows the desk, and stands still when asked to."""

from __future__ import annotations

from collections.abc import Callable

from dashboard.desk_session import _look, changes, has_changed_since
from data_access.store.connection import Store


def age(opened) -> str:
    hints = [piece["text"] for piece in opened.pieces if piece["kind"] == "hint"]
    return next(text for text in hints if text.startswith(("updated", "paused", "刚刚", "已暂停")))


def test_a_page_says_how_old_it_is_and_can_stand_still(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "runs")
    assert age(opened) == "updated just now"
    opened.run.toggle(key="follow-changes").set_value(False).run()
    assert age(opened) == "paused · drawn 0 s ago"
    assert age(open_page(fresh_store, "runs", lang="zh")) == "刚刚更新"


def test_a_page_of_an_empty_desk_follows_too(open_page: Callable, fresh_store: Store) -> None:
    assert age(open_page(fresh_store)) == "updated just now"


def test_only_what_came_after_a_page_was_drawn_is_a_change(
    open_page: Callable, fresh_store: Store, log_file: Callable, import_file: Callable
) -> None:
    open_page(fresh_store, "runs")
    drawn = changes()
    import_file(fresh_store, log_file("hello"))
    _look.clear()  # as half a second does
    assert has_changed_since(drawn)
    assert not has_changed_since(changes())
