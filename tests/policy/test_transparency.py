"""How much is shown is said in one place: what it names is there, and no page decides it by itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from dashboard.desk_session import PAGES
from dashboard.transparency import COLUMNS, FACTS, PARTS, SECTIONS, TABS

_ASK = {"desk_session.py", "piece.py", "section.py", "frame.py"}
"""Who asks for the viewer's level: whoever draws tables, heads, parts of pages and the choice itself."""


def screens(checkout: Path) -> Iterator[tuple[str, ast.Module]]:
    for folder in ("pages", "dashboard/parts"):
        for file in sorted((checkout / folder).glob("*.py")):
            yield file.name, ast.parse(file.read_text("utf-8"))


def given(tree: ast.Module, called: set[str], keyword: str) -> set[str]:
    """Texts that are given as `keyword` where one of `called` is called."""
    return {
        one.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in called
        for one in node.keywords
        if one.arg == keyword and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)
    }


def asked_first(tree: ast.Module, called: str) -> set[str]:
    """Texts that are the first thing given where `called` is called."""
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == called
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def test_every_column_that_a_level_leaves_out_is_one_of_its_table(checkout: Path) -> None:
    columns, tables = {name: set(levels) for name, levels in COLUMNS.items()}, set()
    for _, tree in screens(checkout):
        of_module = given(tree, {"ledger"}, "table")
        tables |= of_module
        named = given(tree, {"Column", "_sortable"}, "name")
        told = {name for table in of_module for name in columns[table]}
        assert named == told, of_module
    assert tables == set(COLUMNS)


def test_every_fact_part_and_tab_that_is_named_is_there(checkout: Path) -> None:
    heads, facts, parts, told = set(), set(), set(), set()
    for _, tree in screens(checkout):
        heads |= given(tree, {"heading"}, "head")
        facts |= given(tree, {"Fact"}, "name")
        parts |= given(tree, {"section", "fold"}, "name")
        told |= asked_first(tree, "is_told")
    assert heads == set(FACTS)
    assert facts == {name for names in FACTS.values() for name in names}
    assert parts | {"filters"} == set(SECTIONS)
    assert told == set(PARTS)
    assert set(TABS) <= set(PAGES)


def test_no_page_asks_for_the_level_by_itself(checkout: Path) -> None:
    asking = {
        name
        for name, tree in screens(checkout)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "transparency"
    }
    assert asking <= _ASK
