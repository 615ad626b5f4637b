"""What agents did in figures: each leads to what it counts; and by zone and verdict as a table."""

from __future__ import annotations

from typing import get_args

from dashboard.desk_session import link, said
from dashboard.parts.piece import Card, Cell, Column, Row, cards, ledger, note
from dashboard.selections import OperationSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.agent_operations import OperationCounts, ZoneAsked
from data_access.contracts.policy import Verdict
from data_access.contracts.refusals import RefusalListing
from data_access.rules.text_safety import one_line

VERDICT_TONES: dict[Verdict, Tone] = {
    "allowed": "done",
    "needs_approval": "waiting",
    "denied": "failed",
    "unknown": "unknown",
}


def operation_cards(
    counts: OperationCounts, refused: RefusalListing | None, selection: OperationSelection
) -> None:
    """Draw how much was done, how much of it against the policy, and what was refused.

    Reckoning what refusals cost takes longest of all here: it stands where they are listed.
    """
    w = said().operation
    unknown = next((one.operations for one in counts.breaches if one.value == "approval_unknown"), 0)
    told = w.of_which_derived.format(n=formats.count(counts.derived))
    cards(
        [
            Card(
                w.views["operations"],
                formats.count(counts.operations),
                sub=f"{w.of_runs(counts.runs)} · {told}",
                href=_to(selection.seen("operations")),
            ),
            Card(
                w.views["violations"],
                formats.count(counts.violations),
                sub=w.violations_sub.format(policy=one_line(counts.policy, 60)),
                tone="failed" if counts.violations else "plain",
                href=_to(selection.seen("violations")),
            ),
            Card(
                w.approval_unknown,
                formats.count(unknown),
                sub=w.approval_unknown_sub,
                href=_to(selection.seen("operations", breach="approval_unknown")),
            ),
            Card(
                w.denials,
                formats.count(counts.refusals),
                sub=_refusal_cost(counts, refused),
                href=_to(selection.seen("refusals")),
            ),
        ],
        key="operation-cards",
    )


def _refusal_cost(counts: OperationCounts, refused: RefusalListing | None) -> str:
    w = said().operation
    if not counts.refusals:
        return w.no_denials
    if refused is None:
        return w.denials_see
    told = (
        [] if refused.usage is None else [w.denials_sub.format(cost=formats.cost(refused.usage, said()).text)]
    )
    if refused.unknown:
        told.append(w.denials_unknown(refused.unknown))
    return " · ".join(told)


def examining_note(runs: int) -> None:
    """Say that what some runs did is not yet, or no longer, told as it is."""
    if runs:
        note(said().operation.examining(runs), key="examining", tone="working")


def where_table(counts: OperationCounts, selection: OperationSelection) -> None:
    """Draw how many operations touched each zone, by what the policy says of them."""
    w = said()
    found = {(one.zone or "none", one.verdict): one.operations for one in counts.zone_verdicts}
    verdicts = get_args(Verdict)
    columns = [Column(w.policy.zone), *(Column(w.policy.verdicts[one], right=True) for one in verdicts)]
    rows = [
        Row(
            (
                Cell(zone_word(zone), href=_to(selection.seen("operations", zone=zone))),
                *(_count(found.get((zone, one), 0), zone, one, selection) for one in verdicts),
            )
        )
        for zone in get_args(ZoneAsked)
        if any((zone, one) in found for one in verdicts)
    ]
    ledger(w.operation.where, columns, rows, key="operation-zones", dense=True, narrow=True)


def _count(number: int, zone: str, verdict: Verdict, selection: OperationSelection) -> Cell:
    if not number:
        return Cell(formats.count(0), muted=True)
    return Cell(
        formats.count(number),
        tone=VERDICT_TONES[verdict] if verdict in ("denied", "unknown") else "plain",
        href=_to(selection.seen("operations", zone=zone, verdict=verdict)),
    )


def zone_word(zone: str | None) -> str:
    """Return what a zone is called; null and `none` are none, or none that can be told."""
    w = said()
    return w.policy.zones.get(zone or "none", w.operation.no_zone)


def _to(selection: OperationSelection) -> str:
    return link("agent_operations", **selection.to_query())
