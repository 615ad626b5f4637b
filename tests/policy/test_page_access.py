"""Every write of a page names who does it, and what redraws itself asks first whether it still may."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

_OF_NOBODY = {"see_viewer", "note_sign_in", "sign_out", "judged_file"}
"""Writes that say nothing for anybody else: their subject is whoever does it; `judged_file` writes none."""


def screens(checkout: Path) -> Iterator[tuple[str, ast.Module]]:
    for folder in ("pages", "dashboard/parts"):
        for file in sorted((checkout / folder).glob("*.py")):
            yield file.name, ast.parse(file.read_text("utf-8"))


def written(tree: ast.Module) -> set[str]:
    """Names of the writings that a module imports."""
    found = {"start_import"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("data_access.writing"):
            found |= {name.asname or name.name for name in node.names if name.name.islower()}
    return found - _OF_NOBODY


def test_every_write_of_a_page_names_who_does_it(checkout: Path) -> None:
    calls = 0
    unnamed = []
    for file, tree in screens(checkout):
        names = written(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                calls += 1
                if not {"principal", "author"} & {keyword.arg for keyword in node.keywords}:
                    unnamed.append(f"{file}:{node.lineno} {node.func.id}")
    assert unnamed == []
    assert calls > 5


def test_what_redraws_itself_asks_whether_it_still_may(checkout: Path) -> None:
    fragments, silent = 0, []
    for file, tree in screens(checkout):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and any(
                "fragment" in ast.unparse(one) for one in node.decorator_list
            ):
                fragments += 1
                if not any(asked in ast.unparse(node) for asked in ("may('read')", "_give_way()")):
                    silent.append(f"{file}: {node.name}")
    assert silent == []
    assert fragments >= 2
