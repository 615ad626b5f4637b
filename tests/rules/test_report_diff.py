"""Two revisions held against each other: what changed, how grave it is, and the same the other way round."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.evidence import DataGap
from data_access.contracts.progress_graph import GraphEdge, GraphNode, ProgressGraph
from data_access.contracts.report_comparison import ReportComparison
from data_access.contracts.reports import Finding, ReportRevision
from data_access.rules.report_diff import CitedRecord, compare_revisions

AT = datetime(2026, 5, 1, 10, tzinfo=UTC)
CAUSE = Finding(statement="The main burst in the west street.", kind="cause", evidence_ids=("E-1",))
SEEN = Finding(statement="At H7 the chlorine is 0.31 mg/L.", kind="observation", evidence_ids=("E-1",))
GAP = DataGap(
    gap_id="G-1",
    missing="The log of the valve",
    why_it_matters="Who opened it",
    tried=("asked",),
    is_open=True,
    closed_by=None,
)
CLOSED = GAP.model_copy(update={"is_open": False, "closed_by": "E-3"})
RECORDS = {
    "E-1": CitedRecord("evidence", "Chlorine, made up", "synthetic", "corrected", None, AT),
    "E-2": CitedRecord("evidence", "Chlorine, measured", "real", "valid", "E-1", AT),
    "E-3": CitedRecord("evidence", "Pressure", "real", "valid", None, AT),
    "H-1": CitedRecord("human_evidence", "Brown water at H7", "human", "valid", None, AT),
    "A-1": CitedRecord("action", "Flush the main", None, None, None, AT),
}


def revision(number: int, **given: Any) -> ReportRevision:
    base: dict[str, Any] = {
        "revision": number, "generation": 1, "round_id": None, "stage": "interim", "outcome": "undetermined",
        "title": "Yellow water", "reason": f"why {number}", "corrects_revision": None, "published_at": AT,
        "summary": "It is not known.", "body": "The plant is sound. The main is not looked at yet.",
        "findings": (SEEN,), "data_gaps": (GAP,), "evidence_ids": ("E-1",), "answer_ids": (),
        "action_ids": (),
        "diagram": None, "node_refs": (), "graph": None, "graph_updates": 0, "synthetic_evidence_ids": (),
        "flagged_ids": (), "sign_offs": (),
    }  # fmt: skip
    return ReportRevision(**(base | given))


def compared(**given: Any) -> ReportComparison:
    return compare_revisions("T-1", revision(1), revision(2, **given), RECORDS)


@pytest.mark.parametrize(
    ("given_after", "change_class"),
    [
        ({}, "none"),
        ({"body": "The plant is sound.\r\nThe main  is not looked at yet."}, "formatting"),
        ({"body": "The plant is sound.\n\nThe main is not looked at yet."}, "formatting"),
        ({"body": "The plant is in order. The main is not looked at yet."}, "wording"),
        ({"data_gaps": (GAP.model_copy(update={"missing": "The log of the west valve"}),)}, "wording"),
        ({"evidence_ids": ("E-1", "E-3")}, "evidence"),
        ({"evidence_ids": ("E-2",)}, "evidence"),
        ({"data_gaps": (CLOSED,)}, "evidence"),
        ({"findings": (SEEN.model_copy(update={"statement": "At H7 the chlorine is 0.13."}),)}, "evidence"),
        ({"graph": ProgressGraph(nodes=(GraphNode(node_id="n1", status="failed"),))}, "evidence"),
        ({"outcome": "probable"}, "conclusion"),
        ({"stage": "final"}, "conclusion"),
        ({"findings": (SEEN, CAUSE)}, "conclusion"),
        ({"findings": (SEEN.model_copy(update={"kind": "cause"}),)}, "conclusion"),
        ({"generation": 2}, "none"),
    ],
)  # fmt: skip
def test_the_gravest_change_gives_the_class(given_after: dict[str, Any], change_class: str) -> None:
    assert compared(**given_after).verdict.change_class == change_class


def test_the_same_text_on_other_evidence_is_never_no_change() -> None:
    told = compared(evidence_ids=("E-3",), findings=(SEEN.model_copy(update={"evidence_ids": ("E-3",)}),))
    assert (told.body.units[0].change, told.verdict.changed_share) == ("same", 0.0)
    assert told.verdict.change_class == "evidence"
    (finding,) = told.findings
    assert (finding.change, finding.evidence_added, finding.evidence_removed) == (
        "changed",
        ("E-3",),
        ("E-1",),
    )


def test_synthetic_evidence_that_gave_way_to_real_one_is_reclassified_both_ways() -> None:
    there = compare_revisions("T-1", revision(1), revision(2, evidence_ids=("E-2",)), RECORDS)
    back = compare_revisions("T-1", revision(2, evidence_ids=("E-2",)), revision(1), RECORDS)
    (one,), (other,) = there.cited, back.cited
    assert (one.record_id, one.change, one.replaced_by) == ("E-1", "reclassified", "E-2")
    assert (one.origin_before, one.origin_after) == ("synthetic", "real")
    assert (other.record_id, other.change, other.replaced_by) == ("E-2", "reclassified", "E-1")
    assert (other.origin_before, other.origin_after, back.is_backwards) == ("real", "synthetic", True)


def test_what_is_no_longer_listed_and_still_named_is_told() -> None:
    told = compared(evidence_ids=("E-3",), body="The plant is sound [E-1].", findings=())
    assert {one.record_id: (one.change, one.is_still_cited) for one in told.cited} == {
        "E-1": ("removed", True), "E-3": ("added", False),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "change", "without_evidence"),
    [
        (None, GAP, "opened", False),
        (GAP, GAP, "same", False),
        (GAP, GAP.model_copy(update={"missing": "The valve log"}), "reworded", False),
        (GAP, CLOSED, "closed", False),
        (GAP, GAP.model_copy(update={"is_open": False, "closed_by": "[Q-1.2]"}), "closed", False),
        (GAP, GAP.model_copy(update={"is_open": False, "closed_by": "no longer needed"}), "closed", True),
        (CLOSED, GAP, "reopened", False),
        (GAP, None, "dropped", False),
    ],
)
def test_a_gap_has_its_ledger(
    before: DataGap | None, after: DataGap | None, change: str, without_evidence: bool
) -> None:
    told = compare_revisions(
        "T-1",
        revision(1, data_gaps=tuple(filter(None, [before]))),
        revision(2, data_gaps=tuple(filter(None, [after]))),
        {},
    )
    (gap,) = told.gaps
    assert (gap.gap_id, gap.change, gap.is_closed_without_evidence) == ("G-1", change, without_evidence)


def test_findings_are_known_again_in_other_words_and_in_another_order() -> None:
    reworded = SEEN.model_copy(update={"statement": "At H7 the chlorine is only 0.13 mg/L."})
    told = compare_revisions(
        "T-1", revision(1, findings=(SEEN, CAUSE)), revision(2, findings=(CAUSE, reworded)), {}
    )
    assert [(one.change, one.before, one.after) for one in told.findings] == [
        ("same", CAUSE, CAUSE), ("changed", SEEN, reworded)
    ]  # fmt: skip
    assert told.verdict.figures_changed == 1


def test_the_map_tells_what_differs_and_counts_the_rest() -> None:
    plant, main = GraphNode(node_id="plant", status="reference"), GraphNode(node_id="main")
    edge = GraphEdge(source="plant", target="main")
    failed = plant.model_copy(update={"status": "failed"})
    told = compare_revisions(
        "T-1",
        revision(1, graph=ProgressGraph(nodes=(plant,))),
        revision(2, graph=ProgressGraph(nodes=(failed, main), edges=(edge,))),
        {},
    ).map
    assert [(one.change, one.before, one.after) for one in told.nodes] == [
        ("changed", plant, failed), ("added", None, main)
    ]  # fmt: skip
    assert [(one.change, one.after) for one in told.edges] == [("added", edge)]
    assert (told.unchanged_nodes, told.unchanged_edges) == (0, 0)


FINDINGS = st.lists(st.sampled_from([SEEN, CAUSE]), max_size=2, unique=True).map(tuple)
GAPS = st.lists(st.sampled_from([GAP, CLOSED]), max_size=1).map(tuple)
REVISIONS = st.fixed_dictionaries(
    {
        "outcome": st.sampled_from(["undetermined", "probable"]),
        "body": st.sampled_from(
            ["One is so. Two is so.", "Two is so.\n\nOne was so [E-1].", "管网爆裂。", "-"]
        ),
        "findings": FINDINGS,
        "data_gaps": GAPS,
        "evidence_ids": st.lists(st.sampled_from(["E-1", "E-2", "E-3", "H-1"]), unique=True, max_size=4).map(
            tuple
        ),
        "action_ids": st.lists(st.just("A-1"), max_size=1).map(tuple),
    }
)


@settings(max_examples=60)
@given(REVISIONS, REVISIONS)
def test_the_two_directions_tell_the_same_the_other_way_round(one: Any, other: Any) -> None:
    old, new = revision(1, **one), revision(2, **other)
    there, back = (compare_revisions("T-1", *pair, RECORDS) for pair in ((old, new), (new, old)))
    assert (back.before, back.after) == (there.after, there.before)
    assert back.verdict.change_class == there.verdict.change_class
    assert back.verdict.changed_share == there.verdict.changed_share
    assert back.verdict.findings_added == there.verdict.findings_removed
    added = {one.record_id for one in there.cited if one.change == "added"}
    assert added == {one.record_id for one in back.cited if one.change == "removed"}
    replaced = {(one.record_id, one.replaced_by) for one in there.cited if one.change == "reclassified"}
    assert replaced == {
        (one.replaced_by, one.record_id) for one in back.cited if one.change == "reclassified"
    }
    opened = {gap.gap_id for gap in there.gaps if gap.change == "closed"}
    assert opened == {
        gap.gap_id for gap in back.gaps if gap.change in ("reopened", "opened") and gap.before
    } | {gap.gap_id for gap in there.gaps if gap.change == "closed" and gap.before is None}
    alone = compare_revisions("T-1", old, old, RECORDS)
    assert alone.verdict.change_class == "none"
    assert (alone.cited, alone.fields, alone.map.nodes) == ((), (), ())
