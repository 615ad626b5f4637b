"""What an import brought: the counts that add up, what was unusual, what was rejected and why."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts.piece import Card, Cell, Column, Crumb, Fact, Row, cards, facts, ledger, note
from dashboard.wording import formats
from data_access.contracts.importing import BatchReport, ImportCounts, ImportReport, Reject


def import_report(report: ImportReport) -> None:
    """Draw the total, then each source with its rejects."""
    w = said()
    total = report.total
    title = w.load.dry_done if report.dry_run else w.load.done
    unchanged = not report.dry_run and total.rows_written == 0 and total.rejected == 0
    note(
        title,
        key="import-done",
        tone="done",
        text=w.load.unchanged if unchanged else None,
        links=[] if report.dry_run else [Crumb(w.load.see_runs, link("runs"))],
    )
    count_cards(total, key="import-cards")
    unusual(total, key="import-unusual")
    for place, batch in enumerate(report.batches):
        if batch.skipped:
            _skipped(batch, place)
        if batch.rejects:
            _rejects(batch, place)


def count_cards(counts: ImportCounts, *, key: str) -> None:
    """Draw where the records went; the four ways add up to all records."""
    w = said()
    stored = counts.records - counts.duplicates_ignored - counts.other_records - counts.rejected
    files = [w.load.empty_files(counts.empty_files)] if counts.empty_files else []
    files += [w.load.unchanged_files(counts.unchanged_files)] if counts.unchanged_files else []
    files += [w.load.skipped_files(counts.skipped_files)] if counts.skipped_files else []
    cards(
        [
            Card(w.load.files, formats.count(counts.files), sub=", ".join(files) or None),
            Card(w.load.records, formats.count(counts.records)),
            Card(w.load.stored, formats.count(stored)),
            Card(w.load.duplicates, formats.count(counts.duplicates_ignored)),
            Card(w.load.other, formats.count(counts.other_records)),
            Card(
                w.load.rejected,
                formats.count(counts.rejected),
                tone="failed" if counts.rejected else "plain",
            ),
        ],
        key=key,
    )


def unusual(counts: ImportCounts, *, key: str) -> None:
    """Draw what came out of the records, and what a reader should know of."""
    w = said()
    told = [
        (w.load.events, counts.events),
        (w.load.messages, counts.messages),
        (w.load.tool_calls, counts.tool_calls),
        (w.load.usage_calls, counts.usage_calls),
        (w.load.rows, counts.rows_written),
        (w.load.secrets, counts.secrets_masked),
        (w.load.naive, counts.naive_times),
        (w.load.orphans, counts.orphans),
    ]
    shown = [Fact(label, formats.count(amount)) for label, amount in told if amount]
    for label, kinds in (
        (w.load.unknown_types, counts.unknown_types),
        (w.load.unpriced, counts.unpriced_models),
    ):
        if kinds:
            shown.append(
                Fact(label, ", ".join(f"{name} ({formats.count(n)})" for name, n in kinds.items()), wide=True)
            )
    if shown:
        facts(shown, key=key)


def _skipped(batch: BatchReport, place: int) -> None:
    told = ", ".join(batch.skipped)
    facts([Fact(said().load.skipped, Cell(told, mono=True), wide=True)], key=f"skipped-{place}")


def _rejects(batch: BatchReport, place: int) -> None:
    w = said()
    st.subheader(w.load.rejects, anchor=False)
    reject_table(batch.rejects, key=f"rejects-{place}")
    if batch.rejects_truncated:
        shown, total = formats.count(len(batch.rejects)), formats.count(batch.rejected)
        note(w.load.rejects_cut.format(shown=shown, total=total), key=f"rejects-cut-{place}")


def reject_table(items: Sequence[Reject], *, key: str) -> None:
    """Draw rejected records with place and reason; those of the ledger also with their text."""
    w = said()
    columns = [
        Column(w.load.reject_reason),
        Column(w.load.reject_file, wide=True),
        Column(w.load.reject_line, right=True),
    ]
    rows = []
    for item in items:
        raw = getattr(item, "raw_text", None)
        reason = Cell(item.reason, sub=raw[:300] if raw else None, sub_tip=raw[:2000] if raw else None)
        line = formats.count(item.line) if item.line else w.state.nothing
        rows.append(Row((reason, Cell(item.file, mono=True), line)))
    ledger(w.load.rejects, columns, rows, key=key, dense=True)
