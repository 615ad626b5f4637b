"""The smaller rules of cases: leases, evidence, questions, actions, facts, presentations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from data_access.contracts import case_calls as case
from data_access.contracts.evidence import GeoData, GeoFeature, SeriesData, SeriesPoint, TableData
from data_access.errors import CaseRefused, LeaseLost, StaleGeneration, TaskCancelled
from data_access.rules.citations import KnownRecord, KnownRecords
from data_access.rules.evidence import evidence_refusals
from data_access.rules.human_facts import fact_refusals, own_refusals, relay_refusals
from data_access.rules.leases import LeaseHolder, check_lease
from data_access.rules.presentations import Showable, presentation_refusals
from data_access.rules.questions import AskedBefore, action_refusals, question_refusals

NOW = datetime(2026, 5, 1, 8, tzinfo=UTC)
ROUND = {"request_id": "r", "task_id": "T", "lease_token": "l", "generation": 1}
RECORDS = KnownRecords(
    {
        "E-1": KnownRecord("evidence", "E-1", "valid", "real", False, None),
        "E-2": KnownRecord("evidence", "E-2", "corrected", "real", False, None),
        "E-3": KnownRecord("evidence", "E-3", "withdrawn", "real", False, None),
    }
)


def codes(refusals: Any) -> list[str]:
    told = list(refusals)
    assert all(one.problem.where and one.problem.why and one.problem.fix for one in told)
    return [one.rule.code for one in told]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, None),
        ({"status": "cancelled", "given_generation": 7}, TaskCancelled),
        ({"given_generation": 2}, StaleGeneration),
        ({"generation": 2, "holder": None}, StaleGeneration),
        ({"holder": None}, LeaseLost),
        ({"round_id": "R-2"}, LeaseLost),
        ({"round_id": None, "status": "queued"}, LeaseLost),
    ],
)
def test_a_lease_is_refused_for_the_first_reason_that_holds(
    given: dict[str, Any], expected: type[CaseRefused] | None
) -> None:
    values: dict[str, Any] = {
        "task_id": "T", "status": "running", "generation": 1, "round_id": "R-1", "given_generation": 1,
        "holder": LeaseHolder("R-1", None, None),
    }  # fmt: skip
    if expected is None:
        check_lease(**(values | given))
        return
    with pytest.raises(expected):
        check_lease(**(values | given))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, []),
        ({"is_truncated": True}, ["reason_missing"]),
        ({"is_truncated": True, "truncation": "first 10"}, []),
        ({"window_from": NOW, "window_until": NOW}, ["window_invalid"]),
        ({"corrects": "E-1", "correction_reason": "Wrong unit."}, []),
        ({"corrects": "E-1"}, ["reason_missing"]),
        ({"corrects": "E-2", "correction_reason": "x"}, ["not_correctable"]),
        ({"corrects": "E-3", "correction_reason": "x"}, ["not_correctable"]),
        ({"corrects": "E-9", "correction_reason": "x"}, ["unknown_reference"]),
    ],
)
def test_evidence_says_what_was_cut_and_what_it_corrects(given: dict[str, Any], expected: list[str]) -> None:
    call = case.PublishEvidenceCall(**ROUND, title="t", source_kind="document", source="s", **given)
    assert codes(evidence_refusals(call, RECORDS)) == expected


BEFORE = [
    AskedBefore("Q-1", "Is the valve open?", "declined", None),
    AskedBefore("Q-2", "Which colour?", "pending", None),
    AskedBefore("Q-3", "Since when?", "answered", None),
    AskedBefore("Q-4", "How far?", "superseded", "Q-5"),
]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, []),
        ({"prompt": "is the VALVE  open"}, ["asked_again"]),
        ({"prompt": "Ｗhich colour？"}, ["asked_again"]),
        ({"prompt": "Since when?"}, []),
        ({"prompt": "Is the valve open?", "supersedes": "Q-1", "supersede_reason": "New photo."}, []),
        ({"supersedes": "Q-2", "supersede_reason": "Clearer."}, []),
        ({"supersedes": "Q-2"}, ["reason_missing"]),
        ({"supersedes": "Q-4", "supersede_reason": "x"}, ["not_superseded"]),
        ({"supersedes": "Q-9", "supersede_reason": "x"}, ["unknown_reference"]),
        ({"expires_at": NOW}, ["expiry_passed"]),
        ({"due_at": NOW - timedelta(days=1)}, []),
        ({"fields": ({"name": "a", "label": "A"}, {"name": "a", "label": "B"})}, ["duplicate_id"]),
        ({"fields": ({"name": "a", "label": "A", "kind": "choice"},)}, ["reason_missing"]),
        ({"fields": ({"name": "a", "label": "A", "options": ("x",)},)}, ["reason_missing"]),
    ],
)
def test_a_question_respects_what_was_asked_before(given: dict[str, Any], expected: list[str]) -> None:
    call = case.AskTaskUserCall(**(ROUND | {"prompt": "Anything else?", "why": "w"} | given))
    assert codes(question_refusals(call, BEFORE, NOW)) == expected


@pytest.mark.parametrize(
    ("given", "has_report", "closing", "expected"),
    [
        ({}, True, None, []),
        ({}, False, None, ["action_before_report"]),
        ({}, False, 1, ["action_before_report"]),
        ({}, True, 2, ["action_after_final"]),
        ({"evidence_ids": ("E-9",)}, True, None, ["unknown_reference"]),
        ({"expires_at": NOW}, True, None, ["expiry_passed"]),
    ],
)
def test_an_action_stands_between_a_report_and_the_final_one(
    given: dict[str, Any], has_report: bool, closing: int | None, expected: list[str]
) -> None:
    call = case.ProposeActionCall(**ROUND, kind="work_order", title="t", description="d", reason="r", **given)
    told = action_refusals(
        call, has_report=has_report, closing_revision=closing, generation=1, records=RECORDS, now=NOW
    )
    assert codes(told) == expected


STATED = {"kind": "statement", "known_by": "seen", "statement": "The water is yellow."}
RELAYED = STATED | {"person": "Wang", "quote": "It is yellow.", "message_id": "m-1"}
MEASURED = RELAYED | {
    "kind": "measurement",
    "point": "P1",
    "parameter": "turbidity",
    "value": 0.3,
    "unit": "NTU",
}


@pytest.mark.parametrize(
    ("given", "is_relayed", "missing"),
    [
        (STATED, False, []),
        (STATED, True, ["person", "quote", "message_id"]),
        (RELAYED, True, []),
        (RELAYED | {"statement": None}, True, ["statement"]),
        (RELAYED | {"known_by": "told"}, True, ["told_by"]),
        (MEASURED, True, []),
        (MEASURED | {"value": None, "unit": None}, True, ["value", "unit"]),
        (MEASURED | {"value": 0.0}, True, []),
    ],
)
def test_a_fact_has_what_makes_it_one(given: dict[str, Any], is_relayed: bool, missing: list[str]) -> None:
    call = case.AddHumanEvidenceCall(request_id="r", task_id="T", **given)
    refusals = [
        *fact_refusals(call, NOW),
        *(relay_refusals(call) if is_relayed else own_refusals(call, "Li")),
    ]
    assert [one.problem.where for one in refusals] == missing


def series(name: str, *, unit: str = "NTU", window: bool = True, state: str = "valid") -> Showable:
    data = SeriesData(
        kind="series", parameter="turbidity", unit=unit, points=(SeriesPoint(at=NOW, value=1.0),)
    )
    until = NOW + timedelta(days=1)
    return Showable(name, name, state, NOW if window else None, until if window else None, data)


SHOWN = {
    "E-1": series("E-1"),
    "E-2": series("E-2"),
    "E-3": series("E-3", unit="mg/L"),
    "E-4": series("E-4", window=False),
    "E-5": Showable("E-5", "E-5", "valid", None, None, GeoData(kind="geo", features=(
        GeoFeature(name="p", geometry="point", coordinates=((120.0, 30.0),)),
    ))),
    "E-6": Showable("E-6", "E-6", "valid", None, None, None),
    "E-7": series("E-7", state="withdrawn"),
    "E-8": Showable("E-8", "E-8", "valid", None, None, TableData(kind="table", columns=({"name": "a"},),
    rows=((1,),))),
}  # fmt: skip
PLACE = {"kind": "map", "longitude": 120.0, "latitude": 30.0}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (PLACE, []),
        (PLACE | {"zoom": 12}, []),
        ({"kind": "map"}, ["not_presentable", "not_presentable"]),
        (PLACE | {"evidence_ids": ("E-1",)}, ["not_presentable"]),
        ({"kind": "chart", "chart_kind": "line", "evidence_ids": ("E-1",)}, []),
        ({"kind": "chart", "chart_kind": "bar", "evidence_ids": ("E-8",)}, []),
        ({"kind": "chart", "evidence_ids": ("E-1",)}, ["not_presentable"]),
        ({"kind": "chart", "chart_kind": "line", "evidence_ids": ("E-5",)}, ["not_presentable"]),
        ({"kind": "chart", "chart_kind": "line", "evidence_ids": ("E-6",)}, ["not_presentable"]),
        ({"kind": "chart", "chart_kind": "line", "evidence_ids": ("E-7",)}, ["not_presentable"]),
        ({"kind": "chart", "chart_kind": "line", "evidence_ids": ("E-9",)}, ["unknown_reference"]),
        ({"kind": "chart", "chart_kind": "comparison", "evidence_ids": ("E-1", "E-2")}, []),
        ({"kind": "chart", "chart_kind": "comparison", "evidence_ids": ("E-1",)}, ["not_presentable"]),
        ({"kind": "chart", "chart_kind": "comparison", "evidence_ids": ("E-1", "E-3")}, ["not_presentable"]),
        ({"kind": "chart", "chart_kind": "comparison", "evidence_ids": ("E-1", "E-4")}, ["not_presentable"]),
        (
            {"kind": "chart", "chart_kind": "comparison", "evidence_ids": ("E-1", "E-8")},
            ["not_presentable"] * 2,
        ),
        ({"kind": "overlay", "evidence_ids": ("E-5",)}, []),
        ({"kind": "overlay"}, ["not_presentable"]),
        ({"kind": "overlay", "evidence_ids": ("E-1",)}, ["not_presentable"]),
        ({"kind": "overlay", "evidence_ids": ("E-5",), "zoom": 3}, ["not_presentable"]),
        ({"kind": "overlay", "evidence_ids": ("E-5", "E-5")}, ["not_presentable"]),
    ],
)
def test_only_what_can_be_shown_is_recorded(given: dict[str, Any], expected: list[str]) -> None:
    own = ROUND | {"request_id": "7d2b51e4-06b9-4a4c-9a0f-3f2f5f3c1d10", "title": "t"}
    call = case.PublishPresentationCall(**(own | given))
    assert codes(presentation_refusals(call, SHOWN)) == expected
