"""Keeps an open page true: looks every few seconds whether anything changed, and redraws only then."""

from __future__ import annotations

import streamlit as st

from dashboard.desk_session import changes

TICK_SECONDS = 3


def live() -> None:
    """Redraw the page when the desk has changed since it was drawn; else one small query is all it costs."""
    _tick(changes())


@st.fragment(run_every=TICK_SECONDS)
def _tick(drawn_at: int) -> None:
    if changes() != drawn_at:
        st.rerun()
