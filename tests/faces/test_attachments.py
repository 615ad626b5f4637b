"""Files of facts over REST: the same refusals as everywhere, bodies bounded, bytes only for saving."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from dashboard.faces.body_limit import LARGEST_ATTACHMENT
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER
from tests.faces.questions import by_function, by_rest
from tests.writing.hostile_files import INERT, REFUSED, photo


@pytest.fixture
def task_id(desk: Desk) -> str:
    return by_function(desk, "create_task", {"request_id": "facts", "title": "T"}, LOCAL_AGENT)["task_id"]


def given(task_id: str, name: str, content: bytes) -> dict[str, Any]:
    coded = base64.b64encode(content).decode()
    return {"request_id": f"{name}-{len(content)}", "task_id": task_id, "name": name, "content": coded}


def test_hostile_files_are_refused_alike_by_function_and_rest(
    desk: Desk, rest: TestClient, as_owner: dict[str, str], task_id: str
) -> None:
    for what, name, content in REFUSED:
        asked = given(task_id, name, content)
        status, told = by_rest(rest, "add_attachment", asked, as_owner)
        assert (status, told["error"]["code"]) == (422, "attachment_refused"), what
        if content and not content.startswith((b"\xff\xd8", b"\x89PNG")):  # decoding twice takes long
            assert told == by_function(desk, "add_attachment", asked, LOCAL_OWNER), what
    status, told = by_rest(rest, "add_attachment", given(task_id, "a.jpg", b"") | {"content": "~"}, as_owner)
    assert (status, told["error"]["problems"][0]["why"]) == (422, "it is no base64")


def test_what_is_kept_is_given_for_saving_and_never_run(
    rest: TestClient, as_owner: dict[str, str], task_id: str
) -> None:
    for what, name, content, kind in INERT:
        status, kept = by_rest(rest, "add_attachment", given(task_id, name, content), as_owner)
        assert status == 200, what
        address = f"/api/attachments/{task_id}/{kept['attachment_hash']}"
        told = rest.get(address)
        shown = kind if kind in ("image/jpeg", "image/png") else "application/octet-stream"
        assert told.headers["content-type"] == shown
        assert told.headers["x-content-type-options"] == "nosniff"
        assert told.headers["content-disposition"].startswith('attachment; filename="')
        assert not set("<>/\\\r\n") & set(told.headers["content-disposition"]), what
        if shown == "application/octet-stream":
            assert told.content == content
        else:
            assert rest.get(f"{address}?small=true").headers["content-type"] == "image/jpeg"
    _, listed = by_rest(rest, "list_attachments", {"task_id": task_id})
    hashes = {one["attachment_hash"] for one in listed["items"]}
    assert listed["total"] == len(hashes) >= 7, "the same pixels are one file"
    assert all(one["is_here"] for one in listed["items"])


def test_whoever_may_not_read_or_decide_gets_nothing(
    desk: Desk, rest: TestClient, as_owner: dict[str, str], task_id: str
) -> None:
    asked = given(task_id, "a.jpg", photo())
    assert by_rest(rest, "add_attachment", asked)[0] == 403
    _, kept = by_rest(rest, "add_attachment", asked, as_owner)
    address = f"/api/attachments/{task_id}/{kept['attachment_hash']}"
    assert rest.get(address, headers={"authorization": "Bearer wrong"}).status_code == 401
    assert rest.get(address, headers={"origin": "https://elsewhere.example"}).status_code == 421
    for other in (
        f"/api/attachments/{task_id}/{'0' * 64}",
        f"/api/attachments/none/{kept['attachment_hash']}",
    ):
        assert rest.get(other).json()["error"]["code"] == "not_found"
    for no_hash in ("etc", "..%2f..%2fdesk.duckdb", "0" * 63):
        assert rest.get(f"/api/attachments/{task_id}/{no_hash}").status_code in (400, 404)
    assert rest.post(address, json={}).status_code == 405


def test_a_body_beyond_the_bound_is_refused_also_in_pieces(
    rest: TestClient, as_owner: dict[str, str], task_id: str
) -> None:
    def pieces() -> Iterator[bytes]:
        yield json.dumps(given(task_id, "film.mp4", b"")).encode()[:-2]
        for _ in range(LARGEST_ATTACHMENT // 2**20 + 1):
            yield b"A" * 2**20

    headers = as_owner | {"content-type": "application/json"}
    told = rest.post("/api/attachments", content=pieces(), headers=headers)
    assert (told.status_code, told.json()["error"]["code"]) == (413, "body_too_large")
    told = rest.post("/api/attachments", content=b"", headers=headers | {"content-length": str(2**30)})
    assert told.status_code == 413
    just_over = given(task_id, "film.mp4", b"\0\0\0\x20ftypisom" + bytes(20 * 2**20))
    status, told = by_rest(rest, "add_attachment", just_over, as_owner)
    assert status in (400, 413), told
