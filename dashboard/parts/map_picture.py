"""A map that can be clicked and walked by key; the same Mermaid text as everywhere, drawn in the page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import streamlit as st

from dashboard.current_desk import current_desk
from dashboard.desk_session import said
from dashboard.maps.mermaid_text import MapText
from dashboard.parts.second_engine import second_engine_hindrance, second_engine_picture
from dashboard.settings import SECOND_ENGINE
from data_access.rules.file_names import name_of_title

ENGINE_PATH = "/assets/mermaid-12.0.0.js"
"""Where the browser finds the engine: a build of Mermaid without formulas and pictures, kept in `assets`."""


def clickable_map(
    drawn: MapText, *, names: Mapping[str, str], file_name: str, key: str, selected: str | None = None
) -> str | None:
    """Draw a map; return the id of the node that was chosen, None when none was.

    `names` tells screen readers what each node is, by its id; `file_name` is the begin of the names of saved
    pictures and may hold anything.
    """
    words = said().maps
    if current_desk().settings.map_engine == SECOND_ENGINE:
        hindrance = second_engine_hindrance(drawn)
        if hindrance is None:
            second_engine_picture(drawn, key=key)
            st.caption(words.second_no_clicks)
            return None
        st.caption(words.second_missing if hindrance == "missing" else words.second_too_large)
    places = {node_id: place for place, node_id in drawn.nodes.items()}
    choice = _component()(
        key=key,
        data={
            "text": drawn.text,
            "alt": drawn.summary,
            "names": {place: names.get(node_id, node_id) for place, node_id in drawn.nodes.items()},
            "selected": places.get(selected) if selected else None,
            "file_name": name_of_title(file_name, most=80) or "map",
            "engine": ENGINE_PATH,
            "words": {
                "fit": words.fit,
                "smaller": words.smaller,
                "larger": words.larger,
                "save": words.save,
                "drawing": words.drawing,
                "failed": words.failed,
            },
        },
        on_node_change=lambda: None,
    )
    return drawn.nodes.get(str(choice.node)) if choice.node else None


@cache
def _component() -> Any:
    folder = files("dashboard.parts")
    pieces = [(folder / name).read_text(encoding="utf-8") for name in ("map_stage.js", "map_picture.js")]
    return st.components.v2.component(
        "caseboard.map",
        html='<div class="map"><div class="stage"></div><div class="ways"></div></div>',
        css=(folder / "map_picture.css").read_text(encoding="utf-8"),
        js="\n".join(pieces),
    )
