"""A fact with a photo in a real browser: what is shown and saved are pixels and bytes, and nothing runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.case_desk import Publisher
from tests.browser.conftest import Watched
from tests.writing.hostile_files import HTML, photo, told_exif


def test_a_fact_is_stated_with_a_photo_and_read_back(
    watch: Callable[..., Watched], address: str, tmp_path: Path
) -> None:
    task_id = Publisher(address).begin("Is the meter still?")
    given = tmp_path / "<b>meter.jpg"
    given.write_bytes(photo(size=(1200, 900), exif=told_exif()) + HTML)
    window = watch(375, "dark")
    page = window.open_and_measure(f"/investigation_evidence?case={task_id}&write=statement")
    page.get_by_role("radio", name="I saw or measured it").click()
    page.wait_for_url("**known=seen**")
    page.get_by_role("textbox", name="What is so").fill("The meter stands still.")
    expect(page.get_by_text("Kept as your draft")).to_be_visible(timeout=20_000)
    page.locator("input[type=file]").set_input_files(given)
    page.get_by_role("button", name="Take its place").click(timeout=60_000)
    expect(page.get_by_role("textbox", name="Where")).to_have_value("31.23500, -121.46667", timeout=20_000)
    page.get_by_role("button", name="State it").click()
    page.wait_for_url("**piece=H-1**", timeout=60_000)
    small = page.get_by_alt_text("Picture that Local owner gave with H-1")
    expect(small).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Show the whole picture").click()
    whole = page.get_by_role("dialog").get_by_role("img")
    expect(whole).to_be_visible(timeout=30_000)
    assert whole.evaluate("one => [one.naturalWidth, one.naturalHeight]") == [900, 1200]
    page.keyboard.press("Escape")
    with page.expect_download(timeout=60_000) as saved:
        page.get_by_role("button", name="Save the file").click()
    kept = Path(saved.value.path()).read_bytes()
    assert kept.startswith(b"\xff\xd8\xff")
    assert not any(part in kept for part in (b"SECRET", b"Exif", b"<script"))
    assert window.complaints == []
