"""What only a real browser shows: no complaint, no foreign request, no sideways scroll, links that hold."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

import orjson
import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

HOSTILE = '<script>alert("x")</script> ![x](https://evil.example/x.png) ```mermaid graph TD```'
SHOWN_WITHIN = 6.0
"""Seconds after which an open page shows what was imported."""
QUIET_PAGE = 2.0
"""Seconds in which a quiet machine opens a page; what it takes longer, twice, is forgiven."""
PATHS = (
    "/",
    "/runs",
    "/patterns",
    "/patterns?view=reliability",
    "/patterns?view=outliers&lang=zh",
    "/patterns?view=calls&kind=tool",
    "/cost?period=all",
    "/workspaces",
    "/agent_operations",
    "/agent_operations?view=refusals&lang=zh",
    "/agent_operations?view=additions",
    "/import_records?batch=1",
    "/connect",
    "/change_log",
    "/run_summary",
    "/search?q=winter&period=all",
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


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (375, "dark")])
def test_every_page_is_calm(watch: Callable, width: int, theme: str) -> None:
    window = watch(width, theme)
    for path in PATHS:
        window.open_and_measure(path)
    assert window.complaints == []


@pytest.mark.parametrize(("width", "theme"), [(1440, "dark"), (375, "light")])
def test_every_view_of_a_run_is_calm(watch: Callable, width: int, theme: str) -> None:
    window = watch(width, theme)
    page = window.open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    expect(page.locator("nav.tabs")).to_be_visible()
    query = page.url.partition("?")[2]
    for view in VIEWS:
        window.open_and_measure(f"/{view}?{query}")
    assert window.complaints == []


def test_a_page_that_is_still_read_shows_a_shape_and_no_figures(watch: Callable) -> None:
    window = watch()
    window.page.add_init_script(
        """window.seen = {}; new MutationObserver(() => {
          if (document.querySelector("[data-testid=stSkeleton]")) window.seen.shape = true;
        }).observe(document, { childList: true, subtree: true });"""
    )
    page = window.open("/patterns")
    page.wait_for_timeout(300)
    assert page.locator("[data-testid=stMain] [data-testid=stSkeleton]").count() == 0
    assert page.evaluate("window.seen.shape") is True
    assert window.complaints == []


def click_mark(page: Page, picture: Locator, number: int) -> None:
    """Click where a bar of a picture is drawn; what hears it lies above all bars."""
    picture.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    box = picture.locator(".barlayer .point path").nth(number).bounding_box()
    assert box is not None
    assert box["width"] >= 2, "too narrow to be hit"
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def click_until(page: Page, picture: Locator, number: int, address: re.Pattern[str]) -> None:
    """Click a bar as a person would: again, where the picture was drawn anew under the pointer."""
    for _ in range(5):
        click_mark(page, picture, number)
        with suppress(PlaywrightTimeout):
            page.wait_for_url(address, timeout=6000)
            return
    raise AssertionError(f"no click leads to {address.pattern}")


def test_a_click_on_a_lane_lists_the_events_of_its_agent(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    go_to_tab(page, "Timeline")
    rows = page.locator("table[aria-label=Events] tbody tr")
    expect(rows.first).to_be_visible()
    everything = rows.count()
    lanes = page.locator(".stPlotlyChart").nth(1)
    click_until(page, lanes, 1, re.compile("agent="))
    expect(rows).not_to_have_count(everything)
    assert window.complaints == []


def test_a_click_on_a_bar_lists_its_stretch_and_cuts_it_finer(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    go_to_tab(page, "Timeline")
    rows = page.locator("table[aria-label=Events] tbody tr")
    expect(rows.first).to_be_visible()
    everything = rows.count()
    width = page.locator("nav.pages", has_text="bar").first
    wide = width.inner_text()
    click_until(page, page.locator(".stPlotlyChart").first, 2, re.compile("since=.*until="))
    expect(rows).not_to_have_count(everything)
    expect(width).not_to_have_text(wide)
    assert window.complaints == []


def test_a_row_leads_to_its_run_and_every_view_of_it(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?source=snapshot&order=cost")
    title = page.locator("tbody tr a.link").first.inner_text()
    page.locator("tbody tr").first.click()
    expect(page.locator("h1")).to_have_text(title)
    expect(page).to_have_title(f"{title} · Caseboard")
    for tab in ("Timeline", "Cost", "Summary"):
        go_to_tab(page, tab)
        assert "run=" in page.url
    assert window.complaints == []


def test_an_address_restores_the_view(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?order=cost&source=claude_code&period=month")
    expect(page.locator("th", has_text="Cost ↓")).to_be_visible()
    expect(page.get_by_role("radio", name="30 days")).to_be_checked()
    first = page.locator("tbody tr").count()
    page.reload()
    expect(page.locator("tbody tr")).to_have_count(first)


def test_a_filter_goes_into_the_address(watch: Callable) -> None:
    page = watch().open("/runs")
    box = page.get_by_role("searchbox", name="Search", exact=True)
    box.fill("tide")
    box.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    assert "q=tide" in page.url


def test_one_event_opens_over_the_list_and_has_an_address(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?order=events")
    page.locator("tbody tr").first.click()
    go_to_tab(page, "Timeline")
    page.locator("table[aria-label=Events] tbody tr").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Source record")
    assert "event=" in page.url
    page.reload()
    expect(page.get_by_role("dialog")).to_contain_text("Source record")
    assert window.complaints == []


def test_a_click_in_the_graph_selects_and_its_address_restores_it(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    go_to_tab(page, "Agents")
    coder = page.locator("[data-testid=stEChartsChart] text", has_text="Coder").first
    expect(coder).to_be_visible()
    coder.click()
    expect(page.locator("dl.facts")).to_contain_text("Coder")
    assert "node=agent%3A" in page.url
    page.reload()
    expect(page.locator("dl.facts")).to_contain_text("Coder")
    expect(page.locator("tr.selected")).to_contain_text("Coder")
    assert window.complaints == []


def test_next_error_leads_to_a_place_with_an_address(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    go_to_tab(page, "Transcript")
    page.locator("nav.pages a", has_text="Next error").click()
    first = page.locator("li.turn").first
    expect(first).to_have_class(re.compile("marked"))
    told = first.inner_text()
    page.reload()
    expect(page.locator("li.turn.marked")).to_contain_text(told.partition("\n")[0])
    page.locator("nav.pages a", has_text="Next error").click()
    expect(page.locator("nav.pages", has_text="Error 3 of 4")).to_be_visible()
    assert window.complaints == []


def test_keys_lead_from_match_to_match_and_the_text_is_marked(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    go_to_tab(page, "Transcript")
    box = page.get_by_role("searchbox", name="Find in the dialogue")
    box.fill("冬季")
    box.press("Enter")
    expect(page.locator("nav.pages", has_text="matches")).to_be_visible()
    marks = page.locator("li.turn mark")
    expect(marks.first).to_have_text("冬季")
    page.locator("h1").click()
    page.keyboard.press("n")
    expect(page.locator("nav.pages", has_text="Match 1 of")).to_be_visible()
    expect(page.locator("li.turn.marked mark").first).to_have_text("冬季")
    page.keyboard.press("n")
    expect(page.locator("nav.pages", has_text="Match 2 of")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator("nav.pages", has_text="Match 1 of")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator("li.turn.marked.failed")).to_be_focused()
    box = page.get_by_role("searchbox", name="Find in the dialogue")
    box.fill("nope")  # what is typed is text, and no key
    assert "q=%E5%86%AC" in page.url
    assert window.complaints == []


@pytest.mark.parametrize("sought", ['<script>ALERT("x")</script>', "![x](https://evil.example/x.png)"])
def test_hostile_text_is_marked_as_it_stands(watch: Callable, sought: str) -> None:
    window = watch()
    page = window.open("/runs?q=script")
    page.locator("tbody tr").first.click()
    go_to_tab(page, "Transcript")
    box = page.get_by_role("searchbox", name="Find in the dialogue")
    box.fill(sought)
    box.press("Enter")
    expect(page.locator("li.turn mark")).to_have_text(re.compile(re.escape(sought), re.IGNORECASE))
    assert page.locator("li.turn .said").inner_text() == HOSTILE
    assert page.locator("li.turn script, li.turn img").count() == 0
    assert window.complaints == []


def test_a_text_that_runs_on_over_the_lines_of_a_change_is_marked(watch: Callable) -> None:
    page = watch().open("/runs?q=nightly")
    page.locator("tbody tr").first.click()
    go_to_tab(page, "Transcript")
    line = page.locator(".diffline.added").first
    expect(line).to_be_visible()
    word = line.inner_text().lstrip("+").strip().split(" ")[0].upper()
    box = page.get_by_role("searchbox", name="Find in the dialogue")
    box.fill(word)
    box.press("Enter")
    marked = page.locator(".diffline.added mark").first
    expect(marked).to_be_visible()
    assert marked.inner_text().upper() == word


def test_the_search_in_the_sidebar_leads_to_an_event(watch: Callable) -> None:
    window = watch()
    page = window.open("/cost")
    box = page.get_by_role("searchbox", name="Search everything")
    box.fill("winter nights")
    box.press("Enter")
    expect(page.locator("h1")).to_have_text("Search")
    assert "q=winter" in page.url
    page.locator("table[aria-label='Where it stands'] tbody tr", has_text="Event").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("winter nights")
    assert window.complaints == []


def test_two_runs_are_chosen_and_stand_side_by_side(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?source=snapshot")
    page.locator("tbody tr").first.click()
    page.locator("nav.pages a", has_text="Compare with another run").click()
    expect(page.locator(".note", has_text="Choose the run to compare with")).to_be_visible()
    page.locator("tbody tr").last.click()
    expect(page.locator("h1")).to_have_text("Two runs side by side")
    assert "a=cs-" in page.url
    assert window.complaints == []


def test_hostile_text_is_shown_as_it_stands(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?q=script")
    expect(page.locator("tbody tr a.link").first).to_have_text(HOSTILE)
    page.locator("tbody tr").first.click()
    expect(page.locator("h1")).to_have_text(HOSTILE)
    go_to_tab(page, "Timeline")
    page.locator("table[aria-label=Events] tbody tr").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("evil.example")
    page.wait_for_timeout(800)
    assert page.locator("img[src*=evil]").count() == 0
    assert window.complaints == []


CLICK_BOTH = """([tab, row, wait]) => new Promise((done) => {
  tab.click();
  setTimeout(() => { row.click(); done(); }, wait);
})"""


def test_a_row_clicked_on_a_page_that_is_just_leaving_breaks_nothing(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?source=snapshot")
    page.locator("tbody tr").first.click()
    expect_tab(page, "Summary")
    row = page.locator("table[aria-label=Events] tbody tr").first
    expect(row).to_be_visible()
    summary = page.url
    tab = page.locator("nav.tabs a", has_text="Timeline")
    page.evaluate(CLICK_BOTH, [tab.element_handle(), row.element_handle(), 120])
    expect_tab(page, "Timeline")
    expect(page.locator("[data-test-script-state=notRunning]")).to_be_visible()
    expect(page.get_by_text("could not be drawn")).to_have_count(0)
    page.goto(summary)
    expect_tab(page, "Summary")
    page.wait_for_timeout(500)
    assert page.url == summary
    assert window.complaints == []


def go_to_tab(page: Page, name: str) -> None:
    page.locator("nav.tabs a", has_text=name).click()
    expect_tab(page, name)


def expect_tab(page: Page, name: str) -> None:
    """Wait until `name` is the view that is shown: pieces of the one before may stand a moment longer."""
    expect(page.locator("nav.tabs a[aria-current]")).to_have_text(name)


def test_the_language_is_remembered(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs")
    page.get_by_role("radio", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    window.open("/cost")
    expect(page.locator("html")).to_have_attribute("lang", "zh")


def test_how_much_is_shown_is_chosen_by_key_travels_along_and_is_remembered(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs")

    def level(name: str) -> Locator:
        return page.get_by_role("radiogroup", name="Show").get_by_role("radio", name=name)

    columns = page.locator("table[aria-label=Runs] th")
    expect(columns).to_have_count(8)
    level("Advanced").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    expect(columns).to_have_count(4)
    expect(level("Simple")).to_be_focused()
    page.locator("nav.menu a", has_text="Costs").click()
    expect(page.locator("h1")).to_have_text("Costs")
    expect(page).to_have_url(re.compile(r"/cost\?detail=simple$"))
    page = window.open("/runs")
    expect(level("Simple")).to_have_attribute("aria-checked", "true")
    expect(columns).to_have_count(4)
    assert window.complaints == []


def test_a_foreign_host_name_is_refused(browser, address: str) -> None:
    port = address.rpartition(":")[2]
    context = browser.new_context()
    answer = context.request.get(address, headers={"Host": f"evil.example:{port}"})
    assert answer.status == 421
    context.close()


def _last_import(page: Page, address: str) -> datetime:
    """Return when the newest import ended, as the ledger has it."""
    batches = page.request.get(f"{address}/api/imports").json()["items"]
    return max(datetime.fromisoformat(batch["finished_at"]) for batch in batches)


def test_an_open_page_notices_an_import_unless_it_stands_still(watch: Callable, address: str) -> None:
    reader, still, worker = watch(), watch(), watch()
    reader.open("/runs")
    began = time.monotonic()
    page = reader.open("/runs")
    expect(page.locator("nav.pages")).to_contain_text("of ")
    before = int(page.locator("nav.pages").inner_text().split("of ")[1].split()[0])
    slowness = 2 * max(0.0, time.monotonic() - began - QUIET_PAGE)
    paused = still.open("/runs")
    paused.get_by_text("Follow changes").click()
    expect(paused.get_by_text("paused · drawn")).to_be_visible()
    other = worker.open("/import_records")
    row = {"type": "user", "uuid": "u1", "sessionId": "77777777-2222-3333-4444-555555555555",
           "timestamp": "2026-05-01T10:00:00Z", "message": {"role": "user", "content": "late"}}  # fmt: skip
    upload = {
        "name": f"{row['sessionId']}.jsonl",
        "mimeType": "application/json",
        "buffer": orjson.dumps(row),
    }
    other.locator("input[type=file]").set_input_files(upload)
    other.get_by_role("button", name="Import", exact=True).last.click()
    expect(other.get_by_text("Import finished")).to_be_visible(timeout=30_000)
    expect(page.locator("nav.pages")).to_contain_text(f"of {before + 1}")
    took = (datetime.now(UTC) - _last_import(reader.page, address)).total_seconds()
    assert took < SHOWN_WITHIN + slowness, f"shown {took:.1f} s after the import had ended"
    expect(paused.get_by_text("paused · something has changed since")).to_be_visible()
    expect(paused.locator("nav.pages")).to_contain_text(f"of {before}")
    paused.get_by_text("Follow changes").click()
    expect(paused.locator("nav.pages")).to_contain_text(f"of {before + 1}")
    assert reader.complaints == still.complaints == worker.complaints == []


def test_what_is_pasted_into_a_client_names_the_address_of_this_desk(watch: Callable, address: str) -> None:
    window = watch(375)
    page = window.open("/connect?client=codex")
    expect(page.get_by_test_id("stCode").first).to_contain_text(
        f"codex mcp add caseboard --url {address}/mcp"
    )
    page.get_by_role("radio", name="curl").click()
    expect(page.get_by_test_id("stCode").first).to_contain_text(f"curl -s '{address}/api/conversations")
    assert "client=curl" in page.url
    assert window.complaints == []


def test_a_figure_of_the_patterns_leads_to_its_calls_and_on_to_the_event(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs")
    go_to_tab(page, "Patterns")
    expect(page.locator("h1")).to_have_text("Patterns")
    page.get_by_role("radio", name="How reliable").click()
    page.wait_for_url("**view=reliability**")
    row = page.locator("table[aria-label='How the calls of each tool ended'] tbody tr").first
    failed = row.locator("td").nth(3).locator("a")
    count = int(failed.inner_text().replace(",", ""))
    failed.click()
    page.wait_for_url("**status=error**")
    calls = page.locator("table[aria-label='The calls behind the figures'] tbody tr")
    expect(calls).to_have_count(count)
    page.reload()
    expect(calls).to_have_count(count)
    calls.first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Source record")
    assert window.complaints == []


def test_the_snapshots_of_a_run_are_stepped_through_on_every_view_and_back(watch: Callable) -> None:
    window = watch()
    page = window.open("/runs?q=oxygen")
    page.locator("tbody tr").first.click()
    expect(page.locator("nav.pages", has_text="5 snapshots")).to_be_visible()
    page.locator("nav.pages a", has_text="Earlier snapshot").click()
    page.wait_for_url("**as_of=**")
    expect(page.locator(".note", has_text="Snapshot 5 of 5")).to_be_visible()
    page.locator("nav.pages a", has_text="Earlier snapshot").click()
    expect(page.locator(".note", has_text="Snapshot 4 of 5")).to_be_visible()
    for tab in ("Agents", "Checks", "Timeline", "Cost"):
        go_to_tab(page, tab)
        expect(page.locator(".note", has_text="Snapshot 4 of 5")).to_be_visible()
    page.reload()
    expect(page.locator(".note", has_text="Snapshot 4 of 5")).to_be_visible()
    page.locator(".note a", has_text="Back to now").click()
    expect(page.locator(".note", has_text="Snapshot 4 of 5")).to_have_count(0)
    assert "as_of" not in page.url
    assert window.complaints == []
