"""MCP over stdin and stdout, for clients that start a command: every call goes to the desk that runs, else to
the database itself, opened for that one call so that a desk can start meanwhile.

An agent speaks through it, whoever started it: it reads and publishes, no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anyio
import orjson
from mcp.server.stdio import stdio_server

from dashboard.asking import OwnDesk, RunningDesk, desk_at, running_desk
from dashboard.faces.answering import query_of
from dashboard.faces.calls import Call, ToolSet
from dashboard.faces.mcp_face import INSTRUCTIONS, RUNTIME_INSTRUCTIONS, Context, mcp_server
from dashboard.reporting_zone import with_reporting_zone
from dashboard.settings import Settings
from data_access.contracts.principal import LOCAL_AGENT
from data_access.store.connection import Store


def serve_stdio(settings: Settings, tool_set: ToolSet, *, url: str | None, token: str | None) -> None:
    """Serve until the client closes its end; `url` and `token` name another desk than this machine's."""

    def ask(_context: Context, call: Call, given: dict[str, Any]) -> dict[str, Any]:
        query = query_of(call, given)
        with _desk(settings, url, token) as desk:
            if isinstance(desk, OwnDesk):
                told: dict[str, Any] = desk.ask(call.name, **given).model_dump(mode="json")
                return told
            sent = query.model_dump(mode="json", exclude_defaults=True)
            return dict(orjson.loads(desk.send(call, sent)))

    instructions = RUNTIME_INSTRUCTIONS if tool_set == "runtime" else INSTRUCTIONS
    server = mcp_server(lambda _: tool_set, ask, instructions)

    async def serve() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(serve)


@contextmanager
def _desk(settings: Settings, url: str | None, token: str | None) -> Iterator[OwnDesk | RunningDesk]:
    if url is not None:
        with desk_at(settings, url, token) as desk:
            yield desk
        return
    running = running_desk(settings, as_agent=True)
    if running is not None:
        with running as desk:
            yield desk
        return
    with Store.open(settings.database) as store:
        yield OwnDesk(with_reporting_zone(settings, store), store, LOCAL_AGENT, "mcp")
