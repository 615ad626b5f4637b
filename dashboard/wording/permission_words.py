"""The words of requests for permission in English: who asked, for what, and how each stands."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class PermissionWords:
    """What runtimes asked people or rules to permit."""

    title: str = "Permission requests"
    hint: str = (
        "What agents wanted to be permitted. It is answered where they run, never here. Most logs keep only "
        "what was refused."
    )
    states: dict[str, str] = field(
        default_factory=lambda: {
            "pending": "waits for an answer",
            "granted": "granted",
            "denied": "denied",
            "expired": "expired",
            "cancelled": "taken back",
            "not_known": "not known",
        }
    )
    answered_by: dict[str, str] = field(
        default_factory=lambda: {"user": "by a person", "policy": "by a rule", "auto": "by itself"}
    )
    options: dict[str, str] = field(
        default_factory=lambda: {
            "allow_once": "allow once",
            "allow_always": "always allow",
            "reject_once": "reject once",
            "reject_always": "always reject",
        }
    )
    asked_for: str = "Asked for"
    agent: str = "Asked by"
    asked: str = "Asked"
    answer: str = "Answer"
    state: str = "State"
    derived: str = "follows from the log"
    expires: str = "until {at}"
    what_not_told: str = "not told"
    could_be: str = "Could be answered: {options}"
    because: str = "Because: {reason}"
    join: str = ", "
    none: str = "No request for permission is on record."
    cut: str = "{shown} of {total} are shown: those that wait, then the newest."
