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

_NOT_LOADED: dict[str, Any] = {"severity": None, "summary": None, "payload": "", "sequence": 0}
_LOADED = tuple(name for name in SpanRow._fields if name not in _NOT_LOADED)


@dataclass(frozen=True)
class SettledTraces:
    """What settling changed."""

    call_keys: tuple[str, ...] = ()
    """Calls whose usage has to be merged again."""


class _Id(NamedTuple):
    conversation_key: str
    message_id: str
    event_id: str


def settle_traces(
    transaction: Transaction, conversation_keys: Collection[str], *, lost_spans: bool = False
) -> SettledTraces:
    """Decide anew over traces that grew or lost spans. Call it before usage is merged.

    A message stands where the earliest span says it; where spans were lost, that one is sought anew.
    """
    if not conversation_keys:
        return SettledTraces()
    transaction.run("begin_unsettled_traces", {"conversation_keys": sorted(conversation_keys)})
    _merge_statements(transaction)
    if lost_spans:
        _place_messages_anew(transaction)
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


def _place_messages_anew(transaction: Transaction) -> None:
    contents = {row["part_id"]: row["content"] for row in transaction.run("texts_of_unsettled_traces")}
    traces: dict[str, dict[str, MessageRow]] = defaultdict(dict)
    for event in transaction.run("dialogue_of_unsettled_traces"):
        span = of_json(with_parts(orjson.loads(event["payload"]), contents))
        read = read_span(span, event["conversation_key"], event["file_id"], event["line"])
        for said in message_rows(read, read.row):
            keep_earliest(traces[said.conversation_key], said)
    messages = [said for found in traces.values() for said in found.values()]
    if messages:
        with lend_rows(transaction, "placed_message", messages):
            transaction.run("place_messages_anew")


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


def _merge_statements(transaction: Transaction) -> None:
    transaction.run("keep_payloads_of_statements")
    statements: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in transaction.run("statements_of_unsettled_traces"):
        statements[row["conversation_key"], row["span_id"]].append(row)
    if not statements:
        return
    contents = {row["part_id"]: row["content"] for row in transaction.run("parts_of_unsettled_traces")}
    merged = [_merged(rows, contents) for rows in statements.values()]
    with lend_rows(transaction, "merged_span", [one.row for one in merged]):
        transaction.run("rewrite_spans")
        transaction.run("rewrite_span_events")
    _rewrite_tool_calls(transaction, [tool_row(one, one.row) for one in merged if one.row.kind == TOOL])
    messages = [row for one in merged for row in message_rows(one, one.row)]
    _forget_stale_messages(transaction, [one.row for one in merged], messages)
    requests = [row for one in merged for row in request_rows(one, one.row)]
    for rows in (messages, requests):
        if rows:
            append_rows(transaction, rows)


def _merged(rows: Sequence[Mapping[str, Any]], contents: Mapping[str, str]) -> ReadSpan:
    spans = [of_json(with_parts(orjson.loads(row["payload"]), contents)) for row in rows]
    first = min(rows, key=lambda row: (row["file_id"], row["line"]))
    span = merged_span(spans)
    return read_span(span, rows[0]["conversation_key"], first["file_id"], first["line"])


def _rewrite_tool_calls(transaction: Transaction, tools: Sequence[ToolRow]) -> None:
    if tools:
        with lend_rows(transaction, "merged_tool", tools):
            transaction.run("rewrite_span_tools")
        append_rows(transaction, tools)


def _forget_stale_messages(
    transaction: Transaction, spans: Sequence[SpanRow], messages: Sequence[MessageRow]
) -> None:
    """A statement made before the span had ended may hold half of an answer."""
    ids = [_Id(row.conversation_key, row.message_id, row.event_id or "") for row in messages]
    ids += [_Id(row.conversation_key, "", row.span_id) for row in spans]
    with lend_rows(transaction, "said_in_merged_span", ids):
        transaction.run("forget_memberships_of_stale_messages")
        transaction.run("drop_stale_messages")
