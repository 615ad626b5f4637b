"""A desk with sign-in in a process of its own, its provider, and windows of a real Chromium."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.error import URLError

import duckdb
import pytest
from playwright.sync_api import Browser, Page

from data_access.contracts.queries import TokenCall
from data_access.store.connection import Store
from data_access.writing.demo_data import load_demo
from data_access.writing.tokens import create_token
from tests.sign_in.provider import CLIENT_ID, CLIENT_SECRET, Provider, providing
from tests.sign_in.tls_proxy import proxied

COOKIE_SECRET = "a-secret-of-this-test-with-more-than-32-signs"
SETTINGS = """
role_claim = "groups"
sign_in_hours = 1

[roles]
readers = ["read"]
keepers = ["read", "publish", "decide", "operate"]

[people]
"kim@example.org" = ["readers"]
"subject-of-lee" = ["readers", "decide"]
"""
PEOPLE = {
    "ada": {"sub": "subject-of-ada", "name": "Ada Lovelace", "groups": ["keepers"], "sid": "1"},
    "bob": {"sub": "subject-of-bob", "name": "Bob", "groups": ["readers", "others"]},
    "kim": {"sub": "subject-of-kim", "name": "Kim", "email": "Kim@Example.org", "email_verified": True},
    "lee": {"sub": "subject-of-lee", "name": "李雷"},
    "eve": {"sub": "subject-of-eve", "name": "Eve", "email": "kim@example.org", "email_verified": False},
    "mallory": {"sub": "subject-of-mallory", "name": '<script>alert("x")</script> \u202e' + "王" * 10_240,
                "groups": ["operate", "keeper", {"keepers": 1}]},
}  # fmt: skip


@dataclass(frozen=True)
class GuardedDesk:
    """A running desk with sign-in."""

    address: str
    database: Path
    provider: Provider
    log: Path


@contextmanager
def guarded_desk(
    folder: Path, checkout: Path, provider: Provider, *flags: str, proxy: int | None = None
) -> Iterator[GuardedDesk]:
    """Serve a desk with sample data to people of `provider` until the block ends.

    With `proxy` people reach it over TLS on that port.
    """
    port = free_port()
    here, database = f"http://127.0.0.1:{port}", folder / "desk.duckdb"
    address = f"https://127.0.0.1:{proxy}" if proxy else here
    with Store.open(database) as store:
        load_demo(store, datetime.now(UTC))
        create_token(store, TokenCall(name="Ci", scopes=("read",)))
    (folder / "caseboard.toml").write_text(SETTINGS, "utf-8")
    section = {
        "redirect_uri": f"{address}/oauth2callback",
        "cookie_secret": COOKIE_SECRET,
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
        "server_metadata_url": provider.discovery,
    }
    lines = "\n".join(f"{name} = {json.dumps(value)}" for name, value in section.items())
    (folder / "secrets.toml").write_text(f"[auth]\n{lines}\n", "utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CASEBOARD_", "XDG_"))}
    environment = kept | {
        "CASEBOARD_DATABASE": str(database),
        "CASEBOARD_CONFIG": str(folder / "caseboard.toml"),
        "CASEBOARD_TIMEZONE": "UTC",
        "HOME": str(folder),
        "PYTHONPATH": str(checkout),
    }
    command = [sys.executable, "-m", "dashboard", "serve", "--port", str(port), "--json", *flags]
    log = folder / "desk.log"
    with (
        log.open("wb") as told,
        subprocess.Popen(command, env=environment, stdout=told, stderr=told) as server,
    ):
        try:
            wait_for(f"{here}/_stcore/health")
            with proxied(proxy, port, folder) if proxy else nullcontext():
                wait_for_door(proxy or port)
                yield GuardedDesk(address, database, provider, log)
        finally:
            server.terminate()
            server.wait(30)


def free_port() -> int:
    with socket.socket() as sought:
        sought.bind(("127.0.0.1", 0))
        return int(sought.getsockname()[1])


def wait_for(url: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise AssertionError(f"nothing answers at {url}")


def wait_for_door(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with socket.socket() as door:
            if door.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"nobody listens at {port}")


def change_log(database: Path) -> list[tuple]:
    """What the change log of a stopped desk says of people."""
    with duckdb.connect(str(database), read_only=True) as connection:
        return connection.execute(
            "SELECT principal_kind, principal_name, is_verified, face, action FROM audit "
            "WHERE face = 'page' ORDER BY audit_id"
        ).fetchall()


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    """A provider that knows six people."""
    with providing(PEOPLE) as provider:
        yield provider


@pytest.fixture(scope="module")
def desk(
    tmp_path_factory: pytest.TempPathFactory, checkout: Path, provider: Provider
) -> Iterator[GuardedDesk]:
    """A desk of the module's own."""
    with guarded_desk(tmp_path_factory.mktemp("guarded"), checkout, provider) as desk:
        yield desk


@pytest.fixture
def someone(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a browser of its own, which nobody has used: `someone(375, "dark")`."""
    contexts = []

    def opened(width: int = 1440, theme: str = "light") -> Page:
        size = {"width": width, "height": 900}
        context = browser.new_context(viewport=size, color_scheme=theme, ignore_https_errors=True)
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def sign_in(page: Page, address: str, person: str, path: str = "/") -> None:
    """Go to a page of the desk and sign in as `person`."""
    page.goto(address + path)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name=person, exact=True).click()
    page.wait_for_url(f"{address}/**")
