"""What other tools got wrong with such logs, imported into a real store; and variations of each kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from data_access.store.connection import Store
from data_access.writing.remove_batch import remove_batch
from tests.importers.codex.conftest import Ask, Load, WriteLog
from tests.importers.codex.sample_rollouts import Record, counts, event, meta, tokens, turn

BY_RUN_AND_DAY = """
    SELECT
        c.conversation_id, u.occurred_at::DATE::VARCHAR, sum(fresh_input + coalesce(cache_read, 0) + output)
    FROM usage_call u JOIN conversation c USING (conversation_key) GROUP BY ALL ORDER BY ALL
"""
FORK = "2026-05-02T08:00:00"
PARENT = [
    meta("p"),
    turn(),
    tokens((1000, 0, 100), (1000, 0, 100)),
    tokens((3000, 1000, 300), (2000, 1000, 200), "2026-05-01T10:01:00Z"),
]
OWN = tokens((3600, 1200, 350), (600, 200, 50), f"{FORK[:-2]}09Z")
RIGHT = [("c", "2026-05-02", 650), ("p", "2026-05-01", 3300)]


def fork(*rows: Record, thread: str = "c", **more: Any) -> list[Record]:
    """Return the log of a fork: its head, its parent's, and what follows."""
    own = {"forked_from_id": "p", "parent_thread_id": "p", "thread_source": "subagent", **more}
    return [meta(thread, f"{FORK}.000Z", **own), meta("p", f"{FORK}.001Z"), *rows]


def replay(stamp: str = f"{FORK}.002Z", last: str | None = None) -> list[Record]:
    """Return the parent's counts as a fork repeats them."""
    return [
        tokens((1000, 0, 100), (1000, 0, 100), stamp),
        tokens((3000, 1000, 300), (2000, 1000, 200), last or stamp),
    ]


def expected_of(inputs: Path, number: str) -> tuple[Path, dict[str, Any]]:
    folder = next((inputs / "bug_repros").glob(f"{number}_*"))
    return folder, json.loads((folder / "expected.json").read_text())


def test_case_17_a_fork_does_not_count_its_parents_history(inputs: Path, load: Load, ask: Ask) -> None:
    folder, expected = expected_of(inputs, "17")
    load(folder)
    found = ask(BY_RUN_AND_DAY)
    assert sum(row[2] for row in found) == expected["total_tokens"]
    assert {row[1]: row[2] for row in found} == expected["by_day_utc"]
    assert [row[2] for row in found if row[0] == "c"] == [expected["child_own"]]


def test_case_19_reasoning_is_a_part_of_the_output(inputs: Path, load: Load, ask: Ask) -> None:
    folder, expected = expected_of(inputs, "19")
    load(folder)
    assert ask("SELECT output, reasoning, fresh_input + cache_read + output FROM usage_call") == [
        (expected["output_tokens"], expected["reasoning"], expected["total_tokens"])
    ]


def test_case_21_calls_without_a_total_count(inputs: Path, load: Load, ask: Ask) -> None:
    folder, expected = expected_of(inputs, "21")
    load(folder)
    assert ask("SELECT sum(fresh_input + cache_read), sum(output) FROM usage_call") == [
        (expected["input_tokens"], expected["output_tokens"])
    ]


@pytest.mark.parametrize(
    "child",
    [
        pytest.param(fork(*replay(), turn(at=f"{FORK}.002Z"), OWN), id="stamped at the fork"),
        pytest.param(
            fork(*replay("2026-05-01T10:00:05Z", "2026-05-01T10:01:00Z"), turn(at=f"{FORK}.5Z"), OWN),
            id="with its own times",
        ),
        pytest.param(
            fork(*replay(f"{FORK}.002Z", f"{FORK[:-2]}03.1Z"), turn(), OWN), id="over several seconds"
        ),
        pytest.param(
            fork(*replay(), tokens((3600, 1200, 350), (600, 200, 50), f"{FORK}.100Z")),
            id="answered in the burst itself",
        ),
        pytest.param(fork(*replay(), *replay(), OWN, OWN), id="every row twice"),
        pytest.param(fork(replay()[1], OWN), id="only the end of the history"),
        pytest.param(fork(OWN), id="no history at all"),
        pytest.param(
            fork(*replay(), tokens((600, 200, 50), (600, 200, 50), f"{FORK[:-2]}09Z")),
            id="counting from nothing again",
        ),
        pytest.param(
            [meta("c", f"{FORK}.000Z"), meta("p", f"{FORK}.001Z"), *replay(), turn(), OWN],
            id="known as a fork only by the second head",
        ),
        pytest.param(
            [meta("c", f"{FORK}.000Z", forked_from_id="p"), *replay(), turn(), OWN],
            id="without the head of the parent",
        ),
    ],
)
@pytest.mark.parametrize("parent_first", [True, False])
def test_a_copied_history_counts_for_its_own_thread(
    write_log: WriteLog, load: Load, ask: Ask, child: list[Record], parent_first: bool
) -> None:
    paths = [
        write_log(*PARENT, path="a/rollout-p.jsonl"),
        write_log(*child, path="b/rollout-c.jsonl"),
    ]
    for path in paths if parent_first else reversed(paths):
        load(path)
    assert ask(BY_RUN_AND_DAY) == RIGHT


