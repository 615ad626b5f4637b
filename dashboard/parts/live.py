"""Keeps an open page true: it is drawn anew when its browser, which looks every few seconds, finds a change.

It stands in the sidebar, with how old the page is and a switch that lets it stand still. It is called before
the page is drawn, so that what changes meanwhile counts as a change, and a page that stops early follows too.
A page on which somebody writes is never drawn anew by itself: it says that the desk has changed.
"""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from dashboard.desk_changes import LOOK_SECONDS
from dashboard.desk_session import changes, may, said, zone
from dashboard.parts.piece import hint
from dashboard.parts.pulse import drawn_when_changed, page_age
from dashboard.wording import formats


def live(page: str) -> None:
    """Say how old the page is and have it drawn anew when the desk has changed since now.

    One with forms stands still: `changed_notice` says on it that the desk has changed.
    """
    w = said().live
    with st.sidebar, st.container(key="desk-live"):
        drawn = changes()
        if _holds_forms(page):
            page_age(drawn, formats.now(), "writing")
            return
        is_following = st.toggle(
            w.follow, value=True, key="follow-changes", help=w.follow_hint.format(n=LOOK_SECONDS)
        )
        page_age(drawn, formats.now(), "following" if is_following else "paused")


def _holds_forms(page: str) -> bool:
    """Say whether somebody may be writing on this page: in the inbox, once a case is open."""
    return page == "inbox" and "case" in st.query_params


@st.fragment
def changed_notice(drawn: int, drawn_at: datetime) -> None:
    """Say that the desk has changed since a page with forms was drawn, with the way to draw it anew."""
    if not may("read"):
        st.rerun()  # the sign-in has ended
    now_at = changes()
    drawn_when_changed("notice", now_at)
    if now_at == drawn:
        return
    w = said().live
    with st.container(horizontal=True, vertical_alignment="center", key="changed-since"):
        hint(w.changed_since.format(time=formats.clock(drawn_at, zone(), said())), key="changed-hint")
        if st.button(w.show_changes, key="show-changes", icon=":material/refresh:"):
            st.rerun()
