"""The policy as a file: the default holds what the design says, an owner's file states what differs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from data_access.contracts.policy import Limits, WorktreePattern
from data_access.errors import PolicyFileInvalid
from data_access.rules.policy_file import LARGEST_FILE, default_policy, read_policy_file


def problems(text: str) -> dict[str, str]:
    with pytest.raises(PolicyFileInvalid) as caught:
        read_policy_file(text.encode(), "policy.toml")
    return {one.where: one.why for one in caught.value.problems}


def test_the_default_holds_the_limits_and_patterns_of_the_design() -> None:
    policy = default_policy().policy
    assert policy.limits == Limits(
        disk_bytes=5_000_000_000,
        command_seconds=300,
        memory_bytes=2_000_000_000,
        network_bytes_per_second=10_000_000,
    )
    assert policy.worktrees["jarvis"] == WorktreePattern(
        path=".worktrees/jarvis/{run}/{worker}", branch="jarvis/{run}/{worker}"
    )
    assert policy.commands.safe == ("git", "grep", "find")
    assert policy.commands.dangerous == ("rm", "dd", "mkfs")
    assert (policy.network.download, policy.network.checksum) == ("needs_approval", "required")


@pytest.mark.inputs
def test_the_default_holds_the_whitelist_and_the_targets_of_the_designs_text(inputs: Path) -> None:
    design = next((inputs.parent / "seeds").glob("002_*.txt"), None)
    if design is None:
        pytest.skip("the design's text is absent")
    text = design.read_text(encoding="utf-8")
    policy = default_policy().policy

    def listed(key: str) -> list[str]:
        return re.findall(r"'([^']+)'", re.search(rf"^ *{key}: \[([^\]]*)\]", text, re.MULTILINE)[1])  # type: ignore[index]

    assert listed("safe") == list(policy.commands.safe)
    assert listed("dangerous") == list(policy.commands.dangerous)
    assert listed("read") == list(policy.files.read[:2])
    assert listed("write") == list(policy.files.write[:2])
    for name in ("npm_config_prefix", "UV_TOOL_DIR"):
        target = re.search(rf"{name}: './([^']+)'", text)
        assert target is not None
        assert policy.environment.install_targets[name] == target[1]
    for folder in ("./node_modules/.bin", "./tools/bin", "./.venv/bin"):
        assert f"'{folder}'" in text
        assert f"workspace/{folder[2:]}" in policy.environment.path


def test_a_file_states_only_what_differs() -> None:
    found = read_policy_file(
        b'[zones.workspace]\nread = "needs_approval"\n[limits]\ncommand_seconds = 60\n', "p"
    )
    default = default_policy().policy
    assert found.policy.zones.workspace.read == "needs_approval"
    assert found.policy.zones.workspace.paths == default.zones.workspace.paths
    assert found.policy.limits == default.limits.model_copy(update={"command_seconds": 60})
    assert (found.source, found.version[:5]) == ("policy file p", "file:")


def test_sources_and_install_targets_may_be_added() -> None:
    text = b"""
        [worktrees.mine]
        path = "wt/{worker}"
        branch = "w/{worker}"
        [environment.install_targets]
        GOBIN = "workspace/bin"
    """
    policy = read_policy_file(text, "p").policy
    assert set(policy.worktrees) > {"mine", "jarvis"}
    assert policy.environment.install_targets["GOBIN"] == "workspace/bin"


def test_everything_that_is_wrong_is_named_with_its_place() -> None:
    text = """
        colour = "red"
        [zones.core]
        paths = ["core/**"]
        write = "sometimes"
        [zones.user_system]
        paths = ["/srv"]
        [commands]
        save = ["git"]
        dangerous = ["rm; ls"]
        [limits]
        disk_bytes = 0
        [network]
        api_hosts = ["not a host"]
    """
    found = problems(text)
    assert set(found) == {
        "colour", "zones.core.paths.0", "zones.core.write", "commands.save", "commands.dangerous.0",
        "limits.disk_bytes", "network.api_hosts.0",
    }  # fmt: skip
    assert found["commands.save"] == "the policy has no such key"
    assert problems('[zones.user_system]\npaths = ["/srv"]') == {
        "zones.user_system.paths": "it is whatever lies in no other zone and has no paths of its own"
    }


@pytest.mark.parametrize("text", ["not toml", "a = [", "\x00", "[zones]\ncore = 1", "x = " + "[" * 50_000])
def test_what_is_no_policy_is_refused_in_words(text: str) -> None:
    assert problems(text)


def test_a_file_too_large_to_be_a_policy_is_not_read() -> None:
    assert list(problems("#" * (LARGEST_FILE + 1))) == ["policy.toml"]


@pytest.mark.parametrize("pattern", ["workspace/../x", "x/**", "C:x", "workspace\\\\x"])
def test_a_pattern_that_begins_nowhere_is_refused(pattern: str) -> None:
    assert list(problems(f'[files]\nread = ["{pattern}"]')) == ["files.read.0"]
