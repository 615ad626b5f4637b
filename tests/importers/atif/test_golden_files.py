"""The real files of the shared folder give the figures that were counted from them by hand."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.rows import EventRow
from data_access.importers.registry import FORMATS
from data_access.reading.agents import agents
from data_access.reading.reported_totals import reported_totals
from data_access.reading.runs import runs
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from tests.importers.atif.sample_trajectories import Spent, spent

pytestmark = pytest.mark.inputs

TERMINUS = "scout_terminus_2_hello-world-context-summarization-linear-history.trajectory.json"
GOLDEN = {
    "daydream_multi_phase_claude.json": Spent(4, 13_800, 3_100, 8_300, Decimal("0.18")),
    "daydream_deep_mode_parent.json": Spent(2, 9_000, 1_700, 4_800, Decimal("0.12")),
    "daydream_deep_mode_fork_a.json": Spent(1, 3_000, 800, 1_500, Decimal("0.04")),
    "daydream_deep_mode_fork_b.json": Spent(1, 2_000, 500, 1_000, Decimal("0.03")),
    "daydream_rundir_golden_trajectory.json": Spent(7, 230_977, 17, 209_744, Decimal("0.8825803")),
    "scout_openhands_hello-world.trajectory.json": Spent(2, 220, 80, 0, Decimal("0.00135")),
    TERMINUS: Spent(3, 2_252, 160, 0, Decimal("0.00723")),
}
"""Calls, input, output, of which cached, cost: the own steps of each file."""
WITHOUT_COST = {
    "daydream_codex_with_cached.json": (1, 20_000, 1_000, 14_000),
    "daydream_multi_phase_codex.json": (2, 18_000, 3_000, 9_000),
}
"""Files that state no cost: it is computed from list prices."""
ALL = (23, 299_249, 10_357, 248_344)


@pytest.fixture
def folder(inputs: Path) -> Path:
    return inputs / "atif"


@pytest.mark.parametrize("name", GOLDEN)
def test_each_file_counts_what_its_own_steps_spent(name: str, folder: Path, load, fresh_store: Store) -> None:
    counts = load(folder / name)
    assert spent(fresh_store) == GOLDEN[name]
    assert counts.rejected == 0
    assert counts.unpriced_models == {}


@pytest.mark.parametrize("name", WITHOUT_COST)
def test_a_step_without_a_cost_is_priced_from_the_list(name: str, folder: Path, load, fresh_store) -> None:
    load(folder / name)
    assert spent(fresh_store)[:4] == WITHOUT_COST[name]
    assert spent(fresh_store).cost is not None


def test_totals_of_a_document_are_reported_and_not_added(folder: Path, load, fresh_store: Store) -> None:
    load(folder / "daydream_rundir_golden_trajectory.json")
    (total,) = reported_totals(fresh_store).items
    assert (total.reported_usd, total.reported_tokens) == (Decimal("0.8825803"), 2_420_534 + 8_099)
    assert not total.counts
    assert spent(fresh_store) == GOLDEN["daydream_rundir_golden_trajectory.json"]


def test_sub_agents_that_are_only_referred_to_appear(folder: Path, load, fresh_store: Store) -> None:
    load(folder / "daydream_rundir_golden_trajectory.json")
    (run,) = runs(fresh_store).items
    found = {(item.name, item.parent_agent_id) for item in agents(fresh_store, run.conversation_key).items}
    assert found == {
        ("daydream", None),
        ("explore-dependency_tracer", "daydream"),
        ("deep-structure", "daydream"),
        ("deep-generic", "daydream"),
        ("fix-tests-test_calc.py", "daydream"),
    }


def test_files_with_one_placeholder_for_a_session_are_two_runs(folder, load, fresh_store) -> None:
    load(folder / TERMINUS, folder / "scout_openhands_hello-world.trajectory.json")
    assert len(runs(fresh_store).items) == 2


def test_every_order_and_split_of_the_files_gives_the_same(folder: Path, load) -> None:
    names = sorted([*GOLDEN, *WITHOUT_COST])
    for order in (names, names[::-1], names[::2] + names[1::2]):
        with Store.open(None) as store:
            load(*(folder / name for name in order), folder, store=store)
            assert spent(store)[:4] == ALL
            assert load(folder, store=store).rows_written == 0


def test_a_copy_of_a_file_elsewhere_counts_nothing_again(folder, load, fresh_store, tmp_path) -> None:
    load(folder)
    for name in (*GOLDEN, *WITHOUT_COST):
        (tmp_path / f"copy of {name}").write_bytes((folder / name).read_bytes())
    counts = load(tmp_path)
    assert (counts.rows_written, counts.usage_calls) == (0, 0)
    assert counts.duplicates_ignored == counts.records - counts.other_records
    assert spent(fresh_store)[:4] == ALL


def test_no_other_file_of_the_shared_folder_is_taken_for_a_trajectory(inputs: Path) -> None:
    atif = next(entry for entry in FORMATS if entry.name == "atif")
    taken = [path for path in sorted(inputs.rglob("*")) if path.is_file() and atif.looks_like(path)]
    assert {path.parent.name for path in taken} == {"atif"}
    assert len(taken) == len(GOLDEN) + len(WITHOUT_COST)


def test_every_real_file_read_as_a_trajectory_adds_up(inputs: Path, read_rows) -> None:
    for path in sorted(path for path in inputs.rglob("*.json*") if path.is_file()):
        sink = read_rows(path)
        assert sink.tally.records == len(sink.rows[EventRow]) + sink.tally.others + sink.tally.rejected, path
    with Store.open(None) as store:
        call = ImportCall(paths=(str(inputs),), format="atif")
        total = import_records(store, call).total
        ends = total.events + total.duplicates_ignored + total.other_records + total.rejected
        assert total.records == ends
        assert import_records(store, call).total.rows_written == 0
        assert spent(store)[:4] == ALL
