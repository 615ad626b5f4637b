"""The change log as a table: when, who, what, on what, and the first of what changed; and as files."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.change_files import csv_lines, every_change, json_lines
from dashboard.desk_session import link, said, store
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.selections import ChangeSelection
from dashboard.value_changes import FieldChange, field_changes
from dashboard.wording import formats
from data_access.contracts.change_log import Change, ChangeLog
from data_access.reading.change_log import changes
from data_access.rules.text_safety import one_line

_MOST_SAVED = 10_000
_MOST_TOLD = 2
_UNTOLD = frozenset(
    {"request_id", "task_id", "recorded_at", "secrets_masked", "round_id", "lease_expires_at"}
    | {"next_step", "if_finished_now"}
)
"""Fields of a receipt that say nothing beyond what the other columns say."""


def change_table(items: Sequence[Change], selection: ChangeSelection) -> None:
    """Draw `items`; each line opens one change in full."""
    w = said().change
    columns = [
        Column(w.who),
        Column(w.did),
        Column(w.subject),
        Column(w.came_to, optional=True, name="came_to"),
        Column(w.when, right=True),
        Column(said().run.id, right=True, name="id"),
    ]
    rows = [_row(item, selection) for item in items]
    ledger(w.title, columns, rows, key="changes", dense=True, table="changes")


def _row(item: Change, selection: ChangeSelection) -> Row:
    return Row(
        (
            who_cell(item),
            action_cell(item),
            subject_cell(item),
            _came_to(item),
            cells.clock(item.recorded_at),
            Cell(str(item.audit_id), mono=True),
        ),
        href=link("change_log", **selection.but(change=item.audit_id).to_query()),
        selected=item.audit_id == selection.change,
    )


def who_cell(item: Change) -> Cell:
    """Write who made a change, as they were called then, and whether that was checked."""
    w = said().change
    checked = w.verified if item.is_verified else w.not_verified
    kind = w.kinds.get(item.principal_kind, item.principal_kind)
    known = w.verified_tip if item.is_verified else w.not_verified_tip
    name = one_line(item.principal_name, 120)
    return Cell(name, sub=f"{kind} · {checked}", tip=item.principal_id, sub_tip=known)


def action_cell(item: Change) -> Cell:
    """Write what was done, the exact word for the pointer, and through what."""
    w = said().change
    face = w.faces.get(item.face, item.face)
    return Cell(w.actions.get(item.action, item.action), sub=face, tip=item.action)


def subject_cell(item: Change) -> Cell:
    """Write what was changed: the kind, its id, and the case it belongs to."""
    w = said().change
    kind = w.subjects.get(item.subject_kind, item.subject_kind)
    if item.subject_id is None:
        return Cell(kind)
    if item.task_id is None:
        return Cell(kind, sub=one_line(item.subject_id, 80), tip=item.subject_id)
    own = item.subject_id[len(item.task_id) :].strip("/")
    title = one_line(item.case_title or item.task_id, 120)
    return Cell(f"{kind} {own}".strip(), sub=title, tip=item.subject_id, sub_tip=item.case_title)


def _came_to(item: Change) -> Cell:
    """Tell the first fields that changed, else the first that are told."""
    told = [one for one in field_changes(item.old_value, item.new_value) if one.how != "same"]
    shown = [one for one in told if one.path.partition(".")[0] not in _UNTOLD] or told
    lines = [_in_short(one) for one in shown[:_MOST_TOLD]]
    if not lines:
        return Cell(said().state.nothing, muted=True)
    more = ["…"] if len(shown) > _MOST_TOLD else []
    return Cell(lines[0], sub=" ".join([*lines[1:], *more]) or None)


def _in_short(one: FieldChange) -> str:
    sides = [
        one_line(side, 28) or said().change.empty_value
        for side in (one.before, one.after)
        if side is not None
    ]
    name = f"{one_line(one.path, 28)}: " if one.path else ""
    return name + " → ".join(sides)


def change_files(listing: ChangeLog, filters: dict[str, object]) -> None:
    """Offer what the filters leave as files, made when somebody asks for one."""
    w, desk = said().change, store()

    def saved() -> list[Change]:
        pages = every_change(
            lambda cursor, limit: changes(desk, **filters, cursor=cursor, limit=limit),  # type: ignore[arg-type]
            most=_MOST_SAVED,
        )
        return list(pages)

    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            w.csv,
            lambda: "\ufeff" + "".join(csv_lines(saved())),
            file_name="change-log.csv",
            mime="text/csv",
            on_click="ignore",
            key="changes-csv",
        )
        st.download_button(
            w.jsonl,
            lambda: "".join(json_lines(saved())),
            file_name="change-log.jsonl",
            mime="application/x-ndjson",
            on_click="ignore",
            key="changes-jsonl",
        )
    is_cut = listing.total > _MOST_SAVED
    counts = {"shown": formats.count(_MOST_SAVED), "total": formats.count(listing.total)}
    hint(w.saves_cut.format(**counts) if is_cut else w.saves, key="saves")
