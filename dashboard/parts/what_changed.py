"""Two revisions of a report held against each other: in short, text, map, what lies between, and cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import streamlit as st

from dashboard.desk_session import link, put, said, widget_key
from dashboard.parts.case_map import status_words
from dashboard.parts.case_spending import spending_table
from dashboard.parts.filters import segments
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
    note,
    pages_line,
    prose,
)
from dashboard.parts.prose_change import prose_change
from dashboard.parts.report import archived_map, outcome_pill
from dashboard.parts.section import section
from dashboard.selections import WhatChangedSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.between_revisions import BetweenRevisions
from data_access.contracts.progress_graph import GraphEdge, GraphNode, ProgressGraph
from data_access.contracts.prose_diff import ProseDiff
from data_access.contracts.report_comparison import (
    CitedChange,
    FindingChange,
    GapChange,
    ReportComparison,
    Verdict,
)
from data_access.contracts.reports import ReportHead

_CLASS_TONES: dict[str, Tone] = {
    "none": "unknown", "formatting": "unknown", "wording": "plain", "evidence": "working",
    "conclusion": "waiting",
}  # fmt: skip
_CHANGE_TONES: dict[str, Tone] = {
    "added": "done", "opened": "waiting", "reopened": "waiting", "closed": "done", "removed": "failed",
    "dropped": "failed", "reclassified": "working", "changed": "working",
}  # fmt: skip


def chosen_pair(selection: WhatChangedSelection, heads: Sequence[ReportHead]) -> tuple[int, int]:
    """Return the two that are compared: those of the address, else the newest and the one before."""
    known = sorted(head.revision for head in heads)
    after = selection.after if selection.after in known else known[-1]
    if selection.before in known:
        return selection.before, after
    return max((one for one in known if one < after), default=after), after


def pair_choice(
    selection: WhatChangedSelection, heads: Sequence[ReportHead], before: int, after: int
) -> None:
    """Offer any two revisions, and to swap them."""
    w = said().what_changed
    numbers = [head.revision for head in heads]
    names = {head.revision: f"{head.revision} · {head.title}" for head in heads}
    with st.grid(3, min_column_width=220, vertical_alignment="bottom"):
        for label, name, current in ((w.earlier, "before", before), (w.later, "after", after)):
            key = widget_key(name, current)
            st.selectbox(
                label,
                numbers,
                index=numbers.index(current),
                format_func=lambda one: names[one],
                key=key,
                on_change=lambda name=name, key=key: put(name, st.session_state[key]),
            )
        swapped = selection.but(before=after, after=before)
        pages_line(
            w.of.format(before=before, after=after),
            [Crumb(w.swap, link("what_changed", **swapped.to_query()), hotkey="s")],
            key="pair",
        )


def view_choice(selection: WhatChangedSelection) -> None:
    """Offer the four views."""
    w = said().what_changed
    segments(w.view, "view", w.views, selection.view, default="short")


def change_face(told: ReportComparison) -> None:
    """Draw the verdict in one line, how grave the change is, and the author's own word for it."""
    w = said().what_changed
    verdict = told.verdict
    pill = Pill(
        w.classes[verdict.change_class],
        _CLASS_TONES[verdict.change_class],
        tip=w.class_hints[verdict.change_class],
    )
    newer = told.before if told.is_backwards else told.after
    facts(
        [
            Fact(w.change, Cell("", pills=(pill,)), tip=w.class_hints[verdict.change_class]),
            Fact(
                said().report.outcome,
                Cell("", pills=tuple(outcome_pill(one) for one in _outcomes(verdict))),
            ),
            Fact(w.reason, newer.reason, wide=True),
        ],
        key="change-facts",
    )
    prose(verdict_told(verdict), key="verdict", label=w.views["short"])
    if told.is_backwards:
        hint(w.backwards, key="backwards")


def _outcomes(verdict: Verdict) -> tuple[str, ...]:
    return tuple(dict.fromkeys((verdict.outcome_before, verdict.outcome_after)))


def verdict_told(verdict: Verdict) -> str:
    """Write what changed as one line of text."""
    w, words = said().what_changed, said().report.outcomes
    before, after = (words.get(one, one) for one in (verdict.outcome_before, verdict.outcome_after))
    moves = w.outcome_stays.format(outcome=after)
    if verdict.outcome_before != verdict.outcome_after:
        moves = w.outcome_moves.format(before=before, after=after)
    parts = [
        phrase(number)
        for phrase, number in (
            (w.findings_new, verdict.findings_added),
            (w.findings_gone, verdict.findings_removed),
            (w.findings_other, verdict.findings_changed),
            (w.gaps_opened, verdict.gaps_opened),
            (w.gaps_closed, verdict.gaps_closed),
            (w.cites_more, verdict.evidence_added),
            (w.cites_less, verdict.evidence_removed),
            (w.figures, verdict.figures_changed),
        )
        if number
    ]
    share = formats.share(int(verdict.changed_share * 10_000), 10_000)
    told = [moves, w.comma.join(parts), w.share.format(share=share) if verdict.changed_share else ""]
    return "".join(sentence + w.stop for sentence in told if sentence).strip()


