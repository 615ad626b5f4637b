"""The agents and tasks of a run as a graph: who started whom, who wrote to whom, who does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dashboard.charts.labels import one_line
from dashboard.charts.topology_groups import ShownEdge, ShownNode
from dashboard.charts.topology_layout import Place
from dashboard.theme import FONT, MARKS, Palette, Tone

MOST_LABELS = 60
"""Up to this many nodes carry their names; above, only roots, groups and the selected one."""
_SYMBOLS = {"agent": "circle", "task": "roundRect", "participant": "diamond"}
_LONGEST_LABEL = 26


def topology_graph(
    nodes: Sequence[ShownNode],
    edges: Sequence[ShownEdge],
    places: Mapping[str, Place],
    colours: Palette,
    *,
    names: Mapping[str, str],
    tones: Mapping[str, Tone],
    selected: str | None = None,
) -> dict[str, Any]:
    """Draw `nodes` at `places` as an ECharts graph; `names` are for people, `tones` colour tasks."""
    are_named = len(nodes) <= MOST_LABELS
    numbers = {node.node_id: place for place, node in enumerate(nodes)}
    label = {"position": "bottom", "distance": 4, "color": colours.text, "fontSize": 12, "width": 130,
             "overflow": "truncate", "textBorderColor": colours.background, "textBorderWidth": 3}  # fmt: skip
    small = {"fontSize": 10, "width": 62, "distance": 3}
    return {
        "textStyle": {"fontFamily": FONT},
        "animation": False,
        "tooltip": {"formatter": "{b}", "backgroundColor": colours.surface, "borderColor": colours.line,
                    "textStyle": {"color": colours.text, "fontSize": 12}, "confine": True},
        "grid": {"left": 66, "right": 66, "top": 24, "bottom": 40},
        "xAxis": {"type": "value", "show": False, "min": 0, "max": max(1, _reach(places, 0))},
        "yAxis": {"type": "value", "show": False, "inverse": True, "min": min(0, _reach(places, 1, low=True)),
                  "max": max(1, _reach(places, 1))},
        "series": [{
            "type": "graph", "coordinateSystem": "cartesian2d", "selectedMode": "single",
            "edgeSymbol": ["none", "arrow"], "edgeSymbolSize": 6, "label": label,
            "labelLayout": {"hideOverlap": True},
            "emphasis": {"disabled": len(nodes) > MOST_LABELS, "focus": "adjacency"},
            "select": {"itemStyle": {"borderColor": colours.text, "borderWidth": 2.5},
                       "label": {"fontWeight": "bold", "show": True}},
            "data": [_node(node, places[node.node_id], colours, name=names[node.node_id],
                           tone=tones.get(node.node_id, "plain"), is_selected=node.node_id == selected,
                           is_named=are_named or node.parent_id is None or node.is_group)
                     for node in nodes],
            "links": [_edge(edge, numbers, colours, is_named=are_named) for edge in edges],
        }],
        "media": [{"query": {"maxWidth": 480}, "option": {
            "grid": {"left": 34, "right": 34}, "series": [{"label": small}]}}],
    }  # fmt: skip


def _reach(places: Mapping[str, Place], axis: int, *, low: bool = False) -> float:
    found = [place[axis] for place in places.values()]
    return (min if low else max)(found, default=0)


def edge_colours(colours: Palette) -> dict[str, str]:
    """Return the colour of each kind of relation."""
    return {
        "spawned": colours.muted,
        "messaged": colours.series[2],
        "assigned": colours.series[1],
        "parent_of": colours.series[3],
    }


def _node(
    node: ShownNode,
    place: Place,
    colours: Palette,
    *,
    name: str,
    tone: Tone,
    is_selected: bool,
    is_named: bool,
) -> dict[str, Any]:
    mark = MARKS[tone]
    own = {"agent": colours.series[0], "participant": colours.series[4]}.get(node.kind)
    colour = own or (mark.dark if colours.name == "dark" else mark.light)
    size = min(34, 16 + len(node.members).bit_length() * 2) if node.is_group else 15
    has_failed = node.errors > 0
    return {
        "id": node.node_id, "name": one_line(name, longest=120),
        "value": [place[0], place[1]],
        "symbol": _SYMBOLS[node.kind], "symbolSize": size, "selected": is_selected,
        "itemStyle": {"color": colour, "borderColor": colours.failed if has_failed else colours.background,
                      "borderWidth": 2.5 if has_failed else 1},
        "label": {"show": is_named or is_selected, "formatter": _label(node, name)},
    }  # fmt: skip


def _label(node: ShownNode, name: str) -> str:
    """Write the label of a node; braces would be read as a place to fill."""
    mark = f"{MARKS['failed'].shape} " if node.errors else ""
    return mark + one_line(name, longest=_LONGEST_LABEL).translate({ord("{"): "(", ord("}"): ")"})


def _edge(edge: ShownEdge, numbers: Mapping[str, int], colours: Palette, *, is_named: bool) -> dict[str, Any]:
    colour = edge_colours(colours)[edge.kind]
    curve = {"messaged": 0.22, "assigned": 0.08}.get(edge.kind, 0)
    shape = {"messaged": "dashed", "assigned": "dotted"}.get(edge.kind, "solid")
    return {
        "source": numbers[edge.source], "target": numbers[edge.target],
        "lineStyle": {"color": colour, "type": shape, "curveness": curve, "opacity": 0.8,
                      "width": min(4, 1 + edge.count.bit_length() * 0.3)},
        "label": {"show": is_named and edge.count > 1, "formatter": f"{edge.count:,}", "color": colour,
                  "fontSize": 11},
    }  # fmt: skip
