"""The line below a text area that keeps itself: the browser tells every second what is written there.

Leaving the area tells it at once. While an input method composes characters, nothing is told.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

import streamlit as st

_NOT_IN_CLASS = re.compile(r"[^a-zA-Z0-9_-]")


def quiet_line(text: str, *, area: str, key: str, tip: str | None = None) -> None:
    """Draw the line `text` below the text area with the key `area`, which keeps itself from now on."""
    shown_as = f"st-key-{_NOT_IN_CLASS.sub('-', area.strip())}"
    _component()(key=key, data={"text": text, "tip": tip, "area": shown_as})


@cache
def _component() -> Any:
    folder = files("dashboard.parts")
    return st.components.v2.component(
        "caseboard.quiet",
        html='<div class="quiet"></div>',
        css=(folder / "quiet.css").read_text(encoding="utf-8"),
        js=(folder / "quiet.js").read_text(encoding="utf-8"),
    )