def test_a_fork_alone_counts_what_is_its_own(write_log: WriteLog, load: Load, ask: Ask) -> None:
    load(write_log(*fork(*replay(), turn(), OWN)))
    assert ask(BY_RUN_AND_DAY) == RIGHT[:1]


def test_look_alike_forks_of_one_thread_are_two(write_log: WriteLog, load: Load, ask: Ask) -> None:
    paths = [
        write_log(*PARENT, path="a/rollout-p.jsonl"),
        write_log(*fork(*replay(), turn(), OWN), path="b/rollout-c.jsonl"),
        write_log(*fork(*replay(), turn(), OWN, thread="d"), path="b/rollout-d.jsonl"),
    ]
    for path in reversed(paths):
        load(path)
    assert ask(BY_RUN_AND_DAY) == [RIGHT[0], ("d", "2026-05-02", 650), RIGHT[1]]


def test_a_thread_that_goes_on_like_its_fork_counts_too(write_log: WriteLog, load: Load, ask: Ask) -> None:
    went_on = tokens((3600, 1200, 350), (600, 200, 50), "2026-05-03T09:00:00Z")
    load(write_log(*fork(*replay(), turn(), OWN), path="b/rollout-c.jsonl"))
    load(write_log(*PARENT, went_on, path="a/rollout-p.jsonl"))
    assert ask(BY_RUN_AND_DAY) == [*RIGHT, ("p", "2026-05-03", 650)]


LATE = "2026-05-03T08:00:00"
GRANDCHILD = [
    meta("g", f"{LATE}.000Z", forked_from_id="c"),
    meta("c", f"{LATE}.001Z", forked_from_id="p"),
    meta("p", f"{LATE}.001Z"),
    *replay(f"{LATE}.002Z"),
    tokens((3600, 1200, 350), (600, 200, 50), f"{LATE}.003Z"),
    tokens((4600, 1200, 400), (1000, 0, 50), "2026-05-03T08:00:09Z"),
]
FAMILY = {"p": PARENT, "c": fork(*replay(), turn(), OWN), "g": GRANDCHILD}


@pytest.mark.parametrize("order", ["pcg", "gcp", "cpg", "gpc"])
def test_a_fork_of_a_fork_counts_each_history_once_in_any_order(
    write_log: WriteLog, load: Load, ask: Ask, order: str
) -> None:
    for name in order:
        load(write_log(*FAMILY[name], path=f"{name}/rollout-{name}.jsonl"))
    assert ask(BY_RUN_AND_DAY) == [RIGHT[0], ("g", "2026-05-03", 1050), RIGHT[1]]


def test_what_a_thread_that_is_not_here_used_counts_for_nobody(
    write_log: WriteLog, load: Load, ask: Ask
) -> None:
    for name in "gp":
        load(write_log(*FAMILY[name], path=f"{name}/rollout-{name}.jsonl"))
    assert ask(BY_RUN_AND_DAY) == [("g", "2026-05-03", 1050), RIGHT[1]]


def test_removing_the_parent_takes_its_usage_and_leaves_the_forks(
    write_log: WriteLog, load: Load, ask: Ask, fresh_store: Store
) -> None:
    batches = {
        name: load(write_log(*FAMILY[name], path=f"{name}/rollout-{name}.jsonl")).batch_id for name in "pcg"
    }
    remove_batch(fresh_store, batches["p"])
    assert ask(BY_RUN_AND_DAY) == [RIGHT[0], ("g", "2026-05-03", 1050)]
    load(write_log(*PARENT, path="p/rollout-p.jsonl"))
    assert ask(BY_RUN_AND_DAY) == [RIGHT[0], ("g", "2026-05-03", 1050), RIGHT[1]]


def test_copies_are_shown_as_such_and_counted_as_duplicates(
    write_log: WriteLog, load: Load, ask: Ask
) -> None:
    load(write_log(*PARENT, path="a/rollout-p.jsonl"))
    load(write_log(*fork(*replay(), turn(), OWN), path="b/rollout-c.jsonl"))
    assert ask("SELECT sum(duplicates_ignored) FROM call_measure") == [(2,)]
    assert ask(
        "SELECT count(*) FROM event WHERE extra ->> 'copied_from' = 'p' AND event_type = 'token_count'"
    ) == [(2,)]


