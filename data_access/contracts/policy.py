"""The policy of agents: zones, what may be done in each, commands, network, limits, patterns of worktrees.

A policy is a file that is validated as a whole. The one that ships holds the defaults of the isolation
design; a file of the desk's owner states what differs.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from data_access.contracts.common import Contract

Zone = Literal["core", "workspace", "shared_tools", "user_system"]
"""`core` of the application, read only; `workspace`, where the agent may do anything; `shared_tools`,
controlled; `user_system`, everything else: read-only calls."""
Verdict = Literal["allowed", "needs_approval", "denied", "unknown"]
"""What the policy says of an operation; `unknown` where it cannot be told, which is never a permission."""
Ruling = Literal["allowed", "needs_approval", "denied"]
"""What a policy can lay down."""
Capability = Literal[
    "read_file",
    "write_file",
    "change_config",
    "run_system_command",
    "run_code",
    "install_npm_package",
    "install_python_package",
    "install_other_package",
    "upgrade_self",
    "download_tool",
    "call_api",
    "set_environment",
]
"""What an agent can do: the seven calls of its interface, and what a command line adds to them."""

_COMMAND = re.compile(r"[\w.+@:\[-]+(?: [\w.+@:/-]+){0,3}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HOST = re.compile(r"(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?")
_ROOTS = ("workspace/", "user-selected/", "~/", "/")


def _path_pattern(text: str) -> str:
    is_rooted = text.startswith(_ROOTS) or re.match(r"[A-Za-z]:/", text)
    if not is_rooted or "\\" in text or "\0" in text or "/../" in f"{text}/":
        raise ValueError(
            "begin with workspace/, user-selected/, ~/, / or a drive such as C:/, and write / between folders"
        )
    return text


def _command(text: str) -> str:
    if not _COMMAND.fullmatch(text):
        raise ValueError(
            "give the name of a program, or a program and its first words, such as uv run pytest"
        )
    return text


def _variable(text: str) -> str:
    if not _VARIABLE.fullmatch(text):
        raise ValueError("give the name of a variable")
    return text


def _host(text: str) -> str:
    if not _HOST.fullmatch(text):
        raise ValueError("give a host such as api.example.org, or *.example.org for all below it")
    return text.lower()


def _pattern_of_work(text: str) -> str:
    if "\0" in text or "\\" in text or ".." in text.split("/"):
        raise ValueError("write / between folders, {run} and {worker} where these stand, * for anything")
    return text


PathPattern = Annotated[str, Field(min_length=2, max_length=500), AfterValidator(_path_pattern)]
"""Folders and files: `*` within a name, `**` across folders, `{session}` for the id of the session."""
PathPatterns = Annotated[tuple[PathPattern, ...], Field(max_length=200)]
CommandName = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_command)]
"""A program, or a program and its first words."""
CommandNames = Annotated[tuple[CommandName, ...], Field(max_length=1000)]
VariableName = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_variable)]
HostName = Annotated[str, Field(min_length=1, max_length=260), AfterValidator(_host)]
WorkPattern = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_pattern_of_work)]
Amount = Annotated[int, Field(gt=0, lt=2**63)]


class ZoneRule(Contract):
    """One zone: where it lies and what may be done to its files."""

    paths: PathPatterns = ()
    """Empty for `user_system`, which is whatever lies in no other zone."""
    read: Ruling
    write: Ruling


class Zones(Contract):
    """The zones. Where several fit a path, the first of this order holds."""

    core: ZoneRule
    shared_tools: ZoneRule
    workspace: ZoneRule
    user_system: ZoneRule


class FileRules(Contract):
    """Files that agents may read and write; what lies outside is judged by its zone, never more freely."""

    read: PathPatterns
    write: PathPatterns
    config: PathPatterns
    """Files that are configuration: to write one is the capability `change_config`."""


class CapabilityRule(Contract):
    """What a capability may do in each zone."""

    core: Ruling = "denied"
    workspace: Ruling = "denied"
    shared_tools: Ruling = "denied"
    user_system: Ruling = "denied"


class Capabilities(Contract):
    """What may be installed, configured and upgraded, by the zone in which it would land."""

    install_npm_package: CapabilityRule
    install_python_package: CapabilityRule
    install_other_package: CapabilityRule
    change_config: CapabilityRule
    upgrade_self: CapabilityRule
    python_installers: CommandNames
    """Through which Python packages come; another one needs a target of its own inside the workspace."""
    engines: CommandNames
    """Programs of the application itself: to upgrade one is to change the core."""


class CommandRules(Contract):
    """Commands by name."""

    safe: CommandNames
    """Run freely; what they read and write is judged all the same."""
    read_only: CommandNames
    """System tools that change nothing."""
    dangerous: CommandNames
    """A person approves them inside the workspace; they call for level L3."""
    privileged: CommandNames
    """Run others with more rights: denied."""
    unlisted: Ruling = "needs_approval"
    """Of a program that stands in no list."""


class NetworkRules(Contract):
    """What may be fetched and asked."""

    download: Ruling
    """Of a file that is fetched."""
    checksum: Literal["required", "not required"]
    """With `required`, a file that is fetched without a checksum to hold it against is denied."""
    api_hosts: Annotated[tuple[HostName, ...], Field(max_length=500)]
    """Hosts whose interfaces may be asked freely."""
    other_hosts: Ruling
    """Of any other host."""


class EnvironmentRules(Contract):
    """What an agent's commands find and where installers put things."""

    path: PathPatterns
    """What `PATH` may hold besides `system_path` and what it held."""
    python_path: PathPatterns
    """What `PYTHONPATH` may hold."""
    system_path: PathPatterns
    """Where the programs of the system lie."""
    install_targets: Annotated[dict[VariableName, PathPattern], Field(max_length=50)]
    """Variables that say where an installer puts things, and where they must point below."""
    harmless: Annotated[tuple[VariableName, ...], Field(max_length=500)]
    """Variables that a command may be given freely."""


class Limits(Contract):
    """What one agent may use at most."""

    disk_bytes: Amount
    """Of its workspace."""
    command_seconds: Amount
    """Of one command."""
    memory_bytes: Amount
    network_bytes_per_second: Amount


class WorktreePattern(Contract):
    """How a source names the worktrees it makes: one folder and one branch for each worker."""

    path: WorkPattern
    """Below the main directory, for example `.worktrees/jarvis/{run}/{worker}`."""
    branch: WorkPattern
    """For example `jarvis/{run}/{worker}`."""


class Policy(Contract):
    """Everything an agent may do, as laid down."""

    zones: Zones
    files: FileRules
    capabilities: Capabilities
    commands: CommandRules
    network: NetworkRules
    environment: EnvironmentRules
    limits: Limits
    worktrees: Annotated[
        dict[Annotated[str, Field(min_length=1, max_length=100)], WorktreePattern], Field(max_length=50)
    ]
    """By source, for example `claude_code`."""
