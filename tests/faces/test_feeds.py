"""The feeds: valid, escaped, behind the same door as the API, and quick to say that nothing is new."""

from __future__ import annotations

import base64
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from dashboard.faces.calls import BY_NAME
from data_access.contracts.queries import TokenCall
from data_access.reading.inbox import inbox
from data_access.writing.tokens import create_token
from tests.faces.questions import by_rest
from tests.faces.test_people_calls import case_of_people
from tests.writing.cases import Agent

JSON, ATOM = "/api/inbox.json", "/api/inbox.atom"
SPACE = {"a": "http://www.w3.org/2005/Atom"}
HOSTILE = "]]></title><script>alert(1)</script> & \x00\x08\ufffe\u202e{{x}} ![x](https://evil.example/x.png)"


def atom(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{{{SPACE['a']}}}feed"
    return root


def check_json_feed(told: dict[str, Any]) -> None:
    """Check what JSON Feed 1.1 requires."""
    assert told["version"] == "https://jsonfeed.org/version/1.1"
    assert told["title"]
    ids = [item["id"] for item in told["items"]]
    assert len(set(ids)) == len(ids)
    for item in told["items"]:
        assert isinstance(item["id"], str)
        assert "content_text" in item or "content_html" in item
        assert datetime.fromisoformat(item["date_published"]).tzinfo is not None
        assert item["url"].startswith("http://127.0.0.1:8501/")


def check_atom(root: ElementTree.Element) -> None:
    """Check what RFC 4287 requires of a feed and of its entries."""
    for place in (root, *root.findall("a:entry", SPACE)):
        for name in ("id", "title", "updated"):
            assert len(place.findall(f"a:{name}", SPACE)) == 1, name
        assert datetime.fromisoformat(place.findtext("a:updated", "", SPACE)).tzinfo is not None
    assert root.findtext("a:author/a:name", "", SPACE)
    assert root.find("a:link[@rel='self']", SPACE) is not None
    ids = [one.text for one in root.findall("a:entry/a:id", SPACE)]
    assert len(set(ids)) == len(ids)


def test_both_tell_what_waits_and_what_happened_and_nothing_twice(desk: Desk, rest: TestClient) -> None:
    case_of_people(desk)
    assert desk.store is not None
    told = rest.get(JSON)
    assert told.headers["content-type"] == "application/feed+json"
    check_json_feed(told.json())
    root = atom(rest.get(ATOM).text)
    check_atom(root)
    items = told.json()["items"]
    assert [one.text for one in root.findall("a:entry/a:title", SPACE)] == [one["title"] for one in items]
    assert [one.text for one in root.findall("a:entry/a:id", SPACE)] == [one["id"] for one in items]
    waiting = [item for item in items if "waits/" in item["id"]]
    assert len(waiting) == inbox(desk.store).total
    titles = [item["title"] for item in items]
    assert titles.count("Waits: Question: One?") == 1
    assert "Asked: One?" not in titles
    assert "Asked: Two?" in titles, "it is answered, so it waits no more"
    assert "Answered: Two?" in titles
    assert items == sorted(
        items, key=lambda item: datetime.fromisoformat(item["date_published"]), reverse=True
    )


def test_hostile_text_is_text(desk: Desk, rest: TestClient) -> None:
    assert desk.store is not None
    agent = Agent(desk.store)
    agent.ask(agent.claim(agent.create(title=HOSTILE).task_id), prompt=HOSTILE, why=HOSTILE)
    text = rest.get(ATOM).text
    check_atom(atom(text))
    assert "<script" not in text
    for item in rest.get(JSON).json()["items"]:
        assert "\x00" not in item["title"]
        assert "content_html" not in item
        assert "\u202e" not in item["title"] + item["content_text"]


def test_an_empty_desk_has_a_valid_empty_feed(rest: TestClient) -> None:
    assert rest.get(JSON).json()["items"] == []
    check_json_feed(rest.get(JSON).json())
    check_atom(atom(rest.get(ATOM).text))


@pytest.mark.parametrize("path", [JSON, ATOM])
def test_nothing_new_is_said_in_few_bytes(desk: Desk, rest: TestClient, path: str) -> None:
    case_of_people(desk)
    first = rest.get(path)
    again = rest.get(path, headers={"if-none-match": f'"other", W/{first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    case_of_people(desk)
    moved = rest.get(path, headers={"if-none-match": first.headers["etag"]})
    assert moved.status_code == 200
    assert moved.headers["etag"] != first.headers["etag"]
    assert rest.get(path, params={"lang": "zh"}).headers["etag"] != moved.headers["etag"]


@pytest.mark.parametrize("path", [JSON, ATOM])
def test_a_reader_shows_its_token_as_a_header_or_as_a_password(
    desk: Desk, rest: TestClient, path: str
) -> None:
    assert desk.store is not None
    reader = create_token(desk.store, TokenCall(name="Reader", scopes=("read",))).token
    writer = create_token(desk.store, TokenCall(name="Writer", scopes=("publish",))).token

    def basic(password: str) -> dict[str, str]:
        return {"authorization": "Basic " + base64.b64encode(f"feed:{password}".encode()).decode()}

    assert rest.get(path, headers={"authorization": f"Bearer {reader}"}).status_code == 200
    assert rest.get(path, headers=basic(reader)).status_code == 200
    assert rest.get(path, headers=basic(writer)).status_code == 403
    for shown in (
        {},
        basic("wrong"),
        basic(""),
        {"authorization": "Basic %%%"},
        {"authorization": "Digest x"},
    ):
        refused = rest.get(path, headers=shown)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith("Basic ")
    elsewhere = rest.get("/api/desk", headers=basic(reader))
    assert elsewhere.status_code == 401
    assert elsewhere.headers["www-authenticate"].startswith("Bearer ")


def test_what_no_feed_takes_is_refused(rest: TestClient) -> None:
    for query in ({"lang": "tlh"}, {"since": "2026-05-01T00:00:00Z"}):
        refused = rest.get(JSON, params=query)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid_input")
    assert rest.post(JSON, json={}).status_code == 404


def test_happenings_are_listed_by_kind_and_cut_with_a_word(desk: Desk, rest: TestClient) -> None:
    case_of_people(desk)
    _, told = by_rest(rest, "list_case_happenings", {"kind": ["question_asked", "question_answered"]})
    assert [one["kind"] for one in told["items"]] == ["question_answered", "question_asked", "question_asked"]
    _, cut = by_rest(rest, "list_case_happenings", {"limit": 1})
    assert cut["truncated"]
    assert cut["total"] > 1
    assert BY_NAME["read_digest"].scope == "read"
