"""What the verifier of a run said, each piece beside the tool call or task it checked."""

from __future__ import annotations

from collections.abc import Sequence

import orjson
from pydantic import JsonValue

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Fact, Pill, Row, Value, facts, hint, ledger, note, prose
from dashboard.parts.topology import node_name, status_cell
from dashboard.wording import formats
from data_access.contracts.visibility import CheckedEvidence, TopologyNode, Verification, Verifier

_FIRST_TASKS = 200
_LONGEST = 2_000


def verdict(reading: Verifier) -> None:
    """Draw the newest word with its evidence, or say that nobody checked."""
    w = said()
    if reading.verification is None:
        note(w.check.no_verifier, key="no-verifier", text=w.check.no_verifier_text)
        return
    verification_facts(reading.verification, key="verdict")
    if reading.verification.evidence:
        checked_table(reading.verification.evidence, reading.conversation_key, key="rests-on")
    else:
        hint(w.check.no_evidence, key="no-evidence")


def verification_facts(word: Verification, *, key: str) -> None:
    """Draw one word of the verifier: its status, when it fell, what it says."""
    w = said()
    facts(
        [
            Fact(w.topology.status, cells.status(word.status)),
            Fact(w.event.time, cells.clock(word.observed_at)),
        ],
        key=f"{key}-facts",
    )
    if word.summary:
        prose(word.summary, key=f"{key}-summary")


def checked_table(items: Sequence[CheckedEvidence], run: str, *, key: str) -> None:
    """Draw pieces of evidence, each beside what it checked and how that ended."""
    w = said()
    columns = [Column(w.check.said), Column(w.check.checked), Column(w.check.outcome, right=True)]
    ledger(w.check.rests_on, columns, [_checked_row(item, run) for item in items], key=key)


def _checked_row(item: CheckedEvidence, run: str) -> Row:
    w = said()
    is_weak = item.tool_status is not None and item.tool_status != "ok"
    text = item.summary or stated_text(item.stated) or w.state.nothing
    weak = (Pill(w.check.failed_call, "waiting"),) if is_weak else ()
    return Row(
        (
            Cell(f"{item.number}. {text}"[:_LONGEST], pills=weak),
            _checked(item, run),
            cells.status(item.tool_status) if item.tool_status else None,
        )
    )


def _checked(item: CheckedEvidence, run: str) -> Value:
    w = said()
    native = item.tool_call_id or item.task_id
    href = link("task_evidence", run=run, task=item.task_id, call=item.tool_call_id) if item.task_id else None
    if item.link == "tool_outcome":
        return Cell(
            item.tool or w.event.kind, sub=native and formats.short_id(native), sub_tip=native, href=href
        )
    if item.link == "task":
        return Cell(w.check.task, sub=item.task_id, href=href)
    if item.link == "missing":
        return Cell(w.check.missing.format(id=formats.short_id(native or "")), tip=native, muted=True)
    return Cell(w.check.points_nowhere, muted=True)


def stated_text(stated: JsonValue) -> str | None:
    """Return what a source states as text: a text as it stands, anything else as compact JSON."""
    if stated is None or isinstance(stated, str):
        return stated
    return orjson.dumps(stated).decode()


def earlier_words(reading: Verifier) -> None:
    """Draw what the verifier said before, the newest first."""
    w = said()
    columns = [Column(w.check.said), Column(w.topology.status), Column(w.event.time, right=True)]
    rows = [
        Row((Cell(word.summary or w.state.nothing), cells.status(word.status), cells.clock(word.observed_at)))
        for word in reading.earlier
    ]
    ledger(w.check.earlier, columns, rows, key="earlier", dense=True)


def task_table(nodes: Sequence[TopologyNode], run: str) -> None:
    """Draw the tasks of a run, each leading to its evidence."""
    w = said()
    if not nodes:
        note(w.check.no_tasks, key="no-tasks")
        return
    columns = [Column(w.check.task), Column(w.topology.status),
               Column(w.check.result, optional=True, name="listing"),
               Column(w.run.events, right=True, name="events"), Column(w.run.errors, right=True),
               Column(w.run.id, right=True, name="id")]  # fmt: skip
    rows = [_task_row(node, run) for node in nodes]
    ledger(w.check.tasks, columns, rows, key="tasks", first=_FIRST_TASKS, table="tasks")


def _task_row(node: TopologyNode, run: str) -> Row:
    return Row(
        (
            Cell(node_name(node), sub=formats.short_id(node.native_id), sub_tip=node.native_id),
            status_cell(node),
            _listing(node),
            cells.number(node.events),
            cells.errors(node.errors),
            cells.native(node.native_id),
        ),
        href=link("task_evidence", run=run, task=node.native_id),
        depth=node.depth,
    )


def _listing(node: TopologyNode) -> Value:
    return Cell(said().check.listings[node.listing], muted=True, tip=node.listing) if node.listing else None
