"""What pages read of cases, asked by function and over REST: the same answers."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from tests.faces.questions import by_function, by_rest, without_moments
from tests.pages.cases import full_case

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("list_evidence", {"origin": "synthetic"}),
    ("list_evidence_uses", {"evidence_id": "E-1"}),
    ("read_map", {"update": 1}),
    ("read_map", {}),
    ("list_map_updates", {}),
    ("list_presentations", {"after": 3}),
    ("list_what_was_so", {"kind": "evidence"}),
    ("list_what_was_done", {"newest": True, "limit": 2}),
    ("list_round_works", {}),
    ("list_report_revisions", {}),
    ("list_report_revisions", {"grave": True}),
    ("list_sign_offs", {}),
    ("list_sign_offs", {"report_revision": 1}),
    ("export_cases", {}),
]


@pytest.mark.parametrize(("name", "given"), ASKED)
def test_a_call_about_a_case_gives_what_its_function_gives(
    name: str, given: dict[str, Any], desk: Desk, rest: TestClient
) -> None:
    task_id = full_case(desk.store)
    key = {"task_ids": [task_id]} if name == "export_cases" else {"task_id": task_id}
    status, told = by_rest(rest, name, key | given)
    assert status == 200
    assert without_moments(told) == without_moments(by_function(desk, name, key | given))


def test_lists_of_a_case_hold_what_was_published(desk: Desk, rest: TestClient) -> None:
    task_id = full_case(desk.store)

    def ids(name: str, key: str, **given: Any) -> list[Any]:
        return [item[key] for item in by_rest(rest, name, {"task_id": task_id} | given)[1]["items"]]

    assert ids("list_evidence", "evidence_id") == ["E-1"]
    assert ids("list_evidence", "evidence_id", origin="real") == []
    assert ids("list_map_updates", "ordinal") == [1, 2]
    assert ids("list_report_revisions", "change_state") == ["told", "first"]
    nodes = by_rest(rest, "read_map", {"task_id": task_id, "update": 1})[1]["nodes"]
    assert len(nodes) == 5
    assert len(by_rest(rest, "read_map", {"task_id": task_id})[1]["nodes"]) == 6


def test_a_comparison_as_a_file_is_what_the_calls_give(desk: Desk, rest: TestClient) -> None:
    asked = {"task_id": full_case(desk.store), "before": 2, "after": 1}
    status, told = by_rest(rest, "export_report_comparison", asked | {"format": "json"})
    assert status == 200
    file = orjson.loads(told["text"])
    assert file["comparison"] == by_rest(rest, "compare_report_revisions", asked)[1]
    between = by_rest(rest, "read_between_revisions", asked)[1]
    assert without_moments(file["between"]) == without_moments(between)
    assert (file["as_of"], told["media_type"]) == (told["as_of"], "application/json")
    chinese = by_rest(rest, "export_report_comparison", asked | {"language": "zh"})[1]
    assert chinese["text"].startswith("# 有何变化：黄水投诉：12 户 Yellow water\n")
    assert chinese["file_name"] == "what-changed-r2-r1-黄水投诉-12-户-Yellow-water.md"
