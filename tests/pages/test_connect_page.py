"""The page Connect: what to paste, tokens shown once, who may give them, what arrived from whom."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.queries import TokenCall
from data_access.reading.tokens import principal_of, tokens
from data_access.rules.token_hash import TOKEN_BEGINS
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.tokens import create_token

READER = TokenCall(name="Build agent", scopes=("read",))


def shown(opened) -> list[str]:
    return [block.value for block in opened.run.code]


def test_the_snippets_carry_the_address_and_no_token_before_there_is_one(
    open_page: Callable, fresh_store: Store
) -> None:
    texts = shown(open_page(fresh_store, "connect"))
    assert "claude mcp add --transport http caseboard http://127.0.0.1:8501/mcp" in texts
    assert "caseboard import --follow ~/.claude/projects" in texts
    assert not any("YOUR_TOKEN" in text for text in texts)


@pytest.mark.parametrize("client", ["claude_code", "codex", "opencode", "curl"])
def test_once_there_is_a_token_the_snippets_have_a_place_for_it(
    client: str, open_page: Callable, fresh_store: Store
) -> None:
    create_token(fresh_store, READER)
    assert "YOUR_TOKEN" in "\n".join(shown(open_page(fresh_store, "connect", client=client)))


def test_a_token_is_shown_until_it_is_hidden_and_never_again(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "connect")
    opened.run.text_input(key="token-name").set_value("Build agent").run()
    opened.run.button(key="create-token").click().run()
    assert not opened.run.exception
    [token] = [text for text in shown(opened) if text.startswith(TOKEN_BEGINS)]
    assert principal_of(fresh_store, token, datetime.now(UTC)).scopes == {"read", "publish"}
    opened.run.run()
    assert token in shown(opened)
    opened.run.button(key="hide-token").click().run()
    assert token not in shown(opened)
    assert token not in "\n".join(shown(open_page(fresh_store, "connect")))


def test_a_token_that_would_end_before_it_begins_is_refused(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "connect")
    opened.run.text_input(key="token-name").set_value("Late").run()
    opened.run.date_input(key="token-expires").set_value(datetime(2020, 1, 1)).run()
    opened.run.button(key="create-token").click().run()
    notes = [piece for piece in opened.pieces if piece["kind"] == "note" and piece["tone"] == "failed"]
    assert [note["title"] for note in notes] == ["No token was given"]
    assert tokens(fresh_store).total == 0


def test_a_token_is_ended_from_the_page(open_page: Callable, fresh_store: Store) -> None:
    create_token(fresh_store, READER)
    opened = open_page(fresh_store, "connect")
    opened.run.button(key="revoke-token").click().run()
    assert not opened.run.exception
    assert [one.revoked_at is not None for one in tokens(fresh_store).items] == [True]
    assert "revoked" in opened.text()


def test_a_viewer_from_elsewhere_sees_no_tokens_and_no_paths(
    open_page: Callable, fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dashboard import desk_session

    create_token(fresh_store, READER)
    monkeypatch.setattr(desk_session, "viewer_told", lambda _headers, _name=None: LOCAL_AGENT)
    opened = open_page(fresh_store, "connect")
    assert "Build agent" not in opened.text()
    assert not opened.run.button
    assert any(text.startswith("caseboard import --to ") for text in shown(opened))


def test_what_arrived_is_listed_by_who_brought_it(
    open_page: Callable, fresh_store: Store, log_file: Callable
) -> None:
    call = ImportCall(paths=(str(log_file("hello")),), machine="build-7", person="Kim")
    import_records(fresh_store, call, principal=LOCAL_AGENT, needs="publish")
    rows = [
        piece
        for piece in open_page(fresh_store, "connect").pieces
        if piece.get("label", "").startswith("What")
    ]
    first = rows[0]["rows"][0]
    told = [cell["text"] if isinstance(cell, dict) else cell for cell in first["cells"]]
    assert told == ["A program of this machine", "build-7", "Kim", "1", "2", "2", "0", "just now"]
    assert first["href"].startswith("./import_records?batch=")
