"""Hostile text on one line, in a cell, in Markdown."""

from __future__ import annotations

import csv
import io
import unicodedata
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from data_access.rules.text_safety import (
    csv_cell,
    one_line,
    plain_markdown,
    readable_markdown,
    visible_lines,
    without_surrogates,
)

SHORT = settings(max_examples=60)
_any_text = st.text(st.characters(), max_size=60)

LINES = {
    "  a\n\t b\r\nc \u3000 d ": "a b c d",
    "中文\u200b字\ufeff": "中文字",
    "safe\u202etxt.exe": "safetxt.exe",
    "a\x00b\x1b[31mred\x7f": "a b [31mred",
    "می‌خواهم 👩‍👩‍👧": "می‌خواهم 👩‍👩‍👧",
    "pass\u200dword": "password",
    "a\ud800b": "a�b",
    "": "",
    " \n ": "",
}


@pytest.mark.parametrize("text", LINES)
def test_a_text_becomes_one_visible_line(text: str) -> None:
    assert one_line(text) == LINES[text]


CUTS = [
    ("abcdefghij", 5, "abcd…"),
    ("abcde", 5, "abcde"),
    ("中文中文中文", 4, "中文中…"),
    ("abc e\u0301f g", 6, "abc…"),
    ("ab 👩‍👩‍👧", 6, "ab…"),
    ("ab👍🏽", 3, "ab…"),
    ("ab", 1, "…"),
    ("ab", 0, ""),
]


@pytest.mark.parametrize(("text", "limit", "line"), CUTS)
def test_a_cut_parts_nothing_that_belongs_together(text: str, limit: int, line: str) -> None:
    assert one_line(text, limit) == line


@SHORT
@given(_any_text, st.integers(1, 40))
def test_a_line_is_short_clean_and_stays_as_it_is(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in line)
    assert "  " not in line
    assert one_line(line, limit) == line


def test_a_very_long_text_costs_no_more_than_its_beginning() -> None:
    assert one_line("x" * 50_000_000, 10) == "xxxxxxxxx…"
    assert one_line(" " * 5_000_000 + "x", 10) == "x"
    assert one_line("x" + " " * 5_000_000 + "y", 10) == "x…"


@SHORT
@given(_any_text)
def test_a_text_without_surrogates_can_be_stored(text: str) -> None:
    clean = without_surrogates(text)
    clean.encode()
    assert without_surrogates(clean) == clean
    if not any("\ud800" <= sign <= "\udfff" for sign in text):
        assert clean == text


def test_halves_of_one_character_are_joined() -> None:
    assert without_surrogates("a\ud83d\ude00b\ude00\ud83d") == "a😀b��"


CELLS = [
    ("=1+1", "'=1+1"), ("+cmd", "'+cmd"), ("-2+3", "'-2+3"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"),
    ("\rx", "'\rx"), ("  =1", "'  =1"), ("＝1", "'＝1"), ("-12.5", "-12.5"), ("+49", "+49"), ("a=b", "a=b"),
    ("中文", "中文"), (None, ""), (-3, "-3"), (Decimal("-0.10"), "-0.10"), (True, "True"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "cell"), CELLS)
def test_no_cell_starts_a_formula(value: object, cell: str) -> None:
    assert csv_cell(value) == cell


@SHORT
@given(_any_text | st.text("=+-@\t\r\n 1a\0", max_size=8))
def test_a_cell_of_any_text_is_a_number_or_starts_no_formula(text: str) -> None:
    cell = csv_cell(text)
    start = cell.lstrip(" \x00")[:1]
    assert start not in tuple("=@\t\r\n＝＋－＠") or start == ""
    if start in ("+", "-"):
        assert cell.strip()[1:].replace(".", "").replace(",", "").isdecimal()
    written = io.StringIO()
    csv.writer(written).writerow([cell.replace("\0", "")])
    assert next(csv.reader(io.StringIO(written.getvalue(), newline="")))[0] == cell.replace("\0", "")


MARKS = [
    ("# a *b* _c_ `d`", "\\# a \\*b\\* \\_c\\_ \\`d\\`"),
    ("![x](http://e/x.png)", "\\!\\[x\\]\\(http\\:\u2060\\/\\/e\\/x\\.png\\)"),
    ("<b>&amp;", "\\<b\\>\\&amp\\;"),
    (":red[x] :smile:", "\\:red\\[x\\] \\:\u2060smile\\:"),
    ("a -> b $x$", "a \\-\u2060\\> b \\$x\\$"),
    ("www.e.example me@e.example", "www\u2060\\.e\\.example me\u2060\\@e\\.example"),
    ("a\r\n    b\tc", "a  \n\u00a0\u00a0\u00a0\u00a0b\tc"),
    ("中文 1. ok", "中文 1\\. ok"),
]


@pytest.mark.parametrize(("text", "markdown"), MARKS)
def test_markdown_shows_what_was_written(text: str, markdown: str) -> None:
    assert plain_markdown(text) == markdown


@SHORT
@given(_any_text | st.text("*_`~[]()<>!#+-.:|$\\&@/a1 \n\t", max_size=30))
def test_every_mark_is_escaped_and_no_letter_is_lost(text: str) -> None:
    markdown = plain_markdown(text)
    plain = iter(markdown)
    shown = []
    for sign in plain:
        if sign == "\\":
            shown.append(next(plain))
        else:
            assert not (sign.isascii() and sign.isprintable() and not sign.isalnum() and sign != " ")
            shown.append(sign)
    assert [sign for sign in shown if sign.isalnum()] == [
        sign for sign in without_surrogates(text) if sign.isalnum()
    ]


READABLE = [
    ("At H7 it is 0.31 mg/L (seen 10:02:03).", "At H7 it is 0.31 mg/L (seen 10:02:03)."),
    ("# a *b* <b>&amp; | $x$ ~c~", "\\# a \\*b\\* \\<b\\>\\&amp; \\| \\$x\\$ \\~c\\~"),
    ("![x](http://e/x.png)", "!\\[x\\](http:\u2060//e/x.png)"),
    ("1. a\n- b\n===\n 2) c", "1\\. a  \n\\- b  \n\\===  \n\u00a02\\) c"),
    (":smile: @alice a@b.example", "\\:\u2060smile: @\u2060alice a\u2060@\u2060b.example"),
]
_EVERYTHING = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


@pytest.mark.parametrize(("text", "markdown"), READABLE)
def test_readable_markdown_escapes_only_what_means_something(text: str, markdown: str) -> None:
    assert readable_markdown(text) == markdown


@settings(max_examples=300)
@given(_any_text | st.text('*_`~[]()<>!#+-.:=|$\\&;@/{}"a19 \n\t', max_size=40))
def test_readable_markdown_is_read_as_the_text_that_was_written(text: str) -> None:
    tokens = _EVERYTHING.parse(readable_markdown(text))
    assert {token.type for token in tokens} <= {"paragraph_open", "paragraph_close", "inline"}
    inner = [child for token in tokens for child in token.children or ()]
    assert {token.type for token in inner} <= {"text", "text_special", "hardbreak", "softbreak"}
    shown = "".join(child.content for child in inner)
    left_out = dict.fromkeys(map(ord, " \t\n\u00a0\u2060"))
    assert shown.translate(left_out) == visible_lines(text).translate(left_out)
