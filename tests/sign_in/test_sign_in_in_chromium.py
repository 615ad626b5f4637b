"""People sign in through a real provider in a real browser: who sees what, how long, and nothing before."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest
from joserfc.jwk import RSAKey
from playwright.sync_api import Page, expect

from tests.sign_in.conftest import COOKIE_SECRET, GuardedDesk, change_log, guarded_desk, sign_in
from tests.sign_in.provider import CLIENT_SECRET, Provider

A_RUN = "Tide tables drift"
TOOLS = ("Import", "Connect")


@pytest.fixture(autouse=True)
def honest(provider: Provider) -> Iterator[None]:
    """Leave the provider as it was."""
    yield
    provider.signing_key, provider.token_seconds, provider.is_down = None, 300, False


def heard(page: Page) -> list[bytes]:
    """Collect all that the desk sends over the page's connection."""
    frames: list[bytes] = []

    def hear(frame: bytes | str) -> None:
        frames.append(frame if isinstance(frame, bytes) else frame.encode())

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return frames


def is_at_the_door(page: Page) -> None:
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.get_by_text(A_RUN)).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/runs", "/cost", "/connect", "/import_records", "/search?q=tide"])
def test_nothing_of_a_page_reaches_a_browser_before_sign_in(
    desk: GuardedDesk, someone: Callable, path: str
) -> None:
    page = someone()
    frames = heard(page)
    page.goto(desk.address + path)
    is_at_the_door(page)
    page.wait_for_timeout(3500)  # longer than a page waits before it looks for changes
    told = b"".join(frames)
    assert len(told) > 500
    for word in (b"Tide", b"harbour", b"desk.duckdb", b"Sample data", b"claude-"):
        assert word not in told


def test_an_address_is_kept_through_sign_in(desk: GuardedDesk, someone: Callable) -> None:
    page = someone()
    sign_in(page, desk.address, "ada", "/runs?order=cost&q=tide&q2=%E7%8E%8B&lang=en")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page).to_have_url(f"{desk.address}/runs?order=cost&q=tide&q2=%E7%8E%8B&lang=en")
    expect(page.get_by_text("Signed in: Ada Lovelace")).to_be_visible()


@pytest.mark.parametrize(("person", "shown"), [("bob", "Bob"), ("kim", "Kim"), ("lee", "李雷")])
def test_a_role_from_the_claim_or_from_the_list_lets_people_read(
    desk: GuardedDesk, someone: Callable, person: str, shown: str
) -> None:
    page = someone()
    sign_in(page, desk.address, person, "/runs")
    expect(page.get_by_text(A_RUN).first).to_be_visible()
    expect(page.get_by_text(f"Signed in: {shown}")).to_be_visible()


@pytest.mark.parametrize("person", ["eve", "mallory"])
@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (375, "dark")])
def test_whoever_has_no_role_is_told_what_to_ask_for(
    desk: GuardedDesk, someone: Callable, person: str, width: int, theme: str
) -> None:
    page = someone(width, theme)
    frames = heard(page)
    page.on("dialog", lambda _dialog: pytest.fail("a name became a script"))
    sign_in(page, desk.address, person, "/runs")
    expect(page.get_by_role("heading", name="You may not read this desk yet")).to_be_visible()
    expect(page.get_by_text(f'"subject-of-{person}" = ["read"]')).to_be_visible()
    expect(page.get_by_text("has not confirmed this e-mail")).to_have_count(int(person == "eve"))
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width
    assert b"Tide" not in b"".join(frames)
    page.get_by_role("button", name="Sign out").click()
    is_at_the_door(page)


def test_two_people_with_different_roles_are_told_apart_at_once(desk: GuardedDesk, someone: Callable) -> None:
    keeper, reader = someone(), someone()
    sign_in(keeper, desk.address, "ada", "/connect")
    sign_in(reader, desk.address, "bob", "/connect")
    for _ in range(2):
        expect(keeper.locator("summary", has_text="Create a token")).to_be_visible()
        expect(reader.get_by_text("Signed in: Bob")).to_be_visible()
        expect(reader.locator("summary", has_text="Create a token")).to_have_count(0)
        keeper.reload()
        reader.reload()


