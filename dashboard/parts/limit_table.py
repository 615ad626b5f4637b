"""How agents stand to the limits: a figure for each limit, and a table that leads to what each rests on."""

from __future__ import annotations

from dataclasses import replace

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Card, Cell, Column, Crumb, Pill, Row, cards, hint, ledger, note, pages_line
from dashboard.selections import LimitSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.resource_limits import (
    AgentLimits,
    LimitCount,
    LimitListing,
    LimitStanding,
    LimitState,
)
from data_access.rules.resource_limits import most_of, rule_of
from data_access.rules.text_safety import one_line

STATE_TONES: dict[LimitState, Tone] = {"passed": "failed", "within": "done", "not_measured": "unknown"}
_LONGEST = 60
_FIRST_ROWS = 40


def limit_cards(page: LimitListing, selection: LimitSelection) -> None:
    """Draw for each limit how many agents passed it; each leads to them."""
    cards([_card(one, page, selection) for one in page.by_limit], key="limit-cards")


def _card(one: LimitCount, page: LimitListing, selection: LimitSelection) -> Card:
    w = said()
    t = w.limits
    most = most_of(page.limits, one.limit)
    is_measured = one.passed + one.within > 0
    value = f"{formats.count(one.passed)} {t.states['passed']}" if is_measured else t.states["not_measured"]
    agents = one.passed + one.within + one.not_measured
    state: LimitState | None = "passed" if one.passed else None
    told = formats.used(one.limit, most, w), formats.exactly_used(one.limit, most, w)
    return Card(
        f"{t.names[one.limit]} · {t.at_most.format(most=told[0])}",
        value,
        sub=t.card(agents, formats.count(agents)).format(unmeasured=formats.count(one.not_measured)),
        tip=t.rule.format(most=told[0], exact=told[1], rule=rule_of(one.limit)),
        tone="failed" if one.passed else "plain" if is_measured else "unknown",
        href=address(selection.but(limit=one.limit, state=state)) if is_measured else None,
    )


def limit_table(page: LimitListing, selection: LimitSelection) -> None:
    """Draw the agents with their highest use of each; a line leads to it over time."""
    w = said()
    t = w.limits
    columns = [
        Column(t.agent),
        *(Column(t.names[one.limit], right=True) for one in page.by_limit),
        Column(t.when, right=True),
    ]
    rows = [_row(one, selection) for one in listed(page, selection)]
    if rows:
        ledger(t.agents, columns, rows, key="limits", dense=True, first=_FIRST_ROWS)
    total = page.total - _left_out(page, selection)
    if len(rows) < total:
        counts = {"shown": formats.count(len(rows)), "total": formats.count(total)}
        hint(t.cut.format(**counts), key="limits-cut")
    hint(
        t.policy.format(policy=one_line(page.policy, _LONGEST)), key="limits-policy", tip=page.policy_version
    )


def listed(page: LimitListing, selection: LimitSelection) -> list[AgentLimits]:
    """Return who is listed: without a filter of states nobody of whom nothing was measured."""
    every = _lists_all(selection)
    return [one for one in page.items if every or one.state != "not_measured"]


def _lists_all(selection: LimitSelection) -> bool:
    return selection.state is not None or selection.limit is not None


def _left_out(page: LimitListing, selection: LimitSelection) -> int:
    return 0 if _lists_all(selection) else page.by_state.get("not_measured", 0)


def unmeasured_told(page: LimitListing, selection: LimitSelection) -> None:
    """Say of how many agents nothing was measured where they are not listed, and lead to them."""
    t = said().limits
    number = _left_out(page, selection)
    if number:
        way = Crumb(t.list_them, address(selection.but(state="not_measured")))
        pages_line(t.nothing_of(number, formats.count(number)), [way], key="unmeasured")


def limits_of_run(page: LimitListing, run: str) -> None:
    """Draw the agents of one run of which something was measured; where nothing was, say so."""
    t = said().limits
    selection = LimitSelection(run=run)
    measured = tuple(one for one in page.items if one.state != "not_measured")
    if measured:
        limit_table(page.model_copy(update={"items": measured}), selection)
    else:
        way = Crumb(t.how, address(selection))
        note(t.none_of_run, key="no-limits", links=[way], tone="unknown")


