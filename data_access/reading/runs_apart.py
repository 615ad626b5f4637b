"""The runs whose agents were, or should have been, kept apart, in short: levels, findings, shared files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from data_access.contracts.operations import PolicyInForce
from data_access.contracts.run_operations import (
    AgentApart,
    AgentWork,
    RunApart,
    RunIsolation,
    RunsApart,
    SharedFile,
)
from data_access.reading.run_isolation import run_isolation
from data_access.rules.isolation_findings import LEVELS, is_below
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

MOST_CALLS = 2_000
"""Tool calls of the runs of one page that are looked at: a few seconds."""
_ORDER = "runs_apart"
_MOST_AGENTS = 20
_MOST_FILES = 20
_LONGEST_TOLD = 300


def runs_apart(
    store: Store,
    *,
    policy: PolicyInForce,
    recorded_only: bool = False,
    cursor: str | None = None,
    limit: int = 10,
) -> RunsApart:
    """List runs whose agents were or should have been kept apart, the newest first, each in short.

    The runs of one page are looked at while they have at most 2,000 tool calls together; a run behind that is
    named and not looked at. Raises: `InvalidInput`.
    """
    after_at, after_key = (None, None) if cursor is None else read_cursor(cursor, _ORDER, (datetime, str))
    asked = {"recorded_only": recorded_only, "after_at": after_at, "after_key": after_key}
    rows = store.rows("runs_with_agents_apart", asked | {"limit": page_limit(limit) + 1})
    page, left = rows[:limit], MOST_CALLS
    items = []
    for row in page:
        fits = row["tool_calls"] <= left
        left -= row["tool_calls"] if fits else 0
        found = run_isolation(store, row["conversation_key"], policy=policy) if fits else None
        items.append(_run(row, found))
    is_cut = len(rows) > len(page)
    last = page[-1] if page else None
    return RunsApart(
        as_of=datetime.now(UTC),
        basis="mixed",
        items=tuple(items),
        total=rows[0]["total"] if rows else 0,
        truncated=is_cut,
        next_cursor=write_cursor(_ORDER, (last["last_at"], last["conversation_key"]))
        if is_cut and last
        else None,
        policy=policy.source,
        policy_version=policy.version,
    )


def _run(row: Mapping[str, Any], found: RunIsolation | None) -> RunApart:
    agents = () if found is None else found.agents
    shared: dict[str, SharedFile] = {file.path: file for one in agents for file in one.shared_files}
    given = ("conversation_key", "conversation_id", "title", "project", "origin", "last_at", "tool_calls")
    return RunApart(
        **{name: row[name] for name in given},
        is_examined=found is not None,
        is_examined_whole=found is not None and not found.truncated,
        main_directory=found.main_directory if found else None,
        agents=tuple(_agent(one) for one in sorted(agents, key=_gravity)[:_MOST_AGENTS]),
        agents_total=len(agents),
        below=sum(is_below(one.level_had, one.level_called_for) for one in agents),
        by_level_had=_counted([one.level_had or "not_known" for one in agents]),
        by_level_called_for=_counted([one.level_called_for or "not_known" for one in agents]),
        by_finding=_counted([one.kind for one in found.findings] if found else []),
        shared_files=tuple(shared[path] for path in sorted(shared)[:_MOST_FILES]),
        shared_files_total=len(shared),
    )


def _counted(told: Sequence[Any]) -> dict[Any, int]:
    return dict(sorted(Counter(told).items()))


def _gravity(one: AgentWork) -> tuple[bool, int, int]:
    """Put who had less than called for first, then whoever did more apart, then whoever wrote more."""
    had = -1 if one.level_had is None else LEVELS.index(one.level_had)
    return not is_below(one.level_had, one.level_called_for), -had, -one.files_total


def _agent(one: AgentWork) -> AgentApart:
    told = one.given_back.git_diff_summary if one.given_back else None
    same = (
        "agent_id", "name", "role", "task_id", "level_had", "level_known_by", "level_called_for",
        "workspace", "branch", "merge_allowed", "files_total", "operations", "git",
    )  # fmt: skip
    return AgentApart(
        **{name: getattr(one, name) for name in same},
        is_below=is_below(one.level_had, one.level_called_for),
        files=one.files[:_MOST_FILES],
        shared=len(one.shared_files),
        git_diff_summary=told and told[:_LONGEST_TOLD],
    )
