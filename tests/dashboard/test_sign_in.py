"""How people sign in is checked before a desk opens, names every slip, and never tells a secret."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dashboard.app import create_app
from dashboard.settings import Settings
from dashboard.sign_in import sign_in_of
from dashboard.way_back import keep_way_back, take_way_back
from data_access.contracts.sign_in import RoleRules
from data_access.errors import InvalidInput

SECRETS = {"cookie_secret": "cookie-secret-" + "x" * 32, "client_secret": "client-secret-of-the-desk"}
SECTION = SECRETS | {
    "redirect_uri": "https://desk.example.org/oauth2callback",
    "client_id": "the-desk",
    "server_metadata_url": "https://id.example.org/.well-known/openid-configuration",
}


def settings(folder: Path, section: dict | str, **others) -> Settings:
    file = folder / "secrets.toml"
    if isinstance(section, dict):
        section = "[auth]\n" + "\n".join(f"{name} = {json.dumps(value)}" for name, value in section.items())
    file.write_text(section, "utf-8")
    return Settings(sign_in=file, timezone="UTC", **others)


def test_a_desk_knows_its_provider_its_address_and_who_may_do_what(tmp_path: Path) -> None:
    told = settings(tmp_path, SECTION, role_claim="groups", roles={"r": ("read",)}, people={"a@b.c": ("r",)})
    sign_in = sign_in_of(told)
    assert sign_in is not None
    assert dict(sign_in.auth) == SECTION
    assert (sign_in.provider, sign_in.origin, sign_in.host) == (
        "id.example.org",
        "https://desk.example.org",
        "desk.example.org",
    )
    assert sign_in.rules == RoleRules(claim="groups", roles={"r": ("read",)}, people={"a@b.c": ("r",)})
    assert not any(secret in repr(sign_in) for secret in SECRETS.values())


def test_without_a_file_nobody_signs_in() -> None:
    assert sign_in_of(Settings()) is None


@pytest.mark.parametrize(
    ("change", "where", "why"),
    [
        ({"cookie_secret": ""}, "cookie_secret", "missing"),
        ({"client_secret": 5}, "client_secret", "missing"),
        ({"cookie_secret": "short-secret"}, "cookie_secret", "guessed"),
        ({"redirect_uri": "https://desk.example.org/"}, "redirect_uri", "no such address"),
        ({"redirect_uri": "https://u:p@desk.example.org/oauth2callback"}, "redirect_uri", "no such address"),
        ({"redirect_uri": "http://desk.example.org/oauth2callback"}, "redirect_uri", "read along"),
        ({"redirect_uri": "https://desk.example.org/oauth2callback?x=1"}, "redirect_uri", "no such address"),
        ({"server_metadata_url": "http://id.example.org/x"}, "server_metadata_url", "read along"),
        ({"server_metadata_url": "file:///etc/passwd"}, "server_metadata_url", "no address"),
        ({"expose_tokens": ["id"]}, "expose_tokens", "no meaning"),
        ({"client_kwargs": "x"}, "client_kwargs", "no table"),
    ],
)
def test_every_slip_is_named_with_its_place(tmp_path: Path, change: dict, where: str, why: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        sign_in_of(settings(tmp_path, SECTION | change))
    (problem,) = refused.value.problems
    assert problem.where == f"{tmp_path / 'secrets.toml'}: [auth] {where}"
    assert why in problem.why
    told = f"{refused.value.message} {refused.value.problems}"
    assert not any(secret in told for secret in (*SECRETS.values(), "short-secret"))


@pytest.mark.parametrize("text", ["", "[auth]", 'auth = "x"', '[auth]\nclient_secret = "half', "\x00"])
def test_a_file_without_the_section_or_without_sense_lets_no_desk_open(tmp_path: Path, text: str) -> None:
    told = settings(tmp_path, text)
    with pytest.raises(InvalidInput) as refused:
        create_app(told)
    assert "half" not in str(refused.value.problems)


def test_a_file_that_is_missing_lets_no_desk_open(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        create_app(Settings(sign_in=tmp_path / "none.toml"))


def test_a_sign_in_holds_for_its_hours_and_for_this_desk_only(tmp_path: Path) -> None:
    sign_in = sign_in_of(settings(tmp_path, SECTION, sign_in_hours=2))
    assert sign_in is not None
    issued_at = datetime(2026, 5, 1, 10, tzinfo=UTC)
    claims = {"iss": "i", "sub": "s", "iat": int(issued_at.timestamp()), "aud": "the-desk"}
    almost = issued_at + timedelta(hours=2, seconds=-1)
    assert sign_in.person(claims, almost) is not None
    assert sign_in.person(claims | {"aud": ["x", "the-desk"]}, almost) is not None
    assert sign_in.person(claims, issued_at + timedelta(hours=2)) is None
    for other in ({"aud": "another"}, {"aud": None}, {"aud": [["the-desk"]]}, {"sub": ""}):
        assert sign_in.person(claims | other, almost) is None


def test_a_way_back_is_taken_once_by_its_browser() -> None:
    keep_way_back("viewer-a", "runs", "q=1")
    keep_way_back("viewer-b", "cost", "x" * 5_000)
    assert (take_way_back("viewer-a"), take_way_back("viewer-a")) == ("/runs?q=1", "/")
    assert take_way_back("viewer-b") == "/cost"
    assert take_way_back("viewer-c") == "/"
