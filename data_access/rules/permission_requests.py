"""How requests for permission stand, and what of a log amounts to one. Nothing is permitted here.

Logs of agents rarely keep a request: they keep the call that was refused, or one that says it needs more than
its sandbox gives. What follows from those is told as derived, and no further than they say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple, get_args

from data_access.contracts.operations import ApprovedBy, OperationKind
from data_access.contracts.permission_requests import PermissionOption, PermissionState
from data_access.rules.derived_operations import told_operations

_STATES: dict[str, PermissionState] = {
    "pending": "pending", "waiting": "pending", "requested": "pending",
    "granted": "granted", "approved": "granted", "allowed": "granted", "accepted": "granted",
    "denied": "denied", "rejected": "denied", "declined": "denied", "refused": "denied",
    "expired": "expired", "timed_out": "expired", "timeout": "expired",
    "cancelled": "cancelled", "canceled": "cancelled",
}  # fmt: skip
_OPTIONS: dict[str, PermissionOption] = {word: word for word in get_args(PermissionOption)}
_APPROVERS: dict[str, ApprovedBy] = {word: word for word in get_args(ApprovedBy)}
_OPERATIONS: dict[str, OperationKind] = {word: word for word in get_args(OperationKind)}
_BY_PERSON = re.compile(
    r"The user doesn't want to|User rejected|(?:rejected|denied|declined) by (?:the )?user"
    r"|^(?:user )?(?:rejected|declined|cancelled) (?:the )?(?:command|patch|tool call|MCP tool call)",
    re.IGNORECASE,
)
_BY_RULE = re.compile(
    r"^Permission (?:to use|for this) .{0,500}denied|was blocked\. For security"
    r"|^[^\n]{0,60}approval policy is",
    re.IGNORECASE | re.DOTALL,
)
_RAN = re.compile(r"(?:^|\n)(?:Exit code:|Process exited with code) -?\d")
_HEAD = 2000
_MORE_THAN_SANDBOX = ("require_escalated", "with_additional_permissions")


class Told(NamedTuple):
    """What a source says of a request, in the words of the desk."""

    operation: OperationKind | None
    target: str
    reason: str | None
    options: tuple[PermissionOption, ...]
    state: PermissionState
    chosen: PermissionOption | None
    answered_by: ApprovedBy | None
    answer: str | None


def recorded_request(row: Mapping[str, Any], options: Any, now: datetime) -> Told:
    """Return what a record says of a request, `options` decoded; what nobody answered in time has expired."""
    chosen = _word(row["chosen"], _OPTIONS)
    given = [_word(one, _OPTIONS) for one in options] if isinstance(options, list) else []
    return Told(
        operation=_word(row["operation"], _OPERATIONS),
        target=row["target"],
        reason=row["reason"],
        options=tuple(word for word in given if word),
        state=_state(row, chosen, now),
        chosen=chosen,
        answered_by=_word(row["answered_by"], _APPROVERS),
        answer=row["answer"],
    )


def _state(row: Mapping[str, Any], chosen: PermissionOption | None, now: datetime) -> PermissionState:
    said = _word(row["state"], _STATES)
    if said is None and row["state"] is not None:
        return "not_known"
    if said in (None, "pending"):
        if chosen is not None:
            return "granted" if chosen.startswith("allow") else "denied"
        if _word(row["outcome"], {"cancelled": "cancelled", "canceled": "cancelled"}):
            return "cancelled"
        if row["answered_at"] is not None or row["outcome"] is not None:
            return "not_known"
        return "expired" if row["expires_at"] is not None and row["expires_at"] <= now else "pending"
    return said or "pending"


def _word(value: object, words: Mapping[str, Any]) -> Any:
    return words.get(value.strip().lower()) if isinstance(value, str) else None


def request_of_call(row: Mapping[str, Any], *, has_asked: bool) -> Told | None:
    """Return the request that a tool call of a log amounts to, None for a call that asked nobody.

    `row` has its `tool`, what it was `given` as stored, its `status` and what was `said` at its end;
    `has_asked` is true where an event of the log says that somebody was asked.
    """
    given = _decoded(row["given"])
    if not (has_asked or row["status"] == "denied" or asks_for_more(given)):
        return None
    operation, target = _what_for(row["tool"] or "", row["given"] or "", given)
    state, answered_by = _answer_of_call(row["status"], row["said"] or "")
    return Told(
        operation=operation,
        target=target,
        reason=_reason(given),
        options=(),
        state=state,
        chosen=None,
        answered_by=answered_by,
        answer=row["said"] if state == "denied" else None,
    )


def asks_for_more(given: Any) -> bool:
    """Tell whether what a tool was given, decoded, says that it needs more than its sandbox permits."""
    if not isinstance(given, dict):
        return False
    is_escalated = given.get("with_escalated_permissions") is True
    return is_escalated or given.get("sandbox_permissions") in _MORE_THAN_SANDBOX


def _what_for(tool: str, text: str, given: Any) -> tuple[OperationKind | None, str]:
    """Return what a call would do, as far as its tool is known, else what it was given."""
    if isinstance(given, dict) and isinstance(given.get("changes"), dict):
        return "write", ", ".join(given["changes"])
    for one in told_operations(tool, text):
        if one.operation != "read":
            return one.operation, one.target
    return None, f"{tool} {text}".strip()


def _reason(given: Any) -> str | None:
    told = [given.get(name) for name in ("justification", "reason")] if isinstance(given, dict) else []
    return next((text for text in told if isinstance(text, str) and text), None)


def _decoded(text: str | None) -> Any:
    try:
        return json.loads(text or "null")
    except ValueError:
        return None


def _answer_of_call(status: str, said: str) -> tuple[PermissionState, ApprovedBy | None]:
    """Return how a call was answered. One that ran had been granted; by whom no log says."""
    head = said[:_HEAD]
    by: ApprovedBy | None = "user" if _BY_PERSON.search(head) else "policy" if _BY_RULE.search(head) else None
    if status == "denied" or by == "policy":
        return "denied", by
    if status == "ok" or _RAN.search(head):
        return "granted", None
    return ("pending" if status == "unfinished" else "not_known"), None