# In short ---------------------------------------------------------------------------------------------------


def in_short(case: str, told: ReportComparison, between: BetweenRevisions) -> None:
    """Draw what happened in between, and each part that differs."""
    w = said().what_changed
    with section(w.between, hint=w.between_hint):
        time_cards(between)
        _given(case, between)
    if told.fields:
        with section(w.fields):
            _fields(told)
    with section(said().report.findings):
        _findings(told.findings)
    if told.gaps:
        with section(w.gaps):
            _gaps(told.gaps)
    with section(w.cited):
        _cited(case, told.cited)


def time_cards(between: BetweenRevisions) -> None:
    """Draw where the time went between two revisions."""
    w, time = said().what_changed, between.time
    passed = (between.until - between.since).total_seconds()
    stretches = [
        (w.agents, time.agent_seconds),
        (w.people, time.human_wait_seconds),
        (w.queue, time.queue_seconds),
        (w.calculation, time.calculation_seconds),
        (w.closed, time.other_seconds),
    ]
    cards(
        [Card(w.passed, formats.length(passed, said()))]
        + [
            Card(label, formats.length(seconds, said()), sub=formats.share(int(seconds), int(passed)))
            for label, seconds in stretches
            if seconds
        ],
        key="between-cards",
    )


def _given(case: str, between: BetweenRevisions) -> None:
    w = said()
    told = [Fact(w.what_changed.used, ", ".join(between.used) or w.what_changed.used_none, wide=True)]
    if between.failed_nodes:
        told.append(Fact(w.what_changed.failed, ", ".join(between.failed_nodes), wide=True))
    facts(told, key="between-facts")
    way = Crumb(w.happened.all_of(between.done.total), link("what_happened", case=case, side="work"))
    pages_line("", [way], key="between-ways")


def _fields(told: ReportComparison) -> None:
    w = said()
    words = {"stage": w.report.stages, "outcome": w.report.outcomes, "generation": {}}
    rows = [
        Row(
            (
                w.what_changed.names[one.name],
                words[one.name].get(one.before, one.before),
                words[one.name].get(one.after, one.after),
            )
        )
        for one in told.fields
    ]
    ledger(w.what_changed.fields, [Column(""), *_before_after()], rows, key="fields")


def _before_after() -> list[Column]:
    w = said().what_changed
    return [Column(w.before), Column(w.after)]


def _change_pill(change: str) -> Pill:
    return Pill(said().what_changed.changes[change], _CHANGE_TONES.get(change, "plain"))


def _findings(findings: Sequence[FindingChange]) -> None:
    w = said()
    if not findings:
        hint(w.what_changed.no_findings, key="no-findings")
        return
    rows = [Row(_finding(one)) for one in findings]
    columns = [
        Column(w.report.finding),
        Column(w.what_changed.change),
        Column(w.report.kind),
        Column(w.report.rests_on),
    ]
    ledger(w.report.findings, columns, rows, key="finding-changes")


def _finding(one: FindingChange) -> tuple[Cell, ...]:
    w = said()
    shown = one.after or one.before
    assert shown is not None
    earlier = one.before.statement if one.before and one.before.statement != shown.statement else None
    kinds = [w.report.kinds.get(kind, kind) for kind in _kinds(one)]
    rests = [*(f"+{added}" for added in one.evidence_added), *(f"−{gone}" for gone in one.evidence_removed)]
    same = [
        kept
        for kept in shown.evidence_ids
        if kept not in one.evidence_added and kept not in one.evidence_removed
    ]
    return (
        Cell(shown.statement, sub=earlier, tip=earlier),
        Cell("", pills=(_change_pill(one.change),)),
        Cell(" → ".join(kinds), muted=True),
        Cell(" ".join([*same, *rests]) or w.state.nothing),
    )


def _kinds(one: FindingChange) -> tuple[str, ...]:
    return tuple(dict.fromkeys(side.kind for side in (one.before, one.after) if side))


def _gaps(gaps: Sequence[GapChange]) -> None:
    w = said()
    rows = []
    for one in gaps:
        shown = one.after or one.before
        assert shown is not None
        closing = None
        if one.closed_by:
            closing = w.what_changed.closed_by.format(what=one.closed_by)
        rows.append(
            Row(
                (
                    Cell(shown.missing, sub=f"{one.gap_id} · {shown.why_it_matters}"),
                    Cell("", pills=(_change_pill(one.change),)),
                    Cell(
                        closing or w.report.open,
                        sub=w.what_changed.without_evidence if one.is_closed_without_evidence else None,
                        tone="waiting" if one.is_closed_without_evidence else "plain",
                    ),
                )
            )
        )
    columns = [Column(w.report.gap), Column(w.what_changed.change), Column(w.case.status)]
    ledger(w.what_changed.gaps, columns, rows, key="gap-changes")


