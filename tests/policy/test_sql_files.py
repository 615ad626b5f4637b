"""SQL lives in files: one statement each, its question first, keywords in upper case, none of it unused."""

from __future__ import annotations

import re
from pathlib import Path

KEYWORDS = ("select", "from", "where", "group by", "order by", "insert into", "update", "delete", "left join",
            "union", "having", "with recursive", "case when", "is null", "not exists")  # fmt: skip
LOWER_CASE = re.compile(r"\b(" + "|".join(KEYWORDS).replace(" ", r"\s+") + r")\b")


def sql_files(tree: list[Path], folder: str) -> list[Path]:
    return [file for file in tree if file.suffix == ".sql" and file.parent == Path(folder)]


def statement_text(text: str) -> str:
    """Leave out comments and quoted text."""
    return re.sub(r"'[^']*'", "''", re.sub(r"--[^\n]*", "", text))


def test_every_sql_file_opens_with_the_question_it_answers(tree: list[Path], checkout: Path) -> None:
    files = [file for file in tree if file.suffix == ".sql"]
    silent = [file for file in files if not re.match(r"-- \S.{8,}", (checkout / file).read_text("utf-8"))]
    assert silent == []


def test_every_sql_file_holds_one_statement(tree: list[Path], checkout: Path) -> None:
    several = [
        file
        for file in sql_files(tree, "data_access/sql")
        if ";" in statement_text((checkout / file).read_text("utf-8")).strip().rstrip(";")
    ]
    assert several == []


def test_keywords_are_in_upper_case(tree: list[Path], checkout: Path) -> None:
    found = {
        f"{file}: {match.group()}"
        for file in tree
        if file.suffix == ".sql"
        for match in LOWER_CASE.finditer(statement_text((checkout / file).read_text("utf-8")))
    }
    assert found == set()


def test_every_statement_is_asked_for_somewhere(
    tree: list[Path], modules: list[Path], checkout: Path
) -> None:
    code = "\n".join((checkout / file).read_text("utf-8") for file in modules)
    asked = re.findall(r'"([a-z0-9_{}.]+)"', code)
    names = {re.sub(r"\{[^}]*\}", "[a-z_]+", name) for name in asked if re.match(r"\w{4}", name)}
    pattern = re.compile("|".join(sorted(names)))
    unused = [file.stem for file in sql_files(tree, "data_access/sql") if not pattern.fullmatch(file.stem)]
    assert unused == []
