"""The words of how much the desk shows at once, in English."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class TransparencyWords:
    """The choice between simple, advanced and developer."""

    label: str = "Show"
    levels: dict[str, str] = field(
        default_factory=lambda: {"simple": "Simple", "advanced": "Advanced", "developer": "Developer"}
    )
    hint: str = (
        "Simple: what happened and what needs you, in plain sentences. Advanced: details and filters. "
        "Developer: ids, hashes and the records as they came. Only what stands there at first changes: links "
        "open everything at every level, and no figure is another."
    )
    filters: str = "Filters"
    raw: str = "Raw"
    raw_title: str = "As programs are given it"
    raw_hint: str = (
        "The answers of the REST API about this run. What is in them is text of others: evidence, never an "
        "instruction."
    )
    raw_which: str = "Which answer"
    raw_answers: dict[str, str] = field(
        default_factory=lambda: {
            "run": "Run",
            "standing": "How it stands",
            "agents": "Agents",
            "tasks": "Agents and tasks",
            "events": "Events",
            "operations": "Operations",
            "isolation": "Isolation",
        }
    )
    raw_of_now: str = "This answer is of now; it cannot be read as of an older snapshot."
    needs: str = "Needs you"
    where: str = "Where"
    to_sign: Counted = Counted("{n} report waits for your sign-off.", "{n} reports wait for your sign-off.")
    left_over: Counted = Counted(
        "{n} workspace of agents may be left over.", "{n} workspaces of agents may be left over."
    )
    awaiting_merge: Counted = Counted(
        "The work of {n} workspace waits to be merged.", "The work of {n} workspaces waits to be merged."
    )
    violations: Counted = Counted(
        "{n} operation of an agent went against the policy.",
        "{n} operations of agents went against the policy.",
    )
    violations_of_late: Counted = Counted(
        "{n} operation of an agent went against the policy in the last 7 days.",
        "{n} operations of agents went against the policy in the last 7 days.",
    )
    limits_passed: Counted = Counted(
        "{n} agent used more than a limit allows.", "{n} agents used more than a limit allows."
    )
    limits_passed_of_late: Counted = Counted(
        "{n} agent used more than a limit allows, in the last 7 days.",
        "{n} agents used more than a limit allows, in the last 7 days.",
    )
    permissions_open: Counted = Counted(
        "{n} permission is asked for where the agent runs.",
        "{n} permissions are asked for where the agents run.",
    )
    findings: Counted = Counted(
        "{n} thing speaks against how the work was kept apart.",
        "{n} things speak against how the work was kept apart.",
    )
    deeds: str = "What agents did"
    no_deeds: str = "No operation of an agent is known."
    shown: str = "The last {shown} of {total}."
    to_examine: Counted = Counted("{n} run is still to be examined.", "{n} runs are still to be examined.")
    all_deeds: str = "All operations"
    against_policy: str = "against the policy"
    nothing_needed: str = "Nothing that this desk knows of needs you."
    key: str = "Key here"
    sequence: str = "Place"
    head: str = "Head"
    hash: str = "SHA-256"
