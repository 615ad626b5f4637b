"""Two maps as one, with a slider from the earlier to the later; the list below it says the same."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import streamlit as st

from dashboard.current_desk import current_desk
from dashboard.desk_session import said
from dashboard.maps.map_change import MapChange
from dashboard.parts.map_picture import ENGINE_PATH
from dashboard.settings import SECOND_ENGINE
from data_access.rules.file_names import name_of_title


def map_slider(change: MapChange, *, before: str, after: str, file_name: str, key: str) -> None:
    """Draw two maps as one; `before` and `after` name the ends of the slider.

    The second engine of maps draws no two maps as one: where it is chosen, the desk says so and draws itself.
    """
    maps, w = said().maps, said().what_changed
    if current_desk().settings.map_engine == SECOND_ENGINE:
        st.caption(w.slider_own_engine)
    _component()(
        key=key,
        data={
            "text": change.drawn.text,
            "earlier": change.earlier,
            "nodes": dict(change.nodes),
            "edges": dict(change.edges),
            "alt": change.drawn.summary,
            "file_name": name_of_title(file_name, most=80) or "map",
            "engine": ENGINE_PATH,
            "words": {
                "fit": maps.fit,
                "smaller": maps.smaller,
                "larger": maps.larger,
                "save": maps.save,
                "drawing": maps.drawing,
                "failed": maps.failed,
                "slider": w.slider,
                "before": before,
                "after": after,
                "between": w.slider_between,
            },
        },
    )


@cache
def _component() -> Any:
    folder = files("dashboard.parts")
    pieces = [(folder / name).read_text(encoding="utf-8") for name in ("map_stage.js", "map_change.js")]
    return st.components.v2.component(
        "caseboard.map_change",
        html='<div class="map"><div class="reveal"></div><div class="stage"></div>'
        '<div class="ways"></div></div>',
        css=(folder / "map_picture.css").read_text(encoding="utf-8"),
        js="\n".join(pieces),
    )
