"""What a form has to say after it was sent: drawn once, on the next run, at the place of the form."""

from __future__ import annotations

import streamlit as st

from dashboard.desk_session import widget_key
from dashboard.parts.piece import note

_FLASH = "flash"


def flash(place: str, title: str, text: str | None = None) -> None:
    """Keep what is to be said at `place` until it is drawn."""
    st.session_state[widget_key(_FLASH, place)] = (title, text)


def flashed(place: str) -> None:
    """Draw what was kept for `place`, and forget it; nothing where nothing was kept."""
    told = st.session_state.pop(widget_key(_FLASH, place), None)
    if told is not None:
        title, text = told
        note(title, key=f"{place}/flash", text=text, tone="done")
