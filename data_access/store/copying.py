"""Copies the whole database into a new file while it is in use: tables, keys, sequences, views as of now."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from data_access.store.connection import Store


def copy_database(store: Store, target: Path) -> None:
    """Write the database as it stands now into `target`, a new file. Writes go on meanwhile.

    Raises: `StoreError`; what was written of `target` until then is left to the caller.
    """
    alias = f"copy_{uuid4().hex}"
    with store.reading() as cursor:
        source = cursor.execute("SELECT current_database()").fetchall()[0][0]
        cursor.execute(f"ATTACH {_text(str(target))} AS {alias}")
        try:
            cursor.execute(f"COPY FROM DATABASE {_name(source)} TO {alias}")
        finally:
            cursor.execute(f"DETACH {alias}")  # writes the last changes of the copy into its file


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _name(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'
