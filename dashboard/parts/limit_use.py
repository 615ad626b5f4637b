"""What was measured of one run or agent over time, against the limit it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.charts.resource_use import resource_use_lines
from dashboard.desk_session import colours, link, said, zone
from dashboard.parts import cells
from dashboard.parts.filters import segments
from dashboard.parts.limit_table import STATE_TONES, worst_of
from dashboard.parts.picture import chart
from dashboard.parts.piece import Cell, Column, Pill, Row, hint, note
from dashboard.selections import LimitSelection
from dashboard.wording import formats
from data_access.contracts.resource_limits import AgentLimits, LimitName, ResourceUse, ResourceUses
from data_access.rules.resource_limits import LIMIT_NAMES, limit_state, most_of
from data_access.rules.text_safety import one_line, plain_markdown

_LONGEST = 60


def limit_shown(selection: LimitSelection, items: Sequence[AgentLimits]) -> LimitName:
    """Return the limit to show: the one chosen, else the one that matters most of who comes first."""
    if selection.of is not None:
        return selection.of
    return worst_of(items[0]).limit if items else LIMIT_NAMES[0]


def names_of(items: Sequence[AgentLimits]) -> dict[str | None, str]:
    """Return what the agents are called, and the word for none."""
    return {None: said().run.no_agent} | {one.agent_id: one.agent for one in items if one.agent}


def title_of(selection: LimitSelection, shown: LimitName, items: Sequence[AgentLimits]) -> str:
    """Return what is shown over time, and whose."""
    t = said().limits
    name = t.whole_run
    if selection.agent is not None or selection.nobody:
        name = names_of(items).get(selection.agent, selection.agent or "")
    return plain_markdown(t.over_time.format(limit=t.names[shown], name=one_line(name, _LONGEST)))


def choose_limit(shown: LimitName) -> None:
    """Offer the limits side by side."""
    t = said().limits
    segments(t.which, "of", t.names, shown, default="", show_label=True)


def use_over_time(use: ResourceUses, limit: LimitName, names: Mapping[str | None, str]) -> None:
    """Draw the samples and commands against the limit, with a table of the highest."""
    w = said()
    t = w.limits
    if not use.items:
        note(t.no_use.format(limit=t.names[limit]), key="no-use", tone="unknown")
        return
    most = most_of(use.limits, limit)
    figure = resource_use_lines(
        use.items,
        limit,
        names,
        colours(),
        most=most,
        zone=zone(),
        limit_label=t.limit_line.format(most=formats.used(limit, most, w)),
        commands_label=f"{t.names['command_seconds']} ({t.derived})",
    )
    highest = sorted(use.items, key=lambda one: (-_amount(one, limit), one.used_at))
    columns = [
        Column(t.when),
        Column(t.amount, right=True),
        Column(t.stands),
        Column(t.agent),
        Column(t.by),
    ]
    rows = [_row(one, limit, use, names) for one in highest]
    chart(figure, alt=t.names[limit], key=f"use-{limit}", twin=(columns, rows))
    if use.truncated:
        counts = {"shown": formats.count(len(use.items)), "total": formats.count(use.total)}
        hint(t.use_cut.format(**counts), key="use-cut")


def _amount(one: ResourceUse, limit: LimitName) -> float:
    amount: float | None = getattr(one, limit)
    return -1 if amount is None else amount


def _row(one: ResourceUse, limit: LimitName, use: ResourceUses, names: Mapping[str | None, str]) -> Row:
    w = said()
    t = w.limits
    amount = _amount(one, limit)
    state = limit_state(amount, most_of(use.limits, limit))
    moment = cells.clock(one.used_at)
    pills = cells.origin_pills(one.origin)
    source = t.derived if one.is_derived else t.sampled
    return Row(
        (
            Cell(moment.text, tip=t.zone_assumed if one.time_is_naive else moment.tip),
            Cell(formats.used(limit, amount, w), tip=formats.exactly_used(limit, amount, w)),
            Cell("", pills=(Pill(t.states[state], STATE_TONES[state]),)),
            Cell(
                one_line(names.get(one.agent_id, one.agent_id or w.run.no_agent), _LONGEST), tip=one.agent_id
            ),
            Cell(source, tip=t.derived_tip if one.is_derived else one.source_id, pills=pills),
        ),
        href=link("run_timeline", run=use.conversation_key, event=one.event_id) if one.event_id else None,
    )