def _row(one: AgentLimits, selection: LimitSelection) -> Row:
    worst = worst_of(one)
    own = _of_agent(selection, one)
    return Row(
        (
            _agent(one),
            *(standing_cell(standing, one, own) for standing in one.standings),
            cells.moment(worst.highest_at if worst.state == "passed" else one.last_at),
        ),
        href=address(own.but(of=worst.limit)),
        selected=is_shown(selection, one),
    )


def worst_of(one: AgentLimits) -> LimitStanding:
    """Return the limit that matters most of an agent: the one passed furthest, else the fullest."""
    return max(one.standings, key=lambda told: (told.highest or 0) / told.most)


def is_shown(selection: LimitSelection, one: AgentLimits) -> bool:
    """Tell whether an agent is the one that is shown over time."""
    chosen = selection.agent is not None or selection.nobody
    return (
        chosen
        and selection.agent == one.agent_id
        and selection.run
        in (
            one.conversation_key,
            one.conversation_id,
        )
    )


def _of_agent(selection: LimitSelection, one: AgentLimits) -> LimitSelection:
    return selection.but(
        run=one.conversation_key or one.conversation_id,
        named=one.conversation_key is None,
        agent=one.agent_id,
        nobody=one.agent_id is None,
    )


def _agent(one: AgentLimits) -> Cell:
    w = said()
    name = one_line(one.agent, _LONGEST) if one.agent else w.run.no_agent
    state = Pill(w.limits.states[one.state], STATE_TONES[one.state])
    return Cell(
        name,
        sub=run_name(one),
        tip=one.agent_id,
        sub_tip=one.run_title or one.conversation_id,
        muted=one.agent is None,
        pills=(state, *cells.origin_pills(one.origin)),
    )


def run_name(one: AgentLimits) -> str:
    """Return the name of the run, and what keeps it from being known."""
    w = said()
    if one.conversation_key is not None:
        return one_line(formats.run_title(one.run_title, one.conversation_id, w), _LONGEST)
    why = w.limits.several(one.runs_named) if one.runs_named else w.limits.not_known
    return f"{one_line(one.conversation_id, _LONGEST)} ({why})"


def standing_cell(told: LimitStanding, one: AgentLimits, own: LimitSelection) -> Cell:
    """Write the highest use, how far it is beyond and what it rests on; it leads there."""
    w = said()
    t = w.limits
    if told.highest is None:
        return Cell(t.states["not_measured"], tip=_unmeasured(told), muted=True)
    counted = (t.of_derived if told.is_derived else t.of_measured)(told.measured)
    if told.state == "passed" and told.beyond is not None:
        beyond = t.beyond_derived if told.is_derived else t.beyond
        counted = beyond.format(
            amount=formats.used(told.limit, told.beyond, w),
            passed=formats.count(told.times_passed),
            measured=formats.count(told.measured),
        )
    moment = cells.moment(told.highest_at).tip
    exact = formats.exactly_used(told.limit, told.highest, w)
    tip = [exact, moment, t.derived_tip if told.is_derived else None, _unmeasured(told)]
    cell = Cell(
        formats.used(told.limit, told.highest, w),
        sub=counted,
        tip="\n".join(line for line in tip if line),
        tone="failed" if told.state == "passed" else "plain",
        pills=cells.origin_pills(told.origin) if told.origin and told.origin != one.origin else (),
    )
    return replace(cell, href=_source(told, one) or address(own.but(of=told.limit)))


def _unmeasured(told: LimitStanding) -> str | None:
    t = said().limits
    if not told.unmeasured:
        return None
    of_commands = told.limit == "command_seconds"
    return (t.unmeasured_commands if of_commands else t.unmeasured_samples)(told.unmeasured)


def _source(told: LimitStanding, one: AgentLimits) -> str | None:
    """Return the event of the command; a sample is shown over time."""
    if one.conversation_key is None or told.event_id is None:
        return None
    return link("run_timeline", run=one.conversation_key, event=told.event_id)


def address(selection: LimitSelection) -> str:
    """Return the address of this page as selected."""
    return link("limits", **selection.to_query())
