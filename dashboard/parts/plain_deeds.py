"""What agents did last, in plain sentences: one line an operation, each leading to where it stands."""

from __future__ import annotations

from dashboard.current_desk import current_desk
from dashboard.desk_session import link, read, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Crumb, Pill, Row, ledger, note, pages_line
from dashboard.policy_in_force import policy_in_force
from dashboard.wording import formats
from dashboard.wording.operation_sentences import operation_sentence
from data_access.contracts.agent_operations import DeskOperation, DeskOperations
from data_access.reading.agent_operations import agent_operations
from data_access.reading.operation_scope import policy_asked


def deeds(listing: DeskOperations, *, key: str, run: str | None = None) -> None:
    """Draw the operations of `listing` as sentences, the way to all of them, and what may be missing.

    With `run` they are all of it; else each names its run.
    """
    w = said().detail
    if not listing.items and not listing.runs_to_examine:
        note(w.no_deeds, key=f"{key}-none")
        return
    if listing.items:
        columns = [Column(w.deeds, whole=True), Column(said().event.time, right=True)]
        rows = [_row(one, is_of_run=run is not None) for one in listing.items]
        ledger(w.deeds, columns, rows, key=key)
    told = [w.shown.format(shown=formats.count(len(listing.items)), total=formats.count(listing.total))]
    if listing.runs_to_examine:
        told.append(w.to_examine(listing.runs_to_examine, formats.count(listing.runs_to_examine)))
    way = Crumb(w.all_deeds, link("agent_operations", run=run))
    pages_line(" ".join(told), [way], key=f"{key}-all")


def newest_deeds(*, limit: int, run: str | None = None) -> DeskOperations:
    """Return the newest operations of the desk, or of one run."""
    policy = policy_asked(policy_in_force(current_desk().settings))
    return read(agent_operations, policy=policy, conversation_id=run, limit=limit)


def _row(one: DeskOperation, *, is_of_run: bool) -> Row:
    w = said()
    title = formats.run_title(one.run_title, one.conversation_id, w)
    return Row(
        (
            Cell(
                operation_sentence(one, w, agent=_agent(one)),
                sub=None if is_of_run else title,
                tip=one.target,
                pills=(*_marks(one), *cells.origin_pills(one.origin)),
            ),
            cells.moment(one.occurred_at),
        ),
        href=cells.event_link(one.conversation_key, one.event_id),
    )


def _agent(one: DeskOperation) -> str | None:
    """Return what to call the agent; an id that nobody named is shortened."""
    if one.agent is None:
        return None
    return formats.short_id(one.agent) if one.agent == one.agent_id else one.agent


def _marks(one: DeskOperation) -> tuple[Pill, ...]:
    """Return what a reader must see first: that it went against the policy, or was stopped."""
    if set(one.breaches) - {"approval_unknown"}:
        return (Pill(said().detail.against_policy, "failed", tip=one.why),)
    return (cells.status_pill("denied"),) if one.result == "denied" else ()
