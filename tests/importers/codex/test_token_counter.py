"""The counter, row by row: whatever repeats, restarts or is left out, no step is counted twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from data_access.importers.codex.token_counter import TokenCounter
from tests.importers.codex.sample_rollouts import Counts, counts

STEPS = st.lists(
    st.tuples(st.integers(1, 5000), st.integers(0, 1), st.integers(1, 500), st.integers(1, 3)), max_size=12
)


def sums(rows: list[tuple[Counts, Counts | None]]) -> tuple[int, int, int]:
    """Return what the steps of a counter add up to, and how many there are."""
    counter, total, output, steps = TokenCounter(), 0, 0, 0
    for stated, last in rows:
        info = {"total_token_usage": counts(stated)} | ({"last_token_usage": counts(last)} if last else {})
        step = counter.step(info, begins_elsewhere=False)
        if step is not None:
            total, output, steps = (
                total + (step.tokens.input or 0),
                output + (step.tokens.output or 0),
                steps + 1,
            )
    return total, output, steps


@given(steps=STEPS, has_last=st.booleans())
def test_repeated_rows_add_nothing(steps: list[tuple[int, int, int, int]], has_last: bool) -> None:
    rows: list[tuple[Counts, Counts | None]] = []
    asked = output = 0
    for more, cached, out, times in steps:
        asked, output = asked + more, output + out
        rows += [((asked, 0, output), (more, cached * more, out) if has_last else None)] * times
    assert sums(rows) == (asked, output, len(steps))


@given(runs=st.lists(STEPS.filter(bool), min_size=1, max_size=4))
def test_a_counter_that_begins_anew_counts_on(runs: list[list[tuple[int, int, int, int]]]) -> None:
    rows: list[tuple[Counts, Counts | None]] = []
    whole = [0, 0, 0]
    for run in runs:
        asked = output = 0
        for more, _, out, _ in run:
            asked, output = asked + more, output + out
            rows.append(((asked, 0, output), (more, 0, out)))
            whole = [whole[0] + more, whole[1] + out, whole[2] + 1]
        rows.append(((0, 0, 0), None))
    assert sums(rows) == tuple(whole)
