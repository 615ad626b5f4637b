"""Writes down a case as the bundle of a desk: a header, then records numbered as a desk numbers them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sample_data.makers.moments import spelled

Fields = dict[str, Any]


@dataclass
class CaseFile:
    """One case; `round_id` and `generation` are those of the session that writes."""

    task_id: str
    title: str
    records: list[Fields] = field(default_factory=list)
    round_id: str | None = None
    generation: int = 1
    status: str | None = None

    def add(self, record: str, **fields: Any) -> Fields:
        """Add a record; moments are spelled, what is None is left out."""
        told = {name: _plain(value) for name, value in fields.items() if value is not None}
        self.records.append({"record": record, "task_id": self.task_id, **told})
        return self.records[-1]

    def number(self, record: str) -> int:
        """Return the number of the next record of a kind."""
        return 1 + sum(one["record"] == record for one in self.records)

    def move(self, to: str, by: str, at: datetime, who: str, reason: str | None = None) -> None:
        """Move the case through the state table."""
        self.add(
            "transition", ordinal=self.number("transition"), from_status=self.status, to_status=to,
            moved_by=by, generation=self.generation, round_id=self.round_id, reason=reason, occurred_at=at,
            recorded_at=at, principal_id=who,
        )  # fmt: skip
        self.status = to

    def claim(self, at: datetime, who: str, agent: str, conversation: str) -> None:
        """A session claims the case and names its run."""
        number = self.number("round")
        self.round_id = f"R-{number}"
        self.move("running", "claim_task", at, who)
        attempts = sum(
            one["record"] == "round" and one["generation"] == self.generation for one in self.records
        )
        self.add(
            "round", round_id=self.round_id, ordinal=number, generation=self.generation, attempt=1 + attempts,
            agent=agent, principal_id=who, lease_seconds=600, started_at=at,
        )  # fmt: skip
        self.add(
            "round_conversation", round_id=self.round_id, conversation=conversation, linked_by="claim",
            linked_at=at, principal_id=who,
        )  # fmt: skip

    def finish(self, to: str, at: datetime, who: str) -> None:
        """The session ends its round."""
        self.move(to, "finish_task_run", at, who)
        mine = next(
            one for one in self.records if one["record"] == "round" and one["round_id"] == self.round_id
        )
        mine |= {"ended_at": spelled(at), "end_reason": "finished"}
        self.round_id = None

    def publish(self, record: str, letter: str, name: str, **fields: Any) -> str:
        """Add a numbered record of this round; return its id."""
        number = self.number(record)
        given = f"{letter}-{number}"
        self.add(
            record, **{name: given}, ordinal=number, round_id=self.round_id, generation=self.generation,
            **fields,
        )  # fmt: skip
        return given

    def evidence(self, at: datetime, title: str, **fields: Any) -> str:
        """Publish evidence; return its id."""
        own = {"origin": "real", "is_truncated": False, "state": "valid", "state_at": at}
        return self.publish("evidence", "E", "evidence_id", title=title, recorded_at=at, **(own | fields))

    def correct(self, wrong: str, right: str, at: datetime, why: str) -> None:
        """Note that one piece of evidence replaces another."""
        old = next(one for one in self.records if one["record"] == "evidence" and one["evidence_id"] == wrong)
        old |= {"state": "corrected", "state_at": spelled(at), "state_reason": why, "corrected_by": right}

    def progress(self, at: datetime, summary: str, nodes: list[Fields], *edges: tuple[str, str, str]) -> None:
        """Publish what changed in the map; an edge is from, to, why."""
        update = {
            "nodes": nodes,
            "edges": [
                {"source": source, "target": target, **({"label": label} if label else {})}
                for source, target, label in edges
            ],
        }
        self.add(
            "progress_update", ordinal=self.number("progress_update"), round_id=self.round_id,
            generation=self.generation, summary=summary, graph_update=update, recorded_at=at,
        )  # fmt: skip

    def report(self, at: datetime, **fields: Any) -> None:
        """Publish the next revision, with the map as it stands."""
        self.add(
            "report", revision=self.number("report"), round_id=self.round_id, generation=self.generation,
            graph_updates=self.number("progress_update") - 1, published_at=at, **fields,
        )  # fmt: skip

    def bundle(self, **task: Any) -> list[Fields]:
        """Return the lines of the file; `task` is how the case stands at the end."""
        last = next(one for one in reversed(self.records) if one["record"] == "transition")
        own: Fields = {
            "record": "task", "task_id": self.task_id, "title": self.title,
            **{name: _plain(value) for name, value in task.items()}, "status": self.status,
            "generation": self.generation, "status_at": last["occurred_at"],
            "updated_at": last["occurred_at"],
        }  # fmt: skip
        header = {
            "bundle": "caseboard.bundle@1",
            "tasks": [{"task_id": self.task_id, "title": self.title}],
            "records": len(self.records) + 1,
        }
        return [header, own, *self.records]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return spelled(value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return {name: _plain(one) for name, one in value.items()} if isinstance(value, dict) else value
