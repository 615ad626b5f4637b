"""`workspaces`: the worktrees and branches of real git repositories, looked at and never touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dashboard.commands.options import DatabaseOption, JsonOption, PolicyOption, TimezoneOption
from dashboard.commands.terminal import (
    Column,
    print_commands,
    print_document,
    print_lines,
    print_table,
)

if TYPE_CHECKING:
    from dashboard.wording.english import Words
    from data_access.contracts.common import Listing
    from data_access.contracts.workspaces import (
        RepositorySeen,
        SizeOnDisk,
        Workspace,
        WorkspaceListing,
        WorkspaceResult,
        WorkspacesQuery,
    )

_FLAGS = {"patterns": "--pattern", "older_than_days": "--older-than"}
"""How the command spells parts of the question."""
_SHORT_ID = 8
_SUBJECT = 40


def workspaces(
    repositories: Annotated[
        list[Path], typer.Argument(metavar="REPO...", help="Folders of git repositories.")
    ],
    database: DatabaseOption = None,
    pattern: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN",
            help="Branches of agents, such as 'jarvis/{run}/{worker}'; repeatable. Else those of the policy.",
        ),
    ] = None,
    policy: PolicyOption = None,
    base: Annotated[
        str | None,
        typer.Option(metavar="BRANCH", help="The branch that holds finished work; else it is found."),
    ] = None,
    older_than: Annotated[
        int,
        typer.Option(metavar="DAYS", help="From how many days without a move a workspace is old."),
    ] = 7,
    left_over: Annotated[bool, typer.Option("--left-over", help="Only what may be left over.")] = False,
    sizes: Annotated[bool, typer.Option("--sizes/--no-sizes", help="Measure what each takes.")] = True,
    records: Annotated[
        bool,
        typer.Option(
            "--records/--no-records", help="Ask the desk which results are recorded, where it has a database."
        ),
    ] = True,
    seconds: Annotated[float, typer.Option(help="How long to look at one repository at most.")] = 120.0,
    limit: Annotated[int, typer.Option(help="Workspaces to list, 1 to 10000.")] = 200,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Write all that git said into a new file, to import."),
    ] = None,
    load: Annotated[bool, typer.Option("--load", help="Keep all that git said in the desk.")] = False,
    to: Annotated[
        str | None, typer.Option("--to", metavar="URL", help="Keep it in this desk instead.")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token", envvar="CASEBOARD_TOKEN", metavar="TOKEN", help="Token for that desk (publish)."
        ),
    ] = None,
    machine: Annotated[
        str | None, typer.Option("--machine", help="Name of this machine; else its host name.")
    ] = None,
    timezone: TimezoneOption = None,
    as_json: JsonOption = False,
) -> None:
    """List worktrees and branches of agents: changed, unmerged, left over, how large, result recorded or not.

    Nothing in a repository is changed, no program of it runs; what is suggested is for you to run. Ends with
    1 when one of several repositories could not be read.
    """
    from dashboard.policy_in_force import worktree_patterns
    from dashboard.settings import read_settings
    from data_access.reading.workspaces import narrowed
    from data_access.reading.workspaces import workspaces as looked_at

    settings = read_settings({"database": database, "timezone": timezone, "policy": policy})
    query = _query(pattern, base, older_than, seconds, limit, left_over=left_over, with_sizes=sizes)
    results = _results(database) if records else None
    places = [place.expanduser().absolute() for place in repositories]
    whole = looked_at(places, query, results, usual=worktree_patterns(settings))
    if save is not None or load or to is not None:
        from dashboard.commands.keeping_workspaces import keep_workspaces

        keep_workspaces(settings, whole.items, save=save, load=load, to=to, token=token, machine=machine)
    listing = narrowed(whole, query)
    if as_json:
        print_document(listing)
    else:
        _show(listing, settings.timezone)
    if any(not repository.worktrees for repository in listing.repositories):
        raise typer.Exit(1)


def _query(
    patterns: list[str] | None,
    base: str | None,
    older_than_days: int,
    seconds: float,
    limit: int,
    *,
    left_over: bool,
    with_sizes: bool,
) -> WorkspacesQuery:
    from pydantic import ValidationError

    from data_access.contracts.workspaces import WorkspacesQuery
    from data_access.errors import InvalidInput, Problem

    try:
        return WorkspacesQuery(
            patterns=tuple(patterns or ()),
            base=base,
            older_than_days=older_than_days,
            left_over_only=left_over,
            with_sizes=with_sizes,
            seconds=seconds,
            limit=limit,
        )
    except ValidationError as error:
        problems = tuple(
            Problem(_FLAGS.get(str(one["loc"][0]), f"--{one['loc'][0]}"), one["msg"], "Give another.")
            for one in error.errors()
        )
        raise InvalidInput("This cannot be looked for.", problems=problems) from error


def _results(database: Path | None) -> Listing[WorkspaceResult] | None:
    """Return the results on record; None where there is no database and none was named."""
    from dashboard.asking import asked_desk
    from data_access.errors import StoreMissing

    try:
        with asked_desk(database) as desk:
            listing: Listing[WorkspaceResult] = desk.ask("list_workspace_results")
            return listing
    except StoreMissing:
        if database is not None:
            raise
        return None


def _show(listing: WorkspaceListing, zone: str) -> None:
    from dashboard.wording import words

    w = words("en")
    for repository in listing.repositories:
        own = [one for one in listing.items if one.repository == repository.repository]
        print_lines(_opening(repository))
        _show_table(own, listing, zone, w)
        _show_problems(own, w)
        _show_suggestions(own, w)
    print_lines((_closing(listing),))


def _opening(repository: RepositorySeen) -> Iterator[str]:
    base = f"base {repository.base}" if repository.base else "base not known"
    yield f"{repository.repository}   {base}"
    for problem in repository.problems:
        yield f"! {problem}"


def _show_table(own: list[Workspace], listing: WorkspaceListing, zone: str, w: Words) -> None:
    columns = (
        Column("Workspace", is_wide=True),
        Column("Branch", leaves=2),
        Column("Level", leaves=6),
        Column("State"),
        Column("Changed", leaves=1),
        Column("Unmerged", "right"),
        Column("Size", "right", leaves=4),
        Column(f"Last commit ({zone})", leaves=3),
        Column("Result", leaves=5),
        Column("Left over"),
    )
    print_table(columns, [_row(one, listing, zone, w) for one in own])


def _row(one: Workspace, listing: WorkspaceListing, zone: str, w: Words) -> tuple[str, ...]:
    days = listing.older_than_days
    reasons = [w.workspaces.left_over[reason].format(days=days) for reason in one.left_over]
    return (
        _place(one, w),
        _branch(one, w),
        w.workspaces.levels[one.level],
        w.workspaces.states[one.state] + (f", {w.workspaces.busy}" if one.is_busy else ""),
        _changed(one, w),
        _unmerged(one, w),
        _size(one.size, w),
        _last_commit(one, zone, w),
        w.workspaces.results[one.result] if one.result else "",
        "; ".join([*_lock(one, w), *reasons]),
    )


def _place(one: Workspace, w: Words) -> str:
    if one.path is None or one.kind == "main":
        return f"({w.workspaces.kinds[one.kind]})"
    return one.path.removeprefix(f"{one.repository.rstrip('/')}/")


def _branch(one: Workspace, w: Words) -> str:
    if one.branch is None and one.head is not None:
        return w.workspaces.detached.format(commit=one.head[:_SHORT_ID])
    return one.branch or ""


def _changed(one: Workspace, w: Words) -> str:
    dirty = one.dirty
    if dirty is None:
        return w.state.not_known if one.kind != "branch" and one.state not in ("missing", "bare") else ""
    parts = (
        (dirty.staged, w.workspaces.staged),
        (dirty.unstaged, w.workspaces.unstaged),
        (dirty.untracked, w.workspaces.untracked),
        (dirty.conflicted, w.workspaces.conflicted),
    )
    told = ", ".join(phrase.format(n=f"{number:,}") for number, phrase in parts if number)
    files = w.workspaces.changed(dirty.files)
    shown = w.workspaces.at_least.format(n=files) if dirty.is_cut else files
    return f"{shown}: {told}" if told else shown


def _unmerged(one: Workspace, w: Words) -> str:
    if one.unmerged is None:
        return w.state.not_known if one.head else ""
    number = f"{one.unmerged.commits:,}"
    return w.workspaces.at_least.format(n=number) if one.unmerged.is_cut else number


def _size(size: SizeOnDisk | None, w: Words) -> str:
    from dashboard.wording.formats import size as in_words

    if size is None:
        return ""
    shown = in_words(size.size_bytes)
    return w.workspaces.at_least.format(n=shown) if size.is_cut or size.unreadable else shown


def _last_commit(one: Workspace, zone: str, w: Words) -> str:
    from dashboard.wording.formats import clock
    from data_access.rules.text_safety import one_line

    if one.last_commit is None:
        return ""
    commit = one.last_commit
    when = clock(commit.committed_at, zone, w)
    return f"{when} {one_line(commit.author, 20)}: {one_line(commit.subject, _SUBJECT)}"


def _lock(one: Workspace, w: Words) -> Iterator[str]:
    if one.is_locked:
        reason = one.lock_reason
        yield w.workspaces.locked.format(reason=reason) if reason else w.workspaces.locked_without


def _show_problems(own: list[Workspace], w: Words) -> None:
    print_lines(f"! {_place(one, w)}: {problem}" for one in own for problem in one.problems)


def _show_suggestions(own: list[Workspace], w: Words) -> None:
    """Print what a person may run, each command once and exactly as it is to be pasted."""
    commands = {one.command: one.purpose for each in own for one in each.suggestions}
    if commands:
        print_lines(("You may run, after looking (nothing was run):",))
        print_commands((command, w.workspaces.purposes[purpose]) for command, purpose in commands.items())


def _closing(listing: WorkspaceListing) -> str:
    cut = f"the first {len(listing.items):,} of " if listing.truncated else ""
    more = "; raise --limit for the rest" if listing.truncated else ""
    asked = "" if listing.records_asked else "; no desk was asked for recorded results"
    return f"{cut}{listing.total:,} workspaces{more}{asked}"
