"""What each phase of a run took, with waits for people apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.phases import PhaseMeasure
from data_access.contracts.rows import MessageRow
from data_access.contracts.usage import UsageTotals
from data_access.contracts.visibility import TaskStatusCount
from data_access.errors import NotFound
from data_access.reading.compare_runs import compare_runs
from data_access.reading.phases import phases
from data_access.reading.runs import run
from data_access.store.connection import Store
from data_access.writing.import_records import import_records


@pytest.fixture(scope="module")
def sample(checkout: Path) -> Iterator[Store]:
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=(str(checkout / "sample_data"),), origin="synthetic"))
        yield store


def message(run: str, event_id: str, sender: str, role: str) -> MessageRow:
    return MessageRow(
        run, event_id, "main", sender, "main", role, "text", None, None, event_id, None, 1, 1, 1
    )


def test_a_wait_that_the_word_of_a_person_ends_is_no_time_of_an_agent(desk) -> None:
    desk.run("cc-1", conversation_id="session")
    desk.agent("cc-1", "main")
    desk.append(
        [
            desk.event("cc-1", "a", "2026-05-01 10:00", event_type="user_message", sequence=1),
            desk.event("cc-1", "b", "2026-05-01 10:05", sequence=2),
            desk.event("cc-1", "c", "2026-05-01 10:45", event_type="user_message", sequence=3),
            desk.event("cc-1", "d", "2026-05-01 10:46", severity="error", sequence=4),
            desk.event("cc-1", "s", "2026-05-01 10:46", agent_id="sub", sequence=5),
            desk.event("cc-1", "t", "2026-05-01 10:49", agent_id="sub", sequence=6),
        ]
    )
    desk.append(
        [message("cc-1", name, "person", "user") for name in ("a", "c")]
        + [message("cc-1", "b", "main", "assistant")]
    )
    answer = phases(desk.store, "session")
    assert answer.items == (
        PhaseMeasure(
            phase="run",
            first_at=answer.items[0].first_at,
            last_at=answer.items[0].last_at,
            wall_seconds=49 * 60.0,
            agent_minutes=9.0,
            human_wait_minutes=40.0,
            is_duration_unreliable=False,
            agents=2,
            events=6,
            errors=1,
            tool_calls=0,
            usage=UsageTotals(),
            tasks=(),
        ),
    )
    assert [lack.what for lack in answer.not_in_source] == ["phases", "tasks"]


def test_a_clock_that_goes_back_within_a_phase_makes_its_duration_unreliable(desk) -> None:
    desk.run("cc-1", conversation_id="session")
    desk.append(
        [
            desk.event("cc-1", "a", "2026-05-01 10:00", line=1, sequence=1, phase="plan"),
            desk.event("cc-1", "b", "2026-05-01 11:00", line=2, sequence=2, phase="plan"),
            desk.event("cc-1", "c", "2026-05-01 10:10", line=3, sequence=3, phase="plan"),
            desk.event("cc-1", "d", "2026-05-01 12:00", line=4, sequence=4, phase="build"),
            desk.event("cc-1", "e", "2026-05-01 12:30", line=5, sequence=5, phase="build"),
        ]
    )
    measured = phases(desk.store, "session").items
    assert [(one.phase, one.is_duration_unreliable) for one in measured] == [("plan", True), ("build", False)]


def test_the_phases_of_a_source_add_up_to_its_run(sample: Store) -> None:
    for name in ("oxygen-alarm-7", "docs-release-14"):
        whole, parts = run(sample, name), phases(sample, name).items
        assert sum(part.events for part in parts) == whole.events
        assert sum(part.tool_calls for part in parts) == whole.tool_calls
        assert sum(part.errors for part in parts) == whole.errors
        assert sum(part.usage.cost_usd or 0 for part in parts) == whole.own.cost_usd
        assert None not in {part.phase for part in parts}
    assert [part.phase for part in phases(sample, "oxygen-alarm-7").items] == [
        "plan",
        "survey",
        "build",
        "check",
    ]


def test_progress_is_counts_of_tasks_by_status(sample: Store) -> None:
    survey = phases(sample, "oxygen-alarm-7").items[1]
    assert survey.tasks == (
        TaskStatusCount(status="completed", tasks=1),
        TaskStatusCount(status="outcome_unknown", tasks=1),
    )


def test_two_runs_stand_side_by_side(sample: Store) -> None:
    answer = compare_runs(sample, "oxygen-alarm-7", "docs-release-14")
    assert (answer.a.run, answer.b.run) == (run(sample, "oxygen-alarm-7"), run(sample, "docs-release-14"))
    assert answer.same_task is False
    for side in (answer.a, answer.b):
        assert sum(tool.calls for tool in side.tools) == side.run.tool_calls
        assert sum(group.cost_usd or 0 for group in side.by_model) == side.run.own.cost_usd
        assert sum(group.cost_usd or 0 for group in side.by_agent) == side.run.own.cost_usd
    assert compare_runs(sample, "docs-release-14", "docs-release-14").same_task is True
    with pytest.raises(NotFound):
        compare_runs(sample, "docs-release-14", "nobody")
