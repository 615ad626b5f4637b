"""What a comparison of two revisions tells, in the words of either language: on pages and in files alike.

Pure: it knows contracts and dictionaries. It returns plain text; whoever sets it escapes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dashboard.wording import Words, formats
from data_access.contracts.between_revisions import BetweenRevisions
from data_access.contracts.case_chronology import WorkMoment
from data_access.contracts.common import Origin
from data_access.contracts.progress_graph import GraphEdge, GraphNode, NodeStatus
from data_access.contracts.prose_diff import ProseDiff
from data_access.contracts.report_comparison import (
    CitedChange,
    FieldChange,
    FindingChange,
    GapChange,
    ReportComparison,
    Verdict,
)
from data_access.contracts.sign_offs import SignOff

CHANGED_TEXTS = ("title", "summary", "body", "diagram")


@dataclass(frozen=True)
class TwoLines:
    """A text and what stands below it, if anything."""

    text: str
    below: str | None = None


def verdict_told(verdict: Verdict, w: Words) -> str:
    """Write what changed as one line of text."""
    c, words = w.what_changed, w.report.outcomes
    before, after = (words.get(one, one) for one in (verdict.outcome_before, verdict.outcome_after))
    moves = c.outcome_stays.format(outcome=after)
    if verdict.outcome_before != verdict.outcome_after:
        moves = c.outcome_moves.format(before=before, after=after)
    parts = [
        phrase(number)
        for phrase, number in (
            (c.findings_new, verdict.findings_added),
            (c.findings_gone, verdict.findings_removed),
            (c.findings_other, verdict.findings_changed),
            (c.gaps_opened, verdict.gaps_opened),
            (c.gaps_closed, verdict.gaps_closed),
            (c.cites_more, verdict.evidence_added),
            (c.cites_less, verdict.evidence_removed),
            (c.figures, verdict.figures_changed),
        )
        if number
    ]
    share = formats.share(int(verdict.changed_share * 10_000), 10_000)
    told = [moves, c.comma.join(parts), c.share.format(share=share) if verdict.changed_share else ""]
    return "".join(sentence + c.stop for sentence in told if sentence).strip()


def field_told(one: FieldChange, w: Words) -> tuple[str, str, str]:
    """Return the name of a field with its old and its new value."""
    known = {"stage": w.report.stages, "outcome": w.report.outcomes, "generation": {}}[one.name]
    return w.what_changed.names[one.name], known.get(one.before, one.before), known.get(one.after, one.after)


def finding_told(one: FindingChange) -> TwoLines:
    """Return the words of a finding, and below them what it said before where that is another text."""
    shown = one.after or one.before
    assert shown is not None
    earlier = one.before.statement if one.before and one.before.statement != shown.statement else None
    return TwoLines(shown.statement, earlier)


def kinds_told(one: FindingChange, w: Words) -> str:
    """Write of which kind a finding is, and was."""
    kinds = dict.fromkeys(side.kind for side in (one.before, one.after) if side)
    return " → ".join(w.report.kinds.get(kind, kind) for kind in kinds)


def rests_told(one: FindingChange) -> str:
    """Write what a finding rests on: what it kept, what came to it (+) and what it lost (−)."""
    shown = one.after or one.before
    assert shown is not None
    other = (*one.evidence_added, *one.evidence_removed)
    kept = [found for found in shown.evidence_ids if found not in other]
    come = [f"+{found}" for found in one.evidence_added]
    return " ".join([*kept, *come, *(f"−{found}" for found in one.evidence_removed)])


def gap_told(one: GapChange) -> TwoLines:
    """Return what is missing, and below it why that matters."""
    shown = one.after or one.before
    assert shown is not None
    return TwoLines(shown.missing, f"{one.gap_id} · {shown.why_it_matters}")


def gap_state_told(one: GapChange, w: Words) -> TwoLines:
    """Return how a gap stands: open, closed by what, and below it that this was done by words alone."""
    shown = one.after or one.before
    assert shown is not None
    if shown.is_open:
        return TwoLines(w.report.open)
    weak = w.what_changed.without_evidence if one.is_closed_without_evidence else None
    return TwoLines(w.what_changed.closed_by.format(what=shown.closed_by or w.state.not_known), weak)


def cited_told(one: CitedChange, w: Words) -> str:
    """Write what is to be known of a record that is cited otherwise: what replaced it, how it stands."""
    states = {"corrected": w.happened.corrected, "withdrawn": w.happened.withdrawn}
    before, after = (origin_told(origin, w) for origin in (one.origin_before, one.origin_after))
    state = states.get(one.state or "")
    if one.replaced_by:
        replaced = w.what_changed.replaced_by.format(id=one.replaced_by, before=before, after=after)
        return " · ".join([replaced, state] if state and one.state == "withdrawn" else [replaced])
    still = w.what_changed.still_cited if one.is_still_cited else None
    return " · ".join(part for part in (still, state, before if one.origin_before else None) if part)


def origin_told(origin: Origin | None, w: Words) -> str:
    """Write where a record comes from."""
    return getattr(w.state, origin) if origin else w.state.not_known


def status_told(status: NodeStatus | None, w: Words) -> str:
    """Write the status of a node of the map."""
    return w.case_map.statuses[status or "none"]


def node_told(node: GraphNode, w: Words) -> TwoLines:
    """Return what a node is called, and below it its status, what came of it, what it rests on."""
    return TwoLines(node.title or node.node_id, in_one_line(node_says(node, w)))


def node_says(node: GraphNode, w: Words) -> TwoLines:
    """Return the status of a node, and below it what came of it and what it rests on."""
    rests = ", ".join((*node.evidence_ids, *node.answer_ids, *node.action_ids))
    told = " · ".join(part for part in (node.detail, rests) if part)
    return TwoLines(status_told(node.status, w), told or None)


def in_one_line(told: TwoLines) -> str:
    """Return both lines as one."""
    return " · ".join(part for part in (told.text, told.below) if part)


def edge_told(edge: GraphEdge) -> TwoLines:
    """Return from where to where a line of the map leads, and below it its words."""
    return TwoLines(f"{edge.source} → {edge.target}", edge.label)


def stretches(between: BetweenRevisions, w: Words) -> list[tuple[str, float]]:
    """Return where the time went: what it is called and its seconds, without those of no length."""
    c, time = w.what_changed, between.time
    named = [
        (c.agents, time.agent_seconds),
        (c.people, time.human_wait_seconds),
        (c.queue, time.queue_seconds),
        (c.calculation, time.calculation_seconds),
        (c.closed, time.other_seconds),
    ]
    return [(label, seconds) for label, seconds in named if seconds]


def moment_told(one: WorkMoment, w: Words, *, zone: str) -> str:
    """Write when something was done, what, what of it is to be known, and by whom, in one line."""
    is_status = one.kind == "status"
    title = w.happened.moves.get(one.code or "", one.code) if is_status else one.title
    told = [w.happened.kinds[one.kind], None if is_status else one.item_id, title]
    if is_status:
        told.append(formats.status(one.title, w))
    elif one.code and one.kind in ("answer", "decision", "report", "sign_off"):
        told.append(w.digest.details.get(one.code) or formats.status(one.code, w))
    told += [one.detail, one.who or None]
    return f"{formats.clock(one.done_at, zone, w)} · {' · '.join(part for part in told if part)}"


def sign_off_told(one: SignOff, w: Words, *, zone: str) -> str:
    """Write what somebody thinks of a revision, when they said so, and whether the desk knew who they are."""
    person = one.person
    if one.is_verified is not None:
        person += f" ({w.change.verified if one.is_verified else w.change.not_verified})"
    parts = (w.sign_off.verdicts[one.verdict], person, formats.clock(one.made_at, zone, w), one.note)
    return " · ".join(part for part in parts if part)


def texts_told(told: ReportComparison) -> Iterator[tuple[str, ProseDiff]]:
    """Yield the text always, the other parts where they differ."""
    for name in CHANGED_TEXTS:
        diff: ProseDiff = getattr(told, name)
        if name == "body" or any(unit.change != "same" for unit in diff.units):
            yield name, diff
