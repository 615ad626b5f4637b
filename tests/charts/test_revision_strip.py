"""The strip over the revisions: known figures are bars, unknown ones are a mark and never a bar of zero."""

from __future__ import annotations

import pytest

from dashboard.charts.labels import legend
from dashboard.charts.revision_strip import RevisionPoint, revision_strip
from dashboard.theme import DARK, LIGHT, Palette

POINTS = [
    RevisionPoint(3, 2, "2 open", 0.5, "≥ $0.50", True),
    RevisionPoint(1, None, "not known", None, "not known", False),
    RevisionPoint(2, 0, "0 open", 0.25, "$0.25", False),
    RevisionPoint(4, 5, "5 open", None, "not <b>known</b>", False),
]


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_unknown_is_no_bar(colours: Palette) -> None:
    figure = revision_strip(
        POINTS,
        colours,
        gaps_label="Gaps",
        cost_label="Cost",
        floor_label="at least",
        unknown_label="not known",
    )
    bars = {trace.name: (list(trace.x), list(trace.y)) for trace in figure.data if trace.type == "bar"}
    assert bars == {"Gaps": ([2, 3, 4], [0, 2, 5]), "Cost": ([2], [0.25]), "at least": ([3], [0.5])}
    marks = [(list(trace.x), list(trace.text)) for trace in figure.data if trace.type == "scatter"]
    assert marks == [([1], ["?"]), ([1, 4], ["?", "?"])]
    assert "not &lt;b&gt;known&lt;/b&gt;" in str(figure.data[-1].customdata)
    assert [name for name, _ in legend(figure)] == ["Gaps", "Cost", "at least", "not known"]


def test_two_hundred_revisions_and_none_are_drawn() -> None:
    many = [RevisionPoint(n, n % 7, "x", n / 10, "y", False) for n in range(1, 201)]
    for points in (many, []):
        figure = revision_strip(
            points, LIGHT, gaps_label="G", cost_label="C", floor_label="F", unknown_label="U"
        )
        assert sum(len(trace.x) for trace in figure.data) == 2 * len(points)
