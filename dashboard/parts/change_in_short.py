"""What changed between two revisions, part by part, and what lies between."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.change_told import (
    TwoLines,
    cited_told,
    field_told,
    finding_told,
    gap_state_told,
    gap_told,
    kinds_told,
    rests_told,
    stretches,
)
from dashboard.desk_session import link, said
from dashboard.parts.piece import (
    Card,
    Cell,
    Column,
    Crumb,
    Fact,
    Pill,
    Row,
    cards,
    facts,
    hint,
    ledger,
    pages_line,
)
from dashboard.parts.section import section
from dashboard.theme import CHANGE_TONES
from dashboard.wording import formats
from data_access.contracts.between_revisions import BetweenRevisions
from data_access.contracts.report_comparison import CitedChange, FindingChange, GapChange, ReportComparison


def in_short(case: str, told: ReportComparison, between: BetweenRevisions) -> None:
    """Draw what happened in between, and each part that differs."""
    w = said().what_changed
    with section(w.between, hint=w.between_hint):
        time_cards(between)
        _given(case, between)
    if told.fields:
        with section(w.fields):
            rows = [Row(field_told(one, said())) for one in told.fields]
            ledger(w.fields, [Column(""), *before_after()], rows, key="fields")
    with section(said().report.findings):
        _findings(told.findings)
    if told.gaps:
        with section(w.gaps):
            _gaps(told.gaps)
    with section(w.cited):
        _cited(case, told.cited)


def time_cards(between: BetweenRevisions) -> None:
    """Draw where the time went between two revisions."""
    passed = (between.until - between.since).total_seconds()
    cards(
        [Card(said().what_changed.passed, formats.length(passed, said()))]
        + [
            Card(label, formats.length(seconds, said()), sub=formats.share(int(seconds), int(passed)))
            for label, seconds in stretches(between, said())
        ],
        key="between-cards",
    )


def change_pill(change: str) -> Pill:
    """Return how something changed as a mark."""
    return Pill(said().what_changed.changes[change], CHANGE_TONES.get(change, "plain"))


def before_after() -> list[Column]:
    """Return the columns of both sides."""
    w = said().what_changed
    return [Column(w.before), Column(w.after)]


def lines(told: TwoLines) -> Cell:
    """Return two lines as a cell."""
    return Cell(told.text, sub=told.below)


def _given(case: str, between: BetweenRevisions) -> None:
    w = said()
    told = [Fact(w.what_changed.used, ", ".join(between.used) or w.what_changed.used_none, wide=True)]
    if between.failed_nodes:
        told.append(Fact(w.what_changed.failed, ", ".join(between.failed_nodes), wide=True))
    facts(told, key="between-facts")
    way = Crumb(w.happened.all_of(between.done.total), link("what_happened", case=case, side="work"))
    pages_line("", [way], key="between-ways")


def _findings(findings: Sequence[FindingChange]) -> None:
    w = said()
    if not findings:
        hint(w.what_changed.no_findings, key="no-findings")
        return
    columns = [
        Column(w.report.finding),
        Column(w.what_changed.change),
        Column(w.report.kind),
        Column(w.report.rests_on),
    ]
    ledger(w.report.findings, columns, [Row(_finding(one)) for one in findings], key="finding-changes")


def _finding(one: FindingChange) -> tuple[Cell, ...]:
    told = finding_told(one)
    return (
        Cell(told.text, sub=told.below, tip=told.below),
        Cell("", pills=(change_pill(one.change),)),
        Cell(kinds_told(one, said()), muted=True),
        Cell(rests_told(one) or said().state.nothing),
    )


def _gaps(gaps: Sequence[GapChange]) -> None:
    w = said()
    columns = [Column(w.report.gap), Column(w.what_changed.change), Column(w.case.status)]
    ledger(w.what_changed.gaps, columns, [Row(_gap(one)) for one in gaps], key="gap-changes")


def _gap(one: GapChange) -> tuple[Cell, ...]:
    state = gap_state_told(one, said())
    return (
        lines(gap_told(one)),
        Cell("", pills=(change_pill(one.change),)),
        Cell(state.text, sub=state.below, tone="waiting" if state.below else "plain"),
    )


def _cited(case: str, cited: Sequence[CitedChange]) -> None:
    w = said().what_changed
    if not cited:
        hint(w.no_cited, key="no-cited")
        return
    columns = [Column(w.cited_record), Column(w.change), Column("", wide=True)]
    ledger(w.cited, columns, [_cited_row(case, one) for one in cited], key="cited-changes")


def _cited_row(case: str, one: CitedChange) -> Row:
    is_evidence = one.kind in ("evidence", "human_evidence")
    return Row(
        (
            Cell(one.title or one.record_id, sub=one.record_id),
            Cell("", pills=(change_pill(one.change),)),
            Cell(cited_told(one, said()), muted=not one.is_still_cited),
        ),
        href=link("investigation_evidence", case=case, piece=one.record_id) if is_evidence else None,
    )
