"""Operations as a table: what, by whom, where, who approved, how it ended, what the rule says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.operation_cards import VERDICT_TONES, zone_word
from dashboard.parts.piece import Cell, Column, Pill, Row, ledger
from dashboard.selections import OperationSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from dashboard.wording.operation_sentences import operation_sentence
from data_access.contracts.agent_operations import DeskOperation, PlacedOperation
from data_access.contracts.operations import Breach
from data_access.contracts.policy import Verdict
from data_access.rules.text_safety import one_line

RESULT_TONES: dict[str, Tone] = {"success": "done", "failed": "failed", "denied": "waiting"}
BREACH_TONES: dict[Breach, Tone] = {
    "denied": "failed",
    "unapproved": "failed",
    "outside_zone": "failed",
    "approval_unknown": "unknown",
}
_LONGEST_TARGET = 80
_LONGEST_NAME = 20


def operation_table(items: Sequence[DeskOperation], selection: OperationSelection) -> None:
    """Draw `items`; each line opens one in full, its time leads to the event it comes from."""
    w, p = said().operation, said().policy
    columns = [
        Column(w.operation, name="operation"),
        Column(w.operation, whole=True, name="sentence"),
        Column(said().run.agent),
        Column(p.zone, name="zone"),
        Column(w.result, wide=True, tip=w.approval, name="result"),
        Column(p.verdict, wide=True, name="rule"),
        Column(w.when, right=True),
        Column(said().run.id, right=True, name="id"),
    ]
    rows = [_row(one, selection) for one in items]
    ledger(w.views[selection.view], columns, rows, key="operations", dense=True, table="operations")


def operation_key(one: DeskOperation) -> str:
    """Return what names an operation in an address."""
    return f"{one.conversation_key or ''} {one.operation_id}"


def _row(one: DeskOperation, selection: OperationSelection) -> Row:
    key = operation_key(one)
    return Row(
        (
            operation_cell(one),
            Cell(operation_sentence(one, said(), agent=one.agent), pills=breach_pills(one)),
            agent_cell(one, one.agent_id),
            zone_cell(one),
            ended_cell(one),
            _rule(one, selection),
            time_cell(one),
            cells.native(one.operation_id),
        ),
        href=link("agent_operations", **selection.but(open=key).to_query()),
        selected=key == selection.open,
    )


def operation_cell(one: DeskOperation) -> Cell:
    """Write the target in one line, below it what was done and who says so, and what speaks against it."""
    w = said().operation
    kind = said().policy.operations[one.operation]
    told = w.derived if one.is_derived else w.recorded
    by = f"{told} ({one_line(one.tool, 30)})" if one.tool else told
    return Cell(
        one_line(one.target, _LONGEST_TARGET),
        sub=f"{kind} · {by}",
        tip=one_line(one.target, 500),
        sub_tip=w.derived_tip if one.is_derived else w.recorded_tip,
        pills=(*_danger(one), *cells.origin_pills(one.origin)),
        mono=True,
    )


def _rule(one: DeskOperation, selection: OperationSelection) -> Cell:
    """Write what the policy says; among violations also how it was carried out against it."""
    told = rule_cell(one.verdict, one.rule, one.why)
    if selection.view != "violations":
        return told
    # That it was denied stands there already.
    others = [breach for breach in one.breaches if breach != "denied"] or one.breaches
    against = " · ".join(said().operation.breaches[breach] for breach in others)
    return replace(told, sub=against, sub_tip=f"{one.rule}: {one_line(one.why, 400)}")


def breach_pills(one: DeskOperation) -> tuple[Pill, ...]:
    """Return how an operation went against the policy, and that a command of it is dangerous, as marks."""
    w = said().operation
    marks = (
        Pill(w.breaches[breach], BREACH_TONES[breach], tip=w.breach_tips[breach]) for breach in one.breaches
    )
    return (*marks, *_danger(one))


def _danger(one: DeskOperation) -> tuple[Pill, ...]:
    if not one.is_dangerous:
        return ()
    return (Pill(said().operation.dangerous, "waiting", tip=said().policy.dangerous),)


def agent_cell(one: PlacedOperation, agent_id: str | None) -> Cell:
    """Write the agent, below it its run."""
    w = said()
    name = one_line(one.agent, _LONGEST_NAME) if one.agent else w.run.no_agent
    return Cell(
        name,
        sub=run_word(one),
        tip=agent_id and one_line(agent_id, 200),
        sub_tip=one.run_title and one_line(one.run_title, 300),
        muted=one.agent is None,
    )


def run_word(one: PlacedOperation) -> str:
    """Return what a run is called: its title, else its id; that it is none of this desk is said."""
    w = said()
    if one.run_title:
        return one_line(one.run_title, _LONGEST_NAME)
    if one.conversation_id is None:
        return w.operation.no_session
    named = formats.short_id(one_line(one.conversation_id, 80))
    return named if one.conversation_key else f"{named}, {w.operation.not_attached}"


def zone_cell(one: DeskOperation) -> Cell:
    """Write the zone, below it the capability."""
    p = said().policy
    return Cell(zone_word(one.zone), sub=p.capabilities[one.capability], muted=one.zone is None)


def approval_cell(approved_by: str | None) -> Cell:
    """Write who approved; that nobody says so is quiet, and no refusal."""
    w = said().operation
    return Cell(w.approvals[approved_by or "not_said"], muted=approved_by is None)


def result_cell(result: str | None) -> Cell:
    """Write how it ended as a word with its shape."""
    word = said().operation.results[result or "not_known"]
    return Cell("", pills=(Pill(word, RESULT_TONES.get(result or "", "unknown"), tip=result),))


def ended_cell(one: DeskOperation) -> Cell:
    """Write how it ended, below it who approved."""
    return replace(result_cell(one.result), sub=approval_cell(one.approved_by).text)


def rule_cell(verdict: Verdict, rule: str | None, why: str | None) -> Cell:
    """Write what the policy says, below it the rule that says so, why at the pointer."""
    pill = Pill(said().policy.verdicts[verdict], VERDICT_TONES[verdict], tip=why and one_line(why, 500))
    return Cell("", pills=(pill,), sub=rule, sub_tip=why and one_line(why, 500))


def time_cell(one: DeskOperation) -> Cell:
    """Write when it was done; it leads to the event."""
    told = cells.moment(one.occurred_at)
    return replace(told, href=cells.event_link(one.conversation_key, one.event_id))
