"""Keeps an open page true: looks every few seconds whether anything changed, and draws it anew only then.

It stands in the sidebar, with how old the page is and a switch that lets it stand still. It is called before
the page is drawn, so that what changes meanwhile counts as a change, and a page that stops early follows too.
A page on which somebody writes is never drawn anew by itself: it says that the desk has changed.
"""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from dashboard.desk_session import changes, has_changed_since, may, said, zone
from dashboard.parts.piece import hint
from dashboard.wording import formats

TICK_SECONDS = 3


def live(page: str) -> None:
    """Draw the page anew when the desk has changed since now; else one shared look is all it costs.

    One with forms stands still: `changed_notice` says on it that the desk has changed.
    """
    with st.sidebar, st.container(key="desk-live"):
        _tick(changes(), formats.now(), holds_forms=_holds_forms(page))


def _holds_forms(page: str) -> bool:
    """Say whether somebody may be writing on this page: in the inbox, once a case is open."""
    return page == "inbox" and "case" in st.query_params


@st.fragment(run_every=TICK_SECONDS)
def changed_notice(drawn: int, drawn_at: datetime) -> None:
    """Say that the desk has changed since a page with forms was drawn, with the way to draw it anew."""
    if not may("read"):
        st.rerun()  # the sign-in has ended
    if not has_changed_since(drawn):
        return
    w = said().live
    with st.container(horizontal=True, vertical_alignment="center", key="changed-since"):
        hint(w.changed_since.format(time=formats.clock(drawn_at, zone(), said())), key="changed-hint")
        if st.button(w.show_changes, key="show-changes", icon=":material/refresh:"):
            st.rerun()


@st.fragment(run_every=TICK_SECONDS)
def _tick(drawn: int, drawn_at: datetime, *, holds_forms: bool) -> None:
    if not may("read"):
        st.rerun()  # the sign-in has ended: the page gives way to where one signs in
    w = said()
    has_changed = has_changed_since(drawn)
    if holds_forms:
        seconds = int((formats.now() - drawn_at).total_seconds())
        hint(w.live.stands_still.format(time=formats.length(seconds, w)), key="page-age")
        return
    is_following = st.toggle(
        w.live.follow, value=True, key="follow-changes", help=w.live.follow_hint.format(n=TICK_SECONDS)
    )
    if has_changed and is_following:
        st.rerun()
    hint(_age(drawn_at, is_following=is_following, has_changed=has_changed), key="page-age")


def _age(drawn_at: datetime, *, is_following: bool, has_changed: bool) -> str:
    """Say how old the page is; one that stands still says so, and whether it is out of date."""
    w = said()
    if has_changed:
        return w.live.paused_changed
    seconds = (formats.now() - drawn_at).total_seconds()
    told = w.live.updated if is_following else w.live.paused
    if seconds < TICK_SECONDS and is_following:
        return w.live.updated_now
    return told.format(time=formats.length(int(seconds), w))
