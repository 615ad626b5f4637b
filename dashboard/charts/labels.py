"""Text on its way into a chart: plotly reads a few tags in labels, so names are escaped and cut here."""

from __future__ import annotations

import html

import plotly.graph_objects as go

_LONGEST = 42


def plain(text: str, *, longest: int = _LONGEST) -> str:
    """Return `text` on one line, cut, with nothing a chart could take for markup."""
    line = " ".join(text.split())
    cut = line if len(line) <= longest else f"{line[: longest - 1]}…"
    return html.escape(cut, quote=False)


def legend(figure: go.Figure, *, most: int = 12) -> list[tuple[str, str]]:
    """Return name and colour of the parts of `figure`, at most `most`; nothing for a single part."""
    parts = [(html.unescape(trace.name), trace.marker.color) for trace in figure.data if trace.name]
    return parts[:most] if len(parts) > 1 else []
