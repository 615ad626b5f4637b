"""`check-operation`: what the policy of agents would say; nothing is run and nothing is permitted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dashboard.commands.options import DatabaseOption, JsonOption, PolicyOption
from dashboard.commands.terminal import Column, print_document, print_lines, print_table

if TYPE_CHECKING:
    from dashboard.settings import Settings
    from data_access.contracts.operations import OperationCheck


def check_operation(
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="A command in quotes, else a package, address or path.")
    ],
    operation: Annotated[
        str,
        typer.Option(metavar="WORD", help="What it is: execute, install, download, write or read."),
    ] = "execute",
    working_directory: Annotated[
        str | None,
        typer.Option("--in", metavar="FOLDER", help="Where it would run; else the current folder."),
    ] = None,
    workspace: Annotated[
        list[str] | None,
        typer.Option(metavar="FOLDER", help="Folder the agent was given, else --in; may be repeated."),
    ] = None,
    selected_folder: Annotated[
        list[str] | None,
        typer.Option(metavar="FOLDER", help="Folder a person chose for it; may be repeated."),
    ] = None,
    package_manager: Annotated[
        str | None, typer.Option(metavar="WORD", help="Of a package: npm, python or other.")
    ] = None,
    into: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where a package or a download would be put.")
    ] = None,
    checksum: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What a download is held against.")
    ] = None,
    variable: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Variable of the command; may be repeated."),
    ] = None,
    link: Annotated[
        list[str] | None,
        typer.Option(metavar="'PATH -> TARGET'", help="Symbolic link known to lie there; may be repeated."),
    ] = None,
    policy: PolicyOption = None,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask what the policy would say of an operation: allowed, needs approval, denied, or cannot be told.

    Nothing is run. A desk that runs on the database answers by its policy, unless --policy names another.
    """
    from dashboard.settings import read_settings

    folder = working_directory or str(Path.cwd())
    given = {
        "target": target,
        "operation": operation,
        "working_directory": folder,
        "workspace": workspace or [folder],
        "selected_folder": selected_folder,
        "package_manager": package_manager,
        "into": into,
        "checksum": checksum,
        "variable": variable,
        "link": link,
        "home": str(Path.home()),
    }
    settings = read_settings({"database": database, "policy": policy})
    check = _asked(settings, given, is_own=policy is not None)
    if as_json:
        print_document(check)
    else:
        _show(check)


def _asked(settings: Settings, given: dict[str, Any], *, is_own: bool) -> OperationCheck:
    """Ask the desk that runs, or the policy itself, for which no database is needed."""
    from dashboard.asking import running_desk
    from dashboard.current_desk import Desk
    from dashboard.faces.answering import answer
    from dashboard.faces.caller import Caller
    from dashboard.faces.calls import BY_NAME
    from data_access.contracts.operations import OperationCheck
    from data_access.contracts.principal import LOCAL_OWNER

    told = {name: value for name, value in given.items() if value is not None}
    running = None if is_own else running_desk(settings)
    if running is not None:
        with running as desk:
            check = desk.ask("check_operation", **told)
    else:
        caller = Caller(Desk(settings, None), LOCAL_OWNER, "command line")
        check = answer(BY_NAME["check_operation"], told, caller)
    if not isinstance(check, OperationCheck):
        raise TypeError(type(check))
    return check


def _show(check: OperationCheck) -> None:
    from dashboard.wording import words

    w = words("en")
    p = w.policy
    zone = p.zones[check.zone] if check.zone else p.no_zone
    level = w.standing.levels[_MODES[check.level_called_for]] if check.level_called_for else p.no_level
    print_lines(
        (
            f"{p.verdict}: {p.verdicts[check.verdict]} ({check.rule}): {check.why}",
            f"{p.zone}: {zone}. {p.capability}: {p.capabilities[check.capability]}. {p.level}: {level}",
        )
    )
    columns = (
        Column(p.operation),
        Column(p.target, is_wide=True),
        Column(p.zone),
        Column(p.verdict),
        Column(p.rule, leaves=1),
    )
    rows = (
        (
            p.operations[one.operation],
            one.target,
            p.zones[one.zone] if one.zone else p.no_zone,
            p.verdicts[one.verdict],
            one.rule,
        )
        for one in check.effects
    )
    print_table(columns, rows)
    left_out = check.effects_total - len(check.effects)
    print_lines((p.cut(left_out),) if check.truncated else ())
    print_lines((f"{p.policy}: {check.policy} ({check.policy_version}). {p.nothing_ran}",))


_MODES = {"L0": "none", "L1": "session", "L2": "worktree", "L3": "sandbox"}
