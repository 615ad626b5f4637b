"""What has been seen in one file so far: joins that need an earlier row of the same file.

Held while one file is read. When a grown file is continued, the memory of its earlier part is made up for
only if a row needs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from data_access.importers.earlier_part import EarlierPart
from data_access.importers.json_lines import LineRecord
from data_access.importers.loose_values import Json


@dataclass(frozen=True)
class Spawn:
    """A call of the tool that starts an agent."""

    tool_call_id: str
    agent_id: str
    """The agent that called."""
    name: str | None
    description: str | None
    agent_type: str | None
    prompt: str | None
    is_resumption: bool
    """True when it wakes an agent that exists already."""


@dataclass
class ListedTask:
    """One line of the checklist that `TaskCreate` and `TaskUpdate` keep."""

    subject: str | None
    status: str | None


@dataclass
class FileMemory:
    """Joins within a file."""

    first_session: str | None = None
    """The session that the file's first row with a session names."""
    contents: dict[str, int] = field(default_factory=dict)
    """A short hash of what stood under each event id."""
    conversations: dict[str, str] = field(default_factory=dict)
    """The conversation of each event, kept only where it is not the file's first session."""
    equal_rows: Counter[str] = field(default_factory=Counter)
    """How often a row without `uuid` has occurred."""
    sidechains: dict[str, str] = field(default_factory=dict)
    """The agent of each row of a sidechain that stands in the session's own file (1.0)."""
    latest_sidechain: str | None = None
    spawns: dict[str, Spawn] = field(default_factory=dict)
    """By tool call."""
    prompts: dict[str, str] = field(default_factory=dict)
    """Which call started an agent with this prompt."""
    started_by: dict[str, str] = field(default_factory=dict)
    """Which call started an agent."""
    agents_by_name: dict[str, str] = field(default_factory=dict)
    plan_calls: set[str] = field(default_factory=set)
    """Calls that asked a person to approve a plan."""
    poll_calls: set[str] = field(default_factory=set)
    """Calls that asked how a background agent is."""
    list_calls: dict[str, Json] = field(default_factory=dict)
    """Input of the checklist calls that wait for their result."""
    checklist: dict[str, ListedTask] = field(default_factory=dict)
    calls: set[str] = field(default_factory=set)
    """Every call, kept only while there is an earlier part."""
    earlier: EarlierPart | None = None
    """The part read by an earlier import, until it has been looked at."""
    replay: Callable[[Iterator[LineRecord]], None] | None = None
    """Reads records into this memory and nowhere else."""

    def look_back(self) -> None:
        """Remember what the earlier part of the file said; does nothing the second time."""
        earlier, self.earlier = self.earlier, None
        if earlier is not None and self.replay is not None:
            self.replay(earlier.records())
