"""Who may speak to the desk: a local program before the first token, then whoever shows one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from data_access.contracts.principal import Principal
from data_access.contracts.queries import TokenCall
from data_access.errors import InvalidInput, PermissionDenied
from data_access.reading.tokens import principal_of, tokens
from data_access.store.connection import Store
from data_access.writing.tokens import create_token, revoke_token


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def code(client: TestClient, path: str = "/api/desk", **options: object) -> tuple[int, str]:
    told = client.get(path, **options)  # type: ignore[arg-type]
    return told.status_code, told.json().get("error", {}).get("code", "")


def given(desk: Desk, *scopes: str, **more: object) -> str:
    assert desk.store is not None
    return create_token(desk.store, TokenCall(name="Pat", scopes=scopes or ("read",), **more)).token  # type: ignore[arg-type]


def test_before_the_first_token_a_local_program_reads_and_publishes_and_no_more(rest: TestClient) -> None:
    told = rest.get("/api/desk").json()
    assert (told["you"], told["your_scopes"]) == ("Local program", ["read", "publish"])
    assert code(rest, "/api/tokens") == (403, "permission_denied")


def test_the_first_token_closes_the_open_door(desk: Desk, rest: TestClient) -> None:
    token = given(desk)
    assert code(rest) == (401, "token_required")
    assert "Bearer" in rest.get("/api/desk").headers["www-authenticate"]
    assert rest.get("/api/desk", headers=bearer(token)).json()["you"] == "Pat"


def test_revoking_the_last_token_does_not_open_the_door_again(desk: Desk, rest: TestClient) -> None:
    token = given(desk)
    assert desk.store is not None
    for _ in range(2):
        revoke_token(desk.store, tokens(desk.store).items[0].token_id)
    assert code(rest, headers=bearer(token)) == (401, "token_invalid")
    assert code(rest) == (401, "token_required")


@pytest.mark.parametrize("shown", ["Bearer nothing", "Bearer ", "Basic YTpi", "nothing", "Bearer \u00e9"])
def test_a_wrong_token_is_refused(rest: TestClient, shown: str) -> None:
    headers = {"authorization": shown.encode("latin-1")}
    assert code(rest, headers=headers) == (401, "token_invalid")


def test_an_expired_token_is_refused(desk: Desk, rest: TestClient) -> None:
    soon = datetime.now(UTC) + timedelta(milliseconds=50)
    token = given(desk, expires_at=soon)
    while datetime.now(UTC) <= soon:
        pass
    assert code(rest, headers=bearer(token)) == (401, "token_expired")


def test_a_token_does_what_its_scopes_allow(desk: Desk, rest: TestClient) -> None:
    publisher, operator = given(desk, "publish"), given(desk, "operate", kind="person")
    assert code(rest, headers=bearer(publisher)) == (403, "permission_denied")
    assert code(rest, "/api/tokens", headers=bearer(operator)) == (200, "")
    refused = rest.post(
        "/api/tokens", json={"name": "More", "scopes": ["read"]}, headers=bearer(operator)
    ).json()
    assert refused["error"]["code"] == "permission_denied"
    assert rest.post("/api/backup", json={"target": "/x"}, headers=bearer(operator)).status_code == 403


def test_a_token_is_kept_as_a_hash_and_told_in_the_change_log(fresh_store: Store) -> None:
    issued = create_token(fresh_store, TokenCall(name="Pat", scopes=("publish", "read")))
    with fresh_store.reading() as cursor:
        kept = cursor.execute("SELECT * FROM token, principal, audit").fetchall()
    assert issued.token not in str(kept)
    assert [row for row in kept if "create_token" in row]
    assert principal_of(fresh_store, issued.token, datetime.now(UTC)) == Principal(
        kind="agent", id=issued.token_id, name="Pat", scopes=frozenset({"read", "publish"}), is_verified=True
    )


def test_only_a_person_is_let_to_decide(fresh_store: Store) -> None:
    with pytest.raises(InvalidInput):
        create_token(fresh_store, TokenCall(name="A", scopes=("decide",)))
    assert create_token(fresh_store, TokenCall(name="A", kind="person", scopes=("decide",))).scopes == (
        "decide",
    )


def test_nobody_without_operate_gives_tokens(fresh_store: Store) -> None:
    agent = Principal(kind="agent", id="a", name="A", scopes=frozenset({"read"}), is_verified=True)
    with pytest.raises(PermissionDenied):
        create_token(fresh_store, TokenCall(name="B", scopes=("read",)), principal=agent)


def test_a_program_of_another_machine_shows_a_token_always(desk: Desk, rest: TestClient) -> None:
    far = TestClient(rest.app, base_url="http://localhost", client=("192.0.2.7", 5000))
    assert code(far) == (401, "token_required")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"host": "evil.example"},
    ],
)
def test_a_page_of_another_host_gets_nothing(rest: TestClient, headers: dict[str, str]) -> None:
    assert code(rest, headers=headers) == (421, "foreign_host")


def test_no_answer_invites_other_pages(rest: TestClient) -> None:
    told = rest.get("/api/desk", headers={"origin": "http://localhost:8501"})
    assert told.status_code == 200
    assert not [name for name in told.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/api/health", "/api/version", "/api/openapi.json", "/api/docs"])
def test_what_says_nothing_of_the_runs_is_open(desk: Desk, rest: TestClient, path: str) -> None:
    given(desk)
    assert rest.get(path).status_code == 200


@pytest.mark.parametrize(
    ("path", "megabytes"), [("/api/tokens", 10), ("/mcp", 10), ("/api/uploads/part", 20), ("/v1/traces", 20)]
)
def test_more_than_an_address_takes_is_refused_counted_or_announced(
    rest: TestClient, as_owner: dict[str, str], path: str, megabytes: int
) -> None:
    headers = as_owner | {"content-type": "application/json"}

    def chunks() -> Iterator[bytes]:
        for _ in range(megabytes):
            yield b" " * 2**20

    for content in (b" " * (megabytes * 2**20), chunks()):
        told = rest.post(path, content=content, headers=headers)
        # The receiver of traces says no in the words of OTLP, where 8 is RESOURCE_EXHAUSTED.
        code = told.json()["code"] if path == "/v1/traces" else told.json()["error"]["code"]
        assert (told.status_code, code) == (413, 8 if path == "/v1/traces" else "body_too_large")
