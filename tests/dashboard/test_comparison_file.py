"""A comparison as a file: whole, in words, and nothing that others wrote is markup or a path in it."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from dashboard.comparison_file.as_html import as_html
from dashboard.comparison_file.as_markdown import as_markdown
from dashboard.comparison_file.document import comparison_document
from dashboard.comparison_file.file import ENDINGS, comparison_file, file_name
from dashboard.comparison_file.paragraphs import Folded, Paragraph, Stretch, folded_paragraphs, paragraphs
from dashboard.wording import words
from data_access.contracts.comparison_file import ComparedRevisions
from data_access.rules.prose_diff import prose_diff
from data_access.rules.text_safety import visible_lines
from tests.dashboard.comparisons import HOSTILE, compared, texts

EN, ZH = words("en"), words("zh")
MANY = settings(max_examples=60, deadline=None)
_READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_BLOCKS = {
    "heading", "paragraph", "bullet_list", "list_item", "blockquote", "table", "thead", "tbody", "tr", "th",
    "td",
}  # fmt: skip
_INLINE = {
    "text", "text_special", "softbreak", "hardbreak", "strong_open", "strong_close", "s_open", "s_close",
    "em_open", "em_close",
}  # fmt: skip


# Markdown ---------------------------------------------------------------------------------------------------


@MANY
@given(st.lists(texts, min_size=1, max_size=8), st.booleans(), st.sampled_from(["en", "zh"]))
def test_no_text_becomes_markup_of_the_markdown(told: list[str], backwards: bool, language: str) -> None:
    w = words(language)
    document = comparison_document(compared(told, backwards=backwards), w, zone="UTC")
    tokens = _READER.parse(as_markdown(document, w))
    assert {re.sub("_(open|close)$", "", one.type) for one in tokens} <= {*_BLOCKS, "inline", "hr"}
    assert {child.type for one in tokens for child in one.children or ()} <= _INLINE
    headings = [one for one in tokens if one.type == "heading_open"]
    assert [int(one.tag[1]) for one in headings] == [1, *(section.level for section in document.sections)]
    assert sum(one.type == "hr" for one in tokens) == 1
    assert sum(one.type == "table_open" for one in tokens) == 2


def test_marks_of_change_hold_beside_chinese_signs() -> None:
    told = compared(["主管“破裂”了。"])
    diff = prose_diff("据“旧表”，主管完好，无人报修。", "据“新表”，主管完好，无人报修。")
    changed = told.model_copy(update={"comparison": told.comparison.model_copy(update={"body": diff})})
    rendered = _READER.render(as_markdown(comparison_document(changed, ZH, zone="UTC"), ZH))
    assert "据“<s>\u2060旧\u2060</s><strong>\u2060新\u2060</strong>表”，主管完好，无人报修。" in rendered


# HTML -------------------------------------------------------------------------------------------------------

_TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "dl", "dt", "dd", "ul",
    "li", "div", "span", "ins", "del", "table", "thead", "tbody", "tr", "th", "td", "details", "summary",
    "footer",
}  # fmt: skip
_CLASSES = {
    "verdict", "warning", "sign", "plain", "mark", "said", "figures", "text", "touched", "mono",
    "touched mono", "formatting", *EN.what_changed.changes,
}  # fmt: skip


class _Seen(HTMLParser):
    """Keeps every element, its attributes and every text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.odd: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.odd.append(data)

    handle_pi = unknown_decl = handle_comment


@MANY
@given(st.lists(texts, min_size=1, max_size=8), st.booleans(), st.sampled_from(["en", "zh"]))
def test_no_text_becomes_an_element_or_an_attribute(told: list[str], backwards: bool, language: str) -> None:
    w = words(language)
    given_ = compared(told, backwards=backwards)
    page = as_html(comparison_document(given_, w, zone="UTC"), w)
    seen = _Seen(page)
    assert seen.odd == []
    assert seen.elements[0] == ("html", {"lang": "zh-Hans" if language == "zh" else "en"})
    for tag, attributes in seen.elements[1:]:
        assert tag in _TAGS
        if tag != "meta":
            assert set(attributes) <= {"class", "dir"}
            assert attributes.get("class", "plain") in _CLASSES
            assert attributes.get("dir", "auto") == "auto"
    assert _visible(given_.case_title) in _visible(seen.text)
    assert not set("\u202e\u2066\x00") & set(page)


