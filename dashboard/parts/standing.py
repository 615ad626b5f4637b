"""How a run stands: mode, phase, isolation in words, check result, tasks by status, todo lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Crumb, Fact, Pill, Row, facts, hint, ledger, note
from dashboard.parts.topology import lacks_told
from dashboard.wording import formats
from data_access.contracts.todos import TodoList
from data_access.contracts.visibility import Isolation, RuntimeSummary, TaskStatusCount

UNKNOWN = "outcome_unknown"


def standing(reading: RuntimeSummary) -> None:
    """Draw what the source says of the run's state, and what it does not tell."""
    told = [fact for fact in _facts(reading) if fact.value is not None]
    if told:
        facts(told, key="standing")
    vanished = sum(one.tasks for one in reading.task_summary if one.status == UNKNOWN)
    if vanished:
        w = said()
        way = Crumb(w.standing.see_tasks, link("run_checks", run=reading.conversation_key))
        note(
            w.standing.vanished(vanished),
            key="vanished",
            text=w.standing.vanished_text,
            tone="unknown",
            links=[way],
        )
    lacks = lacks_told(reading)
    if lacks:
        hint(lacks, key="standing-lacks")


def _facts(reading: RuntimeSummary) -> list[Fact]:
    w = said()
    s = w.standing
    mode = reading.execution_mode
    checks = link("run_checks", run=reading.conversation_key)
    word = reading.verification
    tasks = status_pills(reading.task_summary)
    check = Cell("", pills=(cells.status_pill(word.status),), sub=word.summary) if word else None
    return [
        Fact(s.mode, Cell(s.modes.get(mode, mode), tip=mode) if mode else None),
        Fact(s.phase, reading.phase),
        Fact(s.checkpoint, reading.checkpoint),
        Fact(s.isolation, _isolation(reading.isolation)),
        Fact(s.workspace, _workspace(reading.isolation), wide=True),
        Fact(s.unfinished, cells.number(reading.unfinished_calls) if reading.unfinished_calls else None),
        Fact(s.snapshots, cells.number(reading.snapshots) if reading.snapshots else None),
        Fact(s.tasks, Cell("", pills=tasks) if tasks else None, wide=True),
        Fact(s.check, check and Cell("", pills=check.pills, sub=check.sub, href=checks), wide=True),
    ]  # fmt: skip


def _isolation(isolation: Isolation | None) -> Cell | None:
    if isolation is None or isolation.mode is None:
        return None
    mode = isolation.mode
    return Cell(said().standing.levels.get(mode.lower(), mode), tip=mode)


def _workspace(isolation: Isolation | None) -> Cell | None:
    path = isolation.workspace_path if isolation else None
    return Cell(path, mono=True, copy=path) if path else None


def status_pills(counts: Sequence[TaskStatusCount]) -> tuple[Pill, ...]:
    """Return how many tasks stand at each status."""
    w = said()
    pills = [(cells.status_pill(one.status), one) for one in counts]
    return tuple(
        Pill(f"{formats.count(one.tasks)} {formats.status(one.status, w)}", pill.tone, tip=one.status)
        for pill, one in pills
    )


def todo_lists(lists: Sequence[TodoList], names: Mapping[str, str]) -> None:
    """Draw the newest list of each agent, as the source keeps it."""
    w = said()
    for number, one in enumerate(lists):
        agent = names.get(one.agent_id or "", one.agent_id or w.run.no_agent)
        label = (
            f"{agent} · {w.standing.written(one.versions)} · {formats.ago(one.observed_at, formats.now(), w)}"
        )
        with st.expander(label, type="compact", expanded=number == 0 and len(lists) == 1):
            rows = [
                Row((Cell(item.content or w.state.nothing), cells.status(item.status))) for item in one.items
            ]
            columns = [Column(w.standing.todo), Column(w.topology.status, right=True)]
            ledger(agent, columns, rows, key=f"todo-{number}", dense=True, narrow=True)
