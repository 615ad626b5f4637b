"""Names are the domain's words: nothing is called after being useful, shared or in charge."""

from __future__ import annotations

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

EMPTY_WORDS = {"util", "utils", "helper", "helpers", "manager", "managers", "handler", "handlers", "misc",
               "stuff", "tools", "lib"}  # fmt: skip
ALLOWED = {Path("data_access/contracts/common.py")}
"""What every contract shares has a name that is drawn in the plan of the house."""


def words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}


def test_no_module_or_folder_has_an_empty_name(modules: list[Path]) -> None:
    named = {part for file in modules if file not in ALLOWED for part in file.with_suffix("").parts}
    assert {name for name in named if words(name) & (EMPTY_WORDS | {"common"})} == set()


def test_no_class_or_function_has_an_empty_name(modules: list[Path], checkout: Path) -> None:
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    named = {
        f"{file}: {node.name}"
        for file in modules
        for node in ast.walk(ast.parse((checkout / file).read_text(encoding="utf-8")))
        if isinstance(node, kinds) and words(node.name) & EMPTY_WORDS
    }
    assert named == set()


def test_no_page_has_the_name_of_a_library(tree: list[Path]) -> None:
    """The folder of the entry script comes first on the path: a page `duckdb.py` would hide the engine."""
    libraries = set(packages_distributions()) | set(sys.stdlib_module_names)
    pages = {file.stem for file in tree if file.parts[0] == "pages" and file.suffix == ".py"}
    assert pages & (libraries - {"pages", "__init__"}) == set()
