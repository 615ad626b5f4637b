"""Draws a map by `streamlit-mermaid`, an optional extra that a setting chooses: a picture without clicks.

It is an older engine with known holes, so it sees nothing but a `MapText`, which this desk generated and
escaped, in a frame that may neither ask for anything nor reach this desk (`faces.security_headers`).
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Literal

import streamlit as st

from dashboard.maps.mermaid_text import MapText

MODULE = "streamlit_mermaid"
MOST_TEXT = 45_000
"""The engine refuses texts from 50,000 characters on."""
_HEIGHT = "560px"
_DARK = '%%{init: {"theme": "dark"}}%%\n'
"""The one directive there is, and a constant: a text of this desk begins with none."""

Hindrance = Literal["missing", "too_large"]


def second_engine_hindrance(drawn: MapText) -> Hindrance | None:
    """Say why the second engine cannot draw this map, None when it can."""
    if not _is_installed():
        return "missing"
    return "too_large" if len(drawn.text) > MOST_TEXT else None


def second_engine_picture(drawn: MapText, *, key: str) -> None:
    """Draw the map in a frame of its own."""
    is_dark = st.context.theme.type == "dark"
    text = _DARK + drawn.text if is_dark else drawn.text
    import_module(MODULE).st_mermaid(text, height=_HEIGHT, key=f"{key}-second")


def _is_installed() -> bool:
    try:
        return find_spec(MODULE) is not None
    except ValueError:  # a module that is loaded and says not from where
        return False
