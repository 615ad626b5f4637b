"""Days of activity as a calendar: one square a day, darker where more happened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from dashboard.theme import FONT, Palette

_SQUARE = 13


def activity_calendar(
    days: Sequence[tuple[date, int, str]],
    colours: Palette,
    *,
    weekdays: Sequence[str],
    months: Sequence[str],
) -> dict[str, Any]:
    """Draw `days` (day, how much, what the pointer tells) as an ECharts calendar, Monday first."""
    most = max((amount for _, amount, _ in days), default=0)
    return {
        "textStyle": {"fontFamily": FONT},
        "animation": False,
        "tooltip": {"formatter": "{b}", "backgroundColor": colours.surface, "borderColor": colours.line,
                    "textStyle": {"color": colours.text, "fontSize": 12}},
        "visualMap": {
            "show": False, "type": "piecewise", "pieces": _pieces(most, colours), "dimension": 1,
        },
        "calendar": {
            "top": 22, "left": 34, "right": 4, "cellSize": ["auto", _SQUARE],
            "range": [days[0][0].isoformat(), days[-1][0].isoformat()] if days else [],
            "itemStyle": {"color": colours.background, "borderColor": colours.background, "borderWidth": 2},
            "splitLine": {"show": False},
            "yearLabel": {"show": False},
            "dayLabel": {
                "firstDay": 1, "color": colours.muted, "fontSize": 10,
                "nameMap": [weekdays[6], weekdays[0], "", weekdays[2], "", weekdays[4], ""],
            },
            "monthLabel": {"color": colours.muted, "fontSize": 10, "nameMap": list(months)},
        },
        "series": [{
            "type": "heatmap", "coordinateSystem": "calendar",
            "itemStyle": {"borderRadius": 3},
            "data": [{"name": tip, "value": [day.isoformat(), amount]} for day, amount, tip in days],
        }],
    }  # fmt: skip


def _pieces(most: int, colours: Palette) -> list[dict[str, Any]]:
    """Cut the amounts into steps that grow, so that one busy day does not bleach the others."""
    steps = (0.05, 0.15, 0.35, 0.65)
    bounds = [0, *(round(most * step) for step in steps)]
    pieces: list[dict[str, Any]] = [{"value": 0, "color": colours.ramp[0]}]
    for place, lower in enumerate(bounds):
        upper = bounds[place + 1] if place + 1 < len(bounds) else None
        if upper is None:
            pieces.append({"gt": lower, "color": colours.ramp[place + 1]})
        elif upper > lower:
            pieces.append({"gt": lower, "lte": upper, "color": colours.ramp[place + 1]})
    return pieces
