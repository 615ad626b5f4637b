"""A real server on an empty desk to which cases are published as agents do, over REST or MCP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import anyio
import httpx2
from mcp import Client

from dashboard.faces.calls import BY_NAME


@dataclass
class Publisher:
    """Publishes one case; `face` is `rest` or `mcp`."""

    address: str
    face: str = "rest"
    held: dict[str, Any] = field(default_factory=dict)

    def begin(self, title: str, **given: Any) -> str:
        """Create a case and claim it; return its id."""
        task_id = str(self.publish("create_task", title=title, **given)["task_id"])
        claim = self.publish("claim_task", task_id=task_id, lease_seconds=1800)
        self.held = {key: claim[key] for key in ("task_id", "lease_token", "generation")}
        return task_id

    def publish(self, name: str, **given: Any) -> dict[str, Any]:
        """Ask a call and return what it tells, an error too."""
        own = self.held | {"request_id": str(uuid4())}
        asked = {one: value for one, value in own.items() if one in BY_NAME[name].takes.model_fields} | given
        return self._by_mcp(name, asked) if self.face == "mcp" else self._by_rest(name, asked)

    def _by_rest(self, name: str, asked: dict[str, Any]) -> dict[str, Any]:
        call = BY_NAME[name]
        path = call.path.format_map({key: str(value) for key, value in asked.items()})
        body = {key: value for key, value in asked.items() if f"{{{key}}}" not in call.path}
        told = httpx2.post(f"{self.address}{path}", json=body, trust_env=False, timeout=60)
        answer: dict[str, Any] = told.json()
        return answer

    def _by_mcp(self, name: str, asked: dict[str, Any]) -> dict[str, Any]:
        async def played() -> Any:
            async with Client(f"{self.address}/mcp/investigate") as client:
                return await client.call_tool(name, asked)

        with ThreadPoolExecutor(1) as beside:  # this thread has the loop of the browser's driver
            told = beside.submit(anyio.run, played).result()
        answer: dict[str, Any] = told.structured_content or {}
        return answer
