"""What has been seen in one file so far: joins that need an earlier row of the same file.

When a grown file is continued, the earlier part is read again into this memory and nowhere else, so that a
file gives the same rows however often its reading was interrupted.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from hashlib import blake2b

from data_access.importers.codex.naming import FORMAT
from data_access.importers.codex.outcomes import Status
from data_access.importers.codex.thread import Fork
from data_access.importers.codex.token_counter import Step, TokenCounter, Tokens
from data_access.importers.loose_values import Json, mapping
from data_access.rules.identity import conversation_key, digest


@dataclass
class ThreadMemory:
    """Joins within one thread of a file."""

    thread_id: str
    conversation_key: str
    fork: Fork
    equal_rows: Counter[str] = field(default_factory=Counter)
    """How often a row of the same content has occurred."""
    counter: TokenCounter = field(default_factory=TokenCounter)
    total: Tokens | None = None
    """The last running total of a stream."""
    total_runs: int = 0
    turn_id: str | None = None
    model: str | None = None
    service: str | None = None
    said: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often a text was said, by the kind of row that said it."""
    given: set[str] = field(default_factory=set)
    """Names of messages and thoughts that were handed on."""
    calls: dict[str, str] = field(default_factory=dict)
    """What each call asked for, by its id: an id that comes again with another content is another call."""
    renamed: dict[str, str] = field(default_factory=dict)
    """The name of the newest call whose id had been used before."""
    statuses: dict[str, tuple[Status, int | None]] = field(default_factory=dict)
    """How a call ended, with its exit code, where a row of its own said so."""
    failed: set[str] = field(default_factory=set)
    """Calls of which a row has said that they failed: a second row about it is no second error."""
    tools: dict[str, str] = field(default_factory=dict)
    """The tool of each call."""
    waiting: defaultdict[str, deque[str]] = field(default_factory=lambda: defaultdict(deque))
    """Calls without an id that wait for their outcome, by what they are."""
    nameless: Counter[str] = field(default_factory=Counter)
    started_by: dict[str, str] = field(default_factory=dict)
    """Which call started a thread."""
    prompts: dict[str, Json] = field(default_factory=dict)
    """What each call that starts a thread asked for."""
    is_titled: bool = False
    is_located: bool = False

    def count_on(self, value: Json) -> Step | None:
        """Move the counter by what an event states; return the call that this is, if it is one."""
        info = mapping(value.get("info", value.get("usage")))
        return self.counter.step(info, begins_elsewhere=self.fork.forked_from is not None)

    def spoken_name(self, kind: str, speaker: str, words: str) -> tuple[str, bool]:
        """Name a text after itself and its place among equal texts; tell whether it is there already.

        The same text stands in two kinds of rows: the n-th in the one is the n-th in the other.
        """
        content = digest(speaker, "".join(words.split()))
        self.said[kind, content] += 1
        name = f"{content}-{self.said[kind, content]}"
        is_known = name in self.given
        self.given.add(name)
        return name, is_known

    def row_name(self, text: str) -> str:
        """Name a row after its content and its place among equal rows."""
        content = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        self.equal_rows[content] += 1
        return f"{content}-{self.equal_rows[content]}"


@dataclass
class FileMemory:
    """The threads of one file and the one its rows belong to now."""

    name: str
    """What the file's name says: the thread where no row names one."""
    threads: dict[str, ThreadMemory] = field(default_factory=dict)
    current: ThreadMemory | None = None

    def enter(self, thread_id: str, meta: Json | None = None) -> ThreadMemory:
        """Go on with a thread; `meta` is its head, where there is one."""
        memory = self.threads.get(thread_id)
        if memory is None:
            memory = ThreadMemory(
                thread_id, conversation_key(FORMAT, thread_id), Fork.of_meta(thread_id, meta or {})
            )
            self.threads[thread_id] = memory
        self.current = memory
        return memory
