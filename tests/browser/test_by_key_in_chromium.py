"""Everything a pointer does is done by key as well: what is reached is seen, in order, and nothing traps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

STOP = """() => {
  let node = document.activeElement;
  while (node && node.shadowRoot && node.shadowRoot.activeElement) node = node.shadowRoot.activeElement;
  if (!node || node === document.body) return null;
  const box = node.getBoundingClientRect();
  const outer = node.getRootNode().host || node;
  let ringed = false, around = node;
  for (let step = 0; step < 4 && around instanceof Element; step += 1) {
    const style = getComputedStyle(around);
    if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) ringed = true;
    if (step < 2 && style.boxShadow !== "none") ringed = true;
    around = around.parentElement;
  }
  let shade = 1;
  for (around = node; around; around = around.parentElement || around.getRootNode().host)
    shade *= parseFloat(getComputedStyle(around).opacity);
  if (!node.dataset.stop) node.dataset.stop = String(document.querySelectorAll("*").length + Math.random());
  return {
    id: node.dataset.stop, tag: node.tagName.toLowerCase(),
    name: (node.getAttribute("aria-label") || node.innerText || node.title || "").trim(),
    inMain: Boolean(outer.closest("[data-testid=stMain]")) && node.tagName !== "MAIN",
    isRow: Boolean(node.closest("tr.action td.main")),
    ringed, shade, tabIndex: node.tabIndex, hasPlace: box.width > 3 && box.height > 3,
    isThere: box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight,
  };
}"""
ROWS = """() => {
  const found = (place) => [...place.querySelectorAll("*")].reduce((sum, node) =>
    sum + (node.matches("tr.action") && node.checkVisibility() ? 1 : 0)
      + (node.shadowRoot ? found(node.shadowRoot) : 0), 0);
  return found(document.querySelector("[data-testid=stMain]"));
}"""
PATHS = (
    "/",
    "/runs",
    "/cost?period=all",
    "/import_records?batch=1",
    "/connect",
    "/search?q=winter&period=all",
    "/run_compare",
    "/patterns",
    "/inbox",
    "/inbox?case=T-yellow-water",
)
VIEWS = (
    "run_summary",
    "run_transcript",
    "run_trace",
    "run_timeline",
    "run_topology",
    "run_cost",
    "run_checks",
    "run_workspace",
)


def stops(page: Page, most: int = 300) -> Iterator[dict[str, Any]]:
    """Press Tab from the top of the page to its end; yield what has the focus."""
    seen: set[str] = set()
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None or stop["id"] in seen:
            return
        seen.add(stop["id"])
        yield stop
    raise AssertionError(f"more than {most} stops")


def tab_to(page: Page, name: str, most: int = 120) -> None:
    """Press Tab until something of that name has the focus."""
    told = []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP) or {"name": "", "tag": "body"}
        told.append(stop["name"][:30])
        if name in stop["name"] and stop["tag"] != "main":
            return
    raise AssertionError(f"{name} is not reached, but {told}")


def walk(page: Page, path: str) -> None:
    """Walk a page from its first stop to its last."""
    page.wait_for_timeout(500)
    walked = list(stops(page))
    assert walked[0]["name"] == "Skip to main content", path
    for stop in walked:
        told = f"{path}: {stop}"
        assert stop["hasPlace"], f"reached and not seen, {told}"
        assert stop["isThere"], f"reached outside the window, {told}"
        assert stop["shade"] > 0.3, f"reached and faded out, {told}"
        assert stop["ringed"], f"the focus is not seen, {told}"
        assert stop["name"], f"reached and without a name, {told}"
        assert stop["tabIndex"] <= 0, f"out of its order, {told}"
    places = [stop["inMain"] for stop in walked]
    assert places == sorted(places), f"{path}: back from the content to the frame"
    assert sum(stop["isRow"] for stop in walked) == page.evaluate(ROWS), f"{path}: a row is not reached"


@pytest.mark.parametrize("width", [1440, 320])
def test_every_page_is_walked_by_key(watch: Callable, width: int) -> None:
    window = watch(width)
    for path in PATHS:
        walk(window.open(path), path)


@pytest.mark.parametrize("width", [1440, 320])
def test_every_view_of_a_run_is_walked_by_key(watch: Callable, width: int) -> None:
    window = watch(width)
    page = window.open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    expect(page.locator("nav.tabs")).to_be_visible()
    query = page.url.partition("?")[2]
    for view in VIEWS:
        walk(window.open(f"/{view}?{query}"), view)


def test_the_way_past_the_menu_leads_into_the_page(watch: Callable) -> None:
    page = watch().open("/runs")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    stop = page.evaluate(STOP)
    assert stop["inMain"] or stop["tag"] == "main", stop


def test_a_run_is_read_by_key_alone(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?q=oxygen")
    tab_to(page, "溶解氧报警规则")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    tab_to(page, "Timeline")
    page.keyboard.press("Enter")
    expect(page.locator("nav.tabs a.current")).to_have_text("Timeline")
    expect(page.locator("table[aria-label=Events] a", has_text="edit_file: rules").first).to_be_visible()
    tab_to(page, "edit_file: rules")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("What happened")
    reached = set()
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(STOP)["name"])
        assert page.evaluate("Boolean(document.activeElement.closest('[role=dialog]'))")
    assert "Close" in reached
    assert any(name.startswith("Copy") for name in reached)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("table[aria-label=Events] a", has_text="edit_file: rules").first).to_be_focused()
    assert window.complaints == []


def test_a_row_of_the_tree_opens_by_key_and_keeps_the_focus(watch: Callable) -> None:
    page = watch().open("/runs?q=oxygen")
    tab_to(page, "溶解氧报警规则")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    tab_to(page, "Trace")
    page.keyboard.press("Enter")
    expect(page.locator("nav.tabs a.current")).to_have_text("Trace")
    tab_to(page, "▸ ● 分析员")
    page.keyboard.press("Enter")
    expect(page.locator("tr.selected a.link")).to_be_focused()
    expect(page.locator("tr.selected a.link")).to_contain_text("▾ ● 分析员")


def test_what_a_click_in_a_picture_does_is_done_by_key(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    page.locator("nav.tabs a", has_text="Timeline").click()
    expect(page.locator("nav.tabs a.current")).to_have_text("Timeline")
    rows = page.locator("table[aria-label=Events] tbody tr")
    expect(rows.first).to_be_visible()
    everything = rows.count()
    tab_to(page, "As a table")
    page.keyboard.press("Enter")
    tab_to(page, "Coder")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("agent="))
    expect(rows).not_to_have_count(everything)
    expect(rows.first).to_be_visible()
    assert rows.count() < everything
    assert window.complaints == []


def test_a_stretch_of_time_is_chosen_and_left_by_key(watch: Callable) -> None:
    page = watch().open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    page.locator("nav.tabs a", has_text="Timeline").click()
    expect(page.locator("nav.tabs a.current")).to_have_text("Timeline")
    page.get_by_text("As a table").first.click()
    stretches = page.locator("table[aria-label='Stretches of time'] tbody tr")
    expect(stretches.first).to_be_visible()
    wide = stretches.count()
    stretches.nth(1).locator("a").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("since=.*until="))
    expect(page.locator("nav.pages a", has_text="Zoom out")).to_be_visible()
    page.locator("nav.pages a", has_text="Zoom out").focus()
    page.keyboard.press("Enter")
    expect(page.locator("nav.pages a", has_text="Later")).to_be_visible()
    page.locator("nav.pages a", has_text="Show the whole run").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("^((?!since=).)*$"))
    expect(stretches).to_have_count(wide)
