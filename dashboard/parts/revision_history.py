"""The history of a report: a row a revision, any two of which can be chosen, and a strip of gaps and cost."""

from __future__ import annotations

import streamlit as st

from dashboard.change_told import verdict_told
from dashboard.charts.revision_strip import RevisionPoint, revision_strip
from dashboard.desk_session import colours, link, put_chosen, said, widget_key, zone
from dashboard.parts import cells
from dashboard.parts.picture import chart
from dashboard.parts.piece import Cell, Column, Picks, Pill, Row, hint, ledger
from dashboard.parts.report import outcome_pill
from dashboard.parts.revision_list import class_pill, spending_cell
from dashboard.parts.sign_offs import standing_cell
from dashboard.selections import RevisionsSelection
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.report_history import ReportHistory, RevisionEntry

_FIRST_ROWS = 50


def history_filter(selection: RevisionsSelection, shown: ReportHistory) -> None:
    """Offer to leave out small changes, and say how many are."""
    w, key = said().history, widget_key("grave", selection.grave)
    st.toggle(
        w.hide,
        value=selection.grave,
        key=key,
        on_change=put_chosen,
        args=("grave", key, lambda chosen: "1" if chosen else None),
    )
    if shown.hidden:
        hint(w.hidden(shown.hidden), key="hidden-revisions")


def history_table(case: InvestigationTask, shown: ReportHistory, known: int | None) -> None:
    """Draw a row a revision, the newest first; `known` is the one this viewer knew, to compare from."""
    w = said()
    columns = [
        Column(w.report.revision),
        Column(w.history.change, wide=True, tip=w.history.change_hint),
        Column(w.report.outcome),
        Column(w.history.gaps, tip=w.history.gaps_hint),
        Column(w.sign_off.title),
        Column(w.history.cost, right=True, tip=w.report.cost_since),
        Column(w.history.author, right=True, tip=w.history.author_hint),
    ]
    rows = [
        Row(
            (
                _title(entry),
                _change(entry),
                Cell(
                    "",
                    pills=(outcome_pill(entry.outcome),),
                    sub=w.report.stages.get(entry.stage, entry.stage),
                    sub_tip=entry.stage,
                ),
                _gaps(entry),
                _signed(entry),
                spending_cell(entry.spending),
                _published(entry),
            ),
            href=link("report", case=case.task_id, revision=entry.revision),
            pick=entry.revision,
        )
        for entry in shown.items
    ]
    ledger(w.history.title, columns, rows, key="history", first=_FIRST_ROWS, picks=_picks(case, shown, known))


def _picks(case: InvestigationTask, shown: ReportHistory, known: int | None) -> Picks | None:
    """Return the two columns of choices; at first from what the viewer knew, else from the one before."""
    numbers = [entry.revision for entry in shown.items]
    if len(numbers) < 2:
        return None
    w, earlier = said().history, [one for one in numbers[1:] if one == known] or numbers[1:]
    way = link("what_changed", case=case.task_id)
    return Picks(
        labels=(w.earlier, w.later),
        row=w.one,
        go=w.compare,
        href=f"{way}&before={{before}}&after={{after}}",
        chosen=(earlier[0], numbers[0]),
    )


def _title(entry: RevisionEntry) -> Cell:
    w = said().history
    title = f"{entry.revision} · {entry.title}"
    pills = list(cells.origin_pills(entry.origin))
    if entry.missing_before:
        first, last = entry.revision - entry.missing_before, entry.revision - 1
        numbers = f"{first}" if first == last else f"{first}–{last}"
        before = entry.previous_revision
        why = w.missing_first_hint if before is None else w.missing_hint.format(n=before)
        pills.append(Pill(w.missing(entry.missing_before, numbers), "failed", tip=why))
    if entry.shares_second:
        pills.append(Pill(w.same_second, "unknown", tip=w.same_second_hint))
    if entry.cites_synthetic:
        pills.append(Pill(w.made_up, "waiting"))
    if entry.kept_in:
        pills.append(Pill(w.kept_in, "unknown", tip=w.kept_in_hint.format(where=entry.kept_in)))
    if entry.corrects_revision:
        pills.append(Pill(said().report.corrects.format(n=entry.corrects_revision), "plain"))
    return Cell(title, sub=entry.reason, tip=entry.title, sub_tip=entry.reason, pills=tuple(pills))


def _change(entry: RevisionEntry) -> Cell:
    w = said()
    if entry.change is None:
        told, why = (
            (w.history.first, None)
            if entry.change_state == "first"
            else (w.history.not_yet, w.history.not_yet_hint)
        )
        return Cell(told, muted=True, tip=why)
    told = verdict_told(entry.change, w)
    return Cell(told, pills=(class_pill(entry.change.change_class),), tip=told)


def _gaps(entry: RevisionEntry) -> Cell:
    w = said()
    if entry.open_gaps is None:
        return Cell(w.state.not_known, muted=True, tip=w.history.not_yet_hint)
    moved = entry.change and (entry.change.gaps_opened, entry.change.gaps_closed)
    told = {"opened": moved[0], "closed": moved[1]} if moved and any(moved) else None
    return Cell(
        w.history.open(entry.open_gaps),
        sub="+{opened} −{closed}".format(**told) if told else None,
        sub_tip=w.history.moved_hint.format(**told) if told else None,
        muted=not entry.open_gaps,
    )


def _signed(entry: RevisionEntry) -> Cell:
    verdicts = [one.verdict for one in entry.sign_offs]
    return standing_cell(verdicts.count("reviewed"), verdicts.count("needs_work"))


def _published(entry: RevisionEntry) -> Cell:
    w, at = said(), entry.published_at
    return Cell(
        formats.ago(at, formats.now(), w),
        tip=formats.exact(at, zone(), w),
        sub=entry.author or w.history.author_unknown,
        sub_tip=entry.author,
    )


def history_strip(whole: ReportHistory) -> None:
    """Draw open gaps and cost over all revisions, with the same figures as a table."""
    w = said()
    points = [_point(entry) for entry in whole.items]
    figure = revision_strip(
        points,
        colours(),
        gaps_label=w.history.gaps,
        cost_label=w.history.cost,
        floor_label=w.history.strip_floor,
        unknown_label=w.history.strip_unknown,
    )
    columns = [
        Column(w.report.revision),
        Column(w.history.gaps, right=True),
        Column(w.history.cost, right=True),
    ]
    rows = [
        Row((w.history.one.format(n=entry.revision), _gaps(entry), spending_cell(entry.spending)))
        for entry in whole.items
    ]
    chart(figure, alt=w.history.strip, key="revision-strip", twin=(columns, rows))


def _point(entry: RevisionEntry) -> RevisionPoint:
    cell, spending = spending_cell(entry.spending), entry.spending
    used = spending.used
    cost = used.cost_usd if used else None
    is_nothing = spending.state == "no_calls"
    gaps = _gaps(entry)
    return RevisionPoint(
        revision=entry.revision,
        open_gaps=entry.open_gaps,
        gaps_told=gaps.text,
        cost=0.0 if is_nothing else float(cost) if cost is not None else None,
        cost_told=cell.text,
        is_floor=bool(
            used
            and cost is not None
            and (spending.state == "at_least" or used.unpriced_calls or used.at_least_calls)
        ),
    )
