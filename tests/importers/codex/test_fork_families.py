"""Families of forks as they may grow: whoever is read, each thread has what it used itself."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.rows import UsageRow
from data_access.importers.codex import FORMAT
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from data_access.rules.identity import conversation_key
from data_access.rules.usage_identity import merged_calls
from tests.importers.codex.sample_rollouts import Counts, Record, meta, tokens, turn

AT_ONCE = (0, 1, 200)
"""Milliseconds between copied rows by which a copy is known even where its origin is not here."""
BEGINNING = datetime(2026, 5, 1, 8, tzinfo=UTC)


@dataclass
class Thread:
    """A thread as it grows: its log, its counter, and what it used itself."""

    name: str
    log: list[Record]
    history: list[tuple[Counts, Counts]] = field(default_factory=list)
    own: Counter[str] = field(default_factory=Counter)

    def answer(self, asked: int, output: int, at: datetime, times: int) -> None:
        """Use some tokens; the row that says so may be written more than once."""
        before = self.history[-1][0] if self.history else (0, 0, 0)
        total = (before[0] + asked, 0, before[2] + output)
        self.history.append((total, (asked, 0, output)))
        self.log += [tokens(total, (asked, 0, output), stamp(at))] * times
        self.own["tokens"] += asked + output
        self.own["calls"] += 1


def stamp(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def forked(parent: Thread, name: str, at: datetime, gap: timedelta) -> Thread:
    """Fork a thread: its history is copied row by row, each `gap` after the one before."""
    heads = [meta(name, stamp(at), forked_from_id=parent.name), meta(parent.name, stamp(at))]
    copies = [tokens(*row, at=stamp(at + gap * number)) for number, row in enumerate(parent.history, 1)]
    return Thread(name, [*heads, *copies, turn(at=stamp(at))], list(parent.history))


@st.composite
def families(draw: st.DrawFn, gaps: tuple[int, ...]) -> list[Thread]:
    """Draw threads that answer and fork in turns; few different numbers, so that many calls look alike."""
    family, at = [Thread("t0", [meta("t0", stamp(BEGINNING)), turn()])], BEGINNING
    for _ in range(draw(st.integers(1, 10))):
        at += timedelta(minutes=1)
        thread = draw(st.sampled_from(family))
        if draw(st.booleans()) or len(family) == 4:
            output, times = draw(st.integers(1, 2)), draw(st.integers(1, 2))
            thread.answer(draw(st.sampled_from((100, 200))), output, at, times)
        else:
            gap = timedelta(milliseconds=draw(st.sampled_from(gaps)))
            family.append(forked(thread, f"t{len(family)}", at, gap))
    return family


def usage_of(folder: Path, thread: Thread) -> list[UsageRow]:
    path = folder / f"rollout-{thread.name}.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in thread.log))
    sink = Sink()
    sink.begin(1)
    FORMAT.read(SourceFile(path, path.name), ReadFrom(), sink)
    return [row for row in sink.rows[UsageRow] if isinstance(row, UsageRow)]


def used(rows: list[UsageRow]) -> dict[str, Counter[str]]:
    """Return what each run used, by the merge of all rows."""
    found: dict[str, Counter[str]] = {}
    for one in merged_calls(rows).values():
        sums = found.setdefault(one.conversation_key, Counter())
        sums["tokens"] += (one.fresh_input or 0) + (one.cache_read or 0) + (one.output or 0)
        sums["calls"] += 1
    return found


def truth(family: list[Thread]) -> dict[str, Counter[str]]:
    return {conversation_key("codex", thread.name): thread.own for thread in family if thread.own}


@given(family=families((*AT_ONCE, 3000)))
def test_every_thread_of_a_family_has_what_it_used_itself(
    tmp_path_factory: pytest.TempPathFactory, family: list[Thread]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    rows = [row for thread in family for row in usage_of(folder, thread)]
    assert used(rows) == truth(family)


@given(family=families(AT_ONCE), chosen=st.sets(st.integers(0, 3)))
def test_whoever_is_missing_no_thread_is_charged_for_another(
    tmp_path_factory: pytest.TempPathFactory, family: list[Thread], chosen: set[int]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    here = [thread for number, thread in enumerate(family) if number in chosen]
    rows = [row for thread in here for row in usage_of(folder, thread)]
    assert used(rows) == truth(here)
