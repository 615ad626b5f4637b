"""What the agents of a run did, as recorded or as their tool calls tell, and what the policy says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from data_access.contracts.operations import (
    OperationCheck,
    OperationKind,
    OperationResult,
    PolicyInForce,
    Surroundings,
)
from data_access.contracts.policy import Verdict
from data_access.contracts.run_operations import RunOperation, RunOperations
from data_access.reading.run_as_of import RunAsOf, run_as_of
from data_access.rules.derived_operations import (
    COMMAND_TOOLS,
    UNKNOWN_TOOL,
    WRITE_TOOLS,
    ToldOperation,
    executed_operations,
    told_operations,
)
from data_access.rules.effects import Effect, doubt
from data_access.rules.operation_policy import (
    LONGEST_TARGET_SHOWN,
    AskedOperation,
    effects_of,
    judged_operation,
)
from data_access.store.connection import Store

MOST_EXAMINED = 10_000
"""Operations of one run that are looked at: a few seconds."""
_MOST_FILES = 50
_RESULTS: dict[str, OperationResult | None] = {
    "success": "success",
    "failed": "failed",
    "ok": "success",
    "error": "failed",
    "denied": "denied",
    "unfinished": None,
}


class Examined(NamedTuple):
    """An operation with what it would do and what the policy says of it."""

    row: Mapping[str, Any]
    operation_id: str
    operation: OperationKind
    target: str
    result: OperationResult | None
    around: Surroundings
    effects: Sequence[Effect]
    check: OperationCheck

    @property
    def was_done(self) -> bool:
        """False for what failed or was denied: it is not counted as written."""
        return self.result not in ("failed", "denied")

    @property
    def files(self) -> list[str]:
        """Files that it wrote, so far as they are named."""
        if not self.was_done:
            return []
        return [effect.target for effect in self.effects if _is_file_written(effect)]

    @property
    def written(self) -> list[str]:
        """Files it wrote, and folders in which it wrote what is not named."""
        return [*self.files, *self.folders]

    @property
    def folders(self) -> list[str]:
        """Folders in which it wrote what is not named."""
        if not self.was_done:
            return []
        return [effect.target for effect in self.effects if effect.kind == "write" and effect.is_folder]


class ExaminedRun(NamedTuple):
    """The operations of a run; `total` says how many there are in all."""

    run: RunAsOf
    items: list[Examined]
    looked_at: int
    total: int
    main_directory: str | None


def run_operations(
    store: Store,
    conversation: str,
    *,
    policy: PolicyInForce,
    agent_id: str | None = None,
    operation: OperationKind | None = None,
    verdict: Verdict | None = None,
    limit: int = 200,
) -> RunOperations:
    """List what the agents of a run did, the earliest first, each with what the policy says of it.

    Raises: `NotFound`, `AmbiguousId`.
    """
    found = examined_run(store, conversation, policy=policy, agent_id=agent_id)
    items = [
        one
        for one in found.items
        if operation in (None, one.operation) and verdict in (None, one.check.verdict)
    ]
    return RunOperations(
        as_of=found.run.as_of,
        basis=found.run.basis,
        items=tuple(map(shown_operation, items[:limit])),
        total=len(items),
        truncated=len(items) > limit or found.looked_at < found.total,
        examined=found.looked_at,
        policy=policy.source,
        policy_version=policy.version,
        **found.run.identity,
    )


def examined_run(
    store: Store, conversation: str, *, policy: PolicyInForce, agent_id: str | None = None
) -> ExaminedRun:
    """Return the operations of a run, examined. Raises: `NotFound`, `AmbiguousId`."""
    run = run_as_of(store, conversation)
    asked = {
        "conversation_key": run.conversation_key,
        "agent_id": agent_id,
        "tools": sorted(COMMAND_TOOLS | WRITE_TOOLS),
        "limit": MOST_EXAMINED,
    }
    rows = store.rows("operations_of_run", asked)
    directory = store.rows("directory_of_run", {"conversation_key": run.conversation_key})
    items = [one for row in rows for one in examined_row(row, run.conversation_id, policy)]
    total = rows[0]["total"] if rows else 0
    return ExaminedRun(run, items, len(rows), total, directory[0]["directory"] if directory else None)


def examined_row(row: Mapping[str, Any], session: str | None, policy: PolicyInForce) -> Iterator[Examined]:
    """Yield the operations that a stored record or tool call of a session tells of, examined."""
    told = _told(row)
    for number, one in enumerate(told):
        around = _surroundings(row, one, session)
        place = around.working_directory if one.operation == "install" else None
        asked = AskedOperation(one.operation, one.target or " ", into=place, checksum=row["checksum"])
        effects = effects_of(asked, policy.policy, around) if one.is_known else [_not_known(row["tool"])]
        yield Examined(
            row=row,
            operation_id=row["operation_id"] + (f"#{number + 1}" if len(told) > 1 else ""),
            operation=_kind(one, effects),
            target=one.target,
            result=_RESULTS[row["result"]] if row["is_derived"] and row["result"] else row["result"],
            around=around,
            effects=effects,
            check=judged_operation(asked, policy, around, effects),
        )


def _told(row: Mapping[str, Any]) -> tuple[ToldOperation, ...]:
    if not row["is_derived"]:
        return (ToldOperation(row["operation"], row["target"], row["working_directory"]),)
    is_call = row["operation_id"].startswith("call:")
    return (told_operations if is_call else executed_operations)(row["tool"], row["target"])


def _not_known(tool: str) -> Effect:
    return doubt(UNKNOWN_TOOL, f"what the tool {tool[:200]} does is not known", tool)


def _surroundings(row: Mapping[str, Any], told: ToldOperation, session: str | None) -> Surroundings:
    own = _path(row["workspace"] or row["agent_workspace"] or row["run_directory"])
    return Surroundings(
        working_directory=_path(told.folder or row["working_directory"]) or own,
        workspaces=() if own is None else (own,),
        session_id=session[:300] if session else None,
    )


def _path(text: str | None) -> str | None:
    return text if text and len(text) <= 4096 else None


def _kind(told: ToldOperation, effects: Sequence[Effect]) -> OperationKind:
    """Return what a command is in the record: an install or a download where it is seen to be one."""
    if told.operation == "read":
        raise ValueError(told)  # reading is no operation of the record
    if told.operation != "execute":
        return told.operation
    kinds = {effect.operation for effect in effects}
    return "install" if "install" in kinds else "download" if "download" in kinds else "execute"


def _is_file_written(effect: Effect) -> bool:
    is_named = effect.place is not None and effect.place.zone is not None and "*" not in effect.target
    return effect.kind == "write" and is_named and not effect.is_folder


def shown_operation(one: Examined) -> RunOperation:
    """Return an examined operation as it is listed."""
    row, check = one.row, one.check
    return RunOperation(
        operation_id=one.operation_id,
        is_derived=row["is_derived"],
        agent_id=row["agent_id"],
        task_id=row["task_id"],
        occurred_at=row["occurred_at"],
        operation=one.operation,
        target=one.target[:LONGEST_TARGET_SHOWN],
        tool=row["tool"],
        working_directory=one.around.working_directory,
        workspace=one.around.workspaces[0] if one.around.workspaces else None,
        approved_by=row["approved_by"],
        result=one.result,
        duration_ms=row["duration_ms"],
        origin=row["origin"],
        verdict=check.verdict,
        rule=check.rule,
        why=check.why,
        zone=check.zone,
        capability=check.capability,
        is_dangerous=check.is_dangerous,
        level_called_for=check.level_called_for,
        files=tuple(dict.fromkeys(one.files))[:_MOST_FILES],
        event_id=row["event_id"],
    )