def _cited(case: str, cited: Sequence[CitedChange]) -> None:
    w = said().what_changed
    if not cited:
        hint(w.no_cited, key="no-cited")
        return
    rows = [
        Row(
            (
                Cell(one.title or one.record_id, sub=one.record_id),
                Cell("", pills=(_change_pill(one.change),)),
                Cell(_cited_told(one), muted=not one.is_still_cited),
            ),
            href=link("investigation_evidence", case=case, piece=one.record_id)
            if one.kind in ("evidence", "human_evidence")
            else None,
        )
        for one in cited
    ]
    ledger(
        w.cited, [Column(w.cited_record), Column(w.change), Column("", wide=True)], rows, key="cited-changes"
    )


def _cited_told(one: CitedChange) -> str:
    w, origins = said().what_changed, said().state
    if one.replaced_by:
        before, after = (
            getattr(origins, origin) if origin else origins.not_known
            for origin in (one.origin_before, one.origin_after)
        )
        return w.replaced_by.format(id=one.replaced_by, before=before, after=after)
    if one.is_still_cited:
        return w.still_cited
    return getattr(origins, one.origin_before) if one.origin_before else ""


# The text ---------------------------------------------------------------------------------------------------


def text_changes(told: ReportComparison, selection: WhatChangedSelection) -> None:
    """Draw title, summary, text and diagram as they changed; n and p step through the text."""
    w = said().what_changed
    layouts = {"inline": w.inline, "side": w.side}
    segments(w.layout, "layout", layouts, selection.layout, default="inline")
    if told.body.is_coarse:
        note(w.coarse, key="coarse")
    for name, diff in _texts(told):
        with section(w.parts[name]):
            prose_change(
                diff,
                layout=selection.layout,
                label=w.parts[name],
                key=f"changed-{name}",
                keys=name == "body",
            )


def _texts(told: ReportComparison) -> Iterator[tuple[str, ProseDiff]]:
    """Yield the text always, the other parts where they differ."""
    for name in ("title", "summary", "body", "diagram"):
        diff: ProseDiff = getattr(told, name)
        if name == "body" or any(unit.change != "same" for unit in diff.units):
            yield name, diff


# The map ----------------------------------------------------------------------------------------------------


def map_changes(told: ReportComparison, before: ProgressGraph, after: ProgressGraph, name: str) -> None:
    """Draw the two archived maps, one at a time, and what differs in them; failed routes stay in both."""
    w = said().what_changed
    numbers = (told.before.revision, told.after.revision)
    shown = st.segmented_control(
        w.map,
        numbers,
        default=numbers[1],
        required=True,
        format_func=lambda one: w.map_of.format(n=one),
        key=widget_key("map-of", numbers),
        label_visibility="collapsed",
    )
    archived_map(before if shown == numbers[0] else after, f"{name}-{shown}", key=f"map-{shown}")
    _map_table(told)


def _map_table(told: ReportComparison) -> None:
    w, differs = said().what_changed, told.map
    kept = w.map_kept.format(
        nodes=formats.count(differs.unchanged_nodes), edges=formats.count(differs.unchanged_edges)
    )
    if not differs.nodes and not differs.edges:
        note(w.map_same, key="map-same", text=kept)
        return
    rows = [
        Row((w.node, Cell("", pills=(_change_pill(one.change),)), _node(one.before), _node(one.after)))
        for one in differs.nodes
    ]
    rows += [
        Row((w.line, Cell("", pills=(_change_pill(one.change),)), _edge(one.before), _edge(one.after)))
        for one in differs.edges
    ]
    ledger(w.map, [Column(""), Column(w.change), *_before_after()], rows, key="map-changes")
    hint(kept, key="map-kept")


def _node(node: GraphNode | None) -> Cell | None:
    if node is None:
        return None
    rests = ", ".join((*node.evidence_ids, *node.answer_ids, *node.action_ids))
    told = " · ".join(part for part in (status_words(node.status), node.detail, rests) if part)
    return Cell(node.title or node.node_id, sub=told)


def _edge(edge: GraphEdge | None) -> Cell | None:
    return Cell(f"{edge.source} → {edge.target}", sub=edge.label) if edge else None


# Cost -------------------------------------------------------------------------------------------------------


def cost_between(between: BetweenRevisions) -> None:
    """Draw what led to the newer revision cost, and what is missing in that."""
    w = said().what_changed
    if between.unlinked_rounds:
        note(w.not_linked(len(between.unlinked_rounds)), key="not-linked", tone="waiting")
    time_cards(between)
    if between.cost.is_nothing:
        hint(said().report.no_usage, key="no-usage")
        return
    for title, groups in ((w.by_agent, between.by_agent), (w.by_model, between.by_model)):
        with section(title, hint=w.cost_hint):
            spending_table(title, groups, between.cost)
