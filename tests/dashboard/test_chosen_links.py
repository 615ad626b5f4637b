"""A link that was followed in a piece: kept once, whatever the browser tells again or has let go."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import streamlit as st

from dashboard.desk_session import choose_link, put_chosen


@pytest.fixture(autouse=True)
def fresh_session() -> Iterator[None]:
    st.session_state.clear()
    yield
    st.session_state.clear()


def followed(key: str, href: str, at: float) -> str | None:
    """Return where the session is to go after the piece `key` told that `href` was followed."""
    st.session_state[key] = SimpleNamespace(open={"href": href, "at": at})
    choose_link(key)
    return st.session_state.pop("chosen-link", None)


def test_a_piece_that_is_gone_chooses_nothing() -> None:
    choose_link("events")
    assert "chosen-link" not in st.session_state


def test_a_choice_told_again_is_followed_once() -> None:
    assert followed("events", "./runs", 12.5) == "./runs"
    assert followed("events", "./runs", 12.5) is None
    assert followed("errors", "./cost", 11.0) is None
    assert followed("events", "./runs", 13.0) == "./runs"


def test_a_field_of_a_page_that_was_left_changes_no_address() -> None:
    put_chosen("q", "gone", str.strip)
    assert dict(st.query_params) == {}
