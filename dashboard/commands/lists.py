"""`runs`, `agents`, `events`: the lists of a desk, page by page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dashboard.commands.money import money_in_words
from dashboard.commands.options import (
    ConversationArgument,
    CursorOption,
    DatabaseOption,
    JsonOption,
    LastOption,
    SinceOption,
    TimezoneOption,
    UntilOption,
    run_meant,
    window,
)
from dashboard.commands.terminal import Column, print_document, print_lines, print_table
from data_access.contracts.common import AnyPurpose, Origin, RunOrder

if TYPE_CHECKING:
    from data_access.contracts.common import Listing
    from data_access.contracts.readings import AgentUsage, EventItem, RunSummary


def runs(
    database: DatabaseOption = None,
    project: Annotated[str | None, typer.Option(help="Only runs of this project.")] = None,
    origin: Annotated[Origin | None, typer.Option(help="Only records of this origin.")] = None,
    source_format: Annotated[
        str | None, typer.Option("--format", help="Only runs read from this format.")
    ] = None,
    purpose: Annotated[AnyPurpose, typer.Option(help="Only runs of this purpose.")] = "all",
    model: Annotated[str | None, typer.Option(help="Only runs that called this model.")] = None,
    text: Annotated[str | None, typer.Option("--q", help="Only runs with this text in their title.")] = None,
    since: SinceOption = None,
    until: UntilOption = None,
    last: LastOption = None,
    timezone: TimezoneOption = None,
    with_errors: Annotated[
        bool, typer.Option("--with-errors", help="Only runs in which something failed.")
    ] = False,
    order: Annotated[
        RunOrder, typer.Option(help="What comes first: latest, dearest, busiest, or by title.")
    ] = "last_at",
    limit: Annotated[int, typer.Option(help="Runs on a page, 1 to 500.")] = 50,
    cursor: CursorOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the runs of the desk with what happened in them and what they cost."""
    from dashboard.asking import asked_desk

    with asked_desk(database, timezone=timezone) as desk:
        begin, end = window(desk.settings.timezone, since, until, last)
        listing: Listing[RunSummary] = desk.ask(
            "list_runs",
            project=project,
            origin=origin,
            source_format=source_format,
            purpose=purpose,
            model=model,
            q=text,
            since=begin,
            until=end,
            with_errors=with_errors,
            order=order,
            limit=limit,
            cursor=cursor,
        )
        if as_json:
            print_document(listing)
        else:
            _show_runs(listing, desk.settings.timezone)


def agents(
    conversation_id: ConversationArgument, database: DatabaseOption = None, as_json: JsonOption = False
) -> None:
    """Show the agents of a run as a tree, each with its own usage and that of all below it."""
    from dashboard.asking import asked_desk

    with asked_desk(database) as desk:
        key = run_meant(desk, conversation_id)
        listing: Listing[AgentUsage] = desk.ask("list_agents", conversation_id=key)
        if as_json:
            print_document(listing)
        else:
            _show_agents(listing)


