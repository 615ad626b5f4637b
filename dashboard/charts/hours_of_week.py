"""Hours of the week as a heat map: when the agents work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.theme import FONT, Palette
from data_access.contracts.readings import ActivityHour


def hours_of_week(
    hours: Sequence[ActivityHour], colours: Palette, *, weekdays: Sequence[str], tip: str
) -> dict[str, Any]:
    """Draw 7 x 24 fields, Monday on top; `tip` has {day}, {hour} and {n}."""
    amounts = {(one.weekday, one.hour): one.events for one in hours}
    most = max(amounts.values(), default=0)
    fields = [
        {
            "name": tip.format(
                day=weekdays[weekday - 1], hour=f"{hour:02d}", n=f"{amounts.get((weekday, hour), 0):,}"
            ),
            "value": [hour, weekday - 1, amounts.get((weekday, hour), 0)],
        }
        for weekday in range(1, 8)
        for hour in range(24)
    ]
    axis = {"axisLine": {"show": False}, "axisTick": {"show": False}, "splitArea": {"show": False}}
    label = {"color": colours.muted, "fontSize": 10}
    return {
        "textStyle": {"fontFamily": FONT},
        "animation": False,
        "tooltip": {"formatter": "{b}", "backgroundColor": colours.surface, "borderColor": colours.line,
                    "textStyle": {"color": colours.text, "fontSize": 12}},
        "grid": {"top": 4, "left": 34, "right": 4, "bottom": 20},
        "xAxis": {"type": "category", "data": [f"{hour:02d}" for hour in range(24)],
                  "axisLabel": label | {"interval": 2}, **axis},
        "yAxis": {"type": "category", "data": list(weekdays), "inverse": True, "axisLabel": label, **axis},
        "visualMap": {"show": False, "min": 0, "max": max(most, 1), "dimension": 2,
                      "inRange": {"color": list(colours.ramp)}},
        "series": [{
            "type": "heatmap", "data": fields,
            "itemStyle": {"borderColor": colours.background, "borderWidth": 2, "borderRadius": 3},
        }],
    }  # fmt: skip
