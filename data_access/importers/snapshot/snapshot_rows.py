"""Turns one continuity snapshot into rows: the snapshot itself and every row of its lists.

Each of them is one record and ends as a row or as a reject of its own. Agents and tasks that a snapshot only
names make rows too, but no record. Nothing is taken from one part of a snapshot to correct another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from data_access.contracts.rows import (
    AgentRow,
    NamedAgentRow,
    ReportedTotalRow,
    Row,
    SnapshotRow,
    TaskResultRow,
    VerificationRow,
)
from data_access.importers.foreign_row import ForeignRow
from data_access.importers.json_text import canonical, json_text
from data_access.importers.sink import Sink
from data_access.importers.snapshot.fields import PURPOSES
from data_access.importers.snapshot.list_rows import LIST_ROWS, ReadRow, task_in_hierarchy
from data_access.importers.snapshot.named_rows import conversation, named_agent, named_task
from data_access.importers.snapshot.place import FORMAT_NAME, Place, Snapshot, places
from data_access.rules.identity import conversation_key, digest

_PURPOSE_WORDS = {word: word for word in PURPOSES}
NO_CONVERSATION = "a snapshot needs a conversation_id"
NO_CAPTURED_AT = "a snapshot needs captured_at as an ISO 8601 time, for example 2026-05-01T10:00:00Z"


def read_snapshot(document: dict[str, Any], text: str, line: int, sink: Sink) -> None:
    """Read one snapshot, given decoded and as text, into the sink; it is counted with its rows.

    A snapshot without its required fields is rejected with all it holds.
    """
    fields = ForeignRow(document, sink.tally)
    conversation_id, captured_at = fields.name("conversation_id"), fields.moment("captured_at")
    if conversation_id is None:
        sink.reject(line, NO_CONVERSATION, text)
    elif captured_at is None:
        sink.reject(line, NO_CAPTURED_AT, text)
    else:
        key = conversation_key(FORMAT_NAME, conversation_id)
        snapshot_id = digest(key, canonical(document))
        snapshot = Snapshot(key, conversation_id, snapshot_id, captured_at, sink.file_id, line)
        _SnapshotReading(snapshot, fields, sink).read()


class _SnapshotReading:
    """One snapshot being read; `fields` shrinks as its parts are taken."""

    def __init__(self, snapshot: Snapshot, fields: ForeignRow, sink: Sink) -> None:
        self.snapshot = snapshot
        self.fields = fields
        self.sink = sink
        self.sequence = snapshot.first_sequence
        self.left_of_rows: dict[str, dict[str, Any]] = {}
        self.named_agents: dict[str, None] = {}
        self.named_tasks: dict[str, None] = {}

    def read(self) -> None:
        """Read every part."""
        agent_id, root_agent_id = self.fields.name("agent_id"), self.fields.name("root_agent_id")
        for list_name, read_row in LIST_ROWS.items():
            self._read_list(list_name, read_row)
        self._read_spawned(agent_id or root_agent_id)
        self._read_hierarchy()
        self._read_verification()
        self._read_cost()
        self._add_conversation()
        self._add_snapshot(agent_id, root_agent_id)
        self._add_own_agents(agent_id, root_agent_id)
        self._add_named()

    # Lists

    def _members(self, list_name: str) -> Iterator[tuple[Place, Any]]:
        """Take a list and pair its members with their places; each is a record."""
        members = self.fields.left.pop(list_name, None)
        if members is None:
            return
        if not isinstance(members, list):
            self.sink.reject(self.snapshot.line, f"{list_name} is no list", json_text(members))
            return
        self.sequence += 1
        yield from places(self.snapshot, list_name, members, self.sequence)
        self.sequence += len(members)

    def _read_list(self, list_name: str, read_row: ReadRow) -> None:
        for place, member in self._members(list_name):
            if isinstance(member, dict):
                self._read_row(place, member, read_row)
            else:
                self._reject(place, "is no object", member)

    def _read_row(self, place: Place, member: dict[str, Any], read_row: ReadRow) -> None:
        fields = ForeignRow(member, self.sink.tally)
        row = read_row(fields, place)
        if isinstance(row, str):
            self._reject(place, row, member)
            return
        self._store(row)
        if fields.left and not hasattr(row, "extra"):  # these tables have no column for it
            self.left_of_rows.setdefault(place.list_name, {})[str(place.position)] = fields.left

    def _store(self, row: Row) -> None:
        """Add a row that is a record, and remember whom it names."""
        self.sink.tally.records += 1
        self.sink.add(row)
        if isinstance(row, TaskResultRow):
            self._add_task(row.task_id, self._said(row.observation_id), status=row.status)
        if agent_id := getattr(row, "agent_id", None):
            self.named_agents[agent_id] = None
        if task_id := getattr(row, "task_id", None):
            self.named_tasks[task_id] = None

    def _reject(self, place: Place, reason: str, member: Any) -> None:
        self.sink.reject(self.snapshot.line, f"{place} {reason}", json_text(member))

    # Agents and tasks that stand outside of their lists

    def _read_spawned(self, parent: str | None) -> None:
        for place, member in self._members("spawned_agent_ids"):
            if isinstance(member, str) and member:
                row = self._agent(member, parent, 2, place.statement_id)
                self._store(AgentRow(*row))
            else:
                self._reject(place, "names no agent", member)

    def _add_own_agents(self, agent_id: str | None, root_agent_id: str | None) -> None:
        if root_agent_id is not None:
            self.sink.add(self._agent(root_agent_id, None, 0, self._said("root")))
            self.named_agents[root_agent_id] = None
        if agent_id is not None:
            self.sink.add(self._agent(agent_id, root_agent_id, 1, self._said("own")))
            self.named_agents[agent_id] = None

    def _agent(self, agent_id: str, parent: str | None, rank: int, observation_id: str) -> NamedAgentRow:
        parent = parent if parent != agent_id else None
        row = named_agent(self.snapshot.conversation_key, agent_id, self.snapshot.file_id, self.snapshot.line)
        return row._replace(
            observation_id=observation_id,
            parent_agent_id=parent,
            parent_rank=rank if parent else 0,
            observed_at=self.snapshot.captured_at,
        )

    def _said(self, what: str) -> str:
        return digest(what, self.snapshot.snapshot_id)

    def _add_named(self) -> None:
        key, file_id, line = self.snapshot.conversation_key, self.snapshot.file_id, self.snapshot.line
        for agent_id in self.named_agents:
            self.sink.add(named_agent(key, agent_id, file_id, line))
        for task_id in self.named_tasks:
            self.sink.add(named_task(key, task_id, file_id, line))

    def _read_hierarchy(self) -> None:
        hierarchy = self.fields.left.get("task_hierarchy")
        if not isinstance(hierarchy, dict):
            self._read_list("task_hierarchy", task_in_hierarchy)
            return
        del self.fields.left["task_hierarchy"]
        for parent, children in hierarchy.items():
            self.named_tasks[parent] = None
            for child in children if isinstance(children, list) else [children]:
                self._add_child(parent, child)

    def _add_child(self, parent: str, child: Any) -> None:
        if not isinstance(child, str) or not child:
            if child is not None:
                self.sink.reject(
                    self.snapshot.line, f"task_hierarchy[{parent}] names no task", json_text(child)
                )
            return
        if child != parent:
            self._add_task(child, self._said(f"{parent}\x1f{child}"), parent_task_id=parent)

    def _add_task(self, task_id: str, observation_id: str, **said: str | None) -> None:
        """Add what is said of a task outside of `active_tasks`, whose own word counts for more."""
        row = named_task(self.snapshot.conversation_key, task_id, self.snapshot.file_id, self.snapshot.line)
        self.sink.add(
            row._replace(
                observation_id=observation_id,
                observed_at=self.snapshot.captured_at,
                sequence=self.snapshot.first_sequence,
                **said,  # type: ignore[arg-type]
            )
        )
        self.named_tasks[task_id] = None

    # The snapshot itself

    def _read_verification(self) -> None:
        status, summary = self.fields.text("verification_status"), self.fields.text("verification_summary")
        evidence = self.fields.left.pop("verification_evidence", None)
        if status is None and summary is None and evidence is None:
            return
        if evidence is not None and not isinstance(evidence, list):
            evidence = [evidence]
        shown = None if evidence is None else json_text(evidence)
        self.sink.add(
            VerificationRow(
                conversation_key=self.snapshot.conversation_key,
                observation_id=digest(self.snapshot.captured_at.isoformat(), status, summary, shown),
                status=status,
                summary=summary,
                evidence=shown,
                observed_at=self.snapshot.captured_at,
                sequence=self.snapshot.first_sequence,
                file_id=self.snapshot.file_id,
                line=self.snapshot.line,
            )
        )

    def _read_cost(self) -> None:
        cost = self.fields.left.get("cost")
        if not isinstance(cost, dict):
            return  # anything else stays in extra
        total = ForeignRow(cost, self.sink.tally)
        usd, tokens = total.money("total_usd"), total.count("total_tokens")
        if usd is None and tokens is None:
            return
        del self.fields.left["cost"]
        self.sink.add(
            ReportedTotalRow(
                conversation_key=self.snapshot.conversation_key,
                observation_id=digest(self.snapshot.captured_at.isoformat(), canonical(cost)),
                agent_id=None,
                scope="conversation",
                total_usd=usd,
                total_tokens=tokens,
                observed_at=self.snapshot.captured_at,
                extra=total.extra(),
                file_id=self.snapshot.file_id,
                line=self.snapshot.line,
            )
        )

    def _add_conversation(self) -> None:
        fields = self.fields
        parent = fields.name("parent_conversation_id")
        if parent is None:
            asked_by = fields.left.get("isolation_parent_conversation_id")
            parent = asked_by if isinstance(asked_by, str) and asked_by else None
        title = fields.name("title")
        row = conversation(
            self.snapshot.conversation_key,
            self.snapshot.conversation_id,
            self.snapshot.file_id,
            self.snapshot.line,
        )._replace(
            observed_at=self.snapshot.captured_at,
            purpose=fields.word("purpose", _PURPOSE_WORDS),
            title=title,
            title_rank=2 if title else 0,
            project=fields.name("project"),
            parent_conversation_id=parent if parent != self.snapshot.conversation_id else None,
            machine=fields.name("machine"),
            person=fields.name("person"),
        )
        self.sink.add(row._replace(observation_id=digest(*row[4:-3])))

    def _add_snapshot(self, agent_id: str | None, root_agent_id: str | None) -> None:
        fields = self.fields
        row = SnapshotRow(
            conversation_key=self.snapshot.conversation_key,
            snapshot_id=self.snapshot.snapshot_id,
            captured_at=self.snapshot.captured_at,
            execution_mode=fields.text("execution_mode"),
            phase=fields.text("phase"),
            checkpoint=fields.text("checkpoint"),
            thread_id=fields.text("thread_id"),
            agent_id=agent_id,
            root_agent_id=root_agent_id,
            isolation_mode=fields.text("isolation_mode"),
            isolation_id=fields.text("isolation_id"),
            isolation_parent_conversation_id=fields.text("isolation_parent_conversation_id"),
            isolation_workspace_path=fields.text("isolation_workspace_path"),
            isolation_metadata=fields.json("isolation_metadata"),
            extra=None,
            file_id=self.snapshot.file_id,
            line=self.snapshot.line,
        )
        fields.left.update(self.left_of_rows)
        self.sink.tally.records += 1
        self.sink.add(row._replace(extra=fields.extra()))
