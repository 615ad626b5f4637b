"""Turns the records of one file into rows: the one place that knows which record makes which rows.

Every record makes one event or is kept aside as it is; nothing is dropped and nothing is guessed from what
a record does not say.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from data_access.importers.claude_code import delegation, events, titles
from data_access.importers.claude_code.content_parts import payload_and_parts
from data_access.importers.claude_code.dialogue import Dialogue
from data_access.importers.claude_code.file_memory import FileMemory, Spawn
from data_access.importers.claude_code.identification import Identification
from data_access.importers.claude_code.layout import Place, side_file
from data_access.importers.claude_code.messages import Speech, texts_of
from data_access.importers.claude_code.source_record import FORMAT, MAIN, SIDECHAIN
from data_access.importers.earlier_part import EarlierPart
from data_access.importers.json_lines import LineRecord
from data_access.importers.loose_values import Json, mapping, native_id, text
from data_access.importers.shown_event import Shown, event_row, event_word
from data_access.importers.sink import Sink
from data_access.importers.source_record import SourceRecord
from data_access.rules.identity import conversation_key
from data_access.rules.redaction import mask_value

KEPT_ASIDE = frozenset(
    (
        "agent-color",
        "agent-name",
        "agent-setting",
        "ai-title",
        "atis-latch",
        "bridge-session",
        "custom-title",
        "file-history-snapshot",
        "last-prompt",
        "mode",
        "permission-mode",
        "relocated",
        "result",
        "started",
        "summary",
        "tag",
        "worktree-state",
    )
)
"""Records about the session that are no events: kept as they are."""
RECORDS_BETWEEN_BREATHS = 500


class RecordReader:
    """Reads the records of one file in order."""

    def __init__(self, path: Path, place: Place, sink: Sink, memory: FileMemory | None = None) -> None:
        self._path = path
        self._place = place
        self._sink = sink
        self._memory = memory or FileMemory(replay=self._replay)
        self._identification = Identification(place, self._memory, sink.file_id)
        self._dialogue = Dialogue(self._memory, sink)
        self._announced: set[tuple[str, str]] = set()
        self._located: set[str] = set()
        self._without_directory: dict[str, SourceRecord] = {}
        self._titled: set[str] = set()
        self._at_work: set[tuple[str, str | None]] = set()
        self._title_records: list[tuple[Json, int]] = []
        self._last_at: datetime | None = None

    def read(self, records: Iterator[LineRecord]) -> None:
        """Turn records into rows, letting the sink breathe."""
        for number, record in enumerate(records, 1):
            self.take(record)
            if number % RECORDS_BETWEEN_BREATHS == 0:
                self._sink.breathe()

    def continue_after(self, earlier: EarlierPart) -> None:
        """What follows is the new part of a file; `earlier` is what was read before."""
        self._memory.earlier = earlier

    def take(self, found: LineRecord) -> None:
        """Turn one record into rows."""
        kind = found.value.get("type")
        if isinstance(kind, str) and kind in KEPT_ASIDE:
            self._keep_aside(found, kind)
            return
        record = self._identification.identified(found)
        if (record.conversation_key, record.agent_id) not in self._announced:
            self._announce(record)
        if record.conversation_key not in self._located:
            self._locate(record)
        shown = self._shown(record, kind)
        if self._stood_with_other_content(record, shown):
            self._sink.keep_other(record.line, "same_uuid_other_content", record.text)
            return
        self._add_event(record, shown)

    def close(self) -> None:
        """State what only the whole file tells: titles, and conversations that name no directory."""
        for record in self._without_directory.values():
            self._sink.add(titles.surroundings(record, self._place))
        for value, line in self._title_records:
            self._add_title(value, line)

    def _replay(self, records: Iterator[LineRecord]) -> None:
        RecordReader(self._path, self._place, Sink(Sink.clear), self._memory).read(records)

    # what a file says of conversations and agents when it first speaks of them

    def _announce(self, record: SourceRecord) -> None:
        self._announced.add((record.conversation_key, record.agent_id))
        if record.agent_id.startswith(SIDECHAIN):
            self._sink.add(delegation.sidechain_seen(record, self._spawn_of_sidechain(record)))
            return
        is_own_log = record.agent_id == self._place.agent_id
        told = self._side_file() if is_own_log else {}
        parent = self._place.parent_agent_id if is_own_log else None
        self._sink.add(delegation.first_seen(record, told, parent))

    def _side_file(self) -> Json:
        told, masked = mask_value(side_file(self._path))
        self._sink.tally.secrets_masked += masked
        return mapping(told)

    def _spawn_of_sidechain(self, record: SourceRecord) -> Spawn | None:
        memory = self._memory
        prompt = "\n\n".join(texts_of(mapping(record.value.get("message")).get("content")))
        if prompt not in memory.prompts:
            memory.look_back()
        call = memory.prompts.pop(prompt, None)
        if call is None:
            return None
        memory.started_by[record.agent_id] = call
        self._sink.add(delegation.taken_up(record, call))
        return memory.spawns.get(call)

    def _locate(self, record: SourceRecord) -> None:
        """State where a conversation takes place with the first row that knows."""
        key = record.conversation_key
        if titles.directory_of(record.value) is None:
            self._without_directory.setdefault(key, record)
            return
        self._located.add(key)
        self._without_directory.pop(key, None)
        self._sink.add(titles.surroundings(record, self._place))

    # how a record stands on the timeline

    def _shown(self, record: SourceRecord, kind: object) -> Shown:
        value = record.value
        if kind in ("user", "assistant"):
            return self._spoken(record, str(kind))
        if kind == "system":
            return events.shown_system(value)
        if kind == "attachment":
            told = mapping(value.get("attachment"))
            if told.get("type") == "queued_command" and text(told.get("prompt")):
                self._dialogue.take_notice(record, told["prompt"])
            return events.shown_inner("attachment", value, told)
        if kind == "progress":
            self._note_progress(record)
            return events.shown_inner("progress", value, mapping(value.get("data")))
        if isinstance(kind, str) and kind in events.PLAIN_TYPES:
            return Shown(events.PLAIN_TYPES[kind], events.told_summary(value))
        return self._unknown(record, kind)

    def _note_progress(self, record: SourceRecord) -> None:
        """State once who is at work on which call; an agent writes such a row for every step."""
        row = delegation.progress_seen(record)
        if row is not None and (row.agent_id, row.spawned_by_tool_call_id) not in self._at_work:
            self._at_work.add((row.agent_id, row.spawned_by_tool_call_id))
            self._sink.add(row)

    def _unknown(self, record: SourceRecord, kind: object) -> Shown:
        """Early versions wrote no type: then the role of the message says it."""
        message = mapping(record.value.get("message"))
        role = message.get("role")
        if kind is None and ("usage" in message or role in ("user", "assistant")):
            return self._spoken(record, "user" if role == "user" else "assistant")
        self._sink.tally.unknown_types[kind if isinstance(kind, str) else "(none)"] += 1
        return Shown(event_word("unknown", kind), events.told_summary(record.value))

    def _spoken(self, record: SourceRecord, role: str) -> Shown:
        shown, speech = self._dialogue.read(record, role)
        if speech is not None and role == "user":
            if "wrapper" in speech.flags:
                self._dialogue.take_notice(record, speech.content)
            elif not speech.flags and record.conversation_key not in self._titled:
                self._titled.add(record.conversation_key)
                self._add_first_prompt(record, speech)
        return shown

    def _add_first_prompt(self, record: SourceRecord, speech: Speech) -> None:
        """Of several first prompts the earliest wins; one to a sub-agent only where there is no other."""
        title = titles.as_title(speech.spoken)
        if title:
            self._sink.add(
                titles.conversation_row(
                    record.conversation_key,
                    record.conversation_id,
                    record.occurred_at,
                    record.file_id,
                    record.line,
                    title=title,
                    rank=titles.FIRST_PROMPT if record.agent_id == MAIN else titles.NONE,
                )
            )

    def _stood_with_other_content(self, record: SourceRecord, shown: Shown) -> bool:
        """Tell whether the same id stood in this file before, with something else under it."""
        memory = self._memory
        if record.conversation_id != memory.first_session:
            memory.conversations.setdefault(record.event_id, record.conversation_id)
        content = hash((shown.event_type, shown.summary, record.occurred_at))
        return memory.contents.setdefault(record.event_id, content) != content

    def _add_event(self, record: SourceRecord, shown: Shown) -> None:
        payload, parts = payload_and_parts(record)
        flags = shown.flags
        if "forkedFrom" in record.value:
            original = native_id(mapping(record.value["forkedFrom"]).get("sessionId"))
            flags = (*flags, ("copied_from", original))
        for part in parts:
            self._sink.add(part)
        if record.time_is_naive:
            self._sink.tally.naive_times += 1
        if record.occurred_at is not None:
            self._last_at = record.occurred_at
        self._sink.add(event_row(record, shown._replace(flags=flags), payload))

    # records about the session

    def _keep_aside(self, found: LineRecord, kind: str) -> None:
        self._sink.keep_other(found.line, kind, found.text)
        if kind in titles.TITLE_RECORDS:
            self._title_records.append((found.value, found.line))
        elif kind in ("agent-name", "worktree-state", "relocated"):
            self._note_own_agent(found)

    def _note_own_agent(self, found: LineRecord) -> None:
        value = found.value
        name = text(value.get("agentName"))
        state = mapping(value.get("worktreeSession"))
        workspace = text(state.get("worktreePath")) or text(value.get("relocatedCwd"))
        if name or workspace:
            record = self._identification.identified(found, is_event=False)
            if record.conversation_key not in self._located:
                self._locate(record)  # the session may have no other record in any file
            self._sink.add(delegation.agent_row(record, record.agent_id, name=name, workspace=workspace))

    def _add_title(self, value: Json, line: int) -> None:
        title, session = titles.title_in(value), self._titled_session(value)
        if title is None or session is None:
            return
        self._sink.add(
            titles.conversation_row(
                conversation_key(FORMAT, session),
                session,
                self._last_at,
                self._sink.file_id,
                line,
                title=title[0],
                rank=title[1],
            )
        )

    def _titled_session(self, value: Json) -> str | None:
        memory = self._memory
        own = memory.first_session or self._place.session_id
        if value.get("type") != "summary":
            return native_id(value.get("sessionId")) or own
        leaf = native_id(value.get("leafUuid"))
        if leaf is not None and leaf not in memory.contents:
            memory.look_back()
        return memory.conversations.get(leaf, own) if leaf in memory.contents else None