def test_signing_out_ends_every_tab_and_every_copy_of_the_cookie(
    desk: GuardedDesk, someone: Callable, provider: Provider
) -> None:
    page, thief = someone(), someone()
    sign_in(page, desk.address, "ada", "/runs")
    other = page.context.new_page()
    other.goto(f"{desk.address}/runs")
    expect(other.get_by_text(A_RUN).first).to_be_visible()
    thief.context.add_cookies(page.context.cookies())
    thief.goto(f"{desk.address}/runs")
    expect(thief.get_by_text(A_RUN).first).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    is_at_the_door(page)
    is_at_the_door(other)
    is_at_the_door(thief)
    thief.reload()
    is_at_the_door(thief)
    assert provider.signed_out[-1]["client_id"] == "the-desk"
    assert {cookie["name"] for cookie in page.context.cookies()} & {"_streamlit_user"} == set()
    sign_in(page, desk.address, "ada", "/runs")
    expect(page.get_by_text(A_RUN).first).to_be_visible()


def test_a_sign_in_that_is_over_gives_way_to_the_door_and_comes_back(
    desk: GuardedDesk, someone: Callable, provider: Provider
) -> None:
    page = someone()
    provider.people["old"] = {"sub": "old", "groups": ["keepers"], "iat": int(time.time()) - 3600 + 12}
    sign_in(page, desk.address, "old", "/runs?order=cost")
    expect(page.get_by_text(A_RUN).first).to_be_visible()
    expect(page.get_by_text("Your sign-in has ended")).to_be_visible()
    is_at_the_door(page)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="bob", exact=True).click()
    expect(page.get_by_text(A_RUN).first).to_be_visible()
    expect(page).to_have_url(f"{desk.address}/runs?order=cost")


def test_whoever_calls_it_off_comes_back_and_is_told(desk: GuardedDesk, someone: Callable) -> None:
    page = someone()
    sign_in(page, desk.address, "nobody", "/runs?order=cost")
    expect(page.get_by_text("Nobody signed in")).to_be_visible()
    is_at_the_door(page)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="bob", exact=True).click()
    expect(page.get_by_text(A_RUN).first).to_be_visible()
    expect(page).to_have_url(f"{desk.address}/runs?order=cost")


def test_a_provider_that_is_down_leaves_people_at_the_door_and_says_so(
    desk: GuardedDesk, someone: Callable, provider: Provider
) -> None:
    page = someone()
    provider.is_down = True
    page.goto(f"{desk.address}/runs?order=cost")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Nobody signed in")).to_be_visible()
    is_at_the_door(page)
    provider.is_down = False
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="bob", exact=True).click()
    expect(page.get_by_text(A_RUN).first).to_be_visible()
    expect(page).to_have_url(f"{desk.address}/runs?order=cost")


@pytest.mark.parametrize("fault", ["foreign key", "expired", "other client", "other issuer", "no nonce"])
def test_a_token_that_is_not_of_the_provider_for_this_desk_now_lets_nobody_in(
    desk: GuardedDesk, someone: Callable, provider: Provider, fault: str
) -> None:
    wrong = {
        "other client": {"aud": "x"},
        "other issuer": {"iss": "https://evil.example"},
        "no nonce": {"nonce": "x"},
    }
    provider.people["forged"] = {"sub": "f", "groups": ["keepers"]} | wrong.get(fault, {})
    provider.signing_key = RSAKey.generate_key(2048, {"kid": "one"}) if fault == "foreign key" else None
    provider.token_seconds = -600 if fault == "expired" else 300
    page = someone()
    sign_in(page, desk.address, "forged", "/runs")
    expect(page.get_by_text("Nobody signed in")).to_be_visible()
    is_at_the_door(page)


def test_an_answer_of_the_provider_serves_once_and_only_the_browser_that_asked(
    desk: GuardedDesk, someone: Callable
) -> None:
    page, victim = someone(), someone()
    answers: list[str] = []
    callback = f"{desk.address}/oauth2callback"
    page.on("request", lambda asked: answers.append(asked.url) if asked.url.startswith(callback) else None)
    sign_in(page, desk.address, "bob", "/runs")
    expect(page.get_by_text(A_RUN).first).to_be_visible()
    for browser in (victim, page):
        browser.context.clear_cookies(name="_streamlit_user")
        browser.goto(answers[0])
        is_at_the_door(browser)


