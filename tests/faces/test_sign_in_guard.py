"""What stands beside the pages of a desk with sign-in is for whoever has one of the scopes it needs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from dashboard.faces import sign_in_guard
from dashboard.faces.sign_in_guard import SignInGuard
from data_access.contracts.principal import Scope
from data_access.contracts.sign_in import SignedInPerson
from data_access.store.connection import Store


@pytest.mark.parametrize(
    ("scopes", "media", "upload"),
    [
        ((), 403, 403),
        (("read",), 200, 403),
        (("read", "publish"), 200, 200),
        (("read", "decide"), 200, 200),
        (("operate",), 403, 403),
    ],
)
def test_files_are_uploaded_by_whoever_publishes_or_decides(
    monkeypatch: pytest.MonkeyPatch, fresh_store: Store, scopes: tuple[Scope, ...], media: int, upload: int
) -> None:
    now = datetime.now(UTC)
    person = SignedInPerson(
        person_id="person-1", sign_in_id="s", name="Wang", email=None, email_is_confirmed=False, subject="1",
        scopes=frozenset(scopes), signed_in_at=now, ends_at=now + timedelta(hours=1),
    )  # fmt: skip
    monkeypatch.setattr(SignInGuard, "_person", lambda _self, _scope: person)
    monkeypatch.setattr(sign_in_guard, "current_store", lambda: fresh_store)
    routes = [Route("/{rest:path}", lambda _request: PlainTextResponse("ok"), methods=["GET", "PUT"])]
    asking = TestClient(SignInGuard(Starlette(routes=routes), sign_in=object()))  # type: ignore[arg-type]
    assert asking.get("/media/x.jpg").status_code == media
    assert asking.put("/_stcore/upload_file/s/f", content=b"x").status_code == upload
    assert asking.get("/runs").status_code == 200
