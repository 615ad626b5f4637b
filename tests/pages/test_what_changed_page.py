"""Two revisions compared on the screen: the verdict from data, each part that differs, the way there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dashboard.comparison_file.file import comparison_file
from dashboard.wording import words
from data_access.reading.compared_revisions import compared_revisions
from data_access.store.connection import Store
from tests.pages.cases import full_case
from tests.writing.cases import Agent

TASK = "T-yellow-water"


def texts(row: dict) -> list[str]:
    """Return what stands in the cells of a row, the words of a mark where there is nothing else."""
    return [cell if isinstance(cell, str) else _told(cell) for cell in row["cells"] if cell is not None]


def _told(cell: dict) -> str:
    return cell.get("text") or "".join(pill["text"] for pill in cell.get("pills", []))


def table(opened: object, label: str) -> list[list[str]]:
    found = [piece for piece in opened.pieces if piece["kind"] == "ledger" and piece["label"] == label]  # type: ignore[attr-defined]
    return [texts(row) for row in found[0]["rows"]]


def test_the_newest_is_compared_with_the_one_before(open_page: Callable, filled_store: Store) -> None:
    opened = open_page(filled_store, "what_changed", case=TASK)
    assert not opened.run.exception
    told = next(piece["text"] for piece in opened.pieces if piece["kind"] == "prose")
    assert told == (
        "The conclusion stays: probable. 3 findings are new, 1 is gone, 1 gap closed, 5 records more are "
        "cited, 2 less. 98 % of the text is other text."
    )
    assert table(opened, "Gaps") == [
        ["西门余氯实测值 Measured residual chlorine at the west gate", "closed", "closed by H-2"]
    ]
    assert [
        "压力导出 Pressures of the north district",
        "replaced",
        "E-5 is cited in its place (Real → Real)",
    ] in table(opened, "What is cited")
    cards = next(piece for piece in opened.pieces if piece["kind"] == "cards")["cards"]
    assert [(card["label"], card["value"]) for card in cards][:3] == [
        ("Time between", "20 h 39 min"), ("Agents worked", "11 min"), ("Waited for people", "4 h 12 min")
    ]  # fmt: skip


@pytest.mark.parametrize("view", ["short", "text", "map", "cost"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_view_is_drawn_in_either_direction(
    open_page: Callable, filled_store: Store, view: str, language: str
) -> None:
    for before, after in (("1", "3"), ("3", "1")):
        opened = open_page(
            filled_store, "what_changed", case=TASK, view=view, before=before, after=after, lang=language
        )
        assert not opened.run.exception
        assert opened.kinds().count("heading") == 1


def test_the_cost_between_two_revisions_is_told_by_agent_and_model(
    open_page: Callable, filled_store: Store
) -> None:
    opened = open_page(filled_store, "what_changed", case=TASK, view="cost", before="1", after="3")
    assert table(opened, "By agent")[-1][-1] == "$0.63"
    assert table(opened, "By model")[-1][-1] == "$0.63"


def test_the_verdict_is_written_in_chinese_signs(open_page: Callable, filled_store: Store) -> None:
    opened = open_page(filled_store, "what_changed", case=TASK, lang="zh")
    told = next(piece["text"] for piece in opened.pieces if piece["kind"] == "prose")
    assert told == (
        "结论不变：很可能。新增 3 条发现，去掉 1 条，关闭 1 个缺口，多引用 5 条记录，少引用 2 条。"
        "正文有 98 % 不同。"
    )


def test_what_cannot_be_compared_is_said(
    open_page: Callable, filled_store: Store, fresh_store: Store
) -> None:
    same = open_page(filled_store, "what_changed", case=TASK, before="2", after="2")
    assert "A revision does not differ from itself. Choose two." in str(same.pieces)
    unknown = open_page(filled_store, "what_changed", case=TASK, before="77", after="99")
    assert "Revision 2 → 3" in str(unknown.pieces)
    drawn = open_page(fresh_store, "what_changed", case=full_case(fresh_store))
    assert not drawn.run.exception


def test_a_report_leads_to_what_changed_in_it(open_page: Callable, filled_store: Store) -> None:
    opened = open_page(filled_store, "report", case=TASK, revision="2")
    ways = [way["href"] for piece in opened.pieces if piece["kind"] == "pages" for way in piece["ways"]]
    assert f"./what_changed?case={TASK}&before=1&after=2" in ways


def test_a_file_tells_the_sample_case_whole(filled_store: Store) -> None:
    told = compared_revisions(filled_store, TASK, 2, 3)
    text = comparison_file(told, "markdown", words("en"), zone="UTC").text
    for line in (
        "# What changed: 黄水投诉：北区 12 户 / Yellow water in twelve households",
        "- **Waited for people:** 4 h 12 min",
        "- **± changed** Stage: ~~\u2060interim\u2060~~ → **\u2060concluded\u2060**",
        "- **− gone** In the rows of the pressure export no drop shows.",
        "- **✓ closed** G-1 西门余氯实测值 Measured residual chlorine at the west gate",
        "  - E-5 is cited in its place (Real → Real)",
        "> \\+ **\u2060\\# 结论\u2060**",
        "- **± changed** Node: 老铸铁管 Old iron main",
        "| Total | 10 | 298,000 | \\$0.49 |",
        "**⚠** Revision 2 cites what was corrected or withdrawn: E-4",
    ):
        assert line in text.splitlines(), line


def test_a_revision_from_before_the_map_is_said(open_page: Callable, fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.claim(agent.create(title="Which valve?").task_id)
    agent.report(claim, title="First")
    agent.report(claim, title="Second")
    nodes = [{"node_id": "n1", "title": "Valve 7", "status": "failed"}]
    agent.progress(claim, graph_update={"nodes": nodes, "edges": []})
    agent.report(claim, title="Third")

    def told(before: int, after: int) -> list[str]:
        view = {"view": "map", "before": str(before), "after": str(after)}
        opened = open_page(fresh_store, "what_changed", case=claim.task_id, **view)
        assert not opened.run.exception
        return [piece["title"] for piece in opened.pieces if piece["kind"] == "note"]

    assert told(1, 2) == ["Neither revision has a map."]
    assert told(1, 3) == ["Revision 1 was published before the case had a map."]
