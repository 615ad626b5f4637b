"""How one text became another: both are read back sign by sign, and the change is what a reader sees."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.rules.prose_diff import inverted, prose_diff, raw_after, raw_before

WRITTEN = {"same": "{0}", "formatting": "~{1}~", "removed": "[-{0}-]", "added": "{{+{1}+}}"}


def told(before: str, after: str) -> list[str]:
    """Write what is not the same, a unit a line."""
    lines = []
    for unit in prose_diff(before, after).units:
        if unit.change != "same" or unit.block_change:
            text = "".join(WRITTEN[one.change].format(one.before, one.after) for one in unit.pieces)
            mark = unit.block_change or ("" if unit.change == "changed" else unit.change)
            lines.append(f"{mark}: {text.strip()}".removeprefix(": "))
    return lines


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ("Residual chlorine is 0.31 mg/L.", "Residual chlorine is 0.13 mg/L.",
         ["Residual chlorine is [-0.31 mg/L-]{+0.13 mg/L+}."]),
        ("余氯为 0.31 mg/L。水厂正常。", "余氯为 0.13 mg/L。水厂正常。",
         ["余氯为 [-0.31 mg/L-]{+0.13 mg/L+}。"]),
        ("共12户投诉。", "共15户投诉。", ["共[-12户-]{+15户+}投诉。"]),
        ("初步判断为管道腐蚀所致，尚待核实。", "现已确认为管道腐蚀所致，尚待核实。",
         ["[-初步判断-]{+现已确认+}为管道腐蚀所致，尚待核实。"]),
        ("Shown by [E-1] alone.", "Shown by [E-12] alone.", ["Shown by [-[E-1]-]{+[E-12]+} alone."]),
        ("It was closed at 10:40 and the pressure rose.", "It was closed at 11:05 and the pressure rose.",
         ["It was closed at [-10:40-]{+11:05+} and the pressure rose."]),
        ("Half，width\r\nand  spaces.", "Half,width\nand spaces.",
         ["formatting: Half~,~width~\n~and~ ~spaces."]),
        ("One is so. Two is so.", "One is so.\n\nTwo is so.", ["split: One is so.~\n\n~"]),
        ("One is so.\n\nTwo is so.", "One is so. Two is so.", ["joined: One is so.~ ~"]),
        ("The plant is ruled out by all.\n\nA main burst in the west.\n",
         "A main burst in the west.\n\nThe plant is ruled out by all.\n",
         ["moved_here: A main burst in the west.~\n\n~",
          "formatting: The plant is ruled out by all.~\n~",
          "moved_away: A main burst in the west.~\n\n~"]),
        ("A long story about the valve.", "Nobody was seen at night.",
         ["removed: [-A long story about the valve.-]", "added: {+Nobody was seen at night.+}"]),
        ("| a | b |\n|---|---|\n| x | 0.4 |\n", "| a | b |\n|---|---|\n| x | 0.5 |\n| y | 7 |\n",
         ["| x | [-0.4-]{+0.5+} |", "added: {+| y | 7 |\n+}"]),
        ("- one\n- two of them\n", "- one\n- two of these\n- three\n",
         ["- two of [-them-]{+these+}", "added: {+- three\n+}"]),
        ("```mermaid\ngraph TD\nA-->B\n```\n", "```mermaid\ngraph TD\nA-->C\n```\n",
         ["removed: [-```mermaid\ngraph TD\nA-->B\n```\n-]",
          "added: {+```mermaid\ngraph TD\nA-->C\n```\n+}"]),
        ("- Write the manual of the project\n",
         "- Write the manual of the project, like [they did](https://a.example/b)\n",
         ["- Write the manual of the project{+, like [they did](https://a.example/b)+}"]),
        ("Kept at https://a.example/web/2024/page today.", "Kept at https://a.example/web/2025/page today.",
         ["Kept at https://a.example/web/[-2024/-]{+2025/+}page today."]),
        ("The plan [is here](https://a.example/12-page) for all.",
         "The plan [is here](https://b.example/13-page) for all.",
         ["The plan [is here]([-https://a.example/12-page-]{+https://b.example/13-page+}) for all."]),
        ("以 user_name 登录系统。", "以 user_id 登录系统。", ["以 [-user_name-]{+user_id+} 登录系统。"]),
        ("点击 “Fork” 按钮即可。", "点击“Fork”按钮即可。", ["formatting: 点击~~“Fork”~~按钮即可。"]),
        ("流量约 12 m 左右。", "流量约 12m 左右。", ["formatting: 流量约 ~12m~ 左右。"]),
        (". 按钮在右边。", ".按钮在右边。", ["formatting: .~~按钮在右边。"]),
        ("| a | b |\n|---|---|\n| x | 4 |\n", "| a | b |\n|-----|--|\n| x | 4 |\n",
         ["formatting: |~-----~|~--~|"]),
        ("|====\n| `-n` | 最近的提交\n| `-S` | 内容匹配\n|====\n",
         "|====\n| `-n` | 最近的提交。\n| `-S` | 内容匹配\n|====\n",
         ["| `-n` | 最近的提交{+。+}"]),
        ("善意地理解对方的意图。礼貌地反驳他人的想法都是好事。",
         "善意地理解对方的意图、礼貌地反驳他人的想法都是好事。",
         ["善意地理解对方的意图[-。-]{+、+}礼貌地反驳他人的想法都是好事。"]),
        ("The valve was opened at night, and the pressure fell in the west.",
         "The valve was opened at night. The pressure fell in the west.",
         ["The valve was opened at night[-, and the-]{+. The+} pressure fell in the west."]),
        ("- [licence](a) (LICENSE)\n- other things\n", "- [licence](a)\n- other things\n",
         ["- [licence](a)[- (LICENSE)-]"]),
        ("See ch19 and PM2 of *all* wells.", "See ch20 and PM2 of _all_ wells.",
         ["See [-ch19-]{+ch20+} and PM2 of ~_~all~_~ wells."]),
        ("见 <<ch06-github_flow>> 一节。", "见 <<_github_flow>> 一节。",
         ["见 <<[-ch06-github_flow-]{+_github_flow+}>> 一节。"]),
        ("执行如下的命令：\n[source]\n甲乙丙丁。\n", "执行如下的命令：\n\n[source]\n甲乙丙丁。\n",
         ["split: 执行如下的命令：~\n\n~"]),
        ("<aside>\n<img a>\nTests are needed for all.\n<p>\nWho? [Here](x)\n</p>\n",
         "<aside>\n<img b>\nTests are needed for all.\n<p>\nWho? [Here](y)\n</p>\n",
         ["<img [-a-]{+b+}>", "[Here]([-x-]{+y+})"]),
        ("The plant is ruled out by all. Now!\n\nA main burst. It was old. Nobody saw it.\n",
         "A main burst. It was old. Nobody saw it.\n\nThe plant is ruled out by all. Now!\n",
         ["moved_away: The plant is ruled out by all.", "moved_away: Now!~\n~",
          "formatting: Nobody saw it.~\n\n~",
          "moved_here: The plant is ruled out by all.", "moved_here: Now!~\n~"]),
        ("é is one sign.", "e\u0301 is one sign.", ["formatting: ~e\u0301~ is one sign."]),
    ],
)  # fmt: skip
def test_a_change_is_told_as_a_reader_sees_it(before: str, after: str, lines: list[str]) -> None:
    diff = prose_diff(before, after)
    assert (raw_before(diff), raw_after(diff)) == (before, after)
    assert told(before, after) == lines


def test_a_word_that_two_large_changes_share_by_chance_is_no_island_between_them() -> None:
    said = "The pumps in the western part of the town were {}."
    was, now = "stopped by night and few people saw it there", "running because many people could report that"
    assert told(said.format(was), said.format(now)) == [said.format(f"[-{was}-]{{+{now}+}}")]
    was, now = "stopped and few people saw it", "running and few people heard it"
    assert told(said.format(was), said.format(now)) == [
        said.format("[-stopped-]{+running+} and few people [-saw-]{+heard+} it")
    ]


def test_a_figure_that_changed_is_counted_once_and_where_it_stands() -> None:
    diff = prose_diff("# West\n\nFrom 0.31 mg/L. It rose.", "# West\n\nFrom 0.13 mg/L. It rose.")
    assert [(unit.heading, unit.figures_changed) for unit in diff.units] == [
        ("West", 0), ("West", 1), ("West", 0)
    ]  # fmt: skip


SIGNS = st.sampled_from(
    [
        *"ab1。，,. \n|#-*`>[]()",
        "\r\n",
        "\r",
        "0.31 mg/L",
        "12户",
        "管网",
        "[E-1]",
        "```\n",
        "| a | b |\n|---|---|\n",
    ]
)
TEXTS = st.lists(SIGNS, max_size=60).map("".join) | st.text(max_size=60)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str]:
    """A text and the same with stretches taken out, put in and moved."""
    parts = draw(st.lists(TEXTS, min_size=1, max_size=6))
    others = draw(st.permutations([*parts, draw(TEXTS)]))
    return "".join(parts), "".join(others[: draw(st.integers(0, len(others)))])


def holds(before: str, after: str) -> None:
    diff = prose_diff(before, after)
    assert (raw_before(diff), raw_after(diff)) == (before, after)
    back = inverted(diff)
    assert (raw_before(back), raw_after(back)) == (after, before)
    assert inverted(back) == diff
    for unit in prose_diff(before, before).units:
        assert (unit.change, unit.block_change, unit.move) == ("same", None, None)
    for unit in diff.units:
        for piece in unit.pieces:
            assert piece.before or piece.after
            assert (piece.change == "same") == (piece.before == piece.after)


@settings(max_examples=150)
@given(edited())
def test_a_change_applied_to_the_first_text_gives_the_second(texts: tuple[str, str]) -> None:
    holds(*texts)


@pytest.mark.long
@settings(max_examples=5000)
@given(edited() | st.tuples(TEXTS, TEXTS))
def test_very_many_changes_give_the_second_text(texts: tuple[str, str]) -> None:
    holds(*texts)


def test_a_long_text_with_many_marks_is_still_cut_into_its_paragraphs() -> None:
    paragraphs = [f"- Step `{number}` of **the plan** is _done_." for number in range(900)]
    before = "\n\n".join(paragraphs)
    paragraphs[450] = "- Step `450` of **the plan** is _open_."
    assert told(before, "\n\n".join(paragraphs)) == ["- Step `450` of **the plan** is _[-done-]{+open+}_."]


def test_a_paragraph_with_very_many_marks_is_told_from_those_around_it() -> None:
    marked = "[a](b) " * 1500
    before, after = (f"# West\nOne stands.\n\n{marked}\n\nOne {word}.\n" for word in ("leaks", "bursts"))
    assert told(before, after) == ["One [-leaks-]{+bursts+}."]


def test_texts_beyond_the_limit_are_compared_by_whole_sentences_and_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("data_access.rules.prose_diff.MOST_CHARACTERS", 60)
    diff = prose_diff("The valve stands open. It leaks.", "The valve stood open. It leaks.")
    assert diff.is_coarse
    assert [unit.change for unit in diff.units] == ["removed", "added", "same"]


def test_texts_made_to_be_compared_for_long_are_compared_by_whole_sentences_and_say_so() -> None:
    words = [f"{first}{second}" for first in "abcdefgh" for second in "xyz"]

    def text(seed: int) -> str:
        chance = random.Random(seed)
        return "\n\n".join(" ".join(chance.choices(words, k=60)) + "." for _ in range(200))

    before, after = text(1), text(2)
    diff = prose_diff(before, after)
    assert diff.is_coarse
    assert (raw_before(diff), raw_after(diff)) == (before, after)
    marked = "*a " * 20_000
    assert raw_after(prose_diff("One.", marked)) == marked
