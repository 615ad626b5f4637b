"""`cost` and `reprice`: usage and money by one dimension, and new prices for what is stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dashboard.commands.money import money_in_words
from dashboard.commands.options import (
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
from data_access.contracts.common import CostDimension, Origin

if TYPE_CHECKING:
    from data_access.contracts.usage import CostReport, RepricingReport, UsageTotals


def cost(
    by: Annotated[
        CostDimension, typer.Option(help="What the groups are; tasks are those of the runtime.")
    ] = "day",
    database: DatabaseOption = None,
    timezone: TimezoneOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    last: LastOption = None,
    project: Annotated[str | None, typer.Option(help="Only runs of this project.")] = None,
    conversation: Annotated[str | None, typer.Option(metavar="ID", help="Only this run.")] = None,
    model: Annotated[str | None, typer.Option(help="Only calls of this model.")] = None,
    origin: Annotated[Origin | None, typer.Option(help="Only records of this origin.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Report tokens and money by day, model, agent, run, project, task, phase, case; all time by default."""
    from dashboard.asking import asked_desk

    with asked_desk(database, timezone=timezone) as desk:
        begin, end = window(desk.settings.timezone, since, until, last)
        report: CostReport = desk.ask(
            "read_cost",
            by=by,
            timezone=desk.settings.timezone,
            since=begin,
            until=end,
            project=project,
            conversation_id=run_meant(desk, conversation) if conversation else None,
            model=model,
            origin=origin,
        )
    if as_json:
        print_document(report)
    else:
        _show(report, by)


def reprice(
    database: DatabaseOption = None,
    prices: Annotated[
        Path | None,
        typer.Option("--prices", metavar="FILE", help="Price file that goes before the price list."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Price every call anew at today's price list; the old figures are kept beside the new ones."""
    from dashboard.asking import asked_desk

    with asked_desk(database, prices=prices) as desk:
        listed = desk.settings.prices
        report: RepricingReport = desk.ask("reprice", prices=str(listed.absolute()) if listed else None)
    if as_json:
        print_document(report)
        return
    print_lines((f"{report.priced_calls:,} calls priced with {', '.join(report.price_versions)}.",))
    if report.unpriced_models:
        print_lines((f"Without a price: {', '.join(report.unpriced_models)}. Give one with --prices FILE.",))


def _show(report: CostReport, by: str) -> None:
    columns = (
        Column(by.capitalize(), is_wide=True),
        Column("Calls", "right", leaves=1),
        Column("Input", "right", leaves=3),
        Column("Cache read", "right", leaves=4),
        Column("Cache write", "right", leaves=5),
        Column("Output", "right", leaves=2),
        Column("Cost", "right"),
    )
    unsaid = "(no case)" if by == "case" else "(not said)"
    rows = [_row(group.key or unsaid, group) for group in report.groups]
    print_table(columns, [*rows, _row("Total", report.total)])
    print_lines(_remarks(report))


def _row(key: str, usage: UsageTotals) -> tuple[str, ...]:
    from dashboard.wording.formats import count

    written = usage.cache_write_5m + usage.cache_write_1h + usage.cache_write_unspecified
    counts = (usage.usage_calls, usage.fresh_input, usage.cache_read, written, usage.output)
    return (key, *map(count, counts), money_in_words(usage))


def _remarks(report: CostReport) -> list[str]:
    """Say in full what weakens the total."""
    total = report.total
    remarks = [f"Days are cut in {report.timezone}. {total.duplicates_ignored:,} duplicates ignored."]
    if report.unlinked_cases:
        remarks.append(
            f"Not linked: rounds of {', '.join(report.unlinked_cases)} have no known run; what they cost "
            "is not in it."
        )
    if total.unpriced_calls:
        models = ", ".join(total.unpriced_models) or "no model named"
        remarks.append(
            f"{total.unpriced_calls:,} calls unpriced ({models}): price them with `import --prices FILE`."
        )
    if total.at_least_calls:
        remarks.append(
            f"{total.at_least_calls:,} calls were left unfinished by their source: their output is a floor."
        )
    if total.assumed_calls:
        remarks.append(f"{total.assumed_calls:,} calls priced with an assumed cache class.")
    return remarks
