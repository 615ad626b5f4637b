"""The API document is true: what it allows is answered, what it does not is refused, and nothing breaks."""

from __future__ import annotations

import re
import runpy
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from dashboard.faces.calls import CALLS
from dashboard.faces.openapi import openapi_document, readable_page
from tests.faces.conftest import OWNER_SECRET

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis

DOCUMENT = schemathesis.openapi.from_dict(openapi_document())
HARMLESS = [call.name for call in CALLS if call.name not in {"verify", "doctor", "reprice"}]
OPERATIONS = DOCUMENT.include(operation_id=HARMLESS)


@OPERATIONS.parametrize()
@settings(
    max_examples=60,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
)
def test_nothing_that_can_be_asked_breaks_the_desk(case: Any, rest: TestClient) -> None:
    known = case.as_transport_kwargs()
    told = rest.request(
        known["method"],
        re.sub(r"^https?://[^/]+", "", known["url"]),
        params=known.get("params"),
        json=known.get("json"),
        content=known.get("data") if "json" not in known else None,
        headers={"authorization": f"Bearer {OWNER_SECRET}"},
    )
    assert told.status_code < 500, told.text
    if told.status_code >= 400:
        assert set(told.json()["error"]) - {"candidates"} == {"code", "message", "problems"}


def _case(rest: TestClient) -> str:
    """Open a case, which is a task that no log tells of, with two reports; asked again it is the same."""
    task_id: str = rest.post("/api/tasks", json={"request_id": "case", "title": "Yellow water"}).json()[
        "task_id"
    ]
    claim = rest.post(f"/api/tasks/{task_id}/claim", json={"request_id": "claim"}).json()
    held = {"lease_token": claim["lease_token"], "generation": claim["generation"]}
    for number in ("1", "2"):
        told = {
            "stage": "interim",
            "outcome": "undetermined",
            "title": number,
            "summary": number,
            "body": number,
        }
        report = held | told | {"request_id": f"report-{number}", "reason": "more"}
        assert rest.post(f"/api/tasks/{task_id}/reports", json=report).status_code == 200
    return task_id


@pytest.mark.parametrize("call", [call for call in CALLS if call.method == "GET"], ids=lambda call: call.name)
def test_answers_are_what_the_document_says(call: Any, rest: TestClient, as_owner: dict[str, str]) -> None:
    document = openapi_document()
    run = rest.get("/api/conversations?order=events").json()["items"][0]["conversation_key"]
    event = rest.get(f"/api/agents/visibility/events?conversation_id={run}&limit=1").json()["items"][0]
    values = {
        "conversation_id": "harbour" if "task_id" in call.takes.model_fields else run,
        "event_id": event["event_id"],
        "task_id": _case(rest) if call.path.startswith("/api/tasks/") else "t-both",
        "thread_id": "thread-1",
        "batch_id": 1,
        "beginning": run,
        "a": run,
        "b": "harbour",
        "q": "done",
        "by": "conversation",
        "keys": run,
        "evidence_id": "E-1",
        "audit_id": 1,
        "target": "git status && rm -rf build",
        "before": 1,
        "after": 2,
    }
    if call.name == "export_cases":
        values["task_ids"] = _case(rest)
    if call.name in {"read_import_job"}:
        pytest.skip("no import is on its way")
    if "thread_id" in call.takes.model_fields:
        values["conversation_id"] = "harbour"
    needed = [name for name, field in call.takes.model_fields.items() if field.is_required()]
    wanted = {*needed, *({"conversation_id"} & {*call.takes.model_fields} if "thread_id" in needed else ())}
    if call.name == "read_task_evidence":
        wanted.add("conversation_id")
    path = call.path.format_map(values)
    params = {name: values[name] for name in wanted if f"{{{name}}}" not in call.path}
    if call.name == "search":
        params["conversation_id"] = "harbour"
    if call.name in {"read_transcript", "find_in_transcript", "find_next_error"}:
        params = {name: value for name, value in params.items() if name != "conversation_id"}
    if call.name == "list_events":
        params = {"conversation_id": run}
    told = rest.get(path, params=params, headers=as_owner)
    assert told.status_code == 200, told.text
    given = document["paths"][call.path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    Draft202012Validator(given | {"components": document["components"]}).validate(told.json())


def test_the_readable_page_needs_nothing_from_elsewhere() -> None:
    page = readable_page()
    assert all(f'id="{call.name}"' in page for call in CALLS)
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="(?!#|/api/)[^"]*"', page) == []


def test_the_page_of_calls_is_current(checkout: Path) -> None:
    made = runpy.run_path(str(checkout / "docs" / "make_calls.py"))["calls_page"]()
    assert (checkout / "docs" / "calls.md").read_text("utf-8") == made, "run `make docs`"
