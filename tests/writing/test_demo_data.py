"""The demo: loaded whole, replaced by the next, removed without a trace, and true to its own description."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.principal import Principal
from data_access.contracts.readings import RunSummary
from data_access.errors import PermissionDenied
from data_access.reading.runs import runs
from data_access.reading.stored_workspaces import stored_workspaces
from data_access.rules.policy_file import default_policy
from data_access.rules.workspace_patterns import policy_patterns
from data_access.store.connection import Store
from data_access.writing.demo_data import load_demo, remove_demo
from data_access.writing.import_records import import_records

NOW = datetime(2026, 5, 4, 9, 30, tzinfo=UTC)
REMAINS = {"audit", "change_counter", "price", "price_version", "project", "schema_migration", "setting",
           "principal", "viewer"}  # fmt: skip


@pytest.fixture(scope="module")
def shown() -> Iterator[Store]:
    """A demo that the tests only look at."""
    with Store.open(None) as store:
        load_demo(store, NOW)
        yield store


@pytest.fixture
def demo(fresh_store: Store) -> Store:
    """A demo that a test may change."""
    load_demo(fresh_store, NOW)
    return fresh_store


def filled_tables(store: Store) -> set[str]:
    with store.reading() as cursor:
        names = [name for (name,) in cursor.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        return {name for name in names if cursor.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchall()}


def figures(run: RunSummary) -> tuple[object, ...]:
    own = run.own
    written = (own.cache_write_5m, own.cache_write_1h)
    return (run.title, own.usage_calls, own.fresh_input, own.cache_read, *written, own.output, own.cost_usd)


def described(checkout: Path) -> set[tuple[object, ...]]:
    """Read the totals out of the description of the samples."""
    text = (checkout / "sample_data" / "README.md").read_text("utf-8")
    found = re.findall(
        r"^\| ([^|]+) \|((?: [\d,]+ \|){6}) (?:at least )?\$([\d.]+) \|$", text, flags=re.MULTILINE
    )
    counts = [tuple(int(number.replace(",", "")) for number in row[1].split("|")[:-1]) for row in found]
    return {(row[0], *counted, Decimal(row[2])) for row, counted in zip(found, counts, strict=True)}


def test_every_run_has_the_totals_that_the_description_states(shown: Store, checkout: Path) -> None:
    assert {figures(run) for run in runs(shown).items} == described(checkout)


def test_the_newest_record_is_of_now_and_today_has_something(shown: Store) -> None:
    newest = [run.last_at for run in runs(shown).items if run.last_at]
    assert max(newest) == NOW
    assert min(newest) > NOW - timedelta(days=7)


def test_every_run_is_marked_as_demo(shown: Store) -> None:
    assert {run.origin for run in runs(shown).items} == {"demo"}


def test_nothing_of_the_samples_is_rejected_or_unknown_and_loading_again_replaces_it(demo: Store) -> None:
    before = runs(demo).total
    report = load_demo(demo, NOW + timedelta(days=30))
    listed = runs(demo)
    assert listed.total == before
    assert max(run.last_at for run in listed.items if run.last_at) == NOW + timedelta(days=30)
    total = report.total
    assert (total.rejected, total.unknown_types, total.orphans) == (0, {}, 0)
    assert [batch.format for batch in report.batches] == [
        "snapshot", "snapshot", "claude_code", "snapshot", "claude_code", "case_bundle", "workspaces",
    ]  # fmt: skip


def test_its_workspaces_stand_as_they_are_described(shown: Store) -> None:
    patterns = policy_patterns(default_policy().policy.worktrees)
    told = stored_workspaces(shown, patterns=patterns, now=NOW)
    assert {one.origin for one in told.items} == {"demo"}
    assert (told.total, told.by_level) == (10, {"L0": 2, "L2": 8})  # seven of the site, three of the case
    assert told.by_state == {"clean": 4, "merged": 1, "dirty": 2, "awaiting_merge": 2, "missing": 1}
    left = {one.branch: one.left_over for one in told.items if one.left_over}
    assert left == {
        "docs-release-14": ("merged",),
        "jarvis/tide-tables/explorer": ("missing", "prunable"),
        "jarvis/tide-tables/idle": ("no_result", "old"),
        "jarvis/yellow-water-7/records": ("cleanup_failed",),
    }


def test_removing_it_leaves_nothing_but_the_change_log_and_what_the_desk_keeps(demo: Store) -> None:
    assert len(remove_demo(demo)) == 7
    assert filled_tables(demo) <= REMAINS
    assert remove_demo(demo) == ()


def test_removing_it_keeps_what_somebody_imported_themselves(demo: Store, checkout: Path) -> None:
    own = checkout / "sample_data" / "calm_run"
    import_records(demo, ImportCall(paths=(str(own),)))
    remove_demo(demo)
    assert [(run.conversation_id, run.origin) for run in runs(demo).items] == [("docs-release-14", "real")]


def test_beside_a_database_file_the_moved_samples_stay_until_it_is_removed(store_file: Path) -> None:
    with Store.open(store_file) as store:
        load_demo(store, NOW)
        moved = store_file.with_name("desk.duckdb.files") / "sample_data"
        assert '"2026-05-04T09:30:00.000Z"' in "".join(f.read_text("utf-8") for f in moved.rglob("*.jsonl"))
        remove_demo(store)
        assert not moved.exists()


def test_it_takes_the_scope_operate(fresh_store: Store) -> None:
    reader = Principal(kind="person", id="r", name="Reader", scopes=frozenset({"read"}), is_verified=True)
    with pytest.raises(PermissionDenied):
        load_demo(fresh_store, NOW, principal=reader)
    with pytest.raises(PermissionDenied):
        remove_demo(fresh_store, principal=reader)
