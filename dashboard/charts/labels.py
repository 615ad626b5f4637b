"""Text on its way into a chart: plotly reads a few tags in labels, so names are escaped and cut here."""

from __future__ import annotations

import html

_LONGEST = 42


def plain(text: str, *, longest: int = _LONGEST) -> str:
    """Return `text` on one line, cut, with nothing a chart could take for markup."""
    line = " ".join(text.split())
    cut = line if len(line) <= longest else f"{line[: longest - 1]}…"
    return html.escape(cut, quote=False)
