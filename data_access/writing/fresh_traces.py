"""Settles traces of which the store has nothing: everything derived from them follows from their own rows.

Their calls are stored, priced and added to the sums as they are, and their runs are counted where they were
read, by the rules of `sql/count_conversations.sql` and `sql/gather_sessions.sql`. Nothing that is stored is
looked at, so that this costs what the traces hold. The desk's own check (`reading.verify`) counts them anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, cast

from data_access.contracts.rows import AgentRow, ConversationRow, MessageRow, Row, SpanRow, ToolRow
from data_access.rules.desk_calls import may_be_desk_call
from data_access.rules.identity import conversation_key
from data_access.rules.pricing import PriceBook
from data_access.store.bulk_load import StoredBefore
from data_access.store.connection import Transaction
from data_access.store.span_load import lend_rows, states_total
from data_access.writing.merge_usage import refresh_conversation_usage
from data_access.writing.refresh_conversations import find_desk_calls, touched_conversations
from data_access.writing.settle_part import FreshCalls, Settled, add_fresh_usage, price_fresh_calls

_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = datetime.max.replace(tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_TITLED_BY_HAND = 2
"""Titles of this rank and above: the later one wins; of prompts, which rank lower, the earlier one."""
Rows = Mapping[type[Row], Sequence[Row]]


@dataclass(frozen=True)
class FreshTraces:
    """Traces that are stored by themselves, and the sessions they belong to."""

    keys: frozenset[str]
    begun: frozenset[str]
    """Sessions of which nobody has spoken before."""
    joined: frozenset[str]
    """Sessions that the desk knows, and of which nothing else is said now."""
    since_file_id: int
    """No earlier file spoke of any of the traces."""


def plain_traces(spans: Sequence[SpanRow], before: StoredBefore, parted: Collection[str]) -> frozenset[str]:
    """Return traces that the store has not seen, with one statement of each span and one span of each call.

    Traces that were read in parts, `parted`, are not settled yet, and are none of them.
    """
    traces = {row.conversation_key for row in spans} - before.conversation_keys
    doubtful = _repeated([(row.conversation_key, row.span_id) for row in spans])
    doubtful |= _repeated([(row.conversation_key, row.call_key) for row in spans if row.call_key is not None])
    return frozenset(traces.difference(parted, doubtful))


def _repeated(pairs: Sequence[tuple[str, str]]) -> set[str]:
    if len(set(pairs)) == len(pairs):
        return set()
    return {key for (key, _), number in Counter(pairs).items() if number > 1}


def settle_fresh_traces(
    transaction: Transaction, fresh: FreshTraces, rows: Rows, book: PriceBook, at: datetime
) -> Settled:
    """Price and count fresh traces. Call it when their rows are stored and `fresh_call` is filled."""
    price_fresh_calls(transaction, book, at)
    counted = _counted_conversations(fresh, rows)
    with lend_rows(transaction, "counted_conversation", counted):
        transaction.run("keep_counted_conversations")
    projects = sorted({one.project for one in counted if one.project is not None})
    if projects:
        transaction.run("add_named_projects", {"projects": projects, "now": at})
    told = cast("Sequence[SpanRow]", rows[SpanRow])
    recounted = {
        row.conversation_key for row in told if row.conversation_key in fresh.keys and states_total(row)
    }
    asks_desk = any(map(may_be_desk_call, {row.tool for row in cast("Sequence[ToolRow]", rows[ToolRow])}))
    if asks_desk or fresh.joined:
        with touched_conversations(transaction, {*fresh.keys, *fresh.joined}):
            if asks_desk:
                find_desk_calls(transaction, fresh.since_file_id)
            if fresh.joined:
                transaction.run("gather_sessions")
                transaction.run("note_parents_with_totals")
                recounted |= {row["conversation_key"] for row in transaction.run("touched_with_totals")}
    with touched_conversations(transaction, recounted):
        add_fresh_usage(transaction, fresh.since_file_id)
        if recounted:
            refresh_conversation_usage(transaction)
    calls = transaction.run("fresh_calls_by_conversation")
    return Settled(tuple(FreshCalls(**row) for row in calls), 0, fresh.keys | fresh.begun | fresh.joined)


# conversations ----------------------------------------------------------------------------------------------


class CountedConversation(NamedTuple):
    """A row of the table `conversation`."""

    conversation_key: str
    conversation_id: str
    source_format: str
    basis: str
    origin: str
    purpose: str
    title: str | None
    project: str | None
    parent_conversation_id: str | None
    parent_conversation_key: str | None
    machine: str | None
    person: str | None
    first_at: datetime | None
    last_at: datetime | None
    agents: int
    events: int
    messages: int
    tool_calls: int
    errors: int


def _counted_conversations(fresh: FreshTraces, rows: Rows) -> list[CountedConversation]:
    said, spans, messages, tools, agents = (
        _by_conversation(rows[kind]) for kind in (ConversationRow, SpanRow, MessageRow, ToolRow, AgentRow)
    )
    traces = [
        _counted_trace(_Said(said[key]), spans[key], messages[key], tools[key], agents[key])
        for key in sorted(fresh.keys)
    ]
    children: defaultdict[str | None, list[CountedConversation]] = defaultdict(list)
    for one in traces:
        children[one.parent_conversation_key].append(one)
    return traces + [_gathered_session(_Said(said[key]), children[key]) for key in sorted(fresh.begun)]


def _by_conversation(rows: Sequence[Row]) -> defaultdict[str, list[Any]]:
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(row)
    return found


class _Said:
    """What the statements of one conversation say together."""

    def __init__(self, rows: Sequence[ConversationRow]) -> None:
        self._rows = rows
        first = rows[0]
        parent = self._last("parent_conversation_id")
        parent_key = None if parent is None else conversation_key(first.source_format, parent)
        self.begin = (first.conversation_key, first.conversation_id, first.source_format, "trace", "real")
        self.purpose = self._last("purpose") or "ordinary_chat"
        self.title = max((row for row in rows if row.title is not None), key=_title_order, default=None)
        self.place = (
            min((row for row in rows if row.project is not None), key=_said_order, default=first).project,
            parent,
            parent_key,
            self._last("machine"),
            self._last("person"),
        )

    def _last(self, name: str) -> str | None:
        told = (row for row in self._rows if getattr(row, name) is not None)
        found = max(told, key=_said_order, default=None)
        return None if found is None else cast(str, getattr(found, name))


def _said_order(row: ConversationRow) -> tuple[datetime, str]:
    return row.observed_at or _BEGIN, row.observation_id


def _title_order(row: ConversationRow) -> tuple[int, int, int, str]:
    since = ((row.observed_at or _BEGIN) - _BEGIN) // _MICROSECOND
    return (
        row.title_rank,
        since if row.title_rank >= _TITLED_BY_HAND else -since,
        row.line,
        row.observation_id,
    )


def _counted_trace(
    said: _Said,
    spans: Sequence[SpanRow],
    messages: Sequence[MessageRow],
    tools: Sequence[ToolRow],
    agents: Sequence[AgentRow],
) -> CountedConversation:
    began = _known(row.started_at or row.ended_at for row in spans)
    spoken = _known(row.occurred_at for row in messages)
    ended = _known(row.ended_at for row in spans)
    named = {row.agent_id for row in spans if row.agent_id is not None}
    return CountedConversation(
        *said.begin,
        said.purpose,
        None if said.title is None else said.title.title,
        *said.place,
        min((*began, *spoken), default=None),
        max((*began, *spoken, *ended), default=None),
        len(named.union(row.agent_id for row in agents)),
        len(spans),
        len({row.message_id for row in messages}),
        len({row.tool_call_id for row in tools}),
        sum(row.severity == "error" for row in spans),
    )


def _gathered_session(said: _Said, traces: Sequence[CountedConversation]) -> CountedConversation:
    """Return a session, which holds nothing but its traces: their times, and the title of the first."""
    titled = min((one for one in traces if one.title is not None), key=_by_begin, default=None)
    return CountedConversation(
        *said.begin,
        said.purpose,
        None if titled is None else titled.title,
        *said.place,
        min(_known(one.first_at for one in traces), default=None),
        max(_known(one.last_at for one in traces), default=None),
        *(0, 0, 0, 0, 0),
    )


def _by_begin(trace: CountedConversation) -> tuple[datetime, str]:
    return trace.first_at or _LATEST, trace.conversation_key


def _known(times: Iterable[datetime | None]) -> list[datetime]:
    return [one for one in times if one is not None]
