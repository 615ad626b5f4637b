"""One task and all that speaks for its state: its result, its tool calls, what the verifier says of it."""

from __future__ import annotations

import orjson
import streamlit as st
from pydantic import JsonValue

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.check_results import checked_table, stated_text, verification_facts
from dashboard.parts.piece import (
    Cell,
    Column,
    Crumb,
    Fact,
    Pill,
    Row,
    facts,
    hint,
    ledger,
    note,
    pages_line,
    prose,
)
from dashboard.selections import TaskSelection
from dashboard.wording import formats
from data_access.contracts.visibility import TaskEvidence, TaskItem, TaskResult, TaskToolOutcome

_LONGEST = 20_000


def task_head(reading: TaskEvidence) -> None:
    """Draw what the task is and how it stands."""
    w = said()
    task, run = reading.task, reading.conversation_key
    back = Crumb(w.check.all_checks, link("run_checks", run=run))
    title = task.title or f"{w.check.task} {formats.short_id(task.task_id)}"
    note(title, key="task-title", links=[back])
    facts(_facts(task, run), key="task-facts")


def _facts(task: TaskItem, run: str) -> list[Fact]:
    w = said()
    native = Cell(formats.short_id(task.task_id), tip=task.task_id, mono=True, copy=task.task_id)
    agent = task.agent_id and Cell(
        formats.short_id(task.agent_id),
        tip=task.agent_id,
        href=link("run_timeline", run=run, agent=task.agent_id),
    )
    parent = task.parent_task_id and Cell(
        formats.short_id(task.parent_task_id), href=link("task_evidence", run=run, task=task.parent_task_id)
    )
    told = [
        Fact(w.topology.status, _standing(task)),
        Fact(w.check.result, Cell(w.check.listings[task.listing], tip=task.listing)),
        Fact(w.event.agent, agent or None),
        Fact(w.check.part_of, parent or None),
        Fact(w.event.phase, task.phase),
        Fact(w.check.began, cells.clock(task.started_at) if task.started_at else None),
        Fact(w.check.ended, cells.clock(task.ended_at) if task.ended_at else None),
        Fact(w.check.took, cells.length(task.duration_seconds, is_unreliable=task.is_duration_unreliable)
             if task.duration_seconds is not None else None),
        Fact(w.run.id, native),
    ]  # fmt: skip
    return [fact for fact in told if fact.value is not None]


def _standing(task: TaskItem) -> Cell:
    if task.is_outcome_unknown:
        return Cell("", pills=(Pill(said().statuses["outcome_unknown"], "unknown", tip=task.status),))
    return cells.status(task.status)


def task_result(result: TaskResult | None, *, key: str) -> None:
    """Draw one result as the source states it."""
    w = said()
    if result is None:
        note(w.check.no_result, key=f"{key}-none")
        return
    facts(
        [
            Fact(w.topology.status, cells.status(result.status)),
            Fact(w.event.time, cells.clock(result.observed_at)),
        ],
        key=f"{key}-facts",
    )
    if result.summary:
        prose(result.summary, key=f"{key}-summary")
    if result.output:
        prose(result.output, key=f"{key}-output", label=w.check.output)
    _stated(w.check.evidence, result.evidence, key=f"{key}-evidence")
    _stated(w.check.files, result.modified_files, key=f"{key}-files")
    if result.git_diff_summary:
        prose(result.git_diff_summary, key=f"{key}-changes", label=w.check.changes)


def _stated(label: str, value: JsonValue, *, key: str) -> None:
    """Draw what a source lists: texts a line each, anything else as JSON; nothing for nothing."""
    if value in (None, [], {}):
        return
    if isinstance(value, list):
        prose("\n".join(stated_text(one) or "" for one in value)[:_LONGEST], key=key, label=label)
    else:
        text = value if isinstance(value, str) else orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
        prose(text[:_LONGEST], key=key, label=label)


def task_checks(reading: TaskEvidence) -> None:
    """Draw what the verifier says of this task, and its word on the whole run."""
    w = said()
    if reading.run_verification is None:
        note(w.check.no_verifier, key="no-verifier", text=w.check.no_verifier_text)
        return
    verification_facts(reading.run_verification, key="run-word")
    if reading.checks:
        checked_table(reading.checks, reading.conversation_key, key="task-checks")
    else:
        hint(w.check.no_checks, key="no-checks")


def task_calls(reading: TaskEvidence, selection: TaskSelection) -> None:
    """Draw the tool calls of the task; a line opens one below."""
    w = said()
    if not reading.tool_outcomes:
        note(w.check.no_calls, key="no-calls")
        return
    columns = [Column(w.check.tool), Column(w.check.answer), Column(w.check.took, right=True),
               Column(w.check.linked_by, optional=True), Column(w.check.began, right=True)]  # fmt: skip
    rows = [_call_row(item, selection) for item in reading.tool_outcomes]
    ledger(w.check.calls, columns, rows, key="calls", dense=True)
    if len(reading.tool_outcomes) < reading.total_tool_outcomes:
        shown, total = (formats.count(n) for n in (len(reading.tool_outcomes), reading.total_tool_outcomes))
        note(w.check.calls_cut.format(shown=shown, total=total), key="calls-cut")


def _call_row(item: TaskToolOutcome, selection: TaskSelection) -> Row:
    w = said()
    told = " ".join((item.input or "").split())[:300]
    return Row(
        (
            Cell(item.tool or w.state.not_known, sub=told or None, tip=item.tool_call_id),
            cells.status(item.status),
            cells.length(item.duration_seconds, is_unreliable=item.is_duration_unreliable),
            Cell(w.check.linked[item.linked_by], muted=True),
            cells.clock(item.started_at),
        ),
        href=link("task_evidence", **selection.but(call=item.tool_call_id).to_query()),
        selected=item.tool_call_id == selection.call,
    )


def task_call(reading: TaskEvidence, selection: TaskSelection) -> None:
    """Draw the chosen tool call in full: what it was given and what came of it, as code."""
    w = said()
    item = next((one for one in reading.tool_outcomes if one.tool_call_id == selection.call), None)
    if item is None:
        return
    facts(
        [
            Fact(w.check.tool, Cell(item.tool or w.state.not_known, strong=True)),
            Fact(w.topology.status, cells.status(item.status)),
            Fact(
                w.check.took, cells.length(item.duration_seconds, is_unreliable=item.is_duration_unreliable)
            ),
            Fact(w.run.id, Cell(formats.short_id(item.tool_call_id), mono=True, copy=item.tool_call_id)),
        ],
        key="call-facts",
    )
    for label, text in (
        (w.check.input, item.input),
        (w.check.error, item.error),
        (w.check.output, item.output),
    ):
        if text:
            st.caption(label)
            st.code(
                text[:_LONGEST], language=None, wrap_lines=True, height=min(420, 60 + 19 * text.count("\n"))
            )


def task_parts(reading: TaskEvidence) -> None:
    """Draw the ways to the parts of the task."""
    run = reading.conversation_key
    ways = [Crumb(one, link("task_evidence", run=run, task=one)) for one in reading.child_task_ids[:100]]
    pages_line("", ways, key="task-parts")
