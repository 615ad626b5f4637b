"""What an execution plan may say: its size, its shape, what a step needs to be completed, what must stay.

Every earlier step stays in the plan, and a completed one keeps its title and its evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from data_access.contracts.execution_plan import PlanEdge, PlanNode
from data_access.errors import (
    CompletedNodeChanged,
    CompletedWithoutEvidence,
    DanglingEdge,
    DuplicateId,
    NodeRemoved,
    PlanCycle,
    PlanTooLarge,
    ReasonMissing,
)
from data_access.rules.citations import KnownRecords, unknown_answers, unknown_evidence
from data_access.rules.refusals import Refusal, refusal

MOST_NODES = 40
MOST_EDGES = 80


def plan_refusals(
    nodes: Sequence[PlanNode],
    edges: Sequence[PlanEdge],
    *,
    earlier: Sequence[PlanNode],
    records: KnownRecords,
) -> Iterator[Refusal]:
    """Yield what forbids this plan after the `earlier` nodes of the same task; none of them is empty."""
    yield from _sizes(nodes, edges)
    yield from _shape(nodes, edges)
    for node in nodes:
        yield from _node(node, records)
    yield from _kept(nodes, earlier)


def kept_plan_refusals(nodes: Sequence[PlanNode], edges: Sequence[PlanEdge]) -> Iterator[Refusal]:
    """Yield what forbids a plan that another desk accepted: its size, its shape, and what its steps lack.

    What it cites is in no record of this desk, and what came before it may not be at hand.
    """
    yield from _sizes(nodes, edges)
    yield from _shape(nodes, edges)
    for node in nodes:
        yield from _reason_missing(node)
        if node.status == "completed" and not (node.evidence_ids or node.answer_ids):
            fix = "Name what shows that it was done."
            why = "it is completed and names no evidence"
            yield refusal(CompletedWithoutEvidence, f"nodes[{node.id}]", why, fix)


def steps_by_status(nodes: Sequence[PlanNode]) -> dict[str, int]:
    """Count the steps of each status."""
    return dict(sorted(Counter(node.status for node in nodes).items()))


def _sizes(nodes: Sequence[PlanNode], edges: Sequence[PlanEdge]) -> Iterator[Refusal]:
    for word, count, most in (("nodes", len(nodes), MOST_NODES), ("edges", len(edges), MOST_EDGES)):
        if count > most:
            yield refusal(
                PlanTooLarge,
                word,
                f"a plan has at most {most} {word}, not {count}",
                "Put small steps together.",
            )


def _shape(nodes: Sequence[PlanNode], edges: Sequence[PlanEdge]) -> Iterator[Refusal]:
    counts = Counter(node.id for node in nodes)
    for node_id, count in counts.items():
        if count > 1:
            yield refusal(
                DuplicateId, "nodes.id", f"{count} nodes have the id {node_id}", "Give each its own."
            )
    for edge in edges:
        for where, end in (("from", edge.source), ("to", edge.target)):
            if end not in counts:
                fix = "Add the node, or name one of this plan."
                yield refusal(DanglingEdge, f"edges.{where}", f"the plan has no node {end}", fix)
    circle = _circle(edges)
    if circle:
        fix = "Take one of these edges out; a retry is a new node behind the one that failed."
        yield refusal(PlanCycle, "edges", f"they lead in a circle: {' -> '.join(circle)}", fix)


def _circle(edges: Sequence[PlanEdge]) -> list[str]:
    """Return the nodes of a circle, the first one again at the end; empty when there is none."""
    onward: dict[str, list[str]] = {}
    for edge in edges:
        onward.setdefault(edge.source, []).append(edge.target)
    done: set[str] = set()
    for begin in onward:
        way: list[str] = []
        waiting = [(begin, iter(onward[begin]))] if begin not in done else []
        way.extend(node for node, _ in waiting)
        while waiting:
            _, targets = waiting[-1]
            target = next(targets, None)
            if target is None:
                waiting.pop()
                done.add(way.pop())
            elif target in way:
                return [*way[way.index(target) :], target]
            elif target not in done:
                way.append(target)
                waiting.append((target, iter(onward.get(target, ()))))
    return []


def _node(node: PlanNode, records: KnownRecords) -> Iterator[Refusal]:
    where = f"nodes[{node.id}]"
    yield from unknown_evidence(records, node.evidence_ids, f"{where}.evidence_ids")
    yield from unknown_answers(records, node.answer_ids, f"{where}.answer_ids")
    yield from _reason_missing(node)
    if node.status != "completed":
        return
    if node.actor == "human":
        by_people = any(records.has(one, "human_evidence") for one in node.evidence_ids)
        if not by_people and not node.answer_ids:
            yield refusal(
                CompletedWithoutEvidence,
                where,
                "a step of people is completed by what people stated: human evidence or an answer",
                "Ask with ask_task_user, or relay what a person said with add_task_human_evidence.",
            )
    elif not node.evidence_ids:
        fix = "Publish its evidence with publish_task_evidence and give the id, or choose another status."
        yield refusal(CompletedWithoutEvidence, where, "it is completed and names no evidence", fix)


def _reason_missing(node: PlanNode) -> Iterator[Refusal]:
    if node.status in ("failed", "waiting") and node.reason is None:
        where, why = f"nodes[{node.id}].reason", f"it is {node.status} and gives no reason"
        yield refusal(ReasonMissing, where, why, "Say why.")


def _kept(nodes: Sequence[PlanNode], earlier: Sequence[PlanNode]) -> Iterator[Refusal]:
    now = {node.id: node for node in nodes}
    for before in earlier:
        node = now.get(before.id)
        if node is None:
            fix = "Keep it; mark it as skipped or cancelled when it is not done."
            yield refusal(NodeRemoved, "nodes", f"the earlier node {before.id} is missing", fix)
        elif before.status == "completed":
            yield from _unchanged(before, node)


def _unchanged(before: PlanNode, node: PlanNode) -> Iterator[Refusal]:
    fix = "Leave it as it was, add a review node behind it, and say in `reason` what it corrects."
    same = {
        "title": before.title == node.title,
        "evidence_ids": set(before.evidence_ids) == set(node.evidence_ids),
        "answer_ids": set(before.answer_ids) == set(node.answer_ids),
        "status": node.status == "completed",
    }
    for name, is_same in same.items():
        if not is_same:
            why = f"node {node.id} is completed and its {name} would change"
            yield refusal(CompletedNodeChanged, f"nodes[{node.id}].{name}", why, fix)
