"""One palette: a colour and a shape for each family of state, ten chart colours a theme, the plotly layout.

The same values stand in `pages/.streamlit/config.toml`; a test keeps them equal. Colour never speaks alone:
each family has a shape, and the word stands beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

ThemeName = Literal["light", "dark"]
Tone = Literal["working", "waiting", "done", "failed", "unknown", "plain"]


@dataclass(frozen=True)
class Mark:
    """How one family of states looks: the shape that stands before its word, and its colour per theme."""

    shape: str
    light: str
    dark: str


MARKS: dict[Tone, Mark] = {
    "working": Mark("◐", "#2f6fde", "#6ea8ff"),
    "waiting": Mark("▲", "#b25e09", "#f5b562"),
    "done": Mark("●", "#1a7f5a", "#4cc38a"),
    "failed": Mark("✕", "#c2332b", "#ff8078"),
    "unknown": Mark("○", "#667085", "#98a2b3"),
    "plain": Mark("", "#4a5568", "#b4bfcd"),
}

STATUS_TONES: dict[str, Tone] = {
    "ok": "done", "completed": "done", "done": "done", "passed": "done", "succeeded": "done",
    "error": "failed", "failed": "failed", "denied": "failed", "rejected": "failed",
    "running": "working", "in_progress": "working", "working": "working",
    "queued": "working", "waiting_calculation": "working",
    "waiting": "waiting", "waiting_human": "waiting", "waiting_review": "waiting", "blocked": "waiting",
    "unfinished": "unknown", "outcome_unknown": "unknown", "cancelled": "unknown", "skipped": "unknown",
}  # fmt: skip
"""To which family a source's own status belongs; a word that is not here keeps to itself."""


CHANGE_TONES: dict[str, Tone] = {
    "added": "done", "opened": "waiting", "reopened": "waiting", "closed": "done", "removed": "failed",
    "dropped": "failed", "reclassified": "working", "changed": "working",
}  # fmt: skip
"""How what became of a part of a report looks: a finding, a gap, a cited record, a node of the map."""


def tone_of(status: str | None) -> Tone:
    """Return the family of a status as a source writes it."""
    return "unknown" if status is None else STATUS_TONES.get(status.lower(), "plain")


@dataclass(frozen=True)
class Palette:
    """The colours of one theme that charts need."""

    name: ThemeName
    background: str
    surface: str
    text: str
    muted: str
    line: str
    failed: str
    series: tuple[str, ...]
    ramp: tuple[str, ...]
    """From nothing to much, for calendars and heat maps."""


LIGHT = Palette(
    name="light",
    background="#ffffff",
    surface="#f5f7fa",
    text="#1b2430",
    muted="#667085",
    line="#e2e7ee",
    failed=MARKS["failed"].light,
    series=(
        "#2f6fde", "#12a594", "#e8823a", "#8e4ec6", "#d6409f",
        "#5a8f29", "#0c93c9", "#b7791f", "#6b7280", "#c2413b",
    ),
    ramp=("#eef2f7", "#cfe0fb", "#9dc0f6", "#5f97ec", "#2f6fde", "#1c4fa8"),
)  # fmt: skip
DARK = Palette(
    name="dark",
    background="#0f141b",
    surface="#182029",
    text="#e6ebf2",
    muted="#98a2b3",
    line="#28323f",
    failed=MARKS["failed"].dark,
    series=(
        "#6ea8ff", "#3ccfbb", "#f5a462", "#b98ae6", "#f07ec0",
        "#97c95c", "#4fc3f0", "#dcae55", "#98a2b3", "#ee7f78",
    ),
    ramp=("#182029", "#1d3557", "#27508a", "#3a72c4", "#6ea8ff", "#a9ccff"),
)  # fmt: skip


def palette(theme: str | None) -> Palette:
    """Return the palette of `theme`; anything but `dark` is light."""
    return DARK if theme == "dark" else LIGHT


FONT = "Inter, 'Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"


def plotly_layout(colours: Palette, *, height: int) -> dict[str, Any]:
    """Return the layout every plotly figure starts from: quiet grid, our ten colours, no zoom traps."""
    axis = {
        "gridcolor": colours.line,
        "linecolor": colours.line,
        "zerolinecolor": colours.line,
        "tickfont": {"color": colours.muted, "size": 11},
        "title": {"font": {"color": colours.muted, "size": 11}},
        "exponentformat": "none",  # else a hundredth of a cent is read as 100 µ
        "separatethousands": True,
        "fixedrange": True,
        "automargin": True,
    }
    return {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
        "font": {"family": FONT, "size": 12, "color": colours.text},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "colorway": list(colours.series),
        "hoverlabel": {
            "bgcolor": colours.surface,
            "bordercolor": colours.line,
            "font": {"family": FONT, "size": 12, "color": colours.text},
        },
        "showlegend": False,
        "xaxis": axis | {"showgrid": False},
        "yaxis": axis,
        "bargap": 0.18,
        "dragmode": False,
    }  # fmt: skip
