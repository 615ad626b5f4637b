"""The evidence of a case as a list: what agents looked at and what people stated, clearly apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.filters import choice, search_box
from dashboard.parts.piece import Cell, Column, Crumb, Pill, Row, ledger, note
from dashboard.parts.section import filter_bar
from dashboard.selections import EvidenceSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.evidence_uses import EvidenceEntry, EvidenceKind, EvidenceState

STATE_TONES: dict[str, Tone] = {"valid": "done", "corrected": "waiting", "withdrawn": "failed"}


def evidence_filters(selection: EvidenceSelection) -> None:
    """Draw the filters."""
    w = said()
    e = w.evidence
    origins = {"real": w.state.real, "synthetic": w.state.synthetic, "human": w.state.human}
    is_set = selection.narrows("case", "piece", "write", "known", "act")
    with filter_bar(is_set=is_set), st.grid(4, min_column_width=170):
        search_box(e.search, "q", selection.q, hint=e.search_hint)
        choice(e.kind, "kind", get_args(EvidenceKind), selection.kind, labels=e.kinds, everything=e.all_kinds)
        choice(e.origin, "origin", list(origins), selection.origin, labels=origins, everything=e.all_origins)
        states = get_args(EvidenceState)
        choice(e.state, "state", states, selection.state, labels=e.states, everything=e.all_states)


def evidence_table(entries: Sequence[EvidenceEntry], selection: EvidenceSelection) -> None:
    """Draw the pieces; each leads to all of it."""
    w = said().evidence
    if not entries:
        _nothing(selection)
        return
    columns = [
        Column(w.piece),
        Column("#"),
        Column(w.kind),
        Column(w.source, optional=True),
        Column(w.state),
        Column(w.observed, right=True, tip=w.observed_hint),
        Column(w.recorded, right=True, optional=True, tip=w.recorded_hint),
        Column(w.cited_in, right=True),
    ]
    rows = [_row(entry, selection) for entry in entries]
    ledger(w.title, columns, rows, key="evidence", first=100)


def _row(entry: EvidenceEntry, selection: EvidenceSelection) -> Row:
    w = said()
    revisions = ", ".join(map(formats.count, entry.cited_in))
    return Row(
        (
            Cell(entry.title, sub=entry.summary, tip=entry.title, pills=entry_pills(entry)),
            Cell(entry.evidence_id, mono=True),
            Cell(w.evidence.kinds[entry.kind]),
            entry.source,
            Cell("", pills=(state_pill(entry.state),)),
            cells.moment(entry.observed_at),
            cells.moment(entry.recorded_at),
            Cell(w.case.revision_n.format(n=revisions)) if revisions else Cell(w.state.nothing, muted=True),
        ),
        href=link("investigation_evidence", **selection.but(piece=entry.evidence_id).to_query()),
        selected=entry.evidence_id == selection.piece,
    )


def entry_pills(entry: EvidenceEntry) -> tuple[Pill, ...]:
    """Return what a reader must know of a piece at a glance: made up, from people, cut, unconfirmed."""
    w = said().evidence
    pills = list(cells.origin_pills(entry.origin))
    if entry.is_truncated:
        pills.append(Pill(w.cut, "waiting", tip=entry.truncation))
    if entry.is_unconfirmed:
        pills.append(Pill(w.unconfirmed, "waiting", tip=w.unconfirmed_note))
    return tuple(pills)


def state_pill(state: str) -> Pill:
    """Return the state of a piece as a mark."""
    return Pill(said().evidence.states.get(state, state), STATE_TONES.get(state, "plain"), tip=state)


def _nothing(selection: EvidenceSelection) -> None:
    w = said().evidence
    if selection.but(piece=None) == EvidenceSelection(case=selection.case):
        note(w.empty_title, key="no-evidence", text=w.empty)
    else:
        way = Crumb(w.clear, link("investigation_evidence", case=selection.case))
        note(w.none_match, key="no-match", links=[way])
