"""The policy on commands that agents really ran: zone, capability, verdict, each set and reviewed by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_access.contracts.operations import Surroundings
from data_access.rules.operation_policy import AskedOperation, check_operation
from data_access.rules.policy_file import default_policy
from tests.rules.real_commands import RealCommand, real_commands

EXPECTED = Path(__file__).with_name("real_commands.tsv")


def expected() -> dict[str, tuple[str, str, str]]:
    rows = [line.split("\t") for line in EXPECTED.read_text().splitlines() if not line.startswith("#")]
    return {key: (verdict, zone, capability) for key, verdict, zone, capability in rows}


def said_of(command: RealCommand) -> tuple[str, str, str]:
    around = Surroundings(working_directory=command.folder, workspaces=(command.workspace,))
    check = check_operation(AskedOperation("execute", command.text), default_policy(), around)
    return check.verdict, check.zone or "-", check.capability


@pytest.mark.inputs
def test_real_commands_have_the_zone_and_the_capability_that_people_gave_them(inputs: Path) -> None:
    commands = {command.key: command for command in real_commands(inputs)}
    wanted = expected()
    assert len(wanted) >= 200
    assert sorted(wanted) == sorted(commands), "the input files changed: review what came or went"
    wrong = {
        command.text[:200]: (said_of(command), wanted[key])
        for key, command in commands.items()
        if said_of(command) != wanted[key]
    }
    assert wrong == {}
