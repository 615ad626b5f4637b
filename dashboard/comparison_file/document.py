"""What a file of a comparison says, in words and in order; how it is written is for the writers.

All text in it, the desk's own and what others wrote, is plain: each writer escapes all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dashboard.change_told import (
    TwoLines,
    cited_told,
    edge_told,
    field_told,
    gap_state_told,
    in_one_line,
    kinds_told,
    moment_told,
    node_told,
    origin_told,
    rests_told,
    sign_off_told,
    stretches,
    texts_told,
    verdict_told,
)
from dashboard.comparison_file.paragraphs import Stretch, in_one, plain
from dashboard.wording import Words, formats
from data_access.contracts.between_revisions import BetweenRevisions
from data_access.contracts.comparison_file import ComparedRevisions, RevisionStanding
from data_access.contracts.progress_graph import GraphEdge, GraphNode
from data_access.contracts.prose_diff import ProseDiff
from data_access.contracts.report_comparison import (
    CitedChange,
    EdgeChange,
    FieldChange,
    FindingChange,
    GapChange,
    MapComparison,
    NodeDifference,
    ReportComparison,
)
from data_access.contracts.reports import ReportHead
from data_access.contracts.usage import CostGroup, UsageTotals

Part = TypeVar("Part")
_SIGNS = {
    "added": "+", "opened": "+", "removed": "−", "dropped": "−", "changed": "±", "reworded": "±",
    "reclassified": "⇄", "closed": "✓", "reopened": "↻", "same": "=",
}  # fmt: skip


@dataclass(frozen=True)
class Says:
    """A sentence; a warning weakens what the file says."""

    text: str
    is_warning: bool = False


@dataclass(frozen=True)
class Facts:
    """Labelled values."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """One thing that changed, or stayed: how, what it says, and lines with a label each."""

    said: tuple[Stretch, ...]
    change: str = ""
    """A key of the words of changes; empty for what is only listed."""
    lines: tuple[tuple[str, str], ...] = ()

    def mark(self, w: Words) -> str:
        """Return how it changed as a sign and a word; nothing for what is only listed."""
        return f"{_SIGNS[self.change]} {w.what_changed.changes[self.change]}" if self.change else ""


@dataclass(frozen=True)
class Entries:
    """A list."""

    items: tuple[Entry, ...]


@dataclass(frozen=True)
class Figures:
    """A table whose first column names and whose other columns count; the last row is the total."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Changed:
    """A text that changed, paragraph by paragraph."""

    diff: ProseDiff


Block = Says | Facts | Entries | Figures | Changed


@dataclass(frozen=True)
class Section:
    """Blocks under a heading."""

    title: str
    blocks: tuple[Block, ...]
    level: int = 2


@dataclass(frozen=True)
class Document:
    """A whole file."""

    title: str
    head: tuple[Block, ...]
    sections: tuple[Section, ...]
    foot: str


def comparison_document(told: ComparedRevisions, w: Words, *, zone: str) -> Document:
    """Return what a file says of a comparison; moments are written in `zone`."""
    c, comparison = w.what_changed, told.comparison
    sections = [
        Section(c.signed, tuple(_signed(told.standing, w, zone))),
        Section(c.between, tuple(_between(told.between, w, zone))),
        *_listed(c.fields, comparison.fields, _field, w),
        *_listed(w.report.findings, comparison.findings, _finding, w, none=c.no_findings),
        *_listed(c.gaps, comparison.gaps, _gap, w),
        *_listed(c.cited, comparison.cited, _cited, w, none=c.no_cited),
        *_texts(comparison, w),
        Section(c.map, tuple(_map(comparison.map, w))),
        *_cost(told.between, w),
    ]
    read_at = formats.exact(told.as_of, zone, w)
    return Document(
        title=c.file_title.format(case=told.case_title),
        head=tuple(_head(told, w, zone)),
        sections=tuple(sections),
        foot=c.file_foot.format(product=w.menu.product, time=read_at),
    )


# The head ---------------------------------------------------------------------------------------------------


