"""A page that fails says so in words, keeps the place in the log, and never shows a traceback."""

from __future__ import annotations

import logging

import orjson
import pytest
from streamlit.testing.v1 import AppTest

SCRIPT = """
from dashboard.current_desk import Desk, set_desk
from dashboard.parts.fault import show_unexpected
from dashboard.settings import Settings
set_desk(Desk(Settings(), None))
try:
    {}
except Exception as error:
    assert show_unexpected(error) is True
"""


def shown(cause: str, language: str = "en") -> dict:
    app = AppTest.from_string(SCRIPT.format(cause), default_timeout=30)
    app.query_params["lang"] = language
    app.run()
    assert not app.exception
    return orjson.loads(app.get("bidi_component")[0].proto.json)


def test_what_nobody_foresaw_becomes_words_and_a_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, logger="caseboard.pages"):
        note = shown('{}["<b>secret</b>"]'.replace("{}", "dict()"))
    assert note["title"] == "This page could not be drawn"
    assert "KeyError" in note["text"]
    assert "secret" not in orjson.dumps(note).decode()
    assert [record.message for record in caplog.records if record.name == "caseboard.pages"] == [
        "A page failed"
    ]


def test_what_the_desk_raises_on_purpose_keeps_its_words() -> None:
    note = shown('from data_access.errors import NotFound; raise NotFound("There is no run x.")')
    assert note["text"] == "There is no run x."


def test_a_chinese_page_says_what_is_the_matter_in_chinese_and_keeps_the_words_of_the_error() -> None:
    cause = """
    from data_access.errors import NotFound, Problem
    raise NotFound("There is no run x.", problems=(Problem("run", "unknown", "Choose another."),))
"""
    note = shown(cause.strip(), "zh")
    assert (note["title"], note["text"]) == ("没有这条记录", None)
    assert note["lines"] == ["原文（英文）：There is no run x.", "run: unknown. Choose another."]
