"""Commands that agents really ran, read from the shared input files; none of them is kept in this project."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PLACED = re.compile(r"/Users/dev/workspace/[^/]+")
"""Projects of the real logs: their sessions also work in folders below them."""
FOLDER = "/workspace"
"""Where a command runs whose source names no folder."""
KEYS = ("command", "cmd", "keystrokes")
HOLDERS = {"input", "arguments", "params", "args", "action", "item", "commands", "state/input"}
OTHER_WORDS = {"create", "view", "str_replace", "insert", "undo_edit", "finish"}
"""Words of editing tools that keep them under the same key."""
BLOCK = re.compile(r"```(?:bash|mswea_bash_command)\n(.*?)\n?```", re.DOTALL)


class RealCommand(NamedTuple):
    """A command with the folder it ran in."""

    place: str
    """The input file, below the shared folder."""
    folder: str
    text: str

    @property
    def key(self) -> str:
        """What it is known by, without its words."""
        return hashlib.sha256(f"{self.folder}\0{self.text}".encode("utf-8", "replace")).hexdigest()[:16]

    @property
    def workspace(self) -> str:
        """The folder its agent was given."""
        project = PLACED.match(self.folder)
        return project[0] if project else self.folder


def real_commands(inputs: Path) -> list[RealCommand]:
    """Return the commands of all files, each with its folder once."""
    found: dict[str, RealCommand] = {}
    for file in sorted(inputs.rglob("*")):
        if file.suffix in (".json", ".jsonl", ".traj") and "bug_repros" not in file.parts:
            for command in _commands_of(file, str(file.relative_to(inputs))):
                found.setdefault(command.key, command)
    return list(found.values())


def _commands_of(file: Path, place: str) -> Iterator[RealCommand]:
    text = file.read_text(encoding="utf-8", errors="replace")
    for line in text.splitlines() if file.suffix == ".jsonl" else [text]:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        folder = record.get("cwd") if isinstance(record, dict) else None
        is_minimal = place.startswith("mini_swe_agent")
        for command in _inside(record, "", is_minimal=is_minimal):
            if "[trimmed" not in command and command.strip() not in OTHER_WORDS:
                yield RealCommand(place, folder or FOLDER, command)


def _inside(value: object, holder: str, *, is_minimal: bool) -> Iterator[str]:
    if isinstance(value, dict):
        if {"action", "observation", "thought"} <= set(value) and isinstance(value["action"], str):
            yield value["action"]
        if is_minimal and value.get("role") == "assistant":
            yield from BLOCK.findall(str(value.get("content")))
        for key, inner in value.items():
            if key in KEYS and holder in HOLDERS and isinstance(inner, str) and inner.strip():
                yield inner
            elif key in KEYS and holder in HOLDERS and isinstance(inner, list):
                yield from (" ".join(inner),) if all(isinstance(one, str) for one in inner) else ()
            if key in ("arguments", "input", "message") and isinstance(inner, str) and inner.startswith("{"):
                yield from _inside(_decoded(inner), key, is_minimal=is_minimal)
            yield from _inside(inner, key, is_minimal=is_minimal)
    elif isinstance(value, list):
        for inner in value:
            yield from _inside(inner, holder, is_minimal=is_minimal)


def _decoded(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None
