"""An operation with what it would do, what the policy says of it, and where it went against that.

Pure: rows and a policy come in. Nothing is read and nothing is kept here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

from data_access.contracts.operations import (
    ApprovedBy,
    Breach,
    OperationCheck,
    OperationKind,
    OperationResult,
    PolicyInForce,
    Surroundings,
)
from data_access.contracts.policy import Verdict, Zone
from data_access.rules.derived_operations import (
    UNKNOWN_TOOL,
    ToldOperation,
    executed_operations,
    told_operations,
)
from data_access.rules.effects import Effect, doubt
from data_access.rules.operation_policy import (
    AskedOperation,
    Judgement,
    effects_of,
    judge,
    judged_operation,
)
from data_access.rules.work_paths import WorkPaths

_RESULTS: dict[str, OperationResult | None] = {
    "success": "success",
    "failed": "failed",
    "ok": "success",
    "error": "failed",
    "denied": "denied",
    "unfinished": None,
}
Judged: TypeAlias = tuple[Effect, Judgement]
"""An effect with what the policy says of it."""
_OUTSIDE: frozenset[Zone | None] = frozenset({"core", "user_system"})
_LEAVES_SOMETHING = frozenset({"write", "install", "upgrade", "fetch"})


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
        return [effect.target for effect in self.effects if is_file_written(effect)]

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


def examined(row: Mapping[str, Any], session: str | None, policy: PolicyInForce) -> Iterator[Examined]:
    """Yield the operations that a record or a tool call of a session tells of, examined."""
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


def breaches_of(
    operation: OperationKind,
    verdict: Verdict,
    approved_by: ApprovedBy | None,
    result: OperationResult | None,
    *,
    leaves_zone: bool,
) -> tuple[Breach, ...]:
    """Return how an operation that was carried out goes against the policy.

    What was denied was not carried out, nor was a write of a file that failed. A command that failed may have
    done a part, and what has no result yet may have been done: both count. Where nobody says who approved an
    operation, nobody says either that it was done without: that is `approval_unknown`, and no violation.
    """
    if result == "denied" or (result == "failed" and operation == "write"):
        return ()
    found: list[Breach] = ["denied"] if verdict == "denied" else []
    if verdict == "needs_approval" and approved_by in ("auto", None):
        found.append("approval_unknown" if approved_by is None else "unapproved")
    if leaves_zone:
        found.append("outside_zone")
    return tuple(found)


def judged_effects(one: Examined, policy: PolicyInForce) -> list[Judged]:
    """Return the effects that leave something behind, each with what the policy says of it."""
    left = [effect for effect in one.effects if effect.kind in _LEAVES_SOMETHING]
    if not left:
        return []
    paths = WorkPaths(policy.policy, one.around)
    return [(effect, judge(effect, policy.policy, paths)) for effect in left]


def leaves_zone(judged: Sequence[Judged]) -> bool:
    """Tell whether something lands in the core or the user's system that the policy does not let in there."""
    return any(
        effect.place is not None and effect.place.zone in _OUTSIDE and said.verdict != "allowed"
        for effect, said in judged
    )


def is_file_written(effect: Effect) -> bool:
    """Tell whether an effect is a file that is made, changed or removed, and named."""
    is_named = effect.place is not None and effect.place.zone is not None and "*" not in effect.target
    return effect.kind == "write" and is_named and not effect.is_folder


@cache
def examination_rules() -> str:
    """Return what names the rules of this release: it moves when any of them does."""
    folder = files("data_access.rules")
    parts = sorted(file.name for file in folder.iterdir() if file.name.endswith(".py"))
    return sha256(b"\0".join((folder / name).read_bytes() for name in parts)).hexdigest()[:16]


def examined_by(policy: PolicyInForce) -> str:
    """Return what names a policy together with the rules that read it."""
    return f"{policy.version} {examination_rules()}"


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
