"""`token create`, `token list`, `token revoke`: who may ask the desk what."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Literal
from zoneinfo import ZoneInfo

import typer

from dashboard.commands.options import DatabaseOption, JsonOption
from dashboard.commands.terminal import Column, print_document, print_lines, print_table, say

if TYPE_CHECKING:
    from data_access.contracts.common import Listing
    from data_access.contracts.queries import IssuedToken, TokenItem

token = typer.Typer(
    help="Give, list and end tokens: who may ask the desk what.", no_args_is_help=True, rich_markup_mode=None
)


@token.command("create")
def create(
    name: Annotated[str, typer.Option("--name", help="Who will show it, as the change log names them.")],
    scope: Annotated[
        str,
        typer.Option(help="What it allows, separated by commas: read, publish, decide (person), operate."),
    ] = "read,publish",
    kind: Annotated[Literal["agent", "person"], typer.Option(help="Whose it is.")] = "agent",
    expires: Annotated[
        str | None, typer.Option("--expires", metavar="TIME", help="When it ends, for example 2027-01-01.")
    ] = None,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give a token. It is shown once and kept as a hash; from the first one on the desk asks for tokens."""
    from dashboard.asking import asked_desk
    from data_access.rules.reporting_days import moment_given

    with asked_desk(database, create=True) as desk:
        zone = ZoneInfo(desk.settings.timezone)
        issued: IssuedToken = desk.ask(
            "create_token",
            name=name,
            kind=kind,
            scopes=[one.strip() for one in scope.split(",") if one.strip()],
            expires_at=moment_given(expires, zone, where="--expires") if expires else None,
        )
    if as_json:
        print_document(issued)
        return
    print_lines((issued.token,))
    say(f"Token {issued.token_id} of {issued.name}: {', '.join(issued.scopes)}. It is not shown again.")


@token.command("list")
def list_(database: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """List the tokens that were given, ended ones too; never the tokens themselves."""
    from dashboard.asking import asked_desk

    with asked_desk(database) as desk:
        listing: Listing[TokenItem] = desk.ask("list_tokens")
    if as_json:
        print_document(listing)
        return
    columns = (
        Column("Token"),
        Column("Name", is_wide=True),
        Column("Kind", leaves=2),
        Column("Scopes"),
        Column("State", leaves=1),
    )
    rows = [(one.token_id, one.name, one.kind, ", ".join(one.scopes), _state(one)) for one in listing.items]
    print_table(columns, rows)
    print_lines((f"{listing.total} tokens",))


@token.command("revoke")
def revoke(
    token_id: Annotated[str, typer.Argument(metavar="TOKEN_ID", help="Id of the token, as the list has it.")],
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """End a token at once."""
    from dashboard.asking import asked_desk

    with asked_desk(database) as desk:
        ended: TokenItem = desk.ask("revoke_token", token_id=token_id)
    if as_json:
        print_document(ended)
    else:
        print_lines((f"Token {ended.token_id} of {ended.name} has ended.",))


def _state(one: TokenItem) -> str:
    if one.revoked_at is not None:
        return f"revoked {one.revoked_at:%Y-%m-%d}"
    if one.expires_at is None:
        return "holds"
    is_over = one.expires_at <= datetime.now(UTC)
    return f"{'ended' if is_over else 'holds until'} {one.expires_at:%Y-%m-%d}"
