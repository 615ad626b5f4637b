"""Finds SQL by the name of its answer: `data_access/sql/<name>.sql`. Refuses any other place."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import duckdb


@cache
def statement(name: str) -> str:
    """Return the SQL text of `name`. Raises `KeyError` when there is no such statement."""
    if not name.replace("_", "").isalnum():
        raise KeyError(name)
    source = files("data_access") / "sql" / f"{name}.sql"
    if not source.is_file():
        raise KeyError(name)
    return source.read_text(encoding="utf-8")


@cache
def parsed(name: str) -> duckdb.Statement:
    """Return the statement `name`, parsed once for all cursors: a write asks a dozen of them in a row."""
    (only,) = duckdb.extract_statements(statement(name))
    return only


@cache
def parameters(name: str) -> frozenset[str]:
    """Return the names of the `$parameters` of statement `name`."""
    return frozenset(parsed(name).named_parameters)


@cache
def schema_scripts() -> tuple[tuple[int, str], ...]:
    """Return the migrations as (number, SQL text), in order."""
    folder = files("data_access") / "store" / "schema"
    scripts = [
        (int(item.name[:4]), item.read_text(encoding="utf-8"))
        for item in folder.iterdir()
        if item.name.endswith(".sql")
    ]
    return tuple(sorted(scripts))


@cache
def views_script() -> str:
    """Return the SQL that defines the views."""
    return (files("data_access") / "store" / "views.sql").read_text(encoding="utf-8")