def test_a_turn_with_an_id_older_than_the_fork_is_a_copy(write_log: WriteLog, load: Load, ask: Ask) -> None:
    old_turn, own = "019de30c-aa00-7000-8000-000000000001", "019de7c0-0000-7000-8000-00000000000c"
    new_turn = "019de7c5-0000-7000-8000-000000000002"
    slow = [row | {"timestamp": f"2026-05-02T08:00:0{n}.000Z"} for n, row in enumerate(replay(), 3)]
    rows = [
        meta(own, f"{FORK}.000Z", forked_from_id="p"),
        event("task_started", f"{FORK}.100Z", turn_id=old_turn),
        *slow,
        event("task_started", f"{FORK[:-2]}06Z", turn_id=new_turn),
        OWN,
    ]
    load(write_log(*rows))
    assert ask(BY_RUN_AND_DAY) == [(own, "2026-05-02", 650)]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([(100, 0, 10), (100, 0, 10), (100, 0, 10)], (100, 10, 1), id="repeated"),
        pytest.param(
            [(100, 0, 10), (300, 0, 30), (100, 0, 10), (300, 0, 30)], (300, 30, 2), id="an old row again"
        ),
        pytest.param([(100, 0, 10), (300, 0, 30), (50, 0, 5)], (350, 35, 3), id="counted from nothing again"),
        pytest.param(
            [(100, 0, 10), (0, 0, 0), (100, 0, 10)], (200, 20, 2), id="emptied, then the same again"
        ),
        pytest.param([(0, 0, 0), (0, 0, 0)], (None, None, 0), id="nothing used"),
        pytest.param([(100, 0, 10), (100, 0, 25)], (100, 25, 2), id="only the output moved"),
    ],
)
@pytest.mark.parametrize("has_last", [True, False])
def test_the_counter_is_read_by_its_steps(
    write_log: WriteLog, load: Load, ask: Ask, rows: list[Any], expected: tuple[Any, ...], has_last: bool
) -> None:
    log = [meta(), turn()]
    before = (0, 0, 0)
    for total in rows:
        moved = tuple(max(0, now - had) for now, had in zip(total, before, strict=True))
        last = total if any(now < had for now, had in zip(total, before, strict=True)) else moved
        log.append(tokens(total, last if has_last else None))  # type: ignore[arg-type]
        before = total
    load(write_log(*log))
    found = ask("SELECT sum(fresh_input + coalesce(cache_read, 0)), sum(output), count(*) FROM usage_call")
    assert found == [expected]


def test_a_thread_rolled_back_counts_what_the_last_answer_added(
    write_log: WriteLog, load: Load, ask: Ask
) -> None:
    log = [
        tokens((100, 0, 10), (100, 0, 10)),
        tokens((900, 0, 90), (800, 0, 80)),
        event("thread_rolled_back"),
    ]
    load(write_log(meta(), turn(), *log, tokens((150, 0, 20), (50, 0, 10))))
    assert ask("SELECT sum(fresh_input), sum(output), count(*) FROM usage_call") == [(950, 100, 3)]


@pytest.mark.parametrize("missing", ["total_tokens", "cached_input_tokens", "reasoning_output_tokens"])
def test_a_field_that_no_row_states_hides_no_call(
    write_log: WriteLog, load: Load, ask: Ask, missing: str
) -> None:
    log = [meta(), turn()]
    for asked, out in ((100, 10), (200, 20), (300, 30)):
        told = counts((asked, 0, out))
        del told[missing]
        log.append(event("token_count", info={"total_token_usage": told}))
    load(write_log(*log))
    assert ask("SELECT sum(fresh_input), sum(output), count(*) FROM usage_call") == [(300, 30, 3)]


def test_what_was_added_last_is_enough(write_log: WriteLog, load: Load, ask: Ask) -> None:
    log = [
        event("token_count", info={"last_token_usage": counts(c)})
        for c in [(100, 0, 10), (100, 0, 10), (250, 50, 5)]
    ]
    load(write_log(meta(), turn(), *log))
    assert ask("SELECT sum(fresh_input), sum(cache_read), sum(output), count(*) FROM usage_call") == [
        (300, 50, 15, 2)
    ]


def test_cached_and_cache_writing_input_are_taken_out_of_the_input(
    write_log: WriteLog, load: Load, ask: Ask
) -> None:
    told = counts((1000, 600, 50), cache_write_input_tokens=300, reasoning_output_tokens=20)
    load(write_log(meta(), turn("gpt-5.6-luna"), event("token_count", info={"total_token_usage": told})))
    assert ask(
        "SELECT fresh_input, cache_read, cache_write_unspecified, output, reasoning FROM usage_call"
    ) == [(100, 600, 300, 50, 20)]
