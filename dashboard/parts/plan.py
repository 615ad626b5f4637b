"""The plan of a case: its steps as a picture and a table, what changed since the revision before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from dashboard.desk_session import link, put, said
from dashboard.maps.investigation_map import investigation_map
from dashboard.maps.plan_map import plan_graph
from dashboard.parts import cells
from dashboard.parts.cited_records import cited_table
from dashboard.parts.map_picture import clickable_map
from dashboard.parts.piece import Cell, Column, Fact, Pill, Row, facts, ledger, note
from dashboard.parts.prose import CitedRecord
from dashboard.selections import PlanSelection
from dashboard.theme import Tone
from data_access.contracts.execution_plan import ExecutionPlan, PlanNode
from data_access.rules.plan_changes import PlanChange

_TONES: Mapping[str, Tone] = {
    "pending": "plain", "running": "working", "waiting": "waiting", "completed": "done", "failed": "failed",
    "skipped": "unknown", "cancelled": "unknown",
}  # fmt: skip


def plan_face(plan: ExecutionPlan) -> None:
    """Draw which revision this is, since when, and why."""
    w = said()
    told = [
        Fact(w.plan.plan, Cell(plan.title, strong=True), wide=True),
        Fact(w.plan.revision, str(plan.revision)),
        Fact(w.case_work.round, w.case.round_n.format(n=plan.generation)),
        Fact(w.plan.updated, cells.clock(plan.updated_at)),
        Fact(w.plan.reason, plan.reason or w.state.nothing, wide=True),
    ]
    facts(told, key="plan-face")


def plan_picture(plan: ExecutionPlan, selection: PlanSelection) -> None:
    """Draw the steps; a chosen one goes into the address."""
    w = said().plan
    alt = w.alt.format(nodes=len(plan.nodes), edges=len(plan.edges))
    drawn = replace(investigation_map(plan_graph(plan, w.actors)), summary=alt)
    names = {node.id: f"{node.title}: {w.statuses[node.status]}" for node in plan.nodes}
    chosen = clickable_map(drawn, names=names, file_name=plan.title, key="plan", selected=selection.node)
    if chosen and chosen != selection.node:
        put("node", chosen)
        st.rerun()


def step_in_full(node: PlanNode, cited: Mapping[str, CitedRecord]) -> None:
    """Draw a step with what it is, why it stands as it does, and what it rests on."""
    w = said().plan
    told = [
        Fact(w.step, Cell(node.title, sub=node.id, strong=True), wide=True),
        Fact(w.actor, w.actors[node.actor]),
        Fact(said().case.status, Cell("", pills=(_pill(node),))),
    ]
    told += [
        Fact(label, text, wide=True)
        for label, text in ((w.description, node.description), (w.why, node.reason))
        if text
    ]
    facts(told, key="step")
    rests_on = said().case_map.rests_on
    cited_table((*node.evidence_ids, *node.answer_ids), cited, rests_on, key="step-rests-on")


def step_table(plan: ExecutionPlan, selection: PlanSelection) -> None:
    """Draw every step."""
    w = said()
    rows = [
        Row(
            (
                Cell(node.title, sub=node.description, tip=node.id),
                w.plan.actors[node.actor],
                Cell("", pills=(_pill(node),)),
                node.reason or Cell(w.state.nothing, muted=True),
                Cell(", ".join((*node.evidence_ids, *node.answer_ids)) or w.state.nothing, mono=True),
            ),
            href=link("execution_plans", **selection.but(node=node.id).to_query()),
            selected=node.id == selection.node,
        )
        for node in plan.nodes
    ]
    columns = [
        Column(w.plan.step),
        Column(w.plan.actor),
        Column(w.case.status),
        Column(w.plan.why, wide=True),
        Column(w.case_map.rests_on, optional=True),
    ]
    ledger(w.plan.steps, columns, rows, key="steps")


def change_table(changes: Sequence[PlanChange], *, is_first: bool) -> None:
    """Draw what changed since the revision before."""
    w = said()
    if is_first or not changes:
        note(w.plan.first if is_first else w.plan.no_change, key="no-plan-change")
        return
    rows = [
        Row(
            (
                Cell(change.title, tip=change.node_id),
                w.plan.parts[change.part],
                _value(change, change.before),
                _value(change, change.after),
            )
        )
        for change in changes
    ]
    columns = [
        Column(w.plan.step),
        Column(w.plan.change),
        Column(w.plan.before, wide=True),
        Column(w.plan.after, wide=True),
    ]
    ledger(w.plan.changes, columns, rows, key="plan-changes", first=50)


def plan_revisions(plans: Sequence[ExecutionPlan], shown: int, selection: PlanSelection) -> None:
    """Draw every revision, the newest first."""
    w = said()
    rows = [
        Row(
            (
                Cell(plan.title, sub=plan.reason, tip=plan.title),
                cells.number(plan.revision),
                w.case.round_n.format(n=plan.generation),
                cells.moment(plan.updated_at),
            ),
            href=link("execution_plans", **selection.but(revision=plan.revision).to_query()),
            selected=plan.revision == shown,
        )
        for plan in plans
    ]
    columns = [
        Column(w.plan.plan),
        Column(w.plan.revision, right=True),
        Column(w.case_work.round),
        Column(w.plan.updated, right=True),
    ]
    ledger(w.plan.revisions, columns, rows, key="plan-revisions", first=20)


def _value(change: PlanChange, value: str | None) -> Cell:
    w = said()
    if value is None:
        return Cell(w.state.nothing, muted=True)
    words = {"status": w.plan.statuses, "added": w.plan.statuses, "actor": w.plan.actors}
    known: Mapping[str, str] = words.get(change.part, {})
    return Cell(known.get(value, value))


def _pill(node: PlanNode) -> Pill:
    return Pill(said().plan.statuses[node.status], _TONES[node.status], tip=node.status)
