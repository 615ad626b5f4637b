"""Every SQL file fits the schema, and every statement that Python names exists with the values it needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from data_access.store.connection import Store
from data_access.store.statements import parameters, statement

CHECKOUT = Path(__file__).resolve().parent.parent.parent
NAMES = sorted(path.stem for path in (CHECKOUT / "data_access" / "sql").glob("*.sql"))
ASKING = {"rows", "run", "frame"}
LENT = (
    "block_line (line INTEGER, text JSON)",
    "block_conversation (conversation_id VARCHAR, conversation_key VARCHAR, is_new BOOLEAN)",
    "odd_line (line INTEGER)",
    "incoming_span AS SELECT *, '' AS severity, '' AS summary, 0 AS sequence, 0 AS place FROM span LIMIT 0",
    "merged_span AS SELECT * FROM incoming_span",
    "settled_span AS SELECT * FROM incoming_span",
    "counted_conversation AS SELECT * FROM conversation LIMIT 0",
    "told_agent AS SELECT * FROM agent_observation LIMIT 0",
    "merged_tool AS SELECT * FROM tool_observation LIMIT 0",
    "repeated_message AS SELECT * FROM message LIMIT 0",
    "placed_message AS SELECT * FROM message LIMIT 0",
    "told_in_trace AS SELECT conversation_key, message_id AS row_id FROM message LIMIT 0",
)
"""Relations that Python lends to statements."""


def kind(name: str) -> duckdb.StatementType:
    (parsed,) = duckdb.extract_statements(statement(name))
    return parsed.type


def fits(cursor: duckdb.DuckDBPyConnection, name: str) -> str | None:
    """Prepare the statement; return what the engine has against it."""
    try:
        if kind(name) == duckdb.StatementType.CREATE:  # the engine prepares no such statement
            cursor.execute(statement(name), dict.fromkeys(parameters(name)) or None)
        else:
            cursor.execute(f"PREPARE checked AS {statement(name)}")
            cursor.execute("DEALLOCATE checked")
    except duckdb.Error as error:
        return str(error)
    return None


def test_every_statement_fits_the_schema_and_the_stages_that_other_statements_make(
    fresh_store: Store,
) -> None:
    with fresh_store.reading() as cursor:
        for relation in LENT:
            cursor.execute(f"CREATE TEMP TABLE {relation}")
        cursor.execute("CREATE TEMP TABLE python_event AS SELECT * FROM event LIMIT 0")
        waiting = {name: "not tried" for name in NAMES if kind(name) != duckdb.StatementType.DROP}
        for _ in range(len(NAMES)):
            refused = {name: why for name in waiting if (why := fits(cursor, name)) is not None}
            if not refused or len(refused) == len(waiting):
                break
            waiting = refused
    assert refused == {}


@pytest.mark.parametrize("name", NAMES)
def test_no_statement_reaches_for_files_extensions_or_settings(name: str) -> None:
    words = re.sub("--[^\n]*", "", statement(name)).upper().replace("(", " ( ").split()
    forbidden = {
        "INSTALL",
        "LOAD",
        "ATTACH",
        "COPY",
        "SET_CONFIG",
        "PRAGMA",
        "READ_JSON",
        "READ_CSV",
        "READ_TEXT",
    }
    assert forbidden.isdisjoint(words)


def modules() -> Iterator[tuple[str, ast.Module]]:
    for room in ("data_access", "dashboard", "pages", "sample_data"):
        for path in sorted((CHECKOUT / room).rglob("*.py")):
            yield str(path.relative_to(CHECKOUT)), ast.parse(path.read_text(encoding="utf-8"))


def asked() -> Iterator[tuple[str, str, set[str] | None]]:
    """Find each statement that Python names: the place, the name, the values where they are written out."""
    for place, tree in modules():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            first = node.args[0]
            if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
                continue
            if node.func.attr in ASKING:
                yield f"{place}:{node.lineno}", first.value, written_out(node.args[1:])
            if node.func.attr == "keep":
                yield f"{place}:{node.lineno}", first.value, named_out(node.keywords)


def written_out(values: list[ast.expr]) -> set[str] | None:
    """Return the names of a dictionary written in place; None when it is made elsewhere."""
    if not values:
        return set()
    if isinstance(values[0], ast.Dict) and all(isinstance(key, ast.Constant) for key in values[0].keys):
        return {key.value for key in values[0].keys}
    return None


def named_out(keywords: list[ast.keyword]) -> set[str] | None:
    """Return the names given to a write of a case; None when some come from elsewhere."""
    names = {keyword.arg for keyword in keywords}
    return None if None in names else {name for name in names if name} | {"at", "principal_id"}


def test_every_statement_named_in_python_exists() -> None:
    found = list(asked())
    assert len(found) > 20
    assert [f"{place}: {name}" for place, name, _ in found if name not in NAMES] == []


def test_every_statement_gets_the_values_it_names() -> None:
    missing = {
        f"{place}: {name}": sorted(parameters(name) - given)
        for place, name, given in asked()
        if given is not None and name in NAMES and parameters(name) - given
    }
    assert missing == {}


@pytest.mark.parametrize(
    "name", ["no_such", "../store/views", "Runs", "", "run s", "/etc/passwd", "runs.sql"]
)
def test_a_name_that_is_no_statement_is_refused(name: str) -> None:
    with pytest.raises(KeyError):
        statement(name)
