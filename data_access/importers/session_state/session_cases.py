"""Makes cases of what sessions kept: their plans, reports, maps, evidence and presentations, in one order.

The same records make the same case, in whatever order and in how many files they came. A session is a round;
what is cited and not carried stands as evidence that says so. Nothing is made up about how a session ended:
one with a final report ended well, another one is taken up by the next session or ended without a result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, NamedTuple

import orjson

from data_access.contracts import case_bundle as bundle
from data_access.contracts.case_bundle import BundleLine, BundleRecord, RestoredCase
from data_access.contracts.common import Origin
from data_access.contracts.investigation import TaskMove, TaskStatus
from data_access.contracts.progress_graph import GraphUpdate, ProgressGraph
from data_access.importers.case_bundle.bundle_records import RecordInvalid, bundle_line
from data_access.importers.json_lines import LineRecord
from data_access.importers.loose_values import Json
from data_access.importers.session_state.state_documents import FORMAT_NAME, spelled
from data_access.importers.session_state.told_records import ToldRecord, told_record
from data_access.rules.case_restore import checked_case
from data_access.rules.citations import cited_in_text
from data_access.rules.execution_plan import kept_plan_refusals
from data_access.rules.identity import conversation_key
from data_access.rules.progress_graph import graph_after, graph_refusals

CASE_EVENTS = ("execution_plan", "report", "progress", "evidence", "presentation")
"""Events of a session that say something of its case."""
IMPORT = "import"
LEASE_SECONDS = 120
NOT_CARRIED = "Named in a session UI state; what it names is not in the file."
NO_FINAL = "The session UI state has no final report of this session and does not say how it ended."
TAKEN_UP = "A later session of the same case follows."
_NUMBERED = re.compile(r"E-([1-9]\d{0,5})")


class StoredRecord(NamedTuple):
    """An event of a session, as it is stored."""

    session_id: str
    event_id: str
    event_type: str
    occurred_at: datetime | None
    payload: Json
    extra: Json


class MadeCase(NamedTuple):
    """A case and what could not be placed in it: event ids and reasons."""

    case: RestoredCase
    left_out: tuple[tuple[str, str], ...]


def fault_of(kind: str, value: Json, at: datetime) -> str | None:
    """Return why a record can be part of no case, None for one that can."""
    told = told_record(kind, value, lambda reference, _: "E-1")
    if told is None:
        return None
    try:
        line = _line(told, _standing("task", None, 1), 1, at, origin="real")
    except RecordInvalid as why:
        return f"({kind}) {why}"
    record = line.record
    if isinstance(record, bundle.BundlePlan):
        found = next(kept_plan_refusals(record.nodes, record.edges), None)
        return None if found is None else f"({kind}) {found.problem.where}: {found.problem.why}"
    if isinstance(record, bundle.BundleProgressUpdate):
        return (
            None if record.graph_update or record.summary or told.legacy_source else f"({kind}) it is empty"
        )
    return None


def case_of_sessions(task_id: str, records: Sequence[StoredRecord], *, origin: Origin) -> MadeCase | None:
    """Return the case that these records make; None when none of them says anything of it."""
    said = [one for one in records if one.event_type in CASE_EVENTS and one.occurred_at is not None]
    return _CaseMaking(task_id, said, records, origin).made() if said else None


class _Round(NamedTuple):
    session_id: str
    round_id: str
    ordinal: int
    generation: int
    attempt: int
    started_at: datetime
    ended_at: datetime
    ends_well: bool
    agent: str | None


class _CaseMaking:
    """One case being made."""

    def __init__(
        self, task_id: str, said: list[StoredRecord], records: Sequence[StoredRecord], origin: Origin
    ) -> None:
        self.task_id = task_id
        self.origin = origin
        self.said = sorted(said, key=_order)
        self.heads = _heads(records)
        self.lines: list[BundleLine] = []
        self.left_out: list[tuple[str, str]] = []
        self.maps = [ProgressGraph()]
        self.legacy: str | None = None
        self.summary: str | None = None
        self.evidence = _Evidence(self.said)
        self.evidence_rows: dict[str, Json] = {}
        self.gaps: dict[str, Json] = {}
        self.rounds = _rounds(self.said, self.heads)

    def made(self) -> MadeCase | None:
        """Return the case, or None where its moves do not hold."""
        self._add_evidence()
        counts = dict.fromkeys(CASE_EVENTS, 0)
        for place, record in enumerate(self.said, start=1):
            told = told_record(record.event_type, record.payload, self.evidence.cite)
            if told is None or record.event_type == "evidence":
                continue
            try:
                self._add(record, told, counts, place)
            except RecordInvalid as why:
                self.left_out.append((record.event_id, str(why)))
        for gap in self.gaps.values():
            self._add_plain(bundle.BundleGap, gap)
        self._add_map()
        self._add_moves()
        case, refused = checked_case(self.task_id, self.lines)
        self.left_out += [
            (self.said[one.line - 1].event_id if one.line else "", one.reason) for one in refused
        ]
        return MadeCase(case, tuple(self.left_out)) if case else None

    def _add(self, record: StoredRecord, told: ToldRecord, counts: dict[str, int], place: int) -> None:
        if record.event_type == "progress" and not self._can_grow(record, told):
            return
        number = counts[record.event_type] + 1
        if told.kind is bundle.BundleReport:
            told = told._replace(fields=told.fields | {"data_gaps": self._gaps(told, number, record)})
        line = _line(told, self._standing(record.session_id), number, _at(record), origin=self.origin)
        line = line._replace(line=place)
        made = line.record
        if isinstance(made, bundle.BundleProgressUpdate):
            self.maps.append(graph_after(self.maps[-1], made.graph_update or GraphUpdate()))
            self.summary = made.summary or self.summary
        if isinstance(made, bundle.BundleReport):
            self._complete_report(line)
        if isinstance(made, bundle.BundlePresentation):
            line.row["data"] = self._shown(told.fields.get("cited", ()))
        counts[record.event_type] = number
        self.lines.append(line)

    def _can_grow(self, record: StoredRecord, told: ToldRecord) -> bool:
        """Say whether an update of the map can be placed; note the text of a map that is nothing else."""
        self.legacy = told.legacy_source or self.legacy
        given = told.fields.get("graph_update")
        if given is None and told.fields.get("summary") is None:
            return False
        standing = self._standing(record.session_id)
        line = _line(told, standing, len(self.maps), _at(record), origin=self.origin)
        update = getattr(line.record, "graph_update", None) or GraphUpdate()
        refused = next(graph_refusals(self.maps[-1], update), None)
        if refused is not None:
            self.left_out.append((record.event_id, f"{refused.problem.where}: {refused.problem.why}"))
        return refused is None

    def _gaps(self, told: ToldRecord, revision: int, record: StoredRecord) -> list[Json]:
        """Return the gaps of a report with their numbers: the same words are the same gap."""
        numbered = []
        for given in told.fields["data_gaps"]:
            gap = self.gaps.setdefault(
                given["missing"],
                {
                    "gap_id": f"G-{len(self.gaps) + 1}",
                    "ordinal": len(self.gaps) + 1,
                    **given,
                    "is_open": True,
                    "opened_at": _at(record).isoformat(),
                    "opened_revision": revision,
                },
            )
            numbered.append({**given, "gap_id": gap["gap_id"], "is_open": True, "closed_by": None})
        return numbered

    def _shown(self, cited: Iterable[str]) -> str | None:
        """Return the data of cited evidence that has any, as presentations hold it."""
        names = ("evidence_id", "title", "window_from", "window_until")
        rows = (self.evidence_rows[one] for one in cited if one in self.evidence_rows)
        shown = [
            {name: row[name] for name in names} | {"data": orjson.loads(row["data"])}
            for row in rows
            if row["data"] is not None
        ]
        return orjson.dumps(shown).decode() if shown else None

    def _complete_report(self, line: BundleLine) -> None:
        """Add what a report cites in its text, and after how many updates the map stood as it did."""
        row = line.row
        inline = [
            one for one in cited_in_text(f"{row['summary']}\n{row['body']}") if one in self.evidence.ids
        ]
        cited = dict.fromkeys([*orjson.loads(row["evidence_ids"]), *inline])
        row["evidence_ids"] = orjson.dumps(list(cited)).decode()
        row["graph_updates"] = len(self.maps) - 1

    def _standing(self, session_id: str) -> Json:
        one = self.rounds[session_id]
        return _standing(self.task_id, one.round_id, one.generation)

    def _add_evidence(self) -> None:
        for number, reference, record, told in self.evidence.numbered():
            standing, at = self._standing(record.session_id), _at(record)
            try:
                line = _line(told, standing, number, at, origin=self.origin)
            except (
                RecordInvalid
            ):  # what a citation says of it fits no piece of evidence: only its name is kept
                line = _line(_named_only(reference, None), standing, number, at, origin=self.origin)
            self.evidence_rows[f"E-{number}"] = line.row
            self.lines.append(line)

    def _add_map(self) -> None:
        if len(self.maps) == 1 and self.legacy is None:
            return
        plain = {
            "updates": len(self.maps) - 1,
            "summary": self.summary,
            "graph": self.maps[-1].model_dump(mode="json"),
            "legacy_source": self.legacy,
            "updated_at": _at(self.said[-1]).isoformat(),
        }
        self._add_plain(bundle.BundleProgressGraph, plain)

    def _add_moves(self) -> None:
        rounds = sorted(self.rounds.values(), key=attrgetter("ordinal"))
        moves = list(_moves(rounds))
        for number, move in enumerate(moves, start=1):
            self._add_plain(bundle.BundleTransition, {"ordinal": number, "principal_id": IMPORT, **move})
        for one in rounds:
            reason = "finished" if one.ends_well or one is rounds[-1] else "lease_expired"
            self._add_plain(bundle.BundleRound, _round_row(one, reason))
            self._add_plain(bundle.BundleLink, _link_row(one))
        last = moves[-1]
        title = next(
            (head.extra.get("title") for head in self.heads.values() if head.extra.get("title")), None
        )
        plans = (spelled(one.payload, "title", "name") for one in reversed(self.said))
        named = (one for one in plans if isinstance(one, str) and one.strip())
        project = next((one.extra["project"] for one in self.heads.values() if "project" in one.extra), None)
        self._add_plain(
            bundle.BundleTask,
            {
                "title": (title or next(named, self.task_id))[:300],
                "project": project,
                "origin": self.origin,
                "status": last["to_status"],
                "status_at": last["occurred_at"],
                "status_reason": last.get("reason"),
                "generation": last["generation"],
                "created_at": moves[0]["occurred_at"],
                "created_by": IMPORT,
                "updated_at": last["occurred_at"],
                "extra": {"kept_in": FORMAT_NAME},
            },
        )

    def _add_plain(self, kind: type[BundleRecord], fields: Json) -> None:
        known = {name: value for name, value in fields.items() if value is not None}
        self.lines.append(bundle_line(LineRecord(0, {"task_id": self.task_id, **known}, ""), kind))


class _Evidence:
    """What a case has as evidence: what the sessions carry, and what they only name."""

    def __init__(self, said: Sequence[StoredRecord]) -> None:
        self.carried: dict[str, tuple[StoredRecord, ToldRecord]] = {}
        self.ids: dict[str, None] = {}
        self.by_reference: dict[str, str] = {}
        self.also_named: dict[str, str] = {}
        """Other names of what is carried, such as that of the artifact that holds it."""
        self._named: dict[str, tuple[StoredRecord, Any]] = {}
        taken: set[int] = set()
        for record in said:
            self._look(record, taken)
        self._number(taken)

    def _look(self, record: StoredRecord, taken: set[int]) -> None:
        reader = record.event_type

        def note(reference: str, item: Any) -> str:
            self._named.setdefault(reference, (record, item))
            return reference

        told = told_record(reader, record.payload, note)
        if told is None:
            return
        if reader == "evidence":
            names = [told.fields.get("extra", {}).get(name) for name in ("evidence_id", "artifact_id", "id")]
            given = [one.strip() for one in names if isinstance(one, str) and one.strip()]
            first = given[0] if given else record.event_id
            self.carried[first] = (record, told)  # of several the latest: they come in order
            self.also_named |= dict.fromkeys(given[1:], first)
        for field in ("body", "summary"):
            for one in cited_in_text(str(told.fields.get(field, ""))):
                if number := _NUMBERED.fullmatch(one):
                    taken.add(int(number[1]))

    def _number(self, taken: set[int]) -> None:
        named = (one for one in self._named if self._meant(one) not in self.carried)
        references = [*self.carried, *named]
        native = {one: found for one in references if (found := _NUMBERED.fullmatch(one))}
        following = max([*taken, *(int(found[1]) for found in native.values())], default=0)
        for one in references:
            if one not in native:
                following += 1
            self.by_reference[one] = one if one in native else f"E-{following}"
        self.ids = dict.fromkeys(self.by_reference.values())

    def cite(self, reference: str, item: Any) -> str:
        """Return the id that a foreign reference has in the case."""
        return self.by_reference[self._meant(reference)]

    def _meant(self, reference: str) -> str:
        return reference if reference in self.carried else self.also_named.get(reference, reference)

    def numbered(self) -> Iterator[tuple[int, str, StoredRecord, ToldRecord]]:
        """Yield each piece with its number, its name, where it was told, and what was."""
        for reference, evidence_id in self.by_reference.items():
            number = int(evidence_id.removeprefix("E-"))
            if reference in self.carried:
                yield number, reference, *self.carried[reference]
            else:
                record, item = self._named[reference]
                yield number, reference, record, _named_only(reference, item)


def _named_only(reference: str, item: Any) -> ToldRecord:
    """Return evidence for what is only named: its name, and that no more is known of it."""
    told = told_record("evidence", item, lambda one, _: one) if isinstance(item, dict) else None
    fields: Json = dict(told.fields) if told and told.fields.get("title") else {"title": reference[:300]}
    fields |= {"source_kind": "document", "source": FORMAT_NAME, "is_truncated": False}
    if len(reference) > 300:
        fields["summary"] = reference
    fields["extra"] = {"not_carried": NOT_CARRIED}
    fields.setdefault("summary", NOT_CARRIED)
    return ToldRecord(bundle.BundleEvidence, fields)


def _line(told: ToldRecord, standing: Json, number: int, at: datetime, *, origin: Origin) -> BundleLine:
    """Return a record with its number in the case. Raises: `RecordInvalid`."""
    fields = {name: value for name, value in told.fields.items() if name != "cited"}
    moment = at.isoformat()
    if told.kind is bundle.BundleEvidence:
        given = {"evidence_id": f"E-{number}", "ordinal": number, "recorded_at": moment}
        given |= {"state": "valid", "state_at": moment}
        fields.setdefault("origin", origin)
    elif told.kind is bundle.BundleProgressUpdate:
        given = {"ordinal": number, "recorded_at": moment}
    elif told.kind is bundle.BundlePresentation:
        given = {"presentation_id": f"P-{number}", "ordinal": number, "recorded_at": moment}
    elif told.kind is bundle.BundleReport:
        given = {"revision": number, "published_at": moment}
        fields["data_gaps"] = [
            {"gap_id": "G-1", "is_open": True, "closed_by": None, **one} for one in fields["data_gaps"]
        ]
    else:
        given = {"revision": number, "updated_at": moment, "kept_in": FORMAT_NAME}
    value = {**fields, **standing, **given}
    return bundle_line(
        LineRecord(0, {name: one for name, one in value.items() if one is not None}, ""), told.kind
    )


def _standing(task_id: str, round_id: str | None, generation: int) -> Json:
    return {"task_id": task_id, "round_id": round_id, "generation": generation}


def _at(record: StoredRecord) -> datetime:
    return record.occurred_at or datetime.min.replace(tzinfo=UTC)


def _order(record: StoredRecord) -> tuple[Any, ...]:
    revision = spelled(record.payload, "revision")
    number = revision if type(revision) is int else 0
    return _at(record), number, record.session_id, record.event_id


def _heads(records: Iterable[StoredRecord]) -> dict[str, StoredRecord]:
    """Return what each session said of itself last."""
    heads: dict[str, StoredRecord] = {}
    for one in sorted((r for r in records if r.event_type == "session_state"), key=_order):
        heads[one.session_id] = one
    return dict(sorted(heads.items()))


def _rounds(said: Sequence[StoredRecord], heads: Mapping[str, StoredRecord]) -> dict[str, _Round]:
    by_session: dict[str, list[StoredRecord]] = {}
    for record in said:
        by_session.setdefault(record.session_id, []).append(record)
    rounds: dict[str, _Round] = {}
    generation, attempt = 1, 0
    for ordinal, (session_id, records) in enumerate(sorted(by_session.items(), key=_begin), start=1):
        final = any(one.event_type == "report" and _stage(one) == "final" for one in records)
        attempt += 1
        head = heads[session_id].extra if session_id in heads else {}
        times = [_at(one) for one in records]
        if "created_at" in head:
            times.append(datetime.fromisoformat(head["created_at"]))
        agent = head.get("agent")
        rounds[session_id] = _Round(
            session_id, f"R-{ordinal}", ordinal, generation, attempt, min(times), max(times), final, agent
        )
        if final:
            generation, attempt = generation + 1, 0
    return rounds


def _begin(session: tuple[str, list[StoredRecord]]) -> tuple[datetime, str]:
    return min(_at(one) for one in session[1]), session[0]


def _stage(record: StoredRecord) -> object:
    told = told_record("report", record.payload, lambda reference, _: reference)
    return told.fields.get("stage") if told else None


def _moves(rounds: Sequence[_Round]) -> Iterator[Json]:
    """Yield the moves that the rounds make, by the state table; a time never goes back."""
    at = rounds[0].started_at
    yield _move(None, "queued", "create_task", 1, at)
    for one in rounds:
        at = max(at, one.started_at)
        yield _move("queued", "running", "claim_task", one.generation, at, one.round_id)
        at = max(at, one.ended_at)
        is_last = one is rounds[-1]
        if one.ends_well:
            yield _move("running", "completed", "finish_task_run", one.generation, at, one.round_id)
            if not is_last:
                generation = one.generation + 1
                yield _move("completed", "queued", "request_reinvestigation", generation, at, None, TAKEN_UP)
        elif is_last:
            yield _move("running", "failed", "finish_task_run", one.generation, at, one.round_id, NO_FINAL)
        else:
            yield _move("running", "queued", "lease_expired", one.generation, at, one.round_id, TAKEN_UP)


def _move(
    before: TaskStatus | None,
    after: TaskStatus,
    by: TaskMove,
    generation: int,
    at: datetime,
    round_id: str | None = None,
    reason: str | None = None,
) -> Json:
    moment = at.isoformat()
    move = {
        "from_status": before,
        "to_status": after,
        "moved_by": by,
        "generation": generation,
        "round_id": round_id,
        "reason": reason,
        "occurred_at": moment,
        "recorded_at": moment,
    }
    return {name: value for name, value in move.items() if value is not None}


def _round_row(one: _Round, reason: str) -> Json:
    return {
        "round_id": one.round_id,
        "ordinal": one.ordinal,
        "generation": one.generation,
        "attempt": one.attempt,
        "agent": one.agent,
        "principal_id": IMPORT,
        "lease_seconds": LEASE_SECONDS,
        "started_at": one.started_at.isoformat(),
        "ended_at": one.ended_at.isoformat(),
        "end_reason": reason,
    }


def _link_row(one: _Round) -> Json:
    return {
        "round_id": one.round_id,
        "conversation": conversation_key(FORMAT_NAME, one.session_id),
        "linked_by": "snapshot",
        "linked_at": one.started_at.isoformat(),
        "principal_id": IMPORT,
    }
