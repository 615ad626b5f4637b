"""Examines what agents did over the whole desk and keeps it, so that a list of it reads no command.

Reading a command takes about a millisecond, so that a list of a million could not do it. What is kept can be
worked out anew from the records, by the policy that holds now: it is no write of the desk's record and stands
in no change log. Only what changed is examined again, and all of it when the policy or a rule does, a few
thousand at a time; no import and no reader waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

from data_access.contracts.operations import PolicyInForce
from data_access.rules.derived_operations import COMMAND_TOOLS, WRITE_TOOLS
from data_access.rules.examined_operations import (
    Examined,
    Judged,
    breaches_of,
    examined,
    examined_by,
    is_file_written,
    judged_effects,
    leaves_zone,
)
from data_access.rules.operation_policy import LONGEST_TARGET_SHOWN
from data_access.rules.text_safety import without_surrogates
from data_access.store.bulk_load import insert_rows
from data_access.store.connection import Record, Store
from data_access.writing.change_counters import touch

RUNS_AT_ONCE = 200
AT_ONCE = 2_000
"""Operations that are examined and kept in one transaction: about a second."""
_UNSOURCED = ("drop_unsourced_operations", "drop_unsourced_additions")
_KINDS = {"install": "package", "upgrade": "package", "fetch": "download", "write": "file"}
_TOOLS = sorted(COMMAND_TOOLS | WRITE_TOOLS)


class _SourceRow(NamedTuple):
    run: str
    source_id: str
    examined_by: str
    fingerprint: str


class _OperationRow(NamedTuple):
    run: str
    conversation_key: str | None
    conversation_id: str | None
    source_id: str
    operation_id: str
    examined_by: str
    origin: str
    duration_ms: float | None
    is_derived: bool
    agent_id: str | None
    task_id: str | None
    occurred_at: datetime | None
    operation: str
    target: str
    tool: str | None
    working_directory: str | None
    workspace: str | None
    approved_by: str | None
    result: str | None
    verdict: str
    rule: str
    why: str
    zone: str | None
    capability: str
    is_dangerous: bool
    level_called_for: str | None
    is_denied_but_done: bool
    is_unapproved: bool
    is_outside_zone: bool
    is_approval_unknown: bool
    event_id: str | None


class _AdditionRow(NamedTuple):
    run: str
    conversation_key: str | None
    conversation_id: str | None
    source_id: str
    operation_id: str
    examined_by: str
    origin: str
    agent_id: str | None
    occurred_at: datetime | None
    kind: str
    target: str
    zone: str | None
    verdict: str
    is_derived: bool
    event_id: str | None


def examine_operations(store: Store, policy: PolicyInForce) -> int:
    """Examine what is still to be examined by `policy`; return how many records and tool calls that was."""
    return sum(step_by_step(store, policy))


def step_by_step(store: Store, policy: PolicyInForce) -> Iterator[int]:
    """Do what `examine_operations` does, a few thousand at a time; yield how many were examined each time."""
    _forget_lost_runs(store)
    asked = {"examined_by": examined_by(policy), "limit": RUNS_AT_ONCE}
    while runs := store.rows("runs_to_examine", asked):
        marks = {row["run"]: row["mark"] for row in _at_once(runs)}
        rows = store.rows(
            "operations_to_examine", asked | {"runs": list(marks), "tools": _TOOLS, "limit": AT_ONCE + 1}
        )
        # Of the run in which the list is cut there is more; those behind it have not been looked at.
        is_cut = len(rows) > AT_ONCE
        whole = [run for run in marks if not is_cut or run < rows[-1]["run"]]
        rows = rows[:AT_ONCE]
        found = _Found(examined_by(policy))
        for row in rows:
            found.take(row, policy)
        _keep(store, found, {run: marks[run] for run in whole})
        yield len(rows)


def _at_once(runs: Sequence[Record]) -> Iterator[Record]:
    """Yield the first run, and those after it whose records and calls fit into one step with it."""
    sources = 0
    for row in runs:
        sources += row["sources"]
        if row is not runs[0] and sources > AT_ONCE:
            return
        yield row


def _forget_lost_runs(store: Store) -> None:
    if not store.rows("lost_examined_runs")[0]["runs"]:
        return
    with store.transaction() as transaction:
        for name in ("drop_lost_examined_runs", "drop_sources_of_lost_runs", *_UNSOURCED):
            transaction.run(name, {"runs": None})


@dataclass
class _Found:
    """What was examined, as rows to be kept."""

    examined_by: str
    sources: list[_SourceRow] = field(default_factory=list)
    operations: list[_OperationRow] = field(default_factory=list)
    additions: list[_AdditionRow] = field(default_factory=list)

    def take(self, row: Record, policy: PolicyInForce) -> None:
        """Examine a record or a tool call."""
        source = _SourceRow(row["run"], row["operation_id"], self.examined_by, row["fingerprint"])
        self.sources.append(source)
        for one in examined(row, row["conversation_id"], policy):
            judged = judged_effects(one, policy)
            self.operations.append(_operation(one, judged, self.examined_by))
            if one.was_done:
                self.additions += _additions(one, judged, self.examined_by)


def _keep(store: Store, found: _Found, whole: dict[str, str]) -> None:
    """Keep what was examined in the place of what was kept before, and which runs are whole by it."""
    runs = sorted({one.run for one in found.sources} | whole.keys())
    place = {"runs": runs, "source_ids": [one.source_id for one in found.sources], "tools": _TOOLS}
    with store.transaction() as transaction:
        transaction.run("drop_examined_sources", place)
        transaction.run("drop_lost_sources", place | {"runs": list(whole)})
        for name in _UNSOURCED:
            transaction.run(name, place)
        insert_rows(transaction, "examined_source", found.sources)
        insert_rows(transaction, "examined_operation", found.operations)
        insert_rows(transaction, "operation_addition", found.additions)
        for run, mark in whole.items():
            told = {"run": run, "examined_by": found.examined_by, "mark": mark}
            transaction.run("keep_examined_run", told)
        if found.sources:
            touch(transaction, ["workspaces"], datetime.now(UTC))


def _operation(one: Examined, judged: Sequence[Judged], by: str) -> _OperationRow:
    row, check = one.row, one.check
    breaches = breaches_of(
        one.operation, check.verdict, row["approved_by"], one.result, leaves_zone=leaves_zone(judged)
    )
    return _OperationRow(
        run=row["run"],
        conversation_key=row["conversation_key"],
        conversation_id=row["conversation_id"],
        source_id=row["operation_id"],
        operation_id=one.operation_id,
        examined_by=by,
        origin=row["origin"],
        duration_ms=row["duration_ms"],
        is_derived=row["is_derived"],
        agent_id=row["agent_id"],
        task_id=row["task_id"],
        occurred_at=row["occurred_at"],
        operation=one.operation,
        target=without_surrogates(one.target[:LONGEST_TARGET_SHOWN]),
        tool=row["tool"],
        working_directory=one.around.working_directory,
        workspace=one.around.workspaces[0] if one.around.workspaces else None,
        approved_by=row["approved_by"],
        result=one.result,
        verdict=check.verdict,
        rule=check.rule,
        why=check.why,
        zone=check.zone,
        capability=check.capability,
        is_dangerous=check.is_dangerous,
        level_called_for=check.level_called_for,
        is_denied_but_done="denied" in breaches,
        is_unapproved="unapproved" in breaches,
        is_outside_zone="outside_zone" in breaches,
        is_approval_unknown="approval_unknown" in breaches,
        event_id=row["event_id"],
    )


def _additions(one: Examined, judged: Sequence[Judged], by: str) -> Iterator[_AdditionRow]:
    """Yield what an operation left behind, each thing once."""
    row = one.row
    seen = set()
    for effect, said in judged:
        kind = _KINDS[effect.kind]
        target = without_surrogates(effect.target[:LONGEST_TARGET_SHOWN])
        if (kind, target) in seen or (effect.kind == "write" and not is_file_written(effect)):
            continue
        seen.add((kind, target))
        yield _AdditionRow(
            run=row["run"],
            conversation_key=row["conversation_key"],
            conversation_id=row["conversation_id"],
            source_id=row["operation_id"],
            operation_id=one.operation_id,
            examined_by=by,
            origin=row["origin"],
            agent_id=row["agent_id"],
            occurred_at=row["occurred_at"],
            kind=kind,
            target=target,
            zone=effect.place.zone if effect.place else None,
            verdict=said.verdict,
            is_derived=row["is_derived"],
            event_id=row["event_id"],
        )
