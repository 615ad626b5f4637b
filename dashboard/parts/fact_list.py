"""The facts that people stated in a case: who says so and from where, how each stands, where it is cited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.evidence_list import state_pill
from dashboard.parts.evidence_piece import fact_told
from dashboard.parts.piece import Cell, Column, Pill, Row, ledger, note
from dashboard.selections import EvidenceSelection
from dashboard.wording import formats
from data_access.contracts.people import HumanEvidence


def fact_table(
    facts: Sequence[HumanEvidence], cited_in: Mapping[str, tuple[int, ...]], selection: EvidenceSelection
) -> None:
    """Draw the facts, what was recorded last first; each leads to all of it."""
    w, e = said().fact, said().evidence
    if not facts:
        note(w.none, key="no-facts", text=w.none_text)
        return
    columns = [
        Column(w.fact),
        Column("#"),
        Column(w.said_by),
        Column(e.state),
        Column(e.observed, right=True, tip=e.observed_hint),
        Column(e.recorded, right=True, optional=True, tip=e.recorded_hint),
        Column(e.cited_in, right=True),
    ]
    rows = [_row(fact, cited_in.get(fact.evidence_id, ()), selection) for fact in reversed(facts)]
    ledger(w.title, columns, rows, key="facts", first=50)


def _row(fact: HumanEvidence, cited_in: tuple[int, ...], selection: EvidenceSelection) -> Row:
    w, e = said().fact, said().evidence
    revisions = ", ".join(map(formats.count, cited_in))
    told = fact_told(fact)
    where = " · ".join(filter(None, (fact.point, fact.place, fact.method)))
    file = (Pill(w.with_file),) if fact.attachment_hash else ()
    replaced = fact.corrected_by and e.replaced_by.format(id=fact.corrected_by)
    return Row(
        (
            Cell(told, sub=where or None, tip=told, pills=file),
            Cell(fact.evidence_id, mono=True),
            Cell(fact.person, sub=known_told(fact)),
            Cell("", sub=replaced or None, pills=fact_pills(fact)),
            cells.moment(fact.observed_at),
            cells.moment(fact.recorded_at),
            Cell(said().case.revision_n.format(n=revisions))
            if revisions
            else Cell(said().state.nothing, muted=True),
        ),
        href=link("investigation_evidence", case=selection.case, piece=fact.evidence_id),
        selected=fact.evidence_id == selection.piece,
    )


def fact_pills(fact: HumanEvidence) -> tuple[Pill, ...]:
    """Return how a fact stands, and that nobody has agreed to one that an agent passed on."""
    e = said().evidence
    waits = Pill(e.unconfirmed, "waiting", tip=e.unconfirmed_note)
    return (state_pill(fact.state), *(() if fact.is_confirmed else (waits,)))


def known_told(fact: HumanEvidence) -> str:
    """Say from where a person knows a fact, and that an agent passed it on."""
    e = said().evidence
    known = e.told.format(who=fact.told_by or said().state.not_known) if fact.known_by == "told" else e.seen
    return f"{known} · {e.relayed}" if fact.is_relayed else known
