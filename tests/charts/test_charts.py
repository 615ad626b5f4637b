"""Charts turn readings into specifications: right figures, bounded marks, text that cannot become markup."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from dashboard.charts.activity_calendar import activity_calendar
from dashboard.charts.agent_lanes import Lane, agent_lanes, at_once
from dashboard.charts.context_growth import context_growth_lines
from dashboard.charts.cost_bars import cost_bars
from dashboard.charts.cost_by_day import cost_by_day
from dashboard.charts.event_timeline import event_timeline
from dashboard.charts.hours_of_week import hours_of_week
from dashboard.charts.labels import legend, plain
from dashboard.charts.phase_bars import phase_bars
from dashboard.charts.token_classes import token_classes
from dashboard.theme import DARK, LIGHT
from data_access.contracts.across_runs import ContextPoint
from data_access.contracts.readings import ActivityHour, Timeline, TimelineBin, TimelineLane

START = datetime(2026, 5, 1, 10, tzinfo=UTC)


def timeline(lanes: int = 2, bins: int = 3) -> Timeline:
    """Draw-ready counts: lane 1 has an error in every bin."""
    return Timeline(
        as_of=START,
        basis="log",
        conversation_id="c",
        conversation_key="cc-1",
        by="agent",
        since=START,
        until=START + timedelta(minutes=bins),
        bin_seconds=60,
        lanes=tuple(
            TimelineLane(
                lane=f"a{number}",
                label=None,
                is_rest=number == 9,
                first_at=START,
                last_at=START,
                events=bins,
                errors=number and bins,
            )
            for number in range(lanes)
        ),
        rest_lanes=0,
        bins=tuple(
            TimelineBin(
                lane_number=number,
                starts_at=START + timedelta(minutes=place),
                events=1 + number,
                errors=1 if number == 1 else 0,
            )
            for number in range(lanes)
            for place in range(bins)
        ),
        undated_events=0,
    )


def test_a_label_is_one_escaped_line() -> None:
    assert plain("<b>x</b>\n <a href='y'>z</a>") == "&lt;b&gt;x&lt;/b&gt; &lt;a href='y'&gt;z&lt;/a&gt;"
    assert plain("x" * 50) == "x" * 41 + "…"


def test_a_timeline_stacks_lanes_and_marks_errors_on_top() -> None:
    figure = event_timeline(
        timeline(),
        {0: "main", 1: "<b>bob</b>"},
        LIGHT,
        zone="Europe/Berlin",
        errors_label="Errors",
        rest_label="rest",
    )
    assert [(trace.type, trace.name, tuple(trace.y)) for trace in figure.data] == [
        ("bar", "main", (1, 1, 1)),
        ("bar", "&lt;b&gt;bob&lt;/b&gt;", (2, 2, 2)),
        ("scatter", "Errors", (3.135, 3.135, 3.135)),
    ]
    assert figure.data[0].x[0] == datetime(2026, 5, 1, 12)
    assert figure.data[0].customdata[0] == "2026-05-01T10:00:00+00:00"
    assert figure.layout.barmode == "stack"


def test_a_timeline_of_the_most_lanes_and_bins_stays_below_ten_thousand_marks() -> None:
    figure = event_timeline(
        timeline(33, 300),
        {number: str(number) for number in range(33)},
        DARK,
        zone="UTC",
        errors_label="E",
        rest_label="rest",
    )
    assert sum(len(trace.x) for trace in figure.data) <= 10 * 300 + 300
    assert [name for name, _ in legend(figure)] == [*map(str, range(9)), "rest", "E"]


def test_cost_by_day_divides_every_day_by_part_the_dearest_first() -> None:
    days = [date(2026, 5, day) for day in (1, 2, 3)]
    shares = [(days[0], "a", Decimal("1.5")), (days[2], "b", Decimal(4)), (days[2], "a", Decimal(1))]
    figure = cost_by_day(shares, days, LIGHT)
    assert [(trace.name, tuple(trace.y)) for trace in figure.data] == [("b", (0, 0, 4)), ("a", (1.5, 0, 1))]
    assert legend(figure) == [("b", LIGHT.series[0]), ("a", LIGHT.series[1])]


def test_a_small_cost_of_a_day_is_told_and_not_rounded_to_nothing() -> None:
    days = [date(2026, 5, day) for day in (1, 2, 3)]
    shares = [(days[0], "a", Decimal("0.00055")), (days[1], "a", Decimal("1234.567"))]
    figure = cost_by_day(shares, days, LIGHT)
    assert tuple(figure.data[0].customdata) == ("$0.00055", "$1,234.57", "$0.00")
    assert figure.layout.yaxis.exponentformat == "none"


def test_cost_bars_keep_the_words_of_money() -> None:
    figure = cost_bars([("x", Decimal(3), "≥ $3.00"), ("y", Decimal(1), "$1.00")], LIGHT)
    assert tuple(figure.data[0].text) == ("≥ $3.00", "$1.00")
    assert tuple(figure.layout.yaxis.ticktext) == ("x", "y")


def test_the_calendar_has_a_field_a_day_and_steps_that_grow() -> None:
    days = [(date(2026, 5, 1) + timedelta(days=n), n, f"day {n}") for n in range(100)]
    spec = activity_calendar(days, LIGHT, weekdays=list("abcdefg"), months=list("abcdefghijkl"))
    assert len(spec["series"][0]["data"]) == 100
    assert spec["series"][0]["data"][7] == {"name": "day 7", "value": ["2026-05-08", 7]}
    bounds = [piece["gt"] for piece in spec["visualMap"]["pieces"][1:]]
    assert bounds == sorted(bounds)


def test_an_empty_calendar_and_a_single_event_can_be_drawn() -> None:
    assert activity_calendar([], LIGHT, weekdays=list("abcdefg"), months=[])["series"][0]["data"] == []
    one = activity_calendar([(date(2026, 5, 1), 1, "x")], LIGHT, weekdays=list("abcdefg"), months=[])
    assert [piece.get("gt") for piece in one["visualMap"]["pieces"]][-1] == 1 or len(
        one["visualMap"]["pieces"]
    ) >= 2


def test_the_week_has_all_its_hours() -> None:
    spec = hours_of_week(
        [ActivityHour(weekday=7, hour=23, events=5)],
        LIGHT,
        weekdays=["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        tip="{day} {hour} {n}",
    )
    fields = spec["series"][0]["data"]
    assert len(fields) == 168
    assert fields[-1] == {"name": "Sun 23 5", "value": [23, 6, 5]}
    assert fields[0] == {"name": "Mon 00 0", "value": [0, 0, 0]}


def test_token_classes_leave_out_what_is_not_there() -> None:
    figure = token_classes([("in", 3), ("cache", 0), ("out", 2)], LIGHT)
    assert [(trace.name, tuple(trace.x)) for trace in figure.data] == [("in", (3,)), ("out", (2,))]
    assert tuple(figure.layout.xaxis.range) == (0, 5)


def test_no_chart_falls_back_to_default_colours() -> None:
    figure = event_timeline(
        timeline(12, 2), {n: str(n) for n in range(12)}, DARK, zone="UTC", errors_label="E", rest_label="rest"
    )
    own = {*DARK.series, DARK.muted, DARK.failed}
    assert {trace.marker.color for trace in figure.data} <= own


def test_phases_keep_agents_and_waits_apart() -> None:
    figure = phase_bars([("plan", 1.5, 0.5), ("<b>", 2, 0)], LIGHT, agents_label="A", people_label="P")
    assert [(trace.name, tuple(trace.x)) for trace in figure.data] == [("A", (1.5, 2)), ("P", (0.5, 0))]
    assert tuple(figure.layout.yaxis.ticktext) == ("plan", "&lt;b&gt;")


def test_the_context_has_a_line_an_agent_and_marks_compactions() -> None:
    points = [
        ContextPoint(
            call_key=f"{agent}{n}", agent_id=agent, model=None, occurred_at=START + timedelta(minutes=n),
            event_id=None, input_tokens=None if n == 2 else n * 10, change=None, is_compacted=n == 1,
        )
        for agent in ("a", None) for n in range(3)
    ]  # fmt: skip
    figure = context_growth_lines(
        points, {"a": "alice", None: "nobody"}, DARK, zone="Europe/Berlin", compacted_label="compacted"
    )
    assert [(trace.name, tuple(trace.y)) for trace in figure.data] == [
        ("alice", (0, 10)), ("nobody", (0, 10)), ("compacted", (10, 10)),
    ]  # fmt: skip
    assert figure.data[0].x[0] == datetime(2026, 5, 1, 12)


def lane(lane_id: str, first: int, last: int, *, is_task: bool = False, errors: int = 0) -> Lane:
    moments = (START + timedelta(minutes=first), START + timedelta(minutes=last))
    return Lane(lane_id, lane_id, is_task, *moments, errors)


def test_lanes_tell_how_many_agents_worked_at_once() -> None:
    steps = at_once([lane("a", 0, 10), lane("b", 5, 20), lane("c", 30, 30)])
    told = [((at - START) // timedelta(minutes=1), number) for at, number in steps]
    assert told == [(0, 1), (5, 2), (10, 1), (20, 0), (30, 0)]


def test_every_lane_is_a_bar_that_names_itself_for_a_click() -> None:
    figure = agent_lanes(
        [lane("agent:a", 0, 10, errors=1), lane("task:t", 2, 3, is_task=True)], LIGHT,
        zone="Europe/Berlin", agents_label="A", tasks_label="T", at_once_label="N",
    )  # fmt: skip
    agents, tasks, steps = figure.data
    assert (tuple(agents.customdata), tuple(tasks.customdata), steps.name) == (("agent:a",), ("task:t",), "N")
    assert (agents.base[0], agents.x[0]) == (datetime(2026, 5, 1, 12), 600_000)
    assert tuple(agents.marker.line.width) == (2,)
    assert tuple(figure.layout.yaxis2.ticktext) == ("agent:a", "task:t")


def test_a_single_moment_is_a_bar_that_can_be_seen_and_hit() -> None:
    began = datetime(2026, 5, 1, tzinfo=UTC)
    moment = Lane("agent:a", "A", False, began, began, 0)
    whole = Lane("agent:b", "B", False, began, began + timedelta(hours=1), 0)
    figure = agent_lanes(
        [moment, whole],
        LIGHT,
        zone="UTC",
        agents_label="Agents",
        tasks_label="Tasks",
        at_once_label="At once",
    )
    assert list(figure.data[0].x) == [18_000, 3_600_000]