def test_a_planted_cookie_lets_nobody_in(desk: GuardedDesk, someone: Callable) -> None:
    from itsdangerous import URLSafeTimedSerializer

    claims = (
        f'{{"is_logged_in": true, "origin": "{desk.address}", "aud": "the-desk", "groups": ["keepers"], '
        f'"sub": "x", "iss": "x", "iat": {int(time.time())}}}'
    )
    planted = URLSafeTimedSerializer("another-secret", salt="_streamlit_user").dumps(claims)
    page = someone()
    page.context.add_cookies([{"name": "_streamlit_user", "value": planted, "url": desk.address}])
    page.goto(f"{desk.address}/runs")
    is_at_the_door(page)


def test_files_and_uploads_beside_the_pages_are_for_whoever_signed_in(
    desk: GuardedDesk, someone: Callable
) -> None:
    page = someone()
    asked = ["/media/x.csv", "/_stcore/metrics", "/_stcore/upload_file/s/f"]
    with httpx2.Client(base_url=desk.address) as nobody:
        for path in asked:
            answer = nobody.get(path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign_in_required")
        assert nobody.put(asked[2], content=b"x").status_code == 401
        assert nobody.get("/api/conversations").status_code == 401, "programs show a token"
        assert nobody.get("/auth/logout", headers={"sec-fetch-site": "cross-site"}).status_code == 421
    sign_in(page, desk.address, "mallory", "/runs")
    expect(page.get_by_role("heading", name="You may not read this desk yet")).to_be_visible()
    assert page.request.get(f"{desk.address}/media/x.csv").status == 403
    page.context.clear_cookies()
    sign_in(page, desk.address, "bob", "/runs")
    expect(page.get_by_text(A_RUN).first).to_be_visible()
    assert page.request.get(f"{desk.address}/media/x.csv").status == 404
    assert page.request.get(f"{desk.address}/_stcore/metrics").status == 200


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (375, "dark"), (320, "light")])
def test_the_door_fits_and_speaks_both_languages_by_keyboard(
    desk: GuardedDesk, someone: Callable, width: int, theme: str
) -> None:
    page = someone(width, theme)
    page.goto(f"{desk.address}/runs?lang=zh")
    button = page.get_by_role("button", name="登录")
    expect(button).to_be_visible()
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width
    page.get_by_role("radio", name="English").or_(page.get_by_role("button", name="English")).first.click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    page.get_by_role("button", name="Sign in").press("Enter")
    page.get_by_role("link", name="bob", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Runs")).to_be_visible()
    expect(page).to_have_url(f"{desk.address}/runs?lang=en")


def test_the_change_log_names_people_and_no_secret_is_written_anywhere(
    tmp_path: Path, checkout: Path, provider: Provider, someone: Callable
) -> None:
    page = someone()
    with guarded_desk(tmp_path, checkout, provider) as own:
        sign_in(page, own.address, "ada", "/connect")
        page.locator("summary", has_text="Create a token").click()
        page.get_by_role("textbox", name="Name").fill("Build")
        page.get_by_role("textbox", name="Name").press("Enter")
        page.locator(".st-key-create-token button").click()
        expect(page.get_by_text("The token of Build")).to_be_visible()
        page.get_by_role("button", name="Sign out").click()
        is_at_the_door(page)
    who = ("person", "Ada Lovelace", True, "page")
    assert change_log(own.database) == [(*who, action) for action in ("sign_in", "create_token", "sign_out")]
    told = own.log.read_bytes()
    for secret in (CLIENT_SECRET, COOKIE_SECRET):
        assert secret.encode() not in told
        assert secret.encode() not in own.database.read_bytes()


def test_a_reader_sees_what_needs_another_role_disabled_with_the_reason(
    desk: GuardedDesk, someone: Callable
) -> None:
    page = someone(375, "dark")
    sign_in(page, desk.address, "bob", "/import_records")
    expect(page.get_by_role("heading", name="Import", exact=True)).to_be_visible()
    for key in ("remove-demo", "import-by-path", "import-upload"):
        expect(page.locator(f".st-key-{key} button").first).to_be_disabled()
    expect(page.get_by_text("for the role: look after the desk").first).to_be_visible()
    assert page.request.put(f"{desk.address}/_stcore/upload_file/s/f", data=b"x").status == 403
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 375
