"""Text on its way into a chart: plotly reads a few tags in labels, so names are escaped and cut here."""

from __future__ import annotations

import html

import plotly.graph_objects as go

_LONGEST = 42


def plain(text: str, *, longest: int = _LONGEST) -> str:
    """Return `text` on one line, cut, with nothing plotly could take for markup."""
    return html.escape(one_line(text, longest=longest), quote=False)


def one_line(text: str, *, longest: int = _LONGEST) -> str:
    """Return `text` on one line, cut: enough for ECharts, which draws names as text and escapes its tips."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def legend(figure: go.Figure, *, most: int = 12) -> list[tuple[str, str]]:
    """Return name and colour of the parts of `figure`, at most `most`; nothing for a single part."""
    parts = [(html.unescape(trace.name), trace.marker.color) for trace in figure.data if trace.name]
    return parts[:most] if len(parts) > 1 else []
