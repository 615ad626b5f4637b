"""One change in full: who, through what, when, and each field before and after; long texts fold."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.desk_session import link, put, said
from dashboard.parts import cells
from dashboard.parts.change_table import action_cell, subject_cell, who_cell
from dashboard.parts.piece import Cell, Column, Crumb, Fact, Row, facts, hint, ledger, note, pages_line, prose
from dashboard.parts.section import fold
from dashboard.value_changes import MOST_FIELDS, FieldChange, field_changes
from dashboard.wording import formats
from data_access.contracts.change_log import Change
from data_access.rules.text_safety import one_line

_LONG = 100
_MOST_WHOLE = 12
"""So many long texts unfold below the table; the files hold all of them."""


def change_detail(item: Change) -> None:
    """Open `item` over the page."""
    w = said().change

    @st.dialog(
        w.detail.format(n=formats.count(item.audit_id)),
        width="large",
        on_dismiss=lambda: put("change", None, keep_page=True),
    )
    def opened() -> None:
        facts(_facts(item), key="change-facts")
        ways = _ways(item)
        if ways:
            pages_line("", ways, key="change-ways")
        _fields(field_changes(item.old_value, item.new_value))

    opened()


def change_gone(audit_id: int) -> None:
    """Say that no such change can be shown."""
    note(said().change.gone.format(n=audit_id), key="change-gone")


def _facts(item: Change) -> list[Fact]:
    w = said().change
    return [
        Fact(w.who, who_cell(item)),
        Fact(w.did, action_cell(item)),
        Fact(w.subject, subject_cell(item)),
        Fact(w.when, cells.clock(item.recorded_at)),
    ]


def _ways(item: Change) -> list[Crumb]:
    w = said().change
    if item.subject_kind == "import_batch" and item.subject_id:
        return [Crumb(w.go_import, link("import_records", batch=item.subject_id))]
    if item.task_id is None:
        return []
    ways = [Crumb(w.go_case_changes, link("change_log", case=item.task_id))]
    if item.case_title is None:
        return ways
    told = item.new_value if isinstance(item.new_value, dict) else {}
    if item.action == "publish_task_report" and isinstance(told.get("revision"), int):
        ways.insert(0, Crumb(w.go_report, link("report", case=item.task_id, revision=told["revision"])))
    if item.action.endswith("evidence") and isinstance(told.get("evidence_id"), str):
        piece = told["evidence_id"]
        ways.insert(0, Crumb(w.go_evidence, link("investigation_evidence", case=item.task_id, piece=piece)))
    return [Crumb(w.go_case, link("investigation", case=item.task_id)), *ways]


def _fields(fields: Sequence[FieldChange]) -> None:
    w = said().change
    moved = [one for one in fields if one.how != "same"]
    if not fields:
        note(w.no_values, key="no-values")
        return
    shown = moved[:MOST_FIELDS]
    has_before = any(one.before is not None for one in moved)
    before = [Column(w.before, wide=True)] if has_before else []
    rows = [_row(one, has_before=has_before) for one in shown]
    if rows:
        columns = [Column(w.part), *before, Column(w.after, wide=True)]
        ledger(w.came_to, columns, rows, key="change-fields", dense=True)
    if len(shown) < len(moved):
        counts = {"shown": formats.count(len(shown)), "total": formats.count(len(moved))}
        hint(w.fields_cut.format(**counts), key="fields-cut")
    if len(moved) < len(fields):
        hint(w.same.format(n=formats.count(len(fields) - len(moved))), key="fields-same")
    long = [one for one in shown if _is_long(one.before) or _is_long(one.after)]
    for number, one in enumerate(long[:_MOST_WHOLE]):
        _whole(one, number)


def _row(one: FieldChange, *, has_before: bool) -> Row:
    w = said().change
    name = Cell(one_line(one.path, 80), mono=True, tip=one.path) if one.path else Cell(w.whole, muted=True)
    before = (_side(one.before),) if has_before else ()
    return Row((name, *before, _side(one.after)))


def _side(text: str | None) -> Cell:
    """Write one side in one line; the whole text stands below the table."""
    w = said().change
    if text is None:
        return Cell(w.unsaid, muted=True)
    return Cell(one_line(text, _LONG)) if text.strip() else Cell(w.empty_value, muted=True)


def _is_long(text: str | None) -> bool:
    return text is not None and (len(text) > _LONG or "\n" in text.strip())


def _whole(one: FieldChange, number: int) -> None:
    w = said().change
    with fold(w.whole_text.format(field=one_line(one.path, 80) or w.whole), name="raw"):
        for side, label in ((one.before, w.before), (one.after, w.after)):
            if side is not None:
                prose(side, key=f"whole-{number}-{label}", label=label)