def _head(told: ComparedRevisions, w: Words, zone: str) -> Iterator[Block]:
    c, comparison = w.what_changed, told.comparison
    verdict = comparison.verdict
    yield Says(verdict_told(verdict, w))
    newer = comparison.before if comparison.is_backwards else comparison.after
    facts = [
        (c.change, f"{c.classes[verdict.change_class]}: {c.class_hints[verdict.change_class]}"),
        (c.reason, newer.reason or w.state.nothing),
        (c.before, _revision(comparison.before, w, zone)),
        (c.after, _revision(comparison.after, w, zone)),
        (w.case.case, f"{told.case_title} ({told.task_id})"),
    ]
    facts += [(w.case.project, told.project)] if told.project else []
    facts += [(c.origin, origin_told(told.case_origin, w))] if told.case_origin != "real" else []
    yield Facts(tuple(facts))
    yield from (Says(warning, is_warning=True) for warning in _warnings(told, w))


def _revision(head: ReportHead, w: Words, zone: str) -> str:
    told = [
        w.case.revision_n.format(n=head.revision),
        w.report.stages.get(head.stage, head.stage),
        w.report.outcomes.get(head.outcome, head.outcome),
        w.case.round_n.format(n=head.generation),
        formats.exact(head.published_at, zone, w),
    ]
    if head.corrects_revision:
        told.append(w.report.corrects.format(n=head.corrects_revision))
    return " · ".join(told)


def _warnings(told: ComparedRevisions, w: Words) -> Iterator[str]:
    c = w.what_changed
    if told.comparison.is_backwards:
        yield c.backwards
    for one in told.standing:
        if one.synthetic_evidence_ids:
            yield c.synthetic.format(n=one.revision, ids=", ".join(one.synthetic_evidence_ids))
        if one.flagged_ids:
            yield c.flagged.format(n=one.revision, ids=", ".join(one.flagged_ids))


def _signed(standing: Sequence[RevisionStanding], w: Words, zone: str) -> Iterator[Block]:
    c = w.what_changed
    for one in standing:
        if not one.sign_offs:
            yield Says(c.signed_by_nobody.format(n=one.revision))
            continue
        yield Says(c.signed_by.format(n=one.revision))
        yield Entries(tuple(Entry(plain(sign_off_told(each, w, zone=zone))) for each in one.sign_offs))


# What lies between ------------------------------------------------------------------------------------------


def _between(between: BetweenRevisions, w: Words, zone: str) -> Iterator[Block]:
    c = w.what_changed
    passed = (between.until - between.since).total_seconds()
    facts = [(c.passed, formats.length(passed, w))]
    facts += [(label, formats.length(seconds, w)) for label, seconds in stretches(between, w)]
    facts.append((c.used, ", ".join(between.used) or c.used_none))
    if between.failed_nodes:
        facts.append((c.failed, ", ".join(between.failed_nodes)))
    yield Says(c.between_hint)
    yield Facts(tuple(facts))
    if between.done.truncated:
        counts = {
            "shown": formats.count(len(between.done.items)),
            "total": formats.count(between.done.total),
        }
        yield Says(c.done_cut.format(**counts), is_warning=True)
    if between.done.items:
        yield Entries(tuple(Entry(plain(moment_told(one, w, zone=zone))) for one in between.done.items))


# What changed, part by part ---------------------------------------------------------------------------------


def _listed(
    title: str, parts: Sequence[Part], entry: Callable[[Part, Words], Entry], w: Words, *, none: str = ""
) -> Iterator[Section]:
    """Yield a section of what there is; one without any only where that is worth a sentence."""
    if parts:
        yield Section(title, (Entries(tuple(entry(one, w) for one in parts)),))
    elif none:
        yield Section(title, (Says(none),))


def _field(one: FieldChange, w: Words) -> Entry:
    name, before, after = field_told(one, w)
    moved = (Stretch("same", f"{name}: "), Stretch("removed", before), Stretch("same", " → "))
    return Entry((*moved, Stretch("added", after)), "changed")


def _finding(one: FindingChange, w: Words) -> Entry:
    shown = one.after or one.before
    assert shown is not None
    is_other = one.change == "changed"
    lines = ((w.report.kind, kinds_told(one, w)), (w.report.rests_on, rests_told(one) or w.state.nothing))
    return Entry(in_one(one.statement, w) if is_other else plain(shown.statement), one.change, lines)