def test_the_page_forbids_itself_everything_but_its_style() -> None:
    page = as_html(comparison_document(compared(["x"]), EN, zone="UTC"), EN)
    style = page[page.index("<style>") + 7 : page.index("</style>")]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    metas = [attributes for tag, attributes in _Seen(page).elements if tag == "meta"]
    assert {"http-equiv": "Content-Security-Policy", "content": policy} in metas
    assert sum("content" in meta for meta in metas) == 3
    assert not re.search(r"url\(|@import|https?:|//", page.replace(digest, ""))


# Paragraphs -------------------------------------------------------------------------------------------------


@MANY
@given(texts, texts)
def test_every_paragraph_is_shown_or_counted_and_nothing_is_lost(before: str, after: str) -> None:
    diff = prose_diff(before, after)
    whole = list(paragraphs(diff, EN))
    folded = list(folded_paragraphs(diff, EN))
    shown = chain.from_iterable(one.paragraphs if isinstance(one, Folded) else (one,) for one in folded)
    assert list(shown) == whole
    assert all(not inner.sign for one in folded if isinstance(one, Folded) for inner in one.paragraphs)
    assert _side(whole, {"same", "added", "formatting"}) == _visible(after)


def test_what_changed_in_a_text_that_moved_is_marked_where_it_stands_now() -> None:
    gate = "The east gate read {} mg/L at noon on the second day of the week.\n\n"
    plant = "The plant was checked first and its pumps ran all night without a break.\n\n"
    end = "Nobody called from the harbour in those days, said the desk of the operator.\n"
    diff = prose_diff(plant + gate.format("0.31") + end, gate.format("0.13") + plant + end)
    here, _, away, _ = paragraphs(diff, EN)
    assert here.sign == away.sign == "⇅"
    assert [(one.mark, one.text) for one in here.stretches[2:4]] == [
        ("removed", "0.31 mg/L"), ("added", "0.13 mg/L"),
    ]  # fmt: skip
    assert away.stretches[-1] == Stretch("removed", gate.format("0.31").strip())


def _side(told: list[Paragraph], marks: set[str]) -> str:
    kept = (one.text for paragraph in told for one in paragraph.stretches if one.mark in marks)
    return re.sub(r"\s", "", "".join(kept)).replace(re.sub(r"\s", "", EN.what_changed.unseen), "")


def _visible(text: str) -> str:
    return re.sub(r"\s", "", visible_lines(text))


# The file ---------------------------------------------------------------------------------------------------


@MANY
@given(st.text(max_size=300) | st.sampled_from((*HOSTILE, "../../etc/passwd", "a\\b:c", "报告", "x.html")))
def test_a_file_name_is_safe_whatever_the_case_is_called(title: str) -> None:
    for kind, ending in ENDINGS.items():
        name = file_name(title, 1, 2, kind)
        assert re.fullmatch(rf"what-changed-r1-r2[\w-]*\.{ending}", name)
        assert len(name.encode()) <= 255


def test_what_is_not_known_is_said_and_is_no_zero() -> None:
    told = compared(["x"], has_first_map=False)
    text = comparison_file(told, "markdown", EN, zone="UTC").text
    assert "**⚠** 1 session of this stretch is not linked to a run: its cost is not in here." in text
    assert "| Total | 5 | 10 | ≥ \\$0.31 (3 calls unpriced) |" in text
    assert "| not known | 3 | 0 | not known (3 calls unpriced) |" in text
    assert "**⚠** 900 things were done; the first 3 are listed." in text
    assert "**⚠** Revision 1 was published before the case had a map." in text
    nothing = told.between.model_copy(update={"cost": type(told.between.cost)(), "unlinked_rounds": ("R-1",)})
    told = told.model_copy(update={"between": nothing})
    text = comparison_file(told, "markdown", EN, zone="UTC").text
    assert "Cost is not known." in text
    assert "$0" not in text


def test_json_reads_back_as_what_was_told() -> None:
    told = compared(["<b>主管</b>"], backwards=True)
    text = comparison_file(told, "json", ZH, zone="Asia/Shanghai").text
    assert ComparedRevisions.model_validate_json(text) == told
