"""Settles whole traces anew when spans of them arrived in parts, in the transaction that brought them.

A span may come before its parent, twice, or hours after its trace seemed complete. Whose it is and whether
its figures count depends on all spans of the trace (`rules.span_tree`), so it is decided again over all of
them, and what was derived from the spans (events, usage, totals, agents, messages) is brought in line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from data_access.contracts.rows import AgentRow, MessageRow, SpanRow, ToolRow
from data_access.importers.otlp.merged_spans import merged_span
from data_access.importers.otlp.payloads import of_json, with_parts
from data_access.importers.otlp.trace_rows import (
    ReadSpan,
    agent_row,
    keep_earliest,
    message_rows,
    read_span,
    request_rows,
    settled,
    tool_row,
)
from data_access.rules.span_tree import TOOL, Asked, agents_of, places_of
from data_access.store.bulk_load import append_rows
from data_access.store.connection import Transaction
from data_access.store.span_load import lend_rows

_NOT_LOADED: dict[str, Any] = {"severity": None, "summary": None, "payload": b"", "sequence": 0}
_UNSAID_MESSAGES = ("forget_memberships_of_unsaid_messages", "drop_unsaid_messages")
_UNTOLD_TOOL_CALLS = ("forget_memberships_of_untold_tool_calls", "drop_untold_tool_calls")
_LOADED = tuple(name for name in SpanRow._fields if name not in _NOT_LOADED)


@dataclass(frozen=True)
class SettledTraces:
    """What settling changed."""

    call_keys: tuple[str, ...] = ()
    """Calls whose usage has to be merged again."""


class _Id(NamedTuple):
    conversation_key: str
    row_id: str
    """Empty: the trace itself."""


def settle_traces(
    transaction: Transaction, conversation_keys: Collection[str], *, lost_spans: bool = False
) -> SettledTraces:
    """Decide anew over traces that grew or lost spans. Call it before usage is merged.

    A message stands where the earliest span says it. Where spans were lost, or say something else together
    than each statement did, what the trace says is told anew.
    """
    if not conversation_keys:
        return SettledTraces()
    transaction.run("begin_unsettled_traces", {"conversation_keys": sorted(conversation_keys)})
    merged = _merge_statements(transaction)
    if lost_spans:
        _tell_anew(transaction, [row["conversation_key"] for row in transaction.run("unsettled_traces")])
    elif merged:
        _tell_anew(transaction, sorted(merged))
    changed, agents = _decided(transaction)
    if changed:
        with lend_rows(transaction, "settled_span", changed):
            transaction.run("settle_spans")
    for statement in (
        "settle_span_events",
        "settle_span_tools",
        "settle_span_requests",
        "settle_span_messages",
    ):
        transaction.run(statement)
    _settle_agents(transaction, agents)
    call_keys = _settle_usage(transaction)
    transaction.run("end_unsettled_traces")
    return SettledTraces(call_keys)


def _decided(transaction: Transaction) -> tuple[list[SpanRow], list[AgentRow]]:
    """Return the spans that stand otherwise than stored, and all agents of the traces."""
    asked: dict[str, list[Asked]] = defaultdict(list)
    for row in transaction.run("asked_in_unsettled_traces"):
        asked[row["conversation_key"]].append(Asked(row["span_id"], row["tool_call_id"], row["tool"]))
    traces: dict[str, list[SpanRow]] = defaultdict(list)
    several: set[tuple[str, str]] = set()
    for row in transaction.run("spans_of_unsettled_traces"):
        span = SpanRow(**{name: row[name] for name in _LOADED}, **_NOT_LOADED)
        traces[span.conversation_key].append(span)
        if row["has_several"]:
            several.add((span.conversation_key, span.span_id))
    changed: list[SpanRow] = []
    agents: list[AgentRow] = []
    for key, rows in traces.items():
        by_id = {row.span_id: row for row in rows}
        places = places_of(rows, [one for one in asked[key] if one.span_id in by_id])
        now = [(settled(row, places[row.span_id]), row) for row in rows]
        changed += [new for new, row in now if new != row or (key, row.span_id) in several]
        agents += [agent_row(by_id[agent.span_id], agent) for agent in agents_of(rows, places)]
    return changed, agents


def _tell_anew(transaction: Transaction, conversation_keys: Sequence[str]) -> None:
    """Keep the messages and tool calls that the traces tell now, each message where it comes first."""
    keys = {"conversation_keys": conversation_keys}
    contents = {row["part_id"]: row["content"] for row in transaction.run("texts_of_traces", keys)}
    earliest: dict[str, dict[str, MessageRow]] = {key: {} for key in conversation_keys}
    messages: list[MessageRow] = []
    tools: list[ToolRow] = []
    for event in transaction.run("speaking_spans_of_traces", keys):
        span = of_json(with_parts(orjson.loads(event["payload"]), contents))
        read = read_span(span, event["conversation_key"], event["file_id"], event["line"])
        tools += [tool_row(read, read.row)] if read.row.kind == TOOL else request_rows(read, read.row)
        for message in message_rows(read, read.row):
            messages.append(message)
            keep_earliest(earliest[message.conversation_key], message)
    _keep_told(transaction, _UNSAID_MESSAGES, conversation_keys, messages)
    _keep_told(transaction, _UNTOLD_TOOL_CALLS, conversation_keys, tools)
    placed = [message for told in earliest.values() for message in told.values()]
    if placed:
        with lend_rows(transaction, "placed_message", placed):
            transaction.run("place_messages_anew")


def _keep_told(
    transaction: Transaction,
    statements: Sequence[str],
    conversation_keys: Sequence[str],
    rows: Sequence[MessageRow] | Sequence[ToolRow],
) -> None:
    """Drop, by `statements`, what no span of the traces tells any more; add what was not kept."""
    ids = [_Id(key, "") for key in conversation_keys] + [_Id(row[0], row[1]) for row in rows]
    if not ids:
        return
    with lend_rows(transaction, "told_in_trace", ids):
        for statement in statements:
            transaction.run(statement)
    if rows:
        append_rows(transaction, rows)


def _settle_agents(transaction: Transaction, agents: Sequence[AgentRow]) -> None:
    transaction.run("begin_settled_agents")
    if agents:
        with lend_rows(transaction, "told_agent", agents):
            transaction.run("note_settled_agents")
    for statement in (
        "forget_memberships_of_lost_agents",
        "drop_lost_agents",
        "settle_agents",
        "keep_missing_agents",
    ):
        transaction.run(statement)


def _settle_usage(transaction: Transaction) -> tuple[str, ...]:
    """Write the usage and totals of the traces anew: what counted before may be a sum now, and back."""
    before = transaction.run("calls_of_unsettled_traces")
    for statement in (
        "drop_unsettled_usage",
        "restore_span_usage",
        "drop_unsettled_totals",
        "restore_span_totals",
    ):
        transaction.run(statement)
    after = transaction.run("calls_of_unsettled_traces")
    return tuple(sorted({row["call_key"] for row in (*before, *after)}))


# several statements of one span -----------------------------------------------------------------------------


def _merge_statements(transaction: Transaction) -> set[str]:
    """Write spans as their statements say together; return their traces."""
    transaction.run("keep_payloads_of_statements")
    statements: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in transaction.run("statements_of_unsettled_traces"):
        statements[row["conversation_key"], row["span_id"]].append(row)
    if not statements:
        return set()
    contents = {row["part_id"]: row["content"] for row in transaction.run("parts_of_unsettled_traces")}
    merged = [_merged(rows, contents) for rows in statements.values()]
    with lend_rows(transaction, "merged_span", [one.row for one in merged]):
        transaction.run("rewrite_spans")
        transaction.run("rewrite_span_events")
    tools = [tool_row(one, one.row) for one in merged if one.row.kind == TOOL]
    if tools:
        with lend_rows(transaction, "merged_tool", tools):
            transaction.run("rewrite_span_tools")
    return {key for key, _ in statements}


def _merged(rows: Sequence[Mapping[str, Any]], contents: Mapping[str, str]) -> ReadSpan:
    spans = [of_json(with_parts(orjson.loads(row["payload"]), contents)) for row in rows]
    first = min(rows, key=lambda row: (row["file_id"], row["line"]))
    span = merged_span(spans)
    return read_span(span, rows[0]["conversation_key"], first["file_id"], first["line"])
