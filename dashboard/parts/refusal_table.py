"""What was refused, as a table with what each cost, and what all of it cost together."""

from __future__ import annotations

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.operation_table import agent_cell, rule_cell
from dashboard.parts.pager import pager
from dashboard.parts.piece import Cell, Column, Crumb, Row, hint, ledger, note
from dashboard.selections import OperationSelection
from dashboard.wording import formats
from data_access.contracts.refusals import Refusal, RefusalListing
from data_access.rules.text_safety import one_line

_LONGEST_TARGET = 80
_LONGEST_TOLD = 32


def refusal_table(listing: RefusalListing, selection: OperationSelection) -> None:
    """Draw what was refused, each line leading to its event."""
    w = said().operation
    if not listing.items:
        ways = [Crumb(w.clear, link("agent_operations", view="refusals"))]
        narrowed = selection != selection.seen("refusals") or selection.narrows("view")
        note(w.no_refusals, key="no-refusals", links=ways if narrowed else ())
        return
    hint(_together(listing), key="refusals-cost", tip=w.cost_hint)
    columns = [
        Column(w.refused),
        Column(said().run.agent),
        Column(w.what_was_told, optional=True, name="told"),
        Column(said().policy.verdict, name="rule"),
        Column(w.cost, right=True, tip=w.cost_hint),
        Column(w.tokens, right=True, name="tokens"),
        Column(w.when, right=True),
        Column(said().run.id, right=True, name="id"),
    ]
    rows = [_row(one) for one in listing.items]
    ledger(w.views["refusals"], columns, rows, key="refusals", dense=True, table="refusals")
    pager("agent_operations", selection, listing)
    hint(w.cost_hint, key="cost-hint")


def _together(listing: RefusalListing) -> str:
    """Say what all refusals cost together, and of how many that is not known."""
    w = said().operation
    if listing.usage is None:
        return w.none_known
    told = w.all_cost.format(
        n=formats.count(listing.total - listing.unknown),
        cost=formats.cost(listing.usage, said()).text,
        tokens=formats.compact(formats.all_tokens(listing.usage), said()),
        calls=formats.count(listing.usage.usage_calls),
    )
    return f"{told} {w.unknown_cost(listing.unknown)}" if listing.unknown else told


def _row(one: Refusal) -> Row:
    w = said()
    told = w.operation
    target = one_line(one.target, _LONGEST_TARGET) if one.target else one.tool or w.state.not_known
    is_told = told.derived if one.is_derived else told.recorded
    kind = w.policy.operations[one.operation] if one.operation else told.no_operation
    tool = f" · {one_line(one.tool, 30)}" if one.tool else ""
    return Row(
        (
            Cell(
                target,
                sub=f"{kind}{tool} · {is_told}",
                tip=one_line(one.target, 500) if one.target else None,
                pills=cells.origin_pills(one.origin),
                mono=True,
            ),
            agent_cell(one, one.agent_id),
            _answer(one),
            _rule(one),
            _unknown() if one.usage is None else cells.money(one.usage),
            _unknown() if one.usage is None else _tokens(one),
            cells.moment(one.refused_at),
            cells.native(one.refusal_id),
        ),
        href=cells.event_link(one.conversation_key, one.event_id),
    )


def _rule(one: Refusal) -> Cell:
    """Write what the policy says; the rule and why at the pointer, for the cost needs the room."""
    if one.verdict is None:
        return Cell(said().state.nothing, muted=True)
    return rule_cell(one.verdict, None, f"{one.rule}: {one.why}")


def _answer(one: Refusal) -> Cell:
    """Write what the agent was told, below it what came then: where the cost ends."""
    w = said().operation
    then = w.then.format(end=w.ends[one.ended_by]) if one.ended_by else None
    if one.told:
        return Cell(one_line(one.told, _LONGEST_TOLD), sub=then, tip=one_line(one.told, 500))
    return Cell(w.approvals[one.approved_by or "not_said"], sub=then, muted=True)


def _unknown() -> Cell:
    return Cell(said().state.not_known, muted=True)


def _tokens(one: Refusal) -> Cell:
    w = said().operation
    told = cells.tokens(one.usage) if one.usage else _unknown()
    calls = one.usage.usage_calls if one.usage else 0
    return Cell(told.text, sub=f"{w.calls}: {formats.count(calls)}", tip=told.tip, muted=told.muted)
