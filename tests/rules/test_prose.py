"""Markdown becomes blocks and spans, and nothing of it stays markup."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from data_access.contracts.prose import (
    CodeBlock,
    DiagramBlock,
    HeadingBlock,
    ParagraphBlock,
    Prose,
    RuleBlock,
    Span,
    TableBlock,
)
from data_access.rules.prose import MarkupFound, markup_in, read_prose, takes_long

_REPORT = """# 结论 [E-1]

余氯 **0.31 *mg/L* `x`**，见 [E-2] 与 [Q-1.1]
~~旧值~~ [规范](https://example.com/a) [x](javascript:alert(1)) ![图](http://x.example/p.png)

2. 复测
3. 关阀
   - V7

     等待确认

> 引文

| 点 | 值 |
|---|--:|
| A | 0.1 |

```mermaid
flowchart TD
```

    raw <b>

---
"""


def _s(text: str) -> tuple[Span, ...]:
    return (Span(text=text),)


def test_a_report_is_read_block_by_block() -> None:
    assert read_prose(_REPORT) == Prose(
        blocks=(
            HeadingBlock(
                level=1, spans=(*_s("结论 "), Span(text="E-1", cites="E-1")), first_line=1, last_line=1
            ),
            ParagraphBlock(
                spans=(
                    Span(text="余氯 "),
                    Span(text="0.31 ", marks=("strong",)),
                    Span(text="mg/L", marks=("em", "strong")),
                    Span(text=" ", marks=("strong",)),
                    Span(text="x", marks=("code", "strong")),
                    Span(text="，见 "),
                    Span(text="E-2", cites="E-2"),
                    Span(text=" 与 "),
                    Span(text="Q-1.1", cites="Q-1.1"),
                    Span(text=" "),
                    Span(text="旧值", marks=("struck",)),
                    Span(text=" "),
                    Span(text="规范", address="https://example.com/a"),
                    Span(text=" [x](javascript:alert(1)) "),
                    Span(text="图", is_picture=True),
                ),
                first_line=3,
                last_line=4,
            ),
            ParagraphBlock(
                spans=_s("复测"), list_depth=1, begins_item=True, number=2, first_line=6, last_line=6
            ),
            ParagraphBlock(
                spans=_s("关阀"), list_depth=1, begins_item=True, number=3, first_line=7, last_line=7
            ),
            ParagraphBlock(spans=_s("V7"), list_depth=2, begins_item=True, first_line=8, last_line=8),
            ParagraphBlock(spans=_s("等待确认"), list_depth=2, first_line=10, last_line=10),
            ParagraphBlock(spans=_s("引文"), quote_depth=1, first_line=12, last_line=12),
            TableBlock(
                head=(_s("点"), _s("值")),
                rows=((_s("A"), _s("0.1")),),
                right=(False, True),
                first_line=14,
                last_line=16,
            ),
            DiagramBlock(source="flowchart TD", first_line=18, last_line=20),
            CodeBlock(language="", text="raw <b>", first_line=22, last_line=22),
            RuleBlock(first_line=24, last_line=24),
        )
    )


def test_html_and_pictures_are_found_and_code_is_left_alone() -> None:
    text = (
        "a <b>x</b>\n\n<div onclick=1>\n\n`<i>` 5 < 6 <https://x.example>\n\n![图](x.png)\n\n```\n<u>\n```\n"
    )
    assert markup_in(text) == (
        MarkupFound("html", 1, "<b>"),
        MarkupFound("html", 1, "</b>"),
        MarkupFound("html", 3, "<div onclick=1>"),
        MarkupFound("picture", 7, "图"),
    )


@pytest.mark.parametrize(
    "fill", ["[", "![", "[a](", "**a ", "> ", "- ", "|a|b|\n|-|-|\n|", "`", "_a*", "[[]"]
)
def test_no_body_takes_long_to_read(fill: str) -> None:
    begun = time.process_time()
    read_prose(fill * (50_000 // len(fill)))
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("fill", ["[", "![a](", "*a ", "**a_", "`a``b", "- a\n", "> a\n", "&a;", "<a "])
def test_a_text_that_takes_long_is_known_before_it_is_read(fill: str) -> None:
    text = fill * (20_000 // len(fill))
    while takes_long(text):
        text = text[: len(text) * 9 // 10]
    begun = time.process_time()
    read_prose(text)
    assert time.process_time() - begun < 2
    assert not takes_long("余氯自 **0.31 mg/L** 降至 0.13 mg/L，见 [E-1]。\n" * 100)


_PIECES = [
    "# ",
    "- ",
    "1. ",
    "> ",
    "|",
    "\n",
    "\n\n",
    "    ",
    "```",
    "**",
    "_",
    "`",
    "[E-1]",
    "<b>",
    "终",
    "a",
    "~~",
]


@example("```# 终")
@given(st.lists(st.sampled_from([*_PIECES, "|a|b|\n|-|-|\n|c|"]), max_size=30).map("".join))
def test_every_text_is_read_and_every_letter_is_kept(text: str) -> None:
    said = read_prose(text).model_dump_json()
    assert said.count("终") == text.count("终")