def events(
    conversation_id: ConversationArgument,
    database: DatabaseOption = None,
    agent: Annotated[str | None, typer.Option(help="Only events of this agent.")] = None,
    thread: Annotated[str | None, typer.Option(help="Only events of this thread.")] = None,
    task: Annotated[str | None, typer.Option(help="Only events of this task.")] = None,
    event_type: Annotated[
        list[str] | None, typer.Option("--type", help="Only events of this type; may be repeated.")
    ] = None,
    severity: Annotated[
        str | None, typer.Option(help="Only events of this severity, for example error.")
    ] = None,
    text: Annotated[
        str | None, typer.Option("--q", help="Only events with this text in summary or payload.")
    ] = None,
    since: SinceOption = None,
    until: UntilOption = None,
    timezone: TimezoneOption = None,
    newest_first: Annotated[
        bool, typer.Option("--newest-first", help="Begin with the latest event.")
    ] = False,
    limit: Annotated[int, typer.Option(help="Events on a page, 1 to 500.")] = 100,
    cursor: CursorOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the events of a run in order, a page at a time."""
    from dashboard.asking import asked_desk

    with asked_desk(database, timezone=timezone) as desk:
        begin, end = window(desk.settings.timezone, since, until, None)
        listing: Listing[EventItem] = desk.ask(
            "list_events",
            conversation_id=run_meant(desk, conversation_id),
            agent_id=agent,
            thread_id=thread,
            task_id=task,
            event_type=event_type or (),
            severity=severity,
            q=text,
            since=begin,
            until=end,
            newest_first=newest_first,
            limit=limit,
            cursor=cursor,
        )
        if as_json:
            print_document(listing)
        else:
            _show_events(listing, desk.settings.timezone)


def _show_runs(listing: Listing[RunSummary], zone: str) -> None:
    from dashboard.wording import words
    from dashboard.wording.formats import clock, count, short_id

    w = words("en")
    columns = (
        Column("Last event", leaves=1),
        Column("Run"),
        Column("Title", is_wide=True),
        Column("Project", leaves=4),
        Column("Agents", "right", leaves=5),
        Column("Events", "right", leaves=3),
        Column("Errors", "right", leaves=2),
        Column("Cost", "right"),
        Column("Incl. child runs", "right", leaves=6),
    )
    print_table(
        columns,
        (
            (
                clock(run.last_at, zone, w),
                short_id(run.conversation_id),
                _marked_title(run),
                Path(run.project or "").name,
                count(run.agents),
                count(run.events),
                count(run.errors),
                money_in_words(run.own),
                money_in_words(run.with_descendants),
            )
            for run in listing.items
        ),
    )
    _say_what_is_left(listing, "runs")


def _marked_title(run: RunSummary) -> str:
    title = run.title or "(no title)"
    return title if run.origin == "real" else f"[{run.origin}] {title}"


def _show_agents(listing: Listing[AgentUsage]) -> None:
    from dashboard.wording import words
    from dashboard.wording.formats import all_tokens, compact, count

    w = words("en")
    columns = (
        Column("Agent", is_wide=True),
        Column("Role", leaves=4),
        Column("Models", leaves=5),
        Column("Events", "right", leaves=6),
        Column("Calls", "right", leaves=3),
        Column("Tokens", "right", leaves=2),
        Column("This agent", "right", leaves=1),
        Column("Incl. sub-agents", "right"),
    )
    print_table(
        columns,
        (
            (
                _agent_label(agent),
                agent.role or "",
                ", ".join(agent.models),
                count(agent.events),
                count(agent.own.usage_calls),
                compact(all_tokens(agent.own), w),
                money_in_words(agent.own),
                money_in_words(agent.with_descendants),
            )
            for agent in listing.items
        ),
    )


def _agent_label(agent: AgentUsage) -> str:
    named = agent.agent_id or "(no agent named)"
    label = f"{named} {agent.name}" if agent.name and agent.name != named else named
    lost = f" (parent {agent.parent_agent_id} unknown)" if agent.is_orphan else ""
    return f"{'  ' * agent.depth}{label}{lost}"


def _show_events(listing: Listing[EventItem], zone: str) -> None:
    from dashboard.wording import words
    from dashboard.wording.formats import clock

    w = words("en")
    columns = (
        Column("Time"),
        Column("Agent", leaves=1),
        Column("Type"),
        Column("Severity", leaves=2),
        Column("Summary", is_wide=True),
    )
    print_table(
        columns,
        (
            (
                clock(event.occurred_at, zone, w),
                event.agent_id or "",
                event.event_type,
                event.severity or "",
                event.summary or "",
            )
            for event in listing.items
        ),
    )
    _say_what_is_left(listing, "events")


def _say_what_is_left(listing: Listing[Any], what: str) -> None:
    if listing.next_cursor:
        print_lines(
            (f"{len(listing.items)} of {listing.total} {what}; go on with --cursor {listing.next_cursor}",)
        )
    else:
        print_lines((f"{listing.total} {what}",))
