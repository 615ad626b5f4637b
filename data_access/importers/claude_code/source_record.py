"""The names under which Claude Code's records are known on this desk."""

from __future__ import annotations

FORMAT = "claude_code"
MAIN = "main"
"""The agent of a session that nobody spawned."""


SIDECHAIN = "sidechain-"
"""Begins the id of an agent that has none of its own: what follows names the first of its rows."""
