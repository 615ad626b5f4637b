"""A report revision: what it concludes, its findings with what they rest on, its text, gaps and questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dashboard.desk_session import link, said, zone
from dashboard.maps.investigation_map import investigation_map
from dashboard.parts import cells
from dashboard.parts.case_map import legend_of
from dashboard.parts.map_picture import clickable_map
from dashboard.parts.piece import Cell, Column, Crumb, Fact, Pill, Row, facts, heading, ledger, note
from dashboard.parts.piece import prose as plain_text
from dashboard.parts.prose import CitedRecord, diagram, prose
from dashboard.selections import ReportSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.evidence import Evidence
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import Answer, HumanEvidence, ProposedAction, Question
from data_access.contracts.reports import ReportHead, ReportRevision
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
    stage = w.report.stages.get(report.stage, report.stage)
    pills = (Pill(stage), outcome_pill(report.outcome))
    told_facts = [
        Fact(w.report.revision, Cell(formats.count(report.revision), pills=pills)),
        Fact(w.case.rounds, w.case.round_n.format(n=report.generation)),
        Fact(w.report.published, cells.clock(report.published_at)),
        Fact(w.report.reason, report.reason, wide=True),
    ]
    if report.corrects_revision:
        corrected = w.report.corrects.format(n=report.corrects_revision)
        told_facts.insert(1, Fact(w.report.outcome, corrected))
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


def report_text(report: ReportRevision, cited: Mapping[str, CitedRecord]) -> None:
    """Draw title, summary and body."""
    heading(report.title, key="report-title")
    plain_text(report.summary, key="report-summary", label=said().report.summary)
    prose(read_prose(report.body), cited=cited, label=report.title, key="report-body")
    if report.diagram:
        diagram(report.diagram, label=said().report.diagram, key="report-diagram")


def findings_table(report: ReportRevision) -> None:
    """Draw the findings with what each rests on."""
    w = said()
    rows = [
        Row(
            (
                Cell(finding.statement),
                Cell("", pills=(Pill(w.report.kinds.get(finding.kind, finding.kind)),)),
                Cell(", ".join(finding.evidence_ids) or w.state.nothing, mono=True),
            )
        )
        for finding in report.findings
    ]
    columns = [Column(w.report.finding, wide=True), Column(w.report.kind), Column(w.report.rests_on)]
    ledger(w.report.findings, columns, rows, key="findings")


def archived_map(report: ReportRevision, name: str) -> None:
    """Draw the map of the case as it stood when the report was published."""
    w = said()
    if report.graph is None or not report.graph.nodes:
        note(w.case_map.empty_title, key="no-archived-map")
        return
    legend_of(report.graph)
    alt = w.case_map.alt.format(nodes=len(report.graph.nodes), edges=len(report.graph.edges))
    drawn = replace(investigation_map(report.graph), summary=alt)
    names = {node.node_id: node.title or node.node_id for node in report.graph.nodes}
    clickable_map(drawn, names=names, file_name=name, key="archived-map")


def question_area(questions: Sequence[Question]) -> None:
    """Draw the questions of the case with their answers; they stand there before the first report."""
    w = said()
    if not questions:
        note(w.report.no_questions, key="no-questions")
        return
    rows = [Row((Cell(one.question_id, mono=True), _asked(one), _answered(one))) for one in questions]
    columns = [Column("#"), Column(w.case.what, wide=True), Column(w.report.questions, wide=True)]
    ledger(w.report.questions, columns, rows, key="questions")


def _asked(question: Question) -> Cell:
    pills = (Pill(said().report.required, "waiting"),) if question.is_required else ()
    return Cell(question.prompt, sub=question.why, pills=pills)


def _answered(question: Question) -> Cell:
    w = said().report
    valid = [answer for answer in question.answers if answer.withdrawn_at is None]
    if valid:
        last = valid[-1]
        told = last.text or "; ".join(f"{name}: {value}" for name, value in last.field_values.items())
        who = " · ".join(
            part for part in (last.person, formats.clock(last.answered_at, zone(), said())) if part
        )
        return Cell(told or w.question_states[question.state], sub=who)
    if question.no_response:
        return Cell(w.nobody_answered, muted=True)
    waits = question.state == "pending"
    return Cell(
        w.question_states.get(question.state, question.state),
        tone="waiting" if waits else "plain",
        muted=not waits,
    )


def revision_list(heads: Sequence[ReportHead], selection: ReportSelection, shown: int) -> None:
    """Draw every revision, the newest first."""
    w = said()
    rows = [
        Row(
            (
                cells.number(head.revision),
                Cell(head.title, sub=head.reason, tip=head.title),
                Cell(w.report.stages.get(head.stage, head.stage)),
                Cell("", pills=(outcome_pill(head.outcome),)),
                cells.moment(head.published_at),
            ),
            href=link("report", **selection.but(revision=head.revision).to_query()),
            selected=head.revision == shown,
        )
        for head in heads
    ]
    columns = [
        Column(w.report.revision, right=True),
        Column(w.report.title, wide=True),
        Column(w.report.stage, optional=True),
        Column(w.report.outcome),
        Column(w.report.published, right=True),
    ]
    ledger(w.report.all_revisions, columns, rows, key="revisions", first=20)


def cited_records(
    evidence: Sequence[Evidence],
    facts_stated: Sequence[HumanEvidence],
    questions: Sequence[Question],
    actions: Sequence[ProposedAction],
) -> dict[str, CitedRecord]:
    """Return what each record of a case says where a text cites it."""
    w = said()
    told: dict[str, CitedRecord] = {one.evidence_id: _evidence(one) for one in evidence}
    told |= {fact.evidence_id: _fact(fact) for fact in facts_stated}
    for question in questions:
        told[question.question_id] = CitedRecord(question.prompt, (_answered(question).text,))
        told |= {answer.answer_id: _answer(answer) for answer in question.answers}
    for action in actions:
        told[action.action_id] = CitedRecord(action.title, (formats.status(action.state, w), action.reason))
    return told


def _evidence(one: Evidence) -> CitedRecord:
    w = said()
    when = formats.clock(one.observed_at or one.recorded_at, zone(), w)
    notes = [one.summary] if one.summary else []
    if one.origin == "synthetic":
        notes.append(w.state.synthetic)
    if one.is_truncated:
        notes.append(one.truncation or w.report.truncated)
    weak = one.state != "valid" or one.origin == "synthetic" or one.is_truncated
    return CitedRecord(one.title, (f"{one.source} · {when}", *notes), is_flagged=weak)


def _fact(fact: HumanEvidence) -> CitedRecord:
    measured = (fact.parameter, fact.value, fact.unit)
    told = fact.statement or " ".join(str(part) for part in measured if part is not None)
    line = f"{fact.person} · {formats.clock(fact.recorded_at, zone(), said())}"
    return CitedRecord(told, (line,), is_flagged=fact.state != "valid" or not fact.is_confirmed)


def _answer(answer: Answer) -> CitedRecord:
    w = said()
    line = f"{answer.person or w.state.not_known} · {formats.clock(answer.answered_at, zone(), w)}"
    told = answer.text or w.report.question_states["declined"]
    return CitedRecord(told, (line,), is_flagged=answer.withdrawn_at is not None)
