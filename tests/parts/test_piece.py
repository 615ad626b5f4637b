"""The component that draws every text of a page: it can only set text, and links stay on this desk."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import orjson
import pytest
from streamlit.testing.v1 import AppTest

from dashboard.desk_session import page_of
from dashboard.parts.piece import Cell, Column, Pill, Row

WAYS_TO_MARKUP = (
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "DOMParser",
    "createContextualFragment", "setHTML", "srcdoc", "fetch(", "XMLHttpRequest", "import(", "WebSocket",
)  # fmt: skip


@pytest.fixture
def script(checkout: Path) -> str:
    return (checkout / "dashboard/parts/piece.js").read_text("utf-8")


def test_the_component_knows_no_way_to_markup_or_to_another_host(script: str) -> None:
    assert [way for way in WAYS_TO_MARKUP if way in script] == []
    assert re.findall(r"https?://[^\s\"']+", script) == ["http://www.w3.org/2000/svg"]


def test_the_component_is_valid_script(script: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine to read the component with")
    file = tmp_path / "piece.mjs"
    file.write_text(script, "utf-8")
    assert subprocess.run([node, "--check", str(file)], capture_output=True, text=True).stderr == ""


def drawn(source: str) -> dict:
    """Run a few lines that draw one piece and return its data."""
    app = AppTest.from_string(source, default_timeout=30).run()
    assert not app.exception
    return orjson.loads(app.get("bidi_component")[0].proto.json)


def test_a_ledger_is_sent_as_plain_data() -> None:
    data = drawn(
        """
from dashboard.current_desk import Desk, set_desk
from dashboard.desk_session import page_of
from dashboard.parts.piece import Cell, Column, Pill, Row, ledger
from dashboard.settings import Settings
set_desk(Desk(Settings(), None))
cell = Cell("<b>x</b>", sub="y", tone="failed", pills=(Pill("demo", "waiting"),))
ledger("Runs", [Column("Run"), Column("Cost", right=True)], [Row((cell, None), href="./runs")], key="k")
"""
    )
    assert (data["kind"], data["label"]) == ("ledger", "Runs")
    assert [column["label"] for column in data["columns"]] == ["Run", "Cost"]
    assert data["rows"] == [
        {
            "cells": [
                {
                    "text": "<b>x</b>",
                    "sub": "y",
                    "tone": "failed",
                    "shape": "✕",
                    "pills": [{"text": "demo", "tone": "waiting", "shape": "▲"}],
                },
                None,
            ],
            "href": "./runs",
            "depth": 0,
            "selected": False,
            "total": False,
        }
    ]


def test_a_long_text_is_cut_before_it_is_sent() -> None:
    data = drawn(
        """
from dashboard.current_desk import Desk, set_desk
from dashboard.desk_session import page_of
from dashboard.parts.piece import prose
from dashboard.settings import Settings
set_desk(Desk(Settings(), None))
prose("x" * 1_000_000, key="k")
"""
    )
    assert len(data["text"]) == 20_000


@pytest.mark.parametrize(
    ("href", "page"),
    [
        ("https://evil.example/runs", None),
        ("//evil.example/runs", None),
        ("javascript:alert(1)", None),
        ("./etc/passwd", None),
        ("./runs?project=x", "runs"),
        ("./", "overview"),
    ],
)
def test_only_addresses_of_this_desk_are_followed(href: str, page: str | None) -> None:
    assert page_of(href) == page


def test_the_parts_of_a_table_are_frozen() -> None:
    for part in (Cell("x"), Column("x"), Pill("x"), Row(())):
        with pytest.raises(AttributeError):
            part.text = "y"  # type: ignore[union-attr]
