"""What a report may claim: each rule alone, with its code and what to do."""

from __future__ import annotations

from typing import Any

import pytest

from data_access.contracts.case_calls import PublishReportCall
from data_access.contracts.evidence import DataGap, DataGapGiven
from data_access.errors import UnknownReference
from data_access.rules.citations import KnownRecord, KnownRecords, answers_meant, cited_in_text
from data_access.rules.refusals import refuse_if_any
from data_access.rules.reports import ReportSituation, cited_by, face_notes, gap_after, report_refusals

RECORDS = KnownRecords(
    {
        "E-1": KnownRecord("evidence", "E-1", "valid", "real", False, None),
        "E-2": KnownRecord("evidence", "E-2", "valid", "synthetic", True, None),
        "E-3": KnownRecord("evidence", "E-3", "withdrawn", "real", False, None),
        "H-1": KnownRecord("human_evidence", "H-1", "valid", "human", False, None),
        "Q-1": KnownRecord("question", "Q-1", "answered", None, False, "Q-1"),
        "Q-1.1": KnownRecord("answer", "Q-1.1", "corrected", "human", False, "Q-1"),
        "Q-1.2": KnownRecord("answer", "Q-1.2", "valid", "human", False, "Q-1"),
        "Q-2": KnownRecord("question", "Q-2", "pending", None, False, "Q-2"),
        "A-1": KnownRecord("action", "A-1", "pending", None, False, None),
    }
)
GAP = DataGap(gap_id="G-1", missing="m", why_it_matters="w", tried=("asked",), is_open=True, closed_by=None)


def report(**given: Any) -> PublishReportCall:
    own = {
        "request_id": "r", "task_id": "T", "lease_token": "l", "generation": 1, "stage": "interim",
        "outcome": "undetermined", "title": "T", "summary": "S", "body": "B", "reason": "R",
    }  # fmt: skip
    return PublishReportCall(**(own | given))


def situation(**given: Any) -> ReportSituation:
    own: dict[str, Any] = {
        "records": RECORDS, "generation": 1, "revisions": 0, "final_revision": None, "pending_required": (),
        "gaps": (),
    }  # fmt: skip
    return ReportSituation(**(own | given))


def finding(kind: str, *evidence_ids: str) -> dict[str, Any]:
    return {"statement": "It is so.", "kind": kind, "evidence_ids": evidence_ids}


OPEN = {"missing": "m", "why_it_matters": "w", "tried": ("asked",)}
RULES: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({}, {}, []),
    ({"evidence_ids": ("E-1", "H-1"), "answer_ids": ("Q-1", "Q-1.2"), "action_ids": ("A-1",)}, {}, []),
    ({"evidence_ids": ("E-9",)}, {}, ["unknown_reference"]),
    ({"evidence_ids": ("Q-1",)}, {}, ["unknown_reference"]),
    ({"answer_ids": ("Q-9",)}, {}, ["unknown_reference"]),
    ({"answer_ids": ("Q-2",)}, {}, ["unknown_reference"]),
    ({"action_ids": ("A-9",)}, {}, ["unknown_reference"]),
    ({"body": "As [E-1] and [H-1] show, see [Q-1] and [Q-2], hence [A-1]."}, {}, []),
    ({"body": "As [E-7] shows."}, {}, ["unknown_reference"]),
    ({"summary": "As [Q-7] says."}, {}, ["unknown_reference"]),
    (
        {"diagram": "flowchart TD\n  n", "node_refs": ({"node_id": "n", "evidence_ids": ("E-9",)},)},
        {},
        ["unknown_reference"],
    ),
    ({"findings": (finding("observation"), finding("recommendation"))}, {}, []),
    ({"findings": (finding("cause"),)}, {}, ["finding_without_evidence"]),
    ({"findings": (finding("absence"),)}, {}, ["finding_without_evidence"]),
    ({"findings": (finding("cause", "E-2"),)}, {}, []),
    ({"findings": (finding("absence", "E-1", "E-2"),)}, {}, ["absence_on_truncated_evidence"]),
    ({"outcome": "insufficient_data"}, {}, ["gaps_not_stated"]),
    ({"outcome": "insufficient_data", "data_gaps": (OPEN | {"tried": ()},)}, {}, ["gaps_not_stated"]),
    ({"outcome": "insufficient_data", "data_gaps": (OPEN,)}, {}, []),
    ({"outcome": "insufficient_data", "data_gaps": ({"gap_id": "G-1"},)}, {"gaps": (GAP,)}, []),
    (
        {"outcome": "insufficient_data", "data_gaps": ({"gap_id": "G-1", "closed_by": "E-1"},)},
        {"gaps": (GAP,)},
        ["gaps_not_stated"],
    ),
    ({"data_gaps": ({"missing": "m"},)}, {}, ["reason_missing"]),
    ({"data_gaps": ({"gap_id": "G-7"},)}, {"gaps": (GAP,)}, ["unknown_reference"]),
    ({"stage": "final"}, {"pending_required": ("Q-2",)}, ["question_pending"]),
    ({"stage": "interim"}, {"pending_required": ("Q-2",)}, []),
    (
        {"outcome": "insufficient_data", "data_gaps": (OPEN,)},
        {"pending_required": ("Q-2",)},
        ["question_pending"],
    ),
    ({"stage": "final"}, {"revisions": 3, "final_revision": 3}, ["report_after_final"]),
    ({"stage": "interim"}, {"revisions": 3, "final_revision": 3}, ["report_after_final"]),
    ({"stage": "final", "corrects_revision": 3}, {"revisions": 3, "final_revision": 3}, []),
    ({"corrects_revision": 4}, {"revisions": 3}, ["unknown_revision"]),
]


