"""Scripts run once and in order; views follow their text; a failure leaves what was there."""

from __future__ import annotations

import duckdb
import pytest

from data_access.errors import StoreError
from data_access.store import migrate as migrating
from data_access.store.connection import Store
from data_access.store.migrate import Schema, applied_numbers, migrate, this_release

VIEWS = "CREATE VIEW numbers AS SELECT a FROM one;"
FIRST = "CREATE TABLE setting (name VARCHAR PRIMARY KEY, value VARCHAR, changed_at TIMESTAMPTZ);"
ONE = Schema(((1, FIRST + "CREATE TABLE one (a INTEGER)"),), VIEWS)
TWO = Schema(
    (*ONE.scripts, (2, "ALTER TABLE one ADD COLUMN b INTEGER")), VIEWS.replace("a FROM", "a, b FROM")
)


@pytest.fixture
def connection():
    with duckdb.connect(":memory:") as connection:
        yield connection


def columns(connection, name: str) -> list[str]:
    return [row[0] for row in connection.execute(f"DESCRIBE {name}").fetchall()]


def test_an_empty_database_gets_every_script_and_the_views(connection):
    migrate(connection, TWO)
    assert applied_numbers(connection) == {1, 2}
    assert columns(connection, "numbers") == ["a", "b"]


def test_an_older_database_gets_only_what_is_missing(connection):
    migrate(connection, ONE)
    connection.execute("INSERT INTO one VALUES (7)")
    migrate(connection, TWO)
    assert connection.execute("FROM numbers").fetchall() == [(7, None)]


def test_views_are_made_anew_only_when_their_text_changed(connection):
    migrate(connection, ONE)
    connection.execute("CREATE OR REPLACE VIEW numbers AS SELECT 'mine' AS a")
    migrate(connection, ONE)
    assert connection.execute("FROM numbers").fetchall() == [("mine",)]
    migrate(connection, Schema(ONE.scripts, VIEWS + "CREATE VIEW more AS SELECT 1 AS c;"))
    assert connection.execute("FROM numbers").fetchall() == []
    assert columns(connection, "more") == ["c"]


def test_a_view_that_the_release_no_longer_has_goes_away(connection):
    migrate(connection, Schema(ONE.scripts, VIEWS + "CREATE VIEW old AS SELECT a FROM numbers;"))
    migrate(connection, ONE)
    with pytest.raises(duckdb.CatalogException):
        connection.execute("FROM old")


@pytest.mark.parametrize(
    "broken",
    [
        Schema((*TWO.scripts, (3, "CREATE TABLE three (a INTEGER); SELECT * FROM nowhere")), TWO.views),
        Schema(TWO.scripts, "CREATE VIEW numbers AS SELECT nothing FROM one;"),
    ],
)
def test_a_script_or_view_that_fails_leaves_the_old_schema_and_rows(connection, broken):
    migrate(connection, ONE)
    connection.execute("INSERT INTO one VALUES (7)")
    with pytest.raises(duckdb.Error):
        migrate(connection, broken)
    assert applied_numbers(connection) == {1}
    assert connection.execute("FROM numbers").fetchall() == [(7,)]
    migrate(connection, TWO)
    assert connection.execute("FROM numbers").fetchall() == [(7, None)]


def test_a_migration_that_fails_on_opening_is_told_in_words_and_the_file_opens_again(store_file, monkeypatch):
    Store.open(store_file).close()
    release = this_release()
    broken = Schema((*release.scripts, (release.number + 1, "SELECT * FROM nowhere")), release.views)
    monkeypatch.setattr(migrating, "this_release", lambda: broken)
    with pytest.raises(StoreError, match=r"be brought to the schema of this release: .*nowhere"):
        Store.open(store_file)
    monkeypatch.undo()
    Store.open(store_file).close()


def test_a_database_that_is_up_to_date_is_only_read(store_file):
    Store.open(store_file).close()
    before = store_file.read_bytes()
    with Store.open(store_file):
        assert not store_file.with_name("desk.duckdb.wal").exists()
    assert store_file.read_bytes() == before


def test_the_scripts_of_this_release_are_numbered_without_gaps():
    assert [number for number, _ in this_release().scripts] == list(range(1, this_release().number + 1))
