"""What one may not do stays disabled with the reason beside it, and is refused inside the writing as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dashboard import desk_session
from dashboard.current_desk import Desk
from dashboard.parts import sign_in, you
from dashboard.settings import Settings
from dashboard.sign_in import SignIn
from data_access.contracts.principal import Principal, Scope
from data_access.contracts.sign_in import RoleRules
from data_access.errors import PermissionDenied
from data_access.rules.sign_in_roles import person_signed_in
from data_access.store.connection import Store
from data_access.writing.demo_data import load_demo, remove_demo
from data_access.writing.remove_batch import remove_batch

SIGN_IN = SignIn(
    auth={"client_id": "the-desk"},
    provider="id.example.org",
    origin="http://127.0.0.1:8501",
    rules=RoleRules(),
    longest=timedelta(hours=12),
)
ELSEWHERE = "This is done on the machine the desk runs on."
NEEDS = "Ask whoever looks after this desk for the role: {}."


@pytest.fixture
def demo_store(fresh_store: Store) -> Store:
    load_demo(fresh_store, datetime.now(UTC))
    return fresh_store


@pytest.fixture
def acting_with(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Principal]:
    """Let somebody with these scopes sit at the browser."""

    def acting(*scopes: Scope) -> Principal:
        who = Principal(kind="person", id="p", name="P", scopes=frozenset(scopes), is_verified=False)
        # Not `viewer`: pages that are loaded meanwhile would keep the stand-in for every later test.
        monkeypatch.setattr(desk_session, "viewer_told", lambda _headers, _name=None: who)
        return who

    return acting


def test_whoever_only_reads_sees_every_write_disabled_with_the_reason(
    open_page: Callable, demo_store: Store, acting_with: Callable
) -> None:
    acting_with("read", "decide")
    opened = open_page(demo_store, "import_records", batch="1")
    assert not opened.run.exception
    off = {button.key: (button.disabled, button.help) for button in opened.run.button}
    for key in ("remove-demo", "import-by-path", "import-upload"):
        assert off[key] == (True, ELSEWHERE)
    assert "import-path" not in [field.key for field in opened.run.text_input]
    assert opened.text().count(ELSEWHERE) >= 2


def test_on_a_desk_with_sign_in_the_reason_names_the_role(
    open_page: Callable, demo_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = person_signed_in(
        {"iss": "i", "sub": "s", "iat": datetime.now(UTC).timestamp(), "groups": "readers"},
        RoleRules(claim="groups", roles={"readers": ("read",)}),
        longest=timedelta(hours=1),
    )
    for module in (desk_session, sign_in, you):
        monkeypatch.setattr(module, "signed_in", lambda: reader)
    desk = Desk(Settings(timezone="UTC"), demo_store, sign_in=SIGN_IN)
    opened = open_page(demo_store, "import_records", desk=desk)
    assert NEEDS.format("look after the desk") in opened.text()
    assert NEEDS.format("publish and send logs") in opened.text()
    connect = open_page(demo_store, "connect", desk=desk).text()
    assert NEEDS.format("look after the desk") in connect
    assert "must show a token" in connect, "programs too, on a desk with sign-in"


def test_whoever_publishes_uploads_and_names_no_place_of_this_machine(
    open_page: Callable, demo_store: Store, acting_with: Callable
) -> None:
    acting_with("read", "publish")
    opened = open_page(demo_store, "import_records")
    assert [one.key for one in opened.run.get("file_uploader")] == ["import-files"]
    assert opened.run.button(key="import-by-path").disabled


def test_what_lies_on_this_machine_is_told_only_to_whoever_may_load_it(
    open_page: Callable, fresh_store: Store, acting_with: Callable, log_file: Callable
) -> None:
    folder = log_file("hello").parent.parent
    desk = Desk(Settings(timezone="UTC", import_roots=(folder,)), fresh_store)
    acting_with("read")
    for page in ("overview", "import_records"):
        told = open_page(fresh_store, page, desk=desk)
        assert not told.run.exception
        assert str(folder) not in told.text()
        assert "whoever looks after the desk" in told.text()


def test_a_write_is_refused_whatever_a_page_shows(demo_store: Store, acting_with: Callable) -> None:
    reader = acting_with("read", "publish", "decide")
    with pytest.raises(PermissionDenied):
        remove_batch(demo_store, 1, principal=reader, face="page")
    with pytest.raises(PermissionDenied):
        remove_demo(demo_store, principal=reader, face="page")


@pytest.mark.parametrize("page", ["overview", "runs", "connect", "import_records", "search"])
def test_before_sign_in_a_page_asks_the_store_for_nothing(
    open_page: Callable, tmp_path: Path, page: str
) -> None:
    closed = Store.open(tmp_path / "desk.duckdb")
    closed.close()
    desk = Desk(Settings(timezone="UTC"), closed, sign_in=SIGN_IN)
    opened = open_page(closed, page, desk=desk, q="x")
    assert not opened.run.exception
    assert [button.key for button in opened.run.button] == ["sign-in-button"]
    assert opened.kinds() == ["heading", "hint", "remember"]


def test_a_page_that_forgot_to_ask_gets_no_store_before_sign_in(fresh_store: Store) -> None:
    from dashboard.current_desk import set_desk

    set_desk(replace(Desk(Settings(timezone="UTC"), fresh_store), sign_in=SIGN_IN))
    try:
        for ask in (desk_session.store, desk_session.changes):
            with pytest.raises(PermissionDenied):
                ask()
        with pytest.raises(PermissionDenied):
            desk_session.read(load_demo)
    finally:
        set_desk(None)
