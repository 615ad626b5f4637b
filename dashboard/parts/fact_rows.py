"""Rows pasted from a spreadsheet: looked at first, each with what is wrong, then stated, one fact each.

What is stored is what was looked at; sending again after a break stores none of them twice.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from functools import partial

import streamlit as st

from dashboard.desk_session import put, said, store, viewer, viewer_name, zone
from dashboard.parts.draft import (
    Draft,
    field_key,
    kept_text,
    kept_time,
    moment_written,
    not_sent,
    send,
    written,
)
from dashboard.parts.evidence_data import value_told
from dashboard.parts.piece import Cell, Column, Row, hint, ledger, note
from dashboard.selections import FactKnown
from dashboard.wording import formats
from data_access.contracts.case_calls import AddHumanEvidenceCall
from data_access.rules.fact_rows import CellFault, FactRow, PastedRows, RowField, pasted_rows
from data_access.writing.add_human_evidence import add_task_human_evidence
from data_access.writing.case_write import Author

_SHARED: tuple[RowField, ...] = ("point", "parameter", "unit", "method", "place")


def rows_fields(begun: Draft, known: FactKnown | None, *, disabled: bool, help_refused: str | None) -> None:
    """Draw the field for rows, what holds for all of them, what was read, and the ways to state them."""
    w = said().fact
    kept_text(begun, "rows", w.rows, help=w.rows_hint, disabled=disabled)
    with st.expander(w.rows_shared, type="compact"), st.grid(3, min_column_width=190):
        for name, label in _labels().items():
            if name in _SHARED:
                kept_text(begun, name, label, is_line=True, disabled=disabled)
        kept_time(begun, "observed_at", _labels()["observed_at"], disabled=disabled)
    st.button(w.look, key=field_key(begun, "look"), disabled=disabled)
    if written(begun, "rows") is None:
        return
    told = _read(begun)
    if told.fault:
        note(w.table_faults[told.fault], key=field_key(begun, "table-fault"), tone="waiting")
        return
    _preview(begun, told)
    _ways(begun, told, known, disabled=disabled, help_refused=help_refused)


def _read(begun: Draft) -> PastedRows:
    shared: dict[RowField, str | datetime | None] = {name: written(begun, name) for name in _SHARED}
    shared["observed_at"] = moment_written(begun, "observed_at")
    return pasted_rows(written(begun, "rows") or "", zone=zone(), at=formats.now(), shared=shared)


def _preview(begun: Draft, told: PastedRows) -> None:
    w, labels = said().fact, _labels()
    read = w.rows_read(len(told.rows))
    unread = w.unread.format(columns=", ".join(told.unread)) if told.unread else None
    hint(" · ".join(filter(None, (read, unread))), key=field_key(begun, "read"))
    shown = _shown(told)
    columns = [Column(w.problem, wide=True), Column(w.row, right=True)]
    columns += [Column(labels[name], right=name == "value") for name in shown]
    rows = [
        Row((_verdict(row.faults), Cell(str(row.line), muted=True), *(_cell(row, name) for name in shown)))
        for row in told.rows
    ]
    ledger(w.rows, columns, rows, key=field_key(begun, "preview"), first=50)


def _shown(told: PastedRows) -> list[RowField]:
    said_somewhere = {name for row in told.rows for name in row.values}
    return [name for name in _labels() if name in said_somewhere or name in told.columns]


def _cell(row: FactRow, name: RowField) -> Cell:
    value = row.values.get(name)
    is_wrong = any(one.field == name for one in row.faults)
    if isinstance(value, datetime):
        return Cell(formats.exact(value, zone(), said()))
    text = value_told(value) if isinstance(value, float) else value or said().state.nothing
    return Cell(text, tone="failed" if is_wrong else "plain", muted=value is None)


def _verdict(faults: tuple[CellFault, ...]) -> Cell:
    w, labels = said().fact, _labels()
    if not faults:
        return Cell(w.fine, tone="done")
    told = w.next_problem.join(f"{labels[one.field]}: {w.faults[one.fault]}" for one in faults)
    return Cell(told, tone="failed")


def _labels() -> dict[RowField, str]:
    w = said().fact
    return {
        "point": w.point,
        "parameter": w.parameter,
        "value": w.value,
        "unit": w.unit,
        "observed_at": w.observed_at.format(zone=zone()),
        "method": w.method,
        "place": w.place,
    }


def _ways(
    begun: Draft, told: PastedRows, known: FactKnown | None, *, disabled: bool, help_refused: str | None
) -> None:
    w, good, rest = said().fact, len(told.good), len(told.rows) - len(told.good)
    label = w.send_good.format(n=formats.count(good), rest=formats.count(rest)) if rest else w.send_all(good)
    hint(w.as_whom.format(name=viewer_name()), key="as-whom")
    st.button(
        label,
        key=field_key(begun, "send-rows"),
        type="primary",
        disabled=disabled or not good,
        help=help_refused,
        on_click=_send,
        args=(begun, known, _seal(told)),
    )


def _seal(told: PastedRows) -> str:
    """Return what rows that were looked at are known by."""
    return hashlib.sha256(repr(told.rows).encode()).hexdigest()


def _send(begun: Draft, known: FactKnown | None, looked_at: str) -> None:
    w, told = said().fact, _read(begun)
    told_by = written(begun, "told_by") if known == "told" else None
    missing = [] if known else [w.choose_known]
    if known == "told" and told_by is None:
        missing.append(w.missing.format(field=w.told_by))
    if _seal(told) != looked_at:
        missing.append(w.rows_changed)
    if missing:
        not_sent(begun, missing)
        return
    stored: list[str] = []
    given = {"known_by": known, "told_by": told_by}
    if send(begun, partial(_state, begun, told.good, given, stored)):
        put("write", None, keep_page=True)
        put("known", None, keep_page=True)
        st.toast(w.rows_stored(len(stored)))
    elif stored:
        part = w.rows_part.format(n=formats.count(len(stored)), total=formats.count(len(told.good)))
        not_sent(begun, [part])


def _state(
    begun: Draft, rows: tuple[FactRow, ...], given: dict[str, str | None], stored: list[str], request_id: str
) -> None:
    for row in rows:
        own = hashlib.sha256(repr(sorted(row.values.items())).encode()).hexdigest()[:16]
        call = AddHumanEvidenceCall.model_validate(
            {
                "request_id": f"{request_id}/{own}",
                "task_id": begun.task_id,
                "kind": "measurement",
                **given,
                **row.values,
            }
        )
        stored.append(add_task_human_evidence(store(), call, author=Author(viewer(), "page")).evidence_id)
