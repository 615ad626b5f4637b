"""Commands beside a running desk go through it, as its owner, and the secret ends with it."""

from __future__ import annotations

import json
import os
import stat
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard.settings import Settings
from data_access.store.desk_address import address_file, address_left, desk_of
from tests.faces.running_desk import Running, running


@pytest.fixture(scope="module")
def served(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("beside") / "desk.duckdb", checkout) as desk:
        yield desk


def test_a_whole_round_of_commands_goes_through_the_desk(served: Running, tree: Path, tmp_path: Path) -> None:
    report = json.loads(served.command("import", tree, "--json").stdout)
    assert report["total"]["rejected"] == 0
    assert report["total"]["events"] > 100
    again = json.loads(served.command("import", tree, "--json").stdout)
    assert again["total"]["rows_written"] == 0
    runs = json.loads(served.command("runs", "--json").stdout)
    first = runs["items"][0]["conversation_id"]
    assert json.loads(served.command("agents", first[:8], "--json").stdout)["total"] >= 1
    assert json.loads(served.command("events", first, "--limit", 3, "--json").stdout)["truncated"]
    assert json.loads(served.command("cost", "--by", "model", "--json").stdout)["groups"]
    for command in (
        ("export", tmp_path / "export"),
        ("backup", tmp_path / "copy.duckdb"),
        ("verify",),
        ("doctor",),
        ("reprice",),
    ):
        done = served.command(*command)
        assert (done.returncode, done.stderr) == (0, ""), command
    assert (tmp_path / "export" / "manifest.json").exists()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("import", "nothing/here"), "source_not_found"),
        (("agents", "no-such-run"), "not_found"),
        (("runs", "--limit", "0"), "invalid_input"),
        (("backup", "no/folder/copy.duckdb"), "target_invalid"),
        (("token", "revoke", "agent-0"), "not_found"),
        (("token", "create", "--name", "A", "--scope", "decide"), "invalid_input"),
        (("token", "create", "--name", "A", "--scope", "rule"), "invalid_input"),
    ],
)
def test_the_desk_says_no_as_the_database_would(
    served: Running, caseboard, command: tuple[str, ...], code: str
) -> None:
    done = served.command(*command, "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (1, code)
    if command[0] == "token":
        caseboard("token", "create", "--name", "First")
    here = caseboard(*command, "--json")
    if here.document["error"]["code"] != "store_missing":
        assert here.document["error"]["code"] == code


def test_the_address_file_is_the_owners_alone_and_ends_with_the_desk(checkout: Path, tmp_path: Path) -> None:
    database = tmp_path / "desk.duckdb"
    with running(database, checkout) as desk:
        file = address_file(database)
        assert os.name == "nt" or stat.S_IMODE(file.stat().st_mode) == 0o600
        secret = desk_of(database).secret
        assert secret
    assert not file.exists()
    with running(database, checkout) as desk:
        request = urllib.request.Request(
            f"{desk.address}/api/desk", headers={"authorization": f"Bearer {secret}"}
        )
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(request)


def test_a_stale_address_file_hinders_nobody(caseboard, home: Path, tree: Path) -> None:
    database = home / "desk.duckdb"
    with address_left(database, os.getpid(), "http://127.0.0.1:9", "a-secret"):
        assert caseboard("import", tree).code == 0
        assert caseboard("runs").code == 0


@pytest.mark.skipif(os.name == "nt", reason="there the folder keeps others out")
def test_a_secret_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    database = tmp_path / "desk.duckdb"
    with address_left(database, os.getpid(), "http://127.0.0.1:9", "a-secret"):
        address_file(database).chmod(0o644)
        assert desk_of(database).secret is None


def test_tokens_are_made_listed_and_ended(caseboard) -> None:
    made = caseboard(
        "token", "create", "--name", "Kim", "--kind", "person", "--scope", "read,decide", "--json"
    ).document
    assert made["token"].startswith("cb_")
    assert made["scopes"] == ["read", "decide"]
    listed = caseboard("token", "list", "--json")
    assert made["token"] not in listed.out
    assert [one["token_id"] for one in listed.document["items"]] == [made["token_id"]]
    assert caseboard("token", "revoke", made["token_id"]).code == 0
    assert caseboard("token", "list", "--json").document["items"][0]["revoked_at"] is not None
    shown = caseboard("token", "create", "--name", "Ci", "--expires", "2099-01-01")
    assert shown.out.startswith("cb_")
    assert len(shown.out.split()) == 1


def test_a_desk_without_tokens_is_not_opened_to_other_machines(caseboard) -> None:
    refused = caseboard("serve", "--host", "0.0.0.0", "--port", "0" if os.name == "nt" else "18517", "--json")
    assert (refused.code, refused.document["error"]["code"]) == (1, "no_tokens")


SECTION = """
[auth]
redirect_uri = "https://desk.example.org/oauth2callback"
cookie_secret = "a-secret-of-this-test-with-more-than-32-signs"
client_id = "the-desk"
client_secret = "client-secret"
server_metadata_url = "https://id.example.org/.well-known/openid-configuration"
"""


@pytest.mark.parametrize(
    ("flags", "variables"), [(("--host", "0.0.0.0"), {}), ((), {"CASEBOARD_TRUSTED_PROXIES": "127.0.0.1"})]
)
def test_pages_are_opened_to_other_machines_only_with_sign_in_or_when_somebody_says_so(
    caseboard, home: Path, monkeypatch: pytest.MonkeyPatch, flags: tuple, variables: dict
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    serve = ("serve", *flags, "--port", "18519", "--json")
    both = caseboard(*serve).document["error"]
    assert both["code"] == "no_tokens"
    assert len(both["problems"]) == 2
    assert caseboard("token", "create", "--name", "Ci").code == 0
    refused = caseboard(*serve).document["error"]
    assert refused["code"] == "no_sign_in"
    assert "--let-anybody-in" in refused["problems"][0]["fix"]

    opened: list[Settings] = []
    monkeypatch.setattr("dashboard.serve.serve", lambda settings, **_others: opened.append(settings))
    assert caseboard(*serve, "--let-anybody-in").code == 0
    (home / "secrets.toml").write_text(SECTION, "utf-8")
    assert caseboard(*serve, "--sign-in", home / "secrets.toml").code == 0
    assert [(one.let_anybody_in, one.sign_in) for one in opened] == [
        (True, None),
        (False, home / "secrets.toml"),
    ]


def test_the_demo_asks_nobody_who_they_are(caseboard, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Settings] = []
    monkeypatch.setattr("dashboard.serve.serve", lambda settings, **_others: opened.append(settings))
    monkeypatch.setenv("CASEBOARD_SIGN_IN", str(home / "secrets.toml"))
    (home / "secrets.toml").write_text(SECTION, "utf-8")
    assert caseboard("demo", "--database", home / "demo.duckdb", "--port", "18520", "--json").code == 0
    assert [one.sign_in for one in opened] == [None]


def test_a_desk_whose_sign_in_is_half_set_up_does_not_open(caseboard, home: Path) -> None:
    (home / "secrets.toml").write_text(SECTION.replace("cookie_secret", "cookie_sekret"), "utf-8")
    refused = caseboard("serve", "--sign-in", home / "secrets.toml", "--port", "18519", "--json")
    assert (refused.code, refused.document["error"]["code"]) == (1, "invalid_input")
    assert len(refused.document["error"]["problems"]) == 2
    assert "a-secret-of" not in refused.out + refused.err
