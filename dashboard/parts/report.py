"""A report revision: what it concludes, its findings with what they rest on, its text, gaps and questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from dashboard.desk_session import link, put, said
from dashboard.maps.investigation_map import investigation_map
from dashboard.parts import cells
from dashboard.parts.case_map import legend_of
from dashboard.parts.cited_records import cited_table
from dashboard.parts.map_picture import clickable_map
from dashboard.parts.piece import Cell, Crumb, Fact, Pill, facts, heading, hint, note, pages_line
from dashboard.parts.piece import prose as plain_text
from dashboard.parts.prose import CitedRecord, diagram, prose
from dashboard.selections import ReportSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.progress_graph import ProgressGraph
from data_access.contracts.prose import Prose, Span, TableBlock
from data_access.contracts.reports import ReportRevision
from data_access.rules.prose import read_prose

OUTCOME_TONES: Mapping[str, Tone] = {
    "confirmed": "done", "probable": "done", "excluded": "done",
    "undetermined": "unknown", "insufficient_data": "waiting",
}  # fmt: skip


def report_face(report: ReportRevision, newest: int, case: InvestigationTask) -> None:
    """Draw what a reader must know before the text: which revision, what it concludes, what weakens it."""
    w = said()
    if report.revision != newest:
        way = Crumb(w.report.go_newest, link("report", case=case.task_id))
        told = w.report.not_newest.format(n=report.revision, newest=newest)
        note(told, key="not-newest", tone="waiting", links=[way])
    if report.revision > 1:
        told = w.what_changed.since_previous.format(n=report.revision - 1)
        pair = {"before": report.revision - 1, "after": report.revision}
        pages_line("", [Crumb(told, link("what_changed", case=case.task_id, **pair))], key="changed-since")
    told_facts = [
        Fact(w.report.revision, formats.count(report.revision)),
        Fact(w.report.stage, Cell(w.report.stages.get(report.stage, report.stage), tip=report.stage)),
        Fact(w.report.outcome, Cell("", pills=(outcome_pill(report.outcome),))),
        Fact(w.case_work.round, w.case.round_n.format(n=report.generation)),
        Fact(w.report.published, cells.clock(report.published_at)),
        Fact(w.report.reason, report.reason or w.state.nothing, wide=True),
    ]
    if report.corrects_revision:
        corrected = w.report.corrects.format(n=report.corrects_revision)
        told_facts.insert(1, Fact(w.report.correction, corrected))
    facts(told_facts, key="report-facts")
    if report.synthetic_evidence_ids:
        ids = ", ".join(report.synthetic_evidence_ids)
        note(w.report.synthetic.format(ids=ids), key="synthetic", tone="waiting")
    if report.flagged_ids:
        note(w.report.flagged.format(ids=", ".join(report.flagged_ids)), key="flagged", tone="failed")


def outcome_pill(outcome: str) -> Pill:
    """Return a conclusion as a mark."""
    return Pill(
        said().report.outcomes.get(outcome, outcome), OUTCOME_TONES.get(outcome, "plain"), tip=outcome
    )


def report_text(report: ReportRevision, cited: Mapping[str, CitedRecord], selection: ReportSelection) -> None:
    """Draw title, summary, body and the diagram of the report, whose chosen node is in the address."""
    heading(report.title, key="report-title")
    plain_text(report.summary, key="report-summary", label=said().report.summary)
    prose(read_prose(report.body), cited=cited, label=report.title, key="report-body")
    if report.diagram:
        _own_diagram(report, report.diagram, cited, selection)


def _own_diagram(
    report: ReportRevision, source: str, cited: Mapping[str, CitedRecord], selection: ReportSelection
) -> None:
    w = said().report
    refs = {ref.node_id: (*ref.evidence_ids, *ref.answer_ids, *ref.action_ids) for ref in report.node_refs}
    names = {node_id: f"{node_id}: {', '.join(ids)}" for node_id, ids in refs.items() if ids}
    chosen = diagram(source, label=w.diagram, key="report-diagram", names=names, selected=selection.node)
    if chosen and chosen != selection.node:
        put("node", chosen)
        st.rerun()
    if selection.node:
        title = w.node_rests_on.format(node=selection.node[:80])
        cited_table(refs.get(selection.node, ()), cited, title, key="node-refs")
    elif names:
        hint(w.choose_node, key="choose-node")


def findings_text(report: ReportRevision, cited: Mapping[str, CitedRecord]) -> None:
    """Draw the findings as a table; what each rests on opens at its id."""
    w = said()
    head = tuple((Span(text=word),) for word in (w.report.finding, w.report.kind, w.report.rests_on))
    rows = tuple(
        (
            (Span(text=finding.statement),),
            (Span(text=w.report.kinds.get(finding.kind, finding.kind)),),
            cited_spans(finding.evidence_ids) or (Span(text=w.state.nothing),),
        )
        for finding in report.findings
    )
    table = TableBlock(first_line=1, last_line=1, head=head, rows=rows, right=(False, False, False))
    prose(Prose(blocks=(table,)), cited=cited, label=w.report.findings, key="findings")


def cited_spans(record_ids: Sequence[str]) -> tuple[Span, ...]:
    """Return ids as citations with blanks between."""
    spans = [span for one in record_ids for span in (Span(text=" "), Span(text=one, cites=one))]
    return tuple(spans[1:])


def archived_map(graph: ProgressGraph | None, name: str, *, key: str = "archived-map") -> None:
    """Draw the map of the case as it stood when a report was published."""
    w = said()
    if graph is None or not graph.nodes:
        note(w.case_map.empty_title, key=f"{key}-none")
        return
    legend_of(graph)
    alt = w.case_map.alt.format(nodes=len(graph.nodes), edges=len(graph.edges))
    drawn = replace(investigation_map(graph), summary=alt)
    names = {node.node_id: node.title or node.node_id for node in graph.nodes}
    clickable_map(drawn, names=names, file_name=name, key=key)