@pytest.mark.parametrize(("given", "seen", "expected"), RULES)
def test_each_rule_has_its_code_and_says_what_to_do(
    given: dict[str, Any], seen: dict[str, Any], expected: list[str]
) -> None:
    refusals = list(report_refusals(report(**given), situation(**seen)))
    assert [one.rule.code for one in refusals] == expected
    assert all(one.problem.where and one.problem.why and one.problem.fix for one in refusals)


def test_all_broken_rules_are_told_at_once_under_the_code_of_the_first() -> None:
    call = report(
        evidence_ids=("E-9",), findings=(finding("cause"), finding("absence", "E-2")), stage="final"
    )
    with pytest.raises(UnknownReference) as told:
        refuse_if_any([*report_refusals(call, situation(pending_required=("Q-2",)))], "The report")
    assert [problem.where for problem in told.value.problems] == [
        "evidence_ids", "findings[0].evidence_ids", "findings[1].evidence_ids", "stage",
    ]  # fmt: skip
    assert "4 rules are broken" in told.value.message


def test_an_unknown_id_is_answered_with_those_that_there_are() -> None:
    (told,) = report_refusals(report(evidence_ids=("E-11",)), situation())
    assert told.problem.fix == "Give an id of this task, for example E-1, H-1, E-3, E-2, or leave it out."


def test_a_question_without_an_answer_is_no_answer() -> None:
    (told,) = report_refusals(report(answer_ids=("Q-2",)), situation())
    assert told.problem.why == "Q-2 is a question that nobody has answered (pending)"
    assert "silence is neither consent nor refusal" in told.problem.fix


def test_everything_that_is_cited_counts_once_and_in_order() -> None:
    call = report(
        evidence_ids=("E-2",),
        findings=(finding("cause", "E-1", "E-2"),),
        node_refs=({"node_id": "n", "evidence_ids": ("H-1",), "action_ids": ("A-1",)},),
        body="[E-1] [E-3] [Q-1] and [Q-1.1], [not this], [E-x], E-5",
    )
    cited = cited_by(call)
    assert cited.evidence_ids == ("E-2", "E-1", "H-1", "E-3")
    assert cited.answer_ids == ("Q-1", "Q-1.1")
    assert cited.action_ids == ("A-1",)
    assert answers_meant(RECORDS, cited.answer_ids) == ("Q-1.2", "Q-1.1")
    assert face_notes(cited, RECORDS) == (
        "It rests on made-up (synthetic) evidence: E-2.",
        "It cites what was corrected or withdrawn: E-3, Q-1.1.",
    )


def test_ids_are_found_in_text_of_any_language() -> None:
    assert cited_in_text("浊度升高[E-1],见[Q-12.3]。[E-1]") == ("E-1", "Q-12.3")


def test_a_gap_gathers_what_was_tried_until_something_closes_it() -> None:
    more = gap_after(DataGapGiven(gap_id="G-1", tried=("asked", "called")), GAP, "G-1")
    assert more == GAP.model_copy(update={"tried": ("asked", "called")})
    closed = gap_after(DataGapGiven(gap_id="G-1", closed_by="H-1"), more, "G-1")
    assert (closed.is_open, closed.closed_by, closed.tried) == (False, "H-1", ("asked", "called"))
