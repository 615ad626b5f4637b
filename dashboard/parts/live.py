"""Keeps an open page true: looks every few seconds whether anything changed, and draws it anew only then.

It stands in the sidebar, with how old the page is and a switch that lets it stand still. It is called before
the page is drawn, so that what changes meanwhile counts as a change, and a page that stops early follows too.
"""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from dashboard.desk_session import changes, has_changed_since, may, said
from dashboard.parts.piece import hint
from dashboard.wording import formats

TICK_SECONDS = 3


def live() -> None:
    """Draw the page anew when the desk has changed since now; else one shared look is all it costs."""
    with st.sidebar, st.container(key="desk-live"):
        _tick(changes(), formats.now())


@st.fragment(run_every=TICK_SECONDS)
def _tick(drawn: int, drawn_at: datetime) -> None:
    if not may("read"):
        st.rerun()  # the sign-in has ended: the page gives way to where one signs in
    w = said()
    is_following = st.toggle(
        w.live.follow, value=True, key="follow-changes", help=w.live.follow_hint.format(n=TICK_SECONDS)
    )
    has_changed = has_changed_since(drawn)
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
