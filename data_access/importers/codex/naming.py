"""The names under which Codex's records are known on this desk."""

from __future__ import annotations

FORMAT = "codex"
MAIN = "main"
"""The agent whose thread a log is: a thread that another one started is a conversation of its own."""
PERSON = "person"
