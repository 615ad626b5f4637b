"""Draws a page, or a part of one, anew when its browser finds that the desk has moved on, and not in between.

The screen library has a clock of its own. It ticks on while a page is being left: what it asks then is asked
as the old page, which draws its part over the new one, and the next click is lost. And each of its ticks runs
a script, where nearly all find nothing to draw.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from dashboard.desk_changes import LIVE_PATH, LOOK_SECONDS, PageState, freshness
from dashboard.desk_session import said

_CSS = """
:host { display: block; }
.pulse { font-family: var(--st-font); font-size: 0.93rem; line-height: 1.45; overflow-wrap: anywhere;
  color: color-mix(in srgb, var(--st-text-color) 62%, transparent); }
"""


def page_age(drawn: int, drawn_at: datetime, state: PageState) -> None:
    """Say how old the page is, kept true by the browser; one that follows is drawn anew after a change."""
    asked = {"drawn": drawn, "drawn_at": drawn_at.isoformat(), "state": state, "lang": said().language}
    told = freshness(state, drawn_at, said(), has_changed=False)
    _draw(
        "page-age",
        told=told,
        drawn=drawn,
        asks=f"{LIVE_PATH}?{urlencode(asked)}",
        follows=state == "following",
    )


def drawn_when_changed(name: str, drawn: int) -> None:
    """Let the fragment around it be drawn anew once the desk has moved on after it stood at `drawn`."""
    _draw(f"pulse-{name}", told="", drawn=drawn, asks=LIVE_PATH, follows=True)


def drawn_again(name: str, seconds: float) -> None:
    """Let the fragment around it be drawn anew after so many `seconds`, whatever the desk does."""
    _draw(f"pulse-{name}", told="", asks=None, seconds=seconds)


def _draw(key: str, *, seconds: float = LOOK_SECONDS, **data: Any) -> None:
    told = {"kind": "pulse", "every_ms": round(seconds * 1000), **data}
    _component()(key=key, data=told, on_beat_change=_heard)


def _heard() -> None:
    """Nothing: that something is drawn is all that a beat is for."""


@cache
def _component() -> Any:
    script = (files("dashboard.parts") / "pulse.js").read_text(encoding="utf-8")
    return st.components.v2.component(
        "caseboard.pulse", html='<div class="pulse"></div>', css=_CSS, js=script
    )
