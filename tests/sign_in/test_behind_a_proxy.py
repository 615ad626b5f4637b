"""Behind a proxy with TLS people sign in, with cookies nobody else can plant; a trusted one is believed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import expect

from data_access.contracts.queries import TokenCall
from data_access.store.connection import Store
from data_access.writing.tokens import create_token
from tests.faces.running_desk import running
from tests.sign_in.conftest import free_port, guarded_desk, sign_in
from tests.sign_in.provider import Provider

TRUSTED = ("--trusted-proxy", "127.0.0.1")
FORWARDED = {"x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https"}


def test_people_sign_in_through_a_proxy_with_cookies_of_this_host_alone(
    tmp_path: Path, checkout: Path, provider: Provider, someone: Callable
) -> None:
    page = someone()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    with guarded_desk(tmp_path, checkout, provider, *TRUSTED, proxy=free_port()) as desk:
        sign_in(page, desk.address, "ada", "/runs?order=cost")
        expect(page.get_by_text("Tide tables drift").first).to_be_visible()
        expect(page).to_have_url(f"{desk.address}/runs?order=cost")
        kept = {cookie["name"]: cookie for cookie in page.context.cookies(desk.address)}
        assert {"__Host-_streamlit_user", "__Host-caseboard_viewer"} <= kept.keys()
        assert not {"_streamlit_user", "caseboard_viewer"} & kept.keys()
        assert all(
            kept[name]["httpOnly"] and kept[name]["secure"] for name in kept if name.startswith("__Host")
        )
        planted = {"name": "_streamlit_user", "value": kept["__Host-_streamlit_user"]["value"]}
        page.context.clear_cookies(name="__Host-_streamlit_user")
        page.context.add_cookies([planted | {"url": desk.address}])
        page.goto(f"{desk.address}/runs")
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert complaints == []


@pytest.mark.parametrize("trusted", [True, False])
def test_the_word_of_a_proxy_counts_when_the_settings_name_it(
    tmp_path: Path, checkout: Path, trusted: bool
) -> None:
    database = tmp_path / "desk.duckdb"
    with Store.open(database) as store:
        create_token(store, TokenCall(name="Ci", scopes=("read",)))
    flags = (*TRUSTED, "--let-anybody-in") if trusted else ()
    with running(database, checkout, *flags) as desk, httpx2.Client(base_url=desk.address) as asking:
        given = asking.get("/", headers=FORWARDED).headers["set-cookie"]
        assert given.startswith("__Host-caseboard_viewer=" if trusted else "caseboard_viewer=")
        assert ("; Secure" in given) == trusted
        upload = asking.put("/_stcore/upload_file/s/f", headers=FORWARDED, content=b"x")
        assert upload.status_code == 403, "whoever comes through a proxy is not of this machine"
