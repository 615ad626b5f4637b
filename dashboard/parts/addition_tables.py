"""What agents left behind: how much each agent, and thing by thing, each leading to where it comes from."""

from __future__ import annotations

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.operation_cards import VERDICT_TONES, zone_word
from dashboard.parts.operation_table import agent_cell
from dashboard.parts.pager import pager
from dashboard.parts.piece import Cell, Column, Crumb, Pill, Row, ledger, note, pages_line
from dashboard.parts.section import section
from dashboard.selections import OperationSelection
from dashboard.wording import formats
from data_access.contracts.agent_operations import (
    Addition,
    AdditionListing,
    AgentAdditionListing,
    AgentAdditions,
)
from data_access.rules.text_safety import one_line

_LONGEST_TARGET = 90


def additions(agents: AgentAdditionListing, things: AdditionListing, selection: OperationSelection) -> None:
    """Draw the agents that left something behind, then what they left."""
    w = said().operation
    if not agents.items and not things.items:
        ways = (
            [Crumb(w.clear, link("agent_operations", view="additions"))] if selection.narrows("view") else []
        )
        note(w.no_additions, key="no-additions", links=ways)
        return
    with section(w.by_agent, hint=w.by_agent_hint):
        _agent_table(agents, selection)
    with section(w.things):
        if things.items:
            _thing_table(things)
            pager("agent_operations", selection, things)
        else:
            ways = [Crumb(w.clear, link("agent_operations", view="additions"))]
            note(w.none_match, key="no-things", links=ways)


def _agent_table(listing: AgentAdditionListing, selection: OperationSelection) -> None:
    w = said().operation
    columns = [
        Column(said().run.agent),
        Column(w.packages, right=True),
        Column(w.downloads, right=True),
        Column(w.files, right=True, tip=w.files_tip),
        Column(w.outside, right=True, tip=w.by_agent_hint),
        Column(w.last, right=True),
    ]
    rows = [_agent_row(one, selection) for one in listing.items]
    ledger(w.by_agent, columns, rows, key="agent-additions", dense=True)
    _agent_pages(listing, selection)


def _agent_pages(listing: AgentAdditionListing, selection: OperationSelection) -> None:
    w = said()
    first, last = selection.agents_skipped + 1, selection.agents_skipped + len(listing.items)
    counted = {"first": formats.count(first), "last": formats.count(last)}
    ways = []
    if selection.agents_cursor:
        begin = selection.but(agents_cursor=None, agents_skipped=0).to_query()
        ways.append(Crumb(w.operation.first_pages, link("agent_operations", **begin)))
    if listing.next_cursor:
        on = selection.but(agents_cursor=listing.next_cursor, agents_skipped=last).to_query()
        ways.append(Crumb(w.operation.next_agents, link("agent_operations", **on)))
    total = formats.count(listing.total)
    pages_line(w.state.range.format(**counted, total=total), ways, key="agent-pages")


def _agent_row(one: AgentAdditions, selection: OperationSelection) -> Row:
    narrowed = selection.seen("additions").but(
        run=one.conversation_key or one.conversation_id, agent=one.agent_id
    )
    return Row(
        (
            agent_cell(one, one.agent_id),
            cells.number(one.packages),
            cells.number(one.downloads),
            cells.number(one.files),
            Cell(
                formats.count(one.outside),
                tone="waiting" if one.outside else "plain",
                muted=not one.outside,
            ),
            cells.moment(one.last_at),
        ),
        href=link("agent_operations", **narrowed.to_query()),
    )


def _thing_table(listing: AdditionListing) -> None:
    w, p = said().operation, said().policy
    columns = [
        Column(w.thing),
        Column(said().run.agent),
        Column(p.zone),
        Column(p.verdict, name="rule"),
        Column(w.times, right=True, name="times"),
        Column(w.last, right=True),
    ]
    rows = [_thing_row(one) for one in listing.items]
    ledger(w.things, columns, rows, key="additions", dense=True, table="additions")


def _thing_row(one: Addition) -> Row:
    w, p = said().operation, said().policy
    told = w.recorded if one.recorded == one.operations else w.derived
    return Row(
        (
            Cell(
                one_line(one.target, _LONGEST_TARGET),
                sub=f"{w.kinds[one.kind]} · {told}",
                tip=one_line(one.target, 500),
                pills=cells.origin_pills(one.origin),
                mono=True,
            ),
            agent_cell(one, one.agent_id),
            Cell(zone_word(one.zone), muted=one.zone is None),
            Cell("", pills=(Pill(p.verdicts[one.verdict], VERDICT_TONES[one.verdict]),)),
            cells.number(one.operations),
            cells.moment(one.last_at),
        ),
        href=cells.event_link(one.conversation_key, one.event_id),
    )
