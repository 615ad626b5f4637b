"""How agents stand to the limits: samples and tool calls together, each figure with what says so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.importing import ImportCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.resource_limits import AgentLimits, LimitStanding
from data_access.contracts.runtime_records import RecordResourceSampleCall
from data_access.errors import AmbiguousId, NotFound
from data_access.reading.export_records import export_records
from data_access.reading.resource_limits import limits_of_agents, resource_use
from data_access.rules.policy_file import default_policy
from data_access.rules.resource_limits import LIMIT_NAMES, Use, highest_use, limit_standing, passes
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.import_records import import_records
from data_access.writing.runtime_records import record_resource_sample

POLICY = default_policy()
LIMITS = POLICY.policy.limits
AUTHOR = Author(LOCAL_AGENT, "rest", lambda: datetime(2026, 5, 1, 12, tzinfo=UTC))


def at(seconds: float) -> str:
    return datetime.fromtimestamp(1_777_629_600 + seconds, UTC).isoformat()


def tool(number: int, agent: str | None, begun: float, took: float | None, **told: Any) -> dict[str, Any]:
    ended = {} if took is None else {"ended_at": at(begun + took)}
    call = {"tool_call_id": f"c-{number}", "tool": "Bash", "status": "ok", "started_at": at(begun)}
    return call | {"agent_id": agent, "input": {"command": "make"}} | ended | told


COMMANDS = [
    tool(1, "w-1", 0, 300),
    tool(2, "w-1", 400, 300.000001),
    tool(3, "w-1", 800, None, status="unfinished"),
    tool(4, "w-1", 900, 4000, status="denied"),
    tool(5, "w-1", 950, 5000, tool="Read"),
    tool(6, "w-2", 0, 12, tool="functions.exec_command"),
    tool(7, "w-2", 50, -3),
]


def snapshot(conversation: str = "run-1", **told: Any) -> dict[str, Any]:
    agents = [{"agent_id": "w-1", "name": "甲"}, {"agent_id": "w-2"}, {"agent_id": "w-3", "name": "quiet"}]
    taken = {"conversation_id": conversation, "captured_at": at(9000), "title": "Pump", "project": "plant"}
    return taken | {"agents": agents, "tool_outcomes": COMMANDS} | told


@pytest.fixture
def load(tmp_path: Path, fresh_store: Store) -> Any:
    """Import lines as one file."""

    def load_lines(name: str, lines: Sequence[dict[str, Any]], **asked: Any) -> None:
        file = tmp_path / name
        file.write_text("".join(json.dumps(one) + "\n" for one in lines))
        assert import_records(fresh_store, ImportCall(paths=(str(file),), **asked)).total.rejected == 0

    return load_lines


def by_agent(items: Sequence[AgentLimits]) -> dict[str | None, dict[str, LimitStanding]]:
    return {one.agent_id: {standing.limit: standing for standing in one.standings} for one in items}


def test_commands_of_a_log_are_held_against_the_limit_and_marked_as_derived(load, fresh_store):
    load("run.jsonl", [snapshot()])
    listing = limits_of_agents(fresh_store, policy=POLICY)
    assert [(one.agent_id, one.agent, one.state) for one in listing.items] == [
        ("w-1", "甲", "passed"),
        ("w-2", "w-2", "within"),
        ("w-3", "quiet", "not_measured"),
    ]
    told = by_agent(listing.items)
    assert told["w-1"]["command_seconds"] == LimitStanding(
        limit="command_seconds",
        state="passed",
        rule="limits.command_seconds",
        most=300,
        highest=300.000001,
        beyond=0.000001,
        highest_at=datetime.fromisoformat(at(400)),
        source_id="call:c-2",
        event_id=told["w-1"]["command_seconds"].event_id,
        is_derived=True,
        origin="real",
        measured=2,
        times_passed=1,
        unmeasured=1,
    )
    second = told["w-2"]["command_seconds"]
    assert (second.state, second.highest, second.measured, second.unmeasured) == ("within", 12.0, 1, 1)
    assert {one.state for one in told["w-3"].values()} == {"not_measured"}
    assert {told["w-1"][name].highest for name in LIMIT_NAMES if name != "command_seconds"} == {None}
    counts = {one.limit: (one.passed, one.within, one.not_measured) for one in listing.by_limit}
    assert counts == dict.fromkeys(LIMIT_NAMES, (0, 0, 3)) | {"command_seconds": (1, 1, 1)}
    assert listing.by_state == {"passed": 1, "within": 1, "not_measured": 1}
    assert (listing.total, listing.truncated, listing.limits, listing.policy) == (
        3,
        False,
        LIMITS,
        "default policy",
    )


SAMPLES: list[dict[str, Any]] = [
    {"disk_bytes": 5_000_000_000, "memory_bytes": 2_000_000_001},
    {"disk_bytes": 4_000_000_000},
    {"network_bytes_per_second": 0, "command_seconds": 299.5},
    {"memory_bytes": 2_000_000_001, "network_bytes_per_second": 10_000_000},
]


def test_samples_are_held_against_every_limit_and_counted_as_the_rule_counts_them(load, fresh_store):
    load("run.jsonl", [snapshot(tool_outcomes=[])], origin="demo")
    lines = [
        {"conversation_id": "run-1", "sampled_at": at(number), "agent_id": "w-1"} | told
        for number, told in enumerate(SAMPLES)
    ]
    load("samples.jsonl", lines, origin="synthetic")
    told = by_agent(limits_of_agents(fresh_store, "run-1", policy=POLICY).items)["w-1"]
    for name in LIMIT_NAMES:
        uses = [
            Use(told_of[name], datetime.fromisoformat(at(number)), "file:?", origin="synthetic")
            for number, told_of in enumerate(SAMPLES)
            if name in told_of
        ]
        unmeasured = 0 if name == "command_seconds" else len(SAMPLES) - len(uses)
        expected = limit_standing(LIMITS, name, uses, unmeasured=unmeasured)
        assert told[name].source_id is not None
        assert told[name].model_copy(update={"source_id": "file:?"}) == expected
    assert [(told[name].state, told[name].highest) for name in LIMIT_NAMES] == [
        ("within", 5_000_000_000),
        ("within", 299.5),
        ("passed", 2_000_000_001),
        ("within", 10_000_000),
    ]
    assert told["memory_bytes"].times_passed == 2


def test_a_published_sample_that_a_file_brings_too_counts_once(load, fresh_store):
    load("run.jsonl", [snapshot(tool_outcomes=[])], origin="demo")
    said = {"conversation_id": "run-1", "sampled_at": at(5), "disk_bytes": 6_000_000_000}
    call = RecordResourceSampleCall.model_validate(said | {"request_id": "r-1"})
    receipt = record_resource_sample(fresh_store, call, author=AUTHOR)
    load("samples.jsonl", [said, said | {"sampled_at": at(6)}])
    of_run = by_agent(limits_of_agents(fresh_store, "run-1", policy=POLICY).items)[None]["disk_bytes"]
    assert (of_run.measured, of_run.times_passed, of_run.beyond) == (2, 2, 1_000_000_000)
    assert (of_run.source_id, of_run.origin) == (f"record:{receipt.record_id}", "demo")
    used = resource_use(fresh_store, "run-1", policy=POLICY)
    assert [one.passed for one in used.items] == [("disk_bytes",), ("disk_bytes",)]
    assert [one.origin for one in used.items] == ["demo", "real"]


def test_samples_of_a_run_that_is_not_here_stand_under_its_name_and_join_it_when_it_comes(load, fresh_store):
    load("samples.jsonl", [{"conversation_id": "run-1", "sampled_at": at(1), "memory_bytes": 3_000_000_000}])
    (alone,) = limits_of_agents(fresh_store, policy=POLICY).items
    assert (alone.conversation_key, alone.conversation_id, alone.runs_named) == (None, "run-1", 0)
    assert (alone.agent_id, alone.state, alone.run_title) == (None, "passed", None)
    assert limits_of_agents(fresh_store, policy=POLICY, project="plant").total == 0
    assert resource_use(fresh_store, "run-1", policy=POLICY).items[0].passed == ("memory_bytes",)
    assert limits_of_agents(fresh_store, "run-1", policy=POLICY).items == (alone,)
    for asked in (resource_use, limits_of_agents):
        with pytest.raises(NotFound):
            asked(fresh_store, "run-2", policy=POLICY)
    load("run.jsonl", [snapshot()])
    joined = limits_of_agents(fresh_store, policy=POLICY, project="plant")
    assert [(one.agent_id, one.state, one.run_title) for one in joined.items] == [
        (None, "passed", "Pump"),
        ("w-1", "passed", "Pump"),
        ("w-2", "within", "Pump"),
        ("w-3", "not_measured", "Pump"),
    ]


def test_a_name_that_two_runs_bear_is_tied_to_neither(load, fresh_store):
    load("run.jsonl", [snapshot()])
    step = {"step_id": 1, "timestamp": at(1), "source": "user", "message": "Begin"}
    other = {"schema_version": "ATIF-v1.4", "session_id": "run-1", "agent": {"name": "a", "version": "1"}}
    load("trajectory.json", [other | {"steps": [step]}])
    load("samples.jsonl", [{"conversation_id": "run-1", "sampled_at": at(1), "memory_bytes": 1}])
    (loose,) = [one for one in limits_of_agents(fresh_store, policy=POLICY).items if one.runs_named == 2]
    assert (loose.conversation_key, loose.conversation_id, loose.state) == (None, "run-1", "within")
    with pytest.raises(AmbiguousId):
        limits_of_agents(fresh_store, "run-1", policy=POLICY)
    with pytest.raises(AmbiguousId):
        resource_use(fresh_store, "run-1", policy=POLICY)
    assert resource_use(fresh_store, "run-1", policy=POLICY, as_named=True).total == 1
    only = limits_of_agents(fresh_store, "run-1", policy=POLICY, as_named=True)
    assert (only.items, only.by_state) == ((loose,), {"within": 1})


def test_filters_narrow_the_list_and_never_the_counts_beside_it(load, fresh_store):
    load("run.jsonl", [snapshot(), snapshot("run-2", project="other")])
    asked = {"policy": POLICY, "project": "plant"}
    passed = limits_of_agents(fresh_store, state="passed", **asked)
    assert ([one.agent_id for one in passed.items], passed.by_state["within"]) == (["w-1"], 1)
    unmeasured = limits_of_agents(
        fresh_store, state="not_measured", limit_name="disk_bytes", limit=2, **asked
    )
    assert (unmeasured.total, len(unmeasured.items), unmeasured.truncated) == (3, 2, True)
    only = limits_of_agents(fresh_store, agent_id="w-2", policy=POLICY)
    assert [(one.agent_id, one.project) for one in only.items] == [("w-2", "plant"), ("w-2", "other")]
    assert limits_of_agents(fresh_store, origin="demo", policy=POLICY).total == 0


def test_of_many_samples_the_highest_of_each_stretch_are_given_and_it_says_so(load, fresh_store):
    lines = [
        {"conversation_id": "run-1", "sampled_at": at(number), "memory_bytes": number % 97, "agent_id": "w-1"}
        for number in range(1000)
    ]
    load("samples.jsonl", lines)
    used = resource_use(fresh_store, "run-1", policy=POLICY, limit_name="memory_bytes", limit=50)
    assert (used.total, used.truncated, len(used.items)) == (1000, True, 50)
    assert max(one.memory_bytes or 0 for one in used.items) == 96
    assert [one.used_at for one in used.items] == sorted(one.used_at for one in used.items)
    whole = resource_use(fresh_store, "run-1", policy=POLICY, limit=2000)
    assert (len(whole.items), whole.truncated) == (1000, False)
    assert resource_use(fresh_store, "run-1", policy=POLICY, without_agent=True).total == 0
    assert resource_use(fresh_store, "run-1", policy=POLICY, limit_name="disk_bytes").total == 0


def test_an_audit_log_that_says_how_long_a_tool_ran_is_no_sample_and_is_not_derived(load, fresh_store):
    load("run.jsonl", [snapshot(tool_outcomes=[])])
    ran = {
        "sessionId": "run-1",
        "agentId": "w-1",
        "tool": "bash",
        "success": True,
        "timestamp": 1_777_629_600_000,
    }
    entries = [
        ran | {"args": {"command": "make"}, "durationMs": 300_250},
        ran | {"args": {"command": "ls"}, "durationMs": 12.5},
        ran | {"args": {"path": "a"}, "tool": "read_file", "durationMs": 900_000},
        ran | {"args": {"command": "pwd"}},
    ]
    load("audit.jsonl", entries)
    told = by_agent(limits_of_agents(fresh_store, "run-1", policy=POLICY).items)["w-1"]
    command = told["command_seconds"]
    assert (command.state, command.highest, command.beyond) == ("passed", 300.25, 0.25)
    assert (command.measured, command.times_passed, command.is_derived) == (2, 1, False)
    assert str(command.source_id).startswith("audit:")
    assert told["disk_bytes"].unmeasured == 0
    used = resource_use(fresh_store, "run-1", policy=POLICY).items
    assert {one.command_seconds for one in used} == {0.0125, 300.25}


amounts = st.one_of(st.integers(0, 3), st.sampled_from([0.5, 1.0, 1.0000001, 2.5]))
told_uses = st.lists(
    st.builds(
        Use,
        value=amounts,
        at=st.integers(0, 3).map(lambda minutes: datetime(2026, 5, 1, 12, minutes, tzinfo=UTC)),
        source_id=st.sampled_from(["a", "b", "c", "d"]),
        event_id=st.none(),
        is_derived=st.booleans(),
        origin=st.just("real"),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda one: one.source_id,
)


@pytest.fixture(scope="module")
def one_store():
    with Store.open(None) as store:
        yield store


@given(uses=told_uses, most=st.integers(1, 3))
def test_the_store_counts_and_chooses_as_the_rule_does(one_store: Store, uses: list[Use], most: int) -> None:
    rows = ", ".join("(?::DOUBLE, ?::TIMESTAMPTZ, ?, ?::VARCHAR, ?::BOOLEAN, ?)" for _ in uses)
    asked = f"""
        WITH used AS (
            FROM (VALUES {rows}) u(value, used_at, source_id, event_id, is_derived, origin)
        ), top AS (SELECT max(value) AS highest FROM used)
        SELECT
            count(*) FILTER (passes_limit(value, {most})),
            highest_use(value, highest, used_at, source_id, event_id, is_derived, origin)
        FROM used, top
    """
    with one_store.reading() as cursor:
        ((passed, told),) = cursor.execute(asked, [part for one in uses for part in one]).fetchall()
    assert passed == sum(passes(one.value, most) for one in uses)
    assert Use(**told) == highest_use(uses)


def test_samples_of_an_export_are_samples_again(load, fresh_store, tmp_path):
    said = {"conversation_id": "run-1", "sampled_at": at(5), "disk_bytes": 6_000_000_000, "agent_id": "w-1"}
    call = RecordResourceSampleCall.model_validate(said | {"request_id": "r-1"})
    record_resource_sample(fresh_store, call, author=AUTHOR)
    load("samples.jsonl", [said | {"sampled_at": at(6)}])
    export_records(fresh_store, tmp_path / "out")
    with Store.open(None) as other:
        for table in ("resource_sample", "resource_sample_observation"):
            (file,) = (tmp_path / "out").rglob(f"{table}.jsonl")
            import_records(other, ImportCall(paths=(str(file),)))
        again = resource_use(other, "run-1", policy=POLICY).items
    whole = resource_use(fresh_store, "run-1", policy=POLICY).items
    assert [one.model_copy(update={"source_id": ""}) for one in again] == [
        one.model_copy(update={"source_id": ""}) for one in whole
    ]
