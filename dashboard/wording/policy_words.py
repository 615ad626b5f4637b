"""The words of the policy of agents in English: what a rule says, zones, what an agent can do."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class PolicyWords:
    """What the policy says of operations."""

    verdict: str = "Rule says"
    verdicts: dict[str, str] = field(
        default_factory=lambda: {
            "allowed": "allowed",
            "needs_approval": "needs approval",
            "denied": "denied",
            "unknown": "cannot be told",
        }
    )
    zone: str = "Zone"
    zones: dict[str, str] = field(
        default_factory=lambda: {
            "core": "core of the application",
            "workspace": "workspace",
            "shared_tools": "shared tools",
            "user_system": "user's system",
        }
    )
    no_zone: str = "none, or not known"
    capability: str = "Capability"
    capabilities: dict[str, str] = field(
        default_factory=lambda: {
            "read_file": "read a file",
            "write_file": "write a file",
            "change_config": "change configuration",
            "run_system_command": "run a command",
            "run_code": "run code",
            "install_npm_package": "install an npm package",
            "install_python_package": "install a Python package",
            "install_other_package": "install another package",
            "upgrade_self": "upgrade itself",
            "download_tool": "download",
            "call_api": "ask another machine",
            "set_environment": "set a variable",
        }
    )
    operation: str = "Operation"
    operations: dict[str, str] = field(
        default_factory=lambda: {
            "execute": "run",
            "install": "install",
            "download": "download",
            "write": "write",
            "read": "read",
        }
    )
    target: str = "Target"
    rule: str = "Rule"
    why: str = "Why"
    level: str = "Calls for"
    no_level: str = "cannot be told"
    dangerous: str = "on the list of dangerous commands"
    effects: str = "What it would do"
    cut: Counted = Counted("{n} more effect is left out", "{n} more effects are left out")
    policy: str = "Policy"
    nothing_ran: str = "Nothing was run, and nothing is permitted by this answer."
