"""The policy of agents that a desk goes by: the owner's file as it stands now, else the default."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from dashboard.settings import Settings
from data_access.contracts.operations import PolicyInForce
from data_access.errors import PolicyFileInvalid, Problem
from data_access.rules.policy_file import LARGEST_FILE, default_policy, read_policy_file
from data_access.rules.workspace_patterns import WorkspacePattern, policy_patterns


def policy_in_force(settings: Settings) -> PolicyInForce:
    """Return the policy; a file that changed is read anew. Raises: `PolicyFileInvalid`."""
    if settings.policy is None:
        return default_policy()
    try:
        with settings.policy.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        wrong = Problem(str(settings.policy), error.strerror or str(error), "Name a file that can be read.")
        raise PolicyFileInvalid("The policy file cannot be read.", problems=(wrong,)) from error
    return _read(content, settings.policy)


def worktree_patterns(settings: Settings) -> tuple[WorkspacePattern, ...]:
    """Return how worktrees of agents are named, by the policy. Raises: `PolicyFileInvalid`."""
    return policy_patterns(policy_in_force(settings).policy.worktrees)


@lru_cache(maxsize=4)
def _read(content: bytes, file: Path) -> PolicyInForce:
    return read_policy_file(content, file.name)