def _gap(one: GapChange, w: Words) -> Entry:
    shown = one.after or one.before
    assert shown is not None
    state = gap_state_told(one, w)
    lines = (
        (w.case.status, in_one_line(state)),
        (w.report.matters, shown.why_it_matters),
        (w.report.tried, " · ".join(shown.tried) or w.state.nothing),
    )
    is_other = one.before is not None and one.after is not None
    said = in_one(one.missing, w) if is_other else plain(shown.missing)
    return Entry((Stretch("same", f"{one.gap_id} "), *said), one.change, lines)


def _cited(one: CitedChange, w: Words) -> Entry:
    title = f"{one.record_id} {one.title}".strip()
    told = cited_told(one, w)
    return Entry(plain(title), one.change, (("", told),) if told else ())


# Texts, map and cost ----------------------------------------------------------------------------------------


def _texts(told: ReportComparison, w: Words) -> Iterator[Section]:
    for name, diff in texts_told(told):
        warned = (Says(w.what_changed.coarse, is_warning=True),) if diff.is_coarse else ()
        title = w.what_changed.parts[name]
        yield Section(w.what_changed.text_of.format(part=title), (*warned, Changed(diff)))


def _map(told: MapComparison, w: Words) -> Iterator[Block]:
    c = w.what_changed
    for revision in told.without_map:
        yield Says(c.map_missing.format(n=revision), is_warning=True)
    entries = [_map_entry(c.node, one, w) for one in told.nodes]
    entries += [_map_entry(c.line, one, w) for one in told.edges]
    kept = c.map_kept.format(
        nodes=formats.count(told.unchanged_nodes), edges=formats.count(told.unchanged_edges)
    )
    if entries:
        yield Entries(tuple(entries))
        yield Says(kept)
    elif len(told.without_map) < 2:
        yield Says(f"{c.map_same} {kept}")


def _map_entry(kind: str, one: NodeDifference | EdgeChange, w: Words) -> Entry:
    before, after = (_side(side, w) for side in (one.before, one.after))
    shown = after or before
    assert shown is not None
    said = plain(f"{kind}: {shown.text}")
    if before is None or after is None:
        return Entry(said, one.change, (("", shown.below),) if shown.below else ())
    told = ((w.what_changed.before, in_one_line(before)), (w.what_changed.after, in_one_line(after)))
    return Entry(said, one.change, told)


def _side(side: GraphNode | GraphEdge | None, w: Words) -> TwoLines | None:
    if isinstance(side, GraphNode):
        return node_told(side, w)
    return edge_told(side) if side else None


def _cost(between: BetweenRevisions, w: Words) -> Iterator[Section]:
    c, missing = w.what_changed, len(between.unlinked_rounds)
    warned = (Says(c.not_linked(missing), is_warning=True),) if missing else ()
    if between.cost.is_nothing:
        yield Section(c.cost, (*warned, Says(c.cost_unknown if missing else w.report.no_usage)))
        return
    yield Section(c.cost, (*warned, Says(c.cost_hint)))
    for title, groups in ((c.by_agent, between.by_agent), (c.by_model, between.by_model)):
        head = (title, w.cost.calls, w.token.tokens, w.money.cost)
        rows = [(one.key or w.state.not_known, *_figures(one, w)) for one in groups]
        total = (w.cost.total, *_figures(between.cost, w, is_floor=bool(missing)))
        yield Section(title, (Figures(head, (*rows, total)),), level=3)


def _figures(totals: UsageTotals | CostGroup, w: Words, *, is_floor: bool = False) -> tuple[str, ...]:
    """Write calls, tokens and cost; `is_floor`: more is missing in it than the calls themselves say."""
    told = formats.cost(totals, w)
    known = totals.cost_usd is not None
    text = told.text
    if is_floor and known and not (totals.unpriced_calls or totals.at_least_calls):
        text = w.money.at_least.format(amount=text)
    money = f"{text} ({told.weakness})" if told.weakness else text
    tokens = formats.count(formats.all_tokens(totals)) if totals.usage_calls else w.state.nothing
    return formats.count(totals.usage_calls), tokens, money
