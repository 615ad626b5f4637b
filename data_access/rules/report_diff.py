"""Two revisions of a report, held against each other. Pure: it knows the two revisions and what they cite.

The older one is always held against the newer one, and what comes of it is turned round when somebody asks
for the other direction; so the two directions never contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from data_access.contracts.common import Origin
from data_access.contracts.evidence import DataGap, RecordState
from data_access.contracts.progress_graph import ProgressGraph
from data_access.contracts.prose_diff import ProseDiff
from data_access.contracts.report_comparison import (
    ChangeClass,
    CitedChange,
    CitedChangeKind,
    EdgeChange,
    FieldChange,
    FieldName,
    FindingChange,
    GapChange,
    GapChangeKind,
    MapComparison,
    NodeDifference,
    PartChange,
    RecordKind,
    ReportComparison,
    Verdict,
)
from data_access.contracts.reports import Finding, ReportHead, ReportRevision
from data_access.rules.citations import INLINE_CITATION
from data_access.rules.prose_diff import inverted, likeness, prose_diff
from data_access.rules.text_tokens import compared

_ALIKE = 0.4
"""Likeness from which on a finding is taken for the same one in other words; likest pairs first."""
_FIELDS: tuple[FieldName, ...] = ("stage", "outcome", "generation")


@dataclass(frozen=True)
class CitedRecord:
    """What a report can cite."""

    kind: RecordKind
    title: str
    origin: Origin | None
    state: RecordState | None
    corrects: str | None
    given_at: datetime


def compare_revisions(
    task_id: str, before: ReportRevision, after: ReportRevision, records: Mapping[str, CitedRecord]
) -> ReportComparison:
    """Return how `before` became `after`, whichever is the newer; `records` are what they cite, by id."""
    if before.revision <= after.revision:
        return _compared(task_id, before, after, records)
    told = _compared(task_id, after, before, records)
    return turned(told, tuple(_cited(before, after, records)))


def _compared(
    task_id: str, old: ReportRevision, new: ReportRevision, records: Mapping[str, CitedRecord]
) -> ReportComparison:
    texts = {
        name: prose_diff(getattr(old, name), getattr(new, name)) for name in ("title", "summary", "body")
    }
    diagram = prose_diff(_fenced(old.diagram), _fenced(new.diagram))
    findings = tuple(_findings(old.findings, new.findings))
    gaps = tuple(_gaps(old.data_gaps, new.data_gaps))
    cited = tuple(_cited(old, new, records))
    fields = tuple(_fields(old, new))
    was, now = (one.graph or ProgressGraph() for one in (old, new))
    graph = compare_maps(was, now, _without_map(old, new))
    return ReportComparison(
        task_id=task_id,
        before=_head(old),
        after=_head(new),
        is_backwards=False,
        verdict=_verdict(old, new, fields, [*texts.values(), diagram], findings, gaps, cited, graph),
        fields=fields,
        diagram=diagram,
        findings=findings,
        gaps=gaps,
        cited=cited,
        map=graph,
        **texts,
    )


def _head(report: ReportRevision) -> ReportHead:
    return ReportHead(**{name: getattr(report, name) for name in ReportHead.model_fields})


def _fenced(source: str | None) -> str:
    return f"```mermaid\n{source}\n```\n" if source else ""


def _fields(old: ReportRevision, new: ReportRevision) -> Iterator[FieldChange]:
    for name in _FIELDS:
        before, after = str(getattr(old, name)), str(getattr(new, name))
        if before != after:
            yield FieldChange(name=name, before=before, after=after)


# Findings and gaps ------------------------------------------------------------------------------------------


def _findings(old: Sequence[Finding], new: Sequence[Finding]) -> Iterator[FindingChange]:
    """Yield the findings in the order of the newer revision, then those that are gone."""
    became = _same_findings(old, new)
    came = {b: a for a, b in became.items()}
    for place, finding in enumerate(new):
        yield _finding(old[came[place]] if place in came else None, finding)
    for place, finding in enumerate(old):
        if place not in became:
            yield _finding(finding, None)


def _same_findings(old: Sequence[Finding], new: Sequence[Finding]) -> dict[int, int]:
    """Return which finding became which: those with the same words, then the likest of the others."""
    became: dict[int, int] = {}
    for a, finding in enumerate(old):
        same = (b for b, other in enumerate(new) if compared(other.statement) == compared(finding.statement))
        place = next((b for b in same if b not in became.values()), None)
        if place is not None:
            became[a] = place
    pairs = sorted(
        (-likeness(old[a].statement, new[b].statement), a, b)
        for a in range(len(old))
        for b in range(len(new))
        if a not in became and b not in became.values()
    )
    for unlike, a, b in pairs:
        if -unlike >= _ALIKE and a not in became and b not in became.values():
            became[a] = b
    return became


def _finding(before: Finding | None, after: Finding | None) -> FindingChange:
    had = before.evidence_ids if before else ()
    has = after.evidence_ids if after else ()
    return FindingChange(
        change=_part_change(before, after),
        before=before,
        after=after,
        statement=prose_diff(before.statement if before else "", after.statement if after else ""),
        evidence_added=_only_in(has, had),
        evidence_removed=_only_in(had, has),
    )


def _part_change(before: object | None, after: object | None) -> PartChange:
    if before is None:
        return "added"
    if after is None:
        return "removed"
    return "same" if before == after else "changed"


def _only_in(ids: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    return tuple(one for one in ids if one not in others)


def _gaps(old: Sequence[DataGap], new: Sequence[DataGap]) -> Iterator[GapChange]:
    before, after = {gap.gap_id: gap for gap in old}, {gap.gap_id: gap for gap in new}
    for gap_id in dict.fromkeys([*after, *before]):
        yield _gap(gap_id, before.get(gap_id), after.get(gap_id))


def _gap(gap_id: str, before: DataGap | None, after: DataGap | None) -> GapChange:
    closed_by = after.closed_by if after and not after.is_open else None
    return GapChange(
        gap_id=gap_id,
        change=_gap_change(before, after),
        before=before,
        after=after,
        missing=prose_diff(before.missing if before else "", after.missing if after else ""),
        closed_by=closed_by,
        is_closed_without_evidence=closed_by is not None and not _is_record(closed_by),
    )


def _gap_change(before: DataGap | None, after: DataGap | None) -> GapChangeKind:
    if after is None:
        return "dropped"
    if after.is_open:
        return _open_gap_change(before, after)
    if before is None or before.is_open:
        return "closed"
    return "same" if before == after else "reworded"


def _open_gap_change(before: DataGap | None, after: DataGap) -> GapChangeKind:
    if before is None:
        return "opened"
    if not before.is_open:
        return "reopened"
    return "same" if before == after else "reworded"


def _is_record(closed_by: str) -> bool:
    kind, _, number = closed_by.strip("[] ").partition("-")
    return kind in ("E", "H", "Q") and number.replace(".", "").isdigit()


# What is cited ----------------------------------------------------------------------------------------------


def _cited(
    before: ReportRevision, after: ReportRevision, records: Mapping[str, CitedRecord]
) -> Iterator[CitedChange]:
    had, has, named = _ids(before), _ids(after), _named_in(after)
    gone, come = _only_in(had, has), _only_in(has, had)
    replaced = {one: by for one in gone for by in come if _takes_the_place(one, by, records)}
    for one in come:
        if one not in replaced.values():
            yield _cited_change(one, "added", records)
    for one in gone:
        by = replaced.get(one)
        change: CitedChangeKind = "reclassified" if by else "removed"
        yield _cited_change(one, change, records, replaced_by=by, is_still_cited=one in named)


def _takes_the_place(one: str, other: str, records: Mapping[str, CitedRecord]) -> bool:
    """Whether one of two records was published to correct the other."""
    found, by = records.get(one), records.get(other)
    return bool(found and by and (by.corrects == one or found.corrects == other))


def _ids(report: ReportRevision) -> tuple[str, ...]:
    """Return what a revision cites, in its order."""
    return tuple(dict.fromkeys((*report.evidence_ids, *report.answer_ids, *report.action_ids)))


def _named_in(report: ReportRevision) -> set[str]:
    """Return what the text, the findings and the map of a revision name, listed or not."""
    nodes = report.graph.nodes if report.graph else ()
    return {
        *(found[1] for text in (report.summary, report.body) for found in INLINE_CITATION.finditer(text)),
        *(one for finding in report.findings for one in finding.evidence_ids),
        *(one for node in nodes for one in (*node.evidence_ids, *node.answer_ids, *node.action_ids)),
    }


def _cited_change(
    record_id: str,
    change: CitedChangeKind,
    records: Mapping[str, CitedRecord],
    *,
    replaced_by: str | None = None,
    is_still_cited: bool = False,
) -> CitedChange:
    record, other = records.get(record_id), records.get(replaced_by or "")
    return CitedChange(
        kind=record.kind if record else "evidence",
        record_id=record_id,
        title=record.title if record else "",
        change=change,
        replaced_by=replaced_by,
        origin_before=record.origin if record else None,
        origin_after=other.origin if other else None,
        state=record.state if record else None,
        is_still_cited=is_still_cited,
    )


# The map ----------------------------------------------------------------------------------------------------


def compare_maps(old: ProgressGraph, new: ProgressGraph, without_map: tuple[int, ...] = ()) -> MapComparison:
    """Return what differs in two maps; `without_map` are the revisions that have none."""
    was, now = ({node.node_id: node for node in graph.nodes} for graph in (old, new))
    nodes = [
        NodeDifference(
            change=_part_change(was.get(one), now.get(one)), before=was.get(one), after=now.get(one)
        )
        for one in dict.fromkeys([*was, *now])
    ]
    led, leads = ({(edge.source, edge.target): edge for edge in graph.edges} for graph in (old, new))
    edges = [
        EdgeChange(
            change=_part_change(led.get(one), leads.get(one)), before=led.get(one), after=leads.get(one)
        )
        for one in dict.fromkeys([*led, *leads])
    ]
    return MapComparison(
        nodes=tuple(one for one in nodes if one.change != "same"),
        edges=tuple(one for one in edges if one.change != "same"),
        unchanged_nodes=sum(one.change == "same" for one in nodes),
        unchanged_edges=sum(one.change == "same" for one in edges),
        without_map=without_map,
    )


def _without_map(*revisions: ReportRevision) -> tuple[int, ...]:
    return tuple(one.revision for one in revisions if not (one.graph and one.graph.nodes))


# The verdict ------------------------------------------------------------------------------------------------


def _verdict(
    old: ReportRevision,
    new: ReportRevision,
    fields: Sequence[FieldChange],
    texts: Sequence[ProseDiff],
    findings: Sequence[FindingChange],
    gaps: Sequence[GapChange],
    cited: Sequence[CitedChange],
    graph: MapComparison,
) -> Verdict:
    words = [*texts, *(one.statement for one in findings if one.change == "changed")]
    figures = sum(unit.figures_changed for text in words for unit in text.units)
    return Verdict(
        change_class=_change_class(
            fields, [*words, *(gap.missing for gap in gaps)], findings, gaps, cited, graph, figures
        ),
        outcome_before=old.outcome,
        outcome_after=new.outcome,
        findings_added=_count(findings, "added"),
        findings_removed=_count(findings, "removed"),
        findings_changed=_count(findings, "changed"),
        gaps_opened=_count(gaps, "opened", "reopened"),
        gaps_closed=_count(gaps, "closed"),
        evidence_added=_count(cited, "added"),
        evidence_removed=_count(cited, "removed", "reclassified"),
        figures_changed=figures,
        changed_share=_changed_share(texts),
    )


def _count(changes: Iterable[Any], *kinds: str) -> int:
    return sum(one.change in kinds for one in changes)


def _change_class(
    fields: Sequence[FieldChange],
    words: Sequence[ProseDiff],
    findings: Sequence[FindingChange],
    gaps: Sequence[GapChange],
    cited: Sequence[CitedChange],
    graph: MapComparison,
    figures: int,
) -> ChangeClass:
    if any(field.name != "generation" for field in fields) or any(_is_other_claim(one) for one in findings):
        return "conclusion"
    rests = any(one.evidence_added or one.evidence_removed for one in findings)
    moved_gaps = _count(gaps, "opened", "reopened", "closed", "dropped")
    if cited or rests or moved_gaps or figures or graph.nodes or graph.edges:
        return "evidence"
    changes = {unit.change for text in words for unit in text.units}
    if changes - {"same", "formatting"} or _count(gaps, "reworded") or _count(findings, "changed"):
        return "wording"
    blocks = any(unit.block_change for text in words for unit in text.units)
    return "formatting" if "formatting" in changes or blocks else "none"


def _is_other_claim(finding: FindingChange) -> bool:
    if finding.before is None or finding.after is None:
        return True
    return finding.before.kind != finding.after.kind


def _changed_share(texts: Sequence[ProseDiff]) -> float:
    same = changed = 0
    for text in texts:
        for unit in text.units:
            for piece in unit.pieces:
                size = len(piece.before.strip()) + len(piece.after.strip())
                if unit.change in ("moved_away", "moved_here") or piece.change in ("added", "removed"):
                    changed += size
                else:
                    same += size
    return round(changed / (same + changed), 4) if same + changed else 0.0


# The other way round ----------------------------------------------------------------------------------------

_TURNED_PART: dict[PartChange, PartChange] = {"added": "removed", "removed": "added"}


def turned(told: ReportComparison, cited: tuple[CitedChange, ...]) -> ReportComparison:
    """Return a comparison told the other way round; `cited` is what is cited, told that way."""
    v = told.verdict
    findings = tuple(_turned_finding(one) for one in told.findings)
    gaps = tuple(_gap(one.gap_id, one.after, one.before) for one in told.gaps)
    return told.model_copy(
        update={
            "before": told.after,
            "after": told.before,
            "is_backwards": not told.is_backwards,
            "verdict": v.model_copy(
                update={
                    "outcome_before": v.outcome_after,
                    "outcome_after": v.outcome_before,
                    "findings_added": v.findings_removed,
                    "findings_removed": v.findings_added,
                    "gaps_opened": _count(gaps, "opened", "reopened"),
                    "gaps_closed": _count(gaps, "closed"),
                    "evidence_added": _count(cited, "added"),
                    "evidence_removed": _count(cited, "removed", "reclassified"),
                }
            ),
            "fields": tuple(
                FieldChange(name=one.name, before=one.after, after=one.before) for one in told.fields
            ),
            "findings": findings,
            "gaps": gaps,
            "cited": cited,
            "map": _turned_map(told.map),
            **{name: inverted(getattr(told, name)) for name in ("title", "summary", "body", "diagram")},
        }
    )


def _turned_part(change: PartChange) -> PartChange:
    return _TURNED_PART.get(change, change)


def _turned_finding(one: FindingChange) -> FindingChange:
    return FindingChange(
        change=_turned_part(one.change),
        before=one.after,
        after=one.before,
        statement=inverted(one.statement),
        evidence_added=one.evidence_removed,
        evidence_removed=one.evidence_added,
    )


def _turned_map(told: MapComparison) -> MapComparison:
    return told.model_copy(
        update={
            "nodes": tuple(
                NodeDifference(change=_turned_part(one.change), before=one.after, after=one.before)
                for one in told.nodes
            ),
            "edges": tuple(
                EdgeChange(change=_turned_part(one.change), before=one.after, after=one.before)
                for one in told.edges
            ),
        }
    )
