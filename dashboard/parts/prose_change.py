"""Draws how a text became another: what was taken out, put in and moved, stepped through by key."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

import streamlit as st

from dashboard.desk_session import said
from data_access.contracts.prose_diff import ProseDiff, ProseUnit
from data_access.rules.text_safety import visible_lines

Layout = Literal["inline", "side"]
_WORDS = (
    "step", "total", "no_change", "only_formatting", "next", "previous", "folded", "formatting_shown",
    "moved_here", "moved_away", "split", "joined",
)  # fmt: skip


def prose_change(diff: ProseDiff, *, layout: Layout, label: str, key: str, keys: bool = False) -> None:
    """Draw a comparison of two texts as `inline` or `side` by side; `keys`: n and p step through it."""
    w = said().what_changed
    changes = {unit.change for unit in diff.units} - {"same"}
    is_blocked = any(unit.block_change for unit in diff.units)
    _component()(
        key=key,
        data={
            "units": [_unit(unit) for unit in diff.units],
            "layout": layout,
            "label": label,
            "keys": keys,
            "has_formatting": "formatting" in changes,
            "only_formatting": changes == {"formatting"} and not is_blocked,
            "words": {name: getattr(w, name) for name in _WORDS},
        },
    )


def _unit(unit: ProseUnit) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": unit.kind, "change": unit.change, "ends": unit.ends_block}
    if unit.block_change:
        told["block"] = unit.block_change
    if unit.move is not None:
        told["move"] = unit.move
    told["pieces"] = [
        {
            "change": piece.change,
            "before": visible_lines(piece.before),
            "after": visible_lines(piece.after),
        }
        for piece in unit.pieces
    ]
    return told


@cache
def _component() -> Any:
    folder = files("dashboard.parts")
    return st.components.v2.component(
        "caseboard.prose_change",
        html='<div class="change"></div>',
        css=(folder / "prose_change.css").read_text(encoding="utf-8"),
        js=(folder / "prose_change.js").read_text(encoding="utf-8"),
    )
