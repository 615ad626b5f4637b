"""Who sits at a browser: a typed name is kept, shown as text, and stands in the change log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

NAMES = {
    "Ada Lovelace": "Ada Lovelace",
    "王小明": "王小明",
    '<script>alert("x")</script> **b**': '<script>alert("x")</script> **b**',
    "\u202eadA\u202c": "adA",
}


def name_oneself(page: Page, name: str) -> None:
    page.get_by_role("button", name="Say who you are").or_(
        page.get_by_role("button", name="Change the name")
    ).press("Enter")
    field = page.get_by_role("textbox", name="Your name")
    expect(field).to_be_visible()
    field.fill(name)
    field.press("Enter")


@pytest.mark.parametrize(("typed", "shown"), NAMES.items())
def test_a_typed_name_is_kept_for_its_browser_and_shown_as_text(
    watch: Callable, typed: str, shown: str
) -> None:
    window, other = watch(), watch()
    page = window.open("/runs")
    name_oneself(page, typed)
    told = page.get_by_text(f"You are: {shown} (not verified)", exact=True)
    expect(told).to_be_visible()
    page.reload()
    expect(told).to_be_visible()
    expect(
        other.open("/runs").get_by_text("You are: whoever uses this machine (not verified)")
    ).to_be_visible()
    assert window.complaints == []


@pytest.mark.parametrize("width", [375, 320])
def test_a_name_can_be_typed_on_a_narrow_screen(watch: Callable, width: int) -> None:
    window = watch(width)
    page = window.open("/runs?lang=zh")
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_role("button", name="填写您的名字").click()
    field = page.get_by_role("textbox", name="您的名字")
    field.fill("王小明")
    box = field.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    page.get_by_role("button", name="保存").click()
    expect(page.get_by_text("您是：王小明（未核实）", exact=True)).to_be_visible()
    assert window.complaints == []
