"""One piece of evidence in full: what weakens it, where it comes from, its data, and what rests on it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from dashboard.desk_session import link, said, zone
from dashboard.parts import cells
from dashboard.parts.evidence_data import data_picture, save_csv, value_told
from dashboard.parts.evidence_list import state_pill
from dashboard.parts.piece import Cell, Column, Crumb, Fact, Pill, Row, facts, ledger, note, prose
from dashboard.parts.section import section
from dashboard.wording import formats
from data_access.contracts.evidence import Evidence
from data_access.contracts.evidence_uses import EvidenceUse
from data_access.contracts.people import HumanEvidence


def evidence_piece(piece: Evidence, task_id: str) -> None:
    """Draw what an agent published."""
    w = said()
    _weaknesses(piece, task_id)
    told = [
        Fact(w.evidence.piece, Cell(piece.title, sub=piece.evidence_id, strong=True), wide=True),
        Fact(w.evidence.state, Cell("", pills=(state_pill(piece.state), *cells.origin_pills(piece.origin)))),
        Fact(w.evidence.kind, w.evidence.kinds[piece.source_kind]),
        Fact(w.evidence.source, piece.source),
        *_times(piece.observed_at, piece.recorded_at),
        Fact(w.evidence.round, w.case.round_n.format(n=piece.generation)),
    ]
    if piece.window_from or piece.window_until:
        told.append(Fact(w.evidence.window, _window(piece)))
    if piece.scope:
        told.append(Fact(w.evidence.scope, piece.scope, wide=True))
    facts([*told, *_hashes(piece)], key="piece")
    if piece.summary:
        prose(piece.summary, key="piece-summary", label=w.evidence.summary)
    if piece.query:
        prose(piece.query, key="piece-query", label=w.evidence.query)
    with section(w.evidence.data):
        if piece.data is None:
            note(w.evidence.no_data, key="no-data")
        else:
            data_picture(piece.data, title=piece.title, key="piece-data")
            save_csv(piece.data, file_name=piece.evidence_id, key="piece-csv")


def human_piece(fact: HumanEvidence, task_id: str) -> None:
    """Draw what a person stated."""
    w = said()
    _corrections(fact, task_id)
    if not fact.is_confirmed:
        note(w.evidence.unconfirmed_note, key="unconfirmed", tone="waiting")
    confirmed = (
        Pill(w.evidence.confirmed, "done") if fact.is_confirmed else Pill(w.evidence.unconfirmed, "waiting")
    )
    pills = (state_pill(fact.state), *cells.origin_pills("human"), confirmed)
    known = (
        w.evidence.told.format(who=fact.told_by or w.state.not_known)
        if fact.known_by == "told"
        else w.evidence.seen
    )
    told = [
        Fact(w.evidence.piece, Cell(fact_told(fact), sub=fact.evidence_id, strong=True), wide=True),
        Fact(w.evidence.state, Cell("", pills=pills)),
        Fact(w.evidence.person, Cell(fact.person, sub=w.evidence.relayed if fact.is_relayed else None)),
        Fact(w.evidence.known_by, known),
        *_times(fact.observed_at, fact.recorded_at),
    ]
    given = (
        (w.evidence.point, fact.point), (w.evidence.place, fact.place), (w.evidence.method, fact.method),
        (w.evidence.attachment, fact.attachment_name), (w.evidence.message, fact.message_id),
    )  # fmt: skip
    facts([*told, *(Fact(label, value) for label, value in given if value)], key="piece")
    if fact.quote:
        prose(fact.quote, key="piece-quote", label=w.evidence.quote)


def fact_told(fact: HumanEvidence) -> str:
    """Write a fact in one line: the statement, or what was measured."""
    if fact.statement:
        return fact.statement
    value = None if fact.value is None else value_told(fact.value)
    return " ".join(part for part in (fact.parameter, value, fact.unit if fact.unit != "1" else None) if part)


def uses_table(uses: Sequence[EvidenceUse], task_id: str) -> None:
    """Draw what rests on a piece, each leading there."""
    w = said()
    if not uses:
        note(w.evidence.not_used, key="not-used")
        return
    rows = [
        Row((use.said, w.evidence.uses[use.kind], Cell(_named(use), mono=True)), href=_leads(use, task_id))
        for use in uses
    ]
    columns = [Column(w.evidence.used), Column(w.evidence.used_as), Column("#")]
    ledger(w.evidence.used, columns, rows, key="uses", first=50)


def _named(use: EvidenceUse) -> str:
    is_report = use.kind in ("report", "finding")
    return said().case.revision_n.format(n=use.record_id) if is_report else use.record_id


def _leads(use: EvidenceUse, task_id: str) -> str | None:
    if use.kind in ("report", "finding"):
        return link("report", case=task_id, revision=use.record_id)
    if use.kind == "node":
        return link("investigation_map", case=task_id, node=use.record_id)
    if use.kind == "step":
        return link("execution_plans", case=task_id, node=use.record_id)
    if use.kind == "presentation":
        return link("presentations", case=task_id, shown=use.record_id)
    return link("investigation", case=task_id) if use.kind == "action" else None


def _weaknesses(piece: Evidence, task_id: str) -> None:
    w = said().evidence
    _corrections(piece, task_id)
    if piece.is_truncated:
        what = piece.truncation or said().state.not_known
        note(w.truncated.format(what=what), key="truncated", tone="waiting")
    if piece.origin == "synthetic":
        note(w.synthetic, key="synthetic", tone="waiting")


def _corrections(piece: Evidence | HumanEvidence, task_id: str) -> None:
    w = said().evidence
    reason = piece.state_reason or said().state.not_known
    if piece.state != "valid":
        phrase = w.corrected if piece.state == "corrected" else w.withdrawn
        note(
            phrase.format(reason=reason),
            key="not-valid",
            tone="failed",
            links=[_way(w.replaced_by, piece.corrected_by, task_id)] if piece.corrected_by else [],
        )
    if piece.corrects:
        way = _way(said().evidence.replaces, piece.corrects, task_id)
        note(way.text, key="corrects", links=[Crumb(piece.corrects, way.href)])


def _way(phrase: str, evidence_id: str, task_id: str) -> Crumb:
    return Crumb(
        phrase.format(id=evidence_id), link("investigation_evidence", case=task_id, piece=evidence_id)
    )


def _times(observed_at: datetime | None, recorded_at: datetime) -> list[Fact]:
    w = said()
    observed = cells.clock(observed_at) if observed_at else Cell(w.state.not_known, muted=True)
    return [
        Fact(w.evidence.observed, observed, tip=w.evidence.observed_hint),
        Fact(w.evidence.recorded, cells.clock(recorded_at), tip=w.evidence.recorded_hint),
    ]


def _window(piece: Evidence) -> str:
    w = said()
    begin = formats.clock(piece.window_from, zone(), w) if piece.window_from else w.evidence.open_begin
    end = formats.clock(piece.window_until, zone(), w) if piece.window_until else w.evidence.open_end
    return w.evidence.window_told.format(begin=begin, end=end)


def _hashes(piece: Evidence) -> list[Fact]:
    w = said().evidence
    told = []
    if piece.content_reference:
        told.append(Fact(w.content, Cell(piece.content_reference, mono=True), tip=w.content_hint, wide=True))
    if piece.content_hash:
        told.append(Fact(w.content_hash, _hash(piece.content_hash), tip=w.content_hash_hint))
    if piece.data_hash:
        told.append(Fact(w.data_hash, _hash(piece.data_hash), tip=w.data_hash_hint))
    return told


def _hash(told: str) -> Cell:
    return Cell(told if len(told) <= 24 else f"{told[:20]}…", tip=told, mono=True, copy=told)
