"""One operation in full: what, where, by whom, what the rule says and why, and the ways to its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from dashboard.desk_session import link, put, said
from dashboard.parts import cells
from dashboard.parts.operation_cards import zone_word
from dashboard.parts.operation_table import (
    agent_cell,
    approval_cell,
    breach_pills,
    operation_key,
    result_cell,
    rule_cell,
    run_word,
)
from dashboard.parts.piece import Cell, Crumb, Fact, facts, hint, note, pages_line
from dashboard.selections import OperationSelection
from dashboard.wording.operation_sentences import operation_sentence
from data_access.contracts.agent_operations import DeskOperation
from data_access.rules.operation_policy import LONGEST_TARGET_SHOWN
from data_access.rules.text_safety import one_line

_LONGEST_PATH = 4096


def operation_detail(items: Sequence[DeskOperation], selection: OperationSelection) -> None:
    """Open the operation that was chosen over the page; one that is not on it is told to be gone."""
    if selection.open is None:
        return
    chosen = next((one for one in items if operation_key(one) == selection.open), None)
    w = said().operation

    @st.dialog(w.detail, width="large", on_dismiss=lambda: put("open", None, keep_page=True))
    def opened() -> None:
        if chosen is None:
            note(w.gone, key="operation-gone")
        else:
            _whole(chosen)

    opened()


def _whole(one: DeskOperation) -> None:
    w = said().operation
    hint(operation_sentence(one, said(), agent=one.agent, width=120), key="operation-sentence")
    st.caption(w.target_whole)
    st.code(one.target, language=None, wrap_lines=True)
    if len(one.target) >= LONGEST_TARGET_SHOWN:
        hint(w.target_cut, key="target-cut")
    facts([fact for fact in _facts(one) if fact.value is not None], key="operation-facts")
    ways = _ways(one)
    if ways:
        pages_line("", ways, key="operation-ways")


def _facts(one: DeskOperation) -> list[Fact]:
    w, p = said().operation, said().policy
    took = None if one.duration_ms is None else cells.length(one.duration_ms / 1000)
    marks = breach_pills(one)
    return [
        Fact(p.verdict, replace(rule_cell(one.verdict, one.rule, None), tip=one.rule)),
        Fact(w.result, result_cell(one.result)),
        Fact(w.approval, approval_cell(one.approved_by)),
        Fact(w.breach, Cell("", pills=marks) if marks else None),
        Fact(p.why, one_line(one.why, 500), wide=True),
        Fact(p.zone, zone_word(one.zone)),
        Fact(p.capability, p.capabilities[one.capability]),
        Fact(p.level, said().workspaces.levels[one.level_called_for] if one.level_called_for else p.no_level),
        Fact(said().run.agent, replace(agent_cell(one, one.agent_id), sub=None)),
        Fact(
            said().run.run, Cell(run_word(one), tip=one.conversation_id, pills=cells.origin_pills(one.origin))
        ),
        Fact(w.when, cells.clock(one.occurred_at)),
        Fact(w.duration, took),
        Fact(w.told_as, Cell(w.derived, tip=w.derived_tip) if one.is_derived else Cell(w.recorded)),
        Fact(w.tool, one_line(one.tool, 80) if one.tool else None),
        Fact(w.task, cells.native(one.task_id)),
        Fact(w.working_directory, _path(one.working_directory), wide=True),
        Fact(w.workspace, _path(one.workspace), wide=True),
        Fact(said().run.id, cells.native(one.operation_id)),
    ]


def _path(text: str | None) -> Cell | None:
    return Cell(one_line(text, _LONGEST_PATH), mono=True, copy=text) if text else None


def _ways(one: DeskOperation) -> list[Crumb]:
    """Lead to the place in the run that the operation comes from, and to what else the run and agent did."""
    w = said().operation
    run = one.conversation_key
    if run is None:
        return []
    ways = []
    if one.event_id:
        ways.append(Crumb(w.go_event, cells.event_link(run, one.event_id)))
        place = link("run_transcript", run=run, agent=one.agent_id, event=one.event_id)
        ways.append(Crumb(w.go_transcript, place))
    ways += [
        Crumb(w.go_run, link("run_summary", run=run)),
        Crumb(w.go_operations, link("agent_operations", run=run)),
    ]
    if one.agent_id:
        ways.append(Crumb(w.of_agent, link("agent_operations", run=run, agent=one.agent_id)))
    return ways
