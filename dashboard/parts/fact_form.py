"""The form in which people state facts: in words or as a measurement, from where they know it, with a file.

What somebody concludes or guesses is a note: the form says so, leads to the discussion, and stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from dashboard.desk_session import (
    follow,
    link,
    put,
    put_chosen,
    said,
    store,
    viewer,
    viewer_name,
    widget_key,
    zone,
)
from dashboard.parts.draft import (
    Draft,
    draft,
    draft_line,
    field_key,
    kept_text,
    kept_time,
    moment_written,
    not_sent,
    send,
    written,
)
from dashboard.parts.fact_file import file_field, file_given
from dashboard.parts.fact_rows import rows_fields
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Crumb, hint, note
from dashboard.selections import EvidenceSelection, FactKnown
from data_access.contracts.case_calls import AddHumanEvidenceCall
from data_access.contracts.people import FactKind, HumanEvidence
from data_access.rules.fact_rows import number_of
from data_access.writing.add_attachment import keep_attachment
from data_access.writing.add_human_evidence import add_task_human_evidence
from data_access.writing.case_write import Author

Given = dict[str, Any]
_TEXTS: Mapping[FactKind, tuple[str, ...]] = {
    "statement": ("statement",),
    "measurement": ("point", "parameter", "value", "unit", "method"),
}
_NEEDED: Mapping[FactKind, tuple[str, ...]] = {
    "statement": ("statement",),
    "measurement": ("point", "parameter", "value", "unit"),
}


def state_fact_button(task_id: str, *, key: str = "state-fact") -> None:
    """Draw the way to the form; whoever may not state facts sees why."""
    refused, w = refusal("decide"), said().fact
    if st.button(w.state, icon=":material/add:", key=key, disabled=bool(refused), help=refused):
        follow(link("investigation_evidence", case=task_id, write="statement"))


def fact_form(task_id: str, selection: EvidenceSelection) -> None:
    """Draw the form that the address asks for."""
    w, refused = said().fact, refusal("decide")
    way = selection.write or "statement"
    hint(w.state_lead, key="state-lead")
    if refused:
        note(refused, key="fact-refused")
    one_of(w.what, "write", w.ways, way)
    known = known_choice(selection.known)
    if known == "inferred":
        to_report = Crumb(w.to_discussion, link("report", case=task_id))
        note(w.inferred, key="inferred", text=w.inferred_text, tone="waiting", links=[to_report])
    else:
        begun = draft(f"fact:{task_id}", task_id=task_id)
        if known == "told":
            kept_text(begun, "told_by", w.told_by, is_line=True, disabled=bool(refused))
        if way == "rows":
            rows_fields(begun, known, disabled=bool(refused), help_refused=refused)
        else:
            _one_fact(begun, way, known, refused)
        draft_line(begun)
    st.button(w.close, key="close-fact", type="tertiary", on_click=put, args=("write", None))


def _one_fact(begun: Draft, kind: FactKind, known: FactKnown | None, refused: str | None) -> None:
    """Draw the fields of one fact, its file, and the way to state it."""
    fact_fields(begun, kind, disabled=bool(refused))
    file_field(begun, disabled=bool(refused))
    hint(said().fact.as_whom.format(name=viewer_name()), key="as-whom")
    st.button(
        said().fact.send,
        key=field_key(begun, "send"),
        type="primary",
        disabled=bool(refused),
        help=refused,
        on_click=_send,
        args=(begun, kind, known),
    )


def one_of(label: str, name: str, words: Mapping[Any, str], current: str | None) -> None:
    """Offer a few words for the parameter `name`; nothing is chosen before somebody chooses."""
    key = widget_key(f"one-of-{name}", current)
    st.segmented_control(
        label,
        list(words),
        default=current,
        format_func=lambda value: words[value],
        key=key,
        on_change=lambda: put_chosen(name, key, lambda value: value or current, keep_page=True),
    )


def known_choice(current: FactKnown | None) -> FactKnown | None:
    """Ask from where it is known; the address carries the answer."""
    one_of(said().fact.known_by, "known", said().fact.known, current)
    return current


def fact_fields(begun: Draft, kind: FactKind, *, disabled: bool, older: HumanEvidence | None = None) -> None:
    """Draw the fields of a fact; those of a correction begin with what `older` says."""
    w = said().fact
    before = older.model_dump() if older else {}
    if kind == "statement":
        kept_text(
            begun,
            "statement",
            w.statement,
            help=w.statement_hint,
            initial=before.get("statement"),
            disabled=disabled,
        )
    else:
        with st.grid(3, min_column_width=190):
            for name, label, hinted in measured_labels():
                told = before.get(name)
                initial = told if isinstance(told, str) else None if told is None else repr(told)
                kept_text(begun, name, label, is_line=True, help=hinted, initial=initial, disabled=disabled)
    with st.grid(2, min_column_width=230):
        kept_time(
            begun,
            "observed_at",
            w.observed_at.format(zone=zone()),
            help=w.observed_hint,
            initial=before.get("observed_at"),
            disabled=disabled,
        )
        kept_text(begun, "place", w.place, is_line=True, initial=before.get("place"), disabled=disabled)


def measured_labels() -> list[tuple[str, str, str | None]]:
    """Return the fields of a measurement with their words and hints."""
    w = said().fact
    return [
        ("point", w.point, w.point_hint),
        ("parameter", w.parameter, w.parameter_hint),
        ("value", w.value, None),
        ("unit", w.unit, w.unit_hint),
        ("method", w.method, None),
    ]


def fact_given(begun: Draft, kind: FactKind, known: FactKnown | None) -> tuple[Given, list[str]]:
    """Return what the fields say, and what is missing or unreadable in them, in words."""
    w = said().fact
    labels = {name: label for name, label, _ in measured_labels()} | {"statement": w.statement}
    given: Given = {name: written(begun, name) for name in (*_TEXTS[kind], "place")}
    missing = [w.missing.format(field=labels[name]) for name in _NEEDED[kind] if given[name] is None]
    if known is None:
        missing.insert(0, w.choose_known)
    if known == "told":
        given["told_by"] = written(begun, "told_by")
        if given["told_by"] is None:
            missing.append(w.missing.format(field=w.told_by))
    if given.get("value") is not None:
        try:
            given["value"] = number_of(given["value"])
        except ValueError as why:
            missing.append(f"{w.value}: {w.faults[str(why)]}")
    given |= {"kind": kind, "known_by": known, "observed_at": moment_written(begun, "observed_at")}
    return given, missing


def file_kept(begun: Draft, request_id: str) -> str | None:
    """Keep the file of the form, if there is one; return its hash. Raises: what `keep_attachment` does."""
    file = file_given(begun)
    if file is None or begun.task_id is None:
        return None
    own_id = f"{request_id}/{file.given_hash[:16]}"
    author = Author(viewer(), "page")
    kept = keep_attachment(store(), file, task_id=begun.task_id, request_id=own_id, author=author)
    return kept.attachment_hash


def show_piece(evidence_id: str) -> None:
    """Lead to a fact in place of the form, in the callback that stored it."""
    for name in ("write", "known", "act"):
        put(name, None, keep_page=True)
    put("piece", evidence_id, keep_page=True)


def _send(begun: Draft, kind: FactKind, known: FactKnown | None) -> None:
    given, missing = fact_given(begun, kind, known)
    if missing:
        not_sent(begun, missing)
        return
    stored: list[str] = []
    if send(begun, partial(_state, begun, given, stored)):
        show_piece(stored[0])


def _state(begun: Draft, given: Given, stored: list[str], request_id: str) -> None:
    call = AddHumanEvidenceCall(
        request_id=request_id,
        task_id=begun.task_id or "",
        attachment_hash=file_kept(begun, request_id),
        **given,
    )
    kept = add_task_human_evidence(store(), call, author=Author(viewer(), "page"))
    stored.append(kept.evidence_id)
