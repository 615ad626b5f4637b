"""`mcp`: a desk for agents whose client starts a command."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from dashboard.commands.options import DatabaseOption
from dashboard.settings import read_settings


def mcp(
    database: DatabaseOption = None,
    tool_set: Annotated[
        Literal["read", "investigate", "runtime"],
        typer.Option("--tools", help="Which tools are offered; `runtime` is for what runs agents."),
    ] = "investigate",
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="Ask this desk instead of this machine's.")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option("--token", envvar="CASEBOARD_TOKEN", metavar="TOKEN", help="Token for that desk."),
    ] = None,
) -> None:
    """Speak MCP on stdin and stdout, for the running desk or, when none runs, straight on the database."""
    from dashboard.faces.mcp_bridge import serve_stdio

    serve_stdio(read_settings({"database": database}), tool_set, url=url, token=token)
