"""What an assistant row says of the billed call it belongs to.

The source counts input without cache, so the classes are disjoint as they stand. One answer is written as
several rows with the same `message.id`, each repeating the usage so far: every one is an observation, and
the merge of observations decides what the call cost. Rows of `<synthetic>` stand for no call.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from data_access.contracts.rows import UsageRow
from data_access.importers.claude_code.source_record import FORMAT
from data_access.importers.loose_values import Json, count, dollars, mapping, native_id, text
from data_access.importers.source_record import SourceRecord
from data_access.rules.identity import call_key, digest

NO_MODEL = "<synthetic>"
_PLAIN_WORD = re.compile(r"[a-z_]{1,40}")
_OLD_COUNTS = {
    "inputTokens": "input_tokens",
    "outputTokens": "output_tokens",
    "cacheCreationInputTokens": "cache_creation_input_tokens",
    "cacheReadInputTokens": "cache_read_input_tokens",
}
"""Early versions wrote the counts beside the message."""


class _CacheWrites(NamedTuple):
    five_minutes: int | None
    one_hour: int | None
    unspecified: int | None


def usage_row(record: SourceRecord, message: Json) -> UsageRow | None:
    """Return what the row says of its call, nothing if it speaks of none."""
    stated = mapping(message.get("usage")) or _old_counts(record.value)
    model = message.get("model")
    if not stated or model == NO_MODEL:
        return None
    call_id = native_id(message.get("id"))
    writes = _cache_writes(stated)
    values = (
        call_key(FORMAT, call_id or _row_identity(record)),
        call_id,
        record.conversation_id,
        record.agent_id,
        None,
        None,
        text(model),
        record.occurred_at,
        "forkedFrom" in record.value,
        message["stop_reason"] is not None if "stop_reason" in message else None,
        count(stated.get("input_tokens")),
        count(stated.get("cache_read_input_tokens")),
        *writes,
        count(stated.get("output_tokens")),
        _reasoning(stated),
        _web_searches(stated),
        _service(stated),
        _reported_cost(record.value),
        record.event_id,
    )
    key = record.conversation_key
    return UsageRow(key, digest(key, values), *values, record.file_id, record.line)


def _service(stated: Json) -> str | None:
    """Return what was asked for at other prices: fast answers, or a batch."""
    speed = stated.get("speed")
    if isinstance(speed, str) and _PLAIN_WORD.fullmatch(speed) and speed != "standard":
        return f"speed={speed}"
    return "service_tier=batch" if stated.get("service_tier") == "batch" else None


def _old_counts(value: Json) -> Json:
    if "outputTokens" not in value and "inputTokens" not in value:
        return {}
    return {name: value[old] for old, name in _OLD_COUNTS.items() if old in value}


def _row_identity(record: SourceRecord) -> str:
    """A call without an id is its row; a row without one belongs to its conversation only."""
    if native_id(record.value.get("uuid")):
        return record.event_id
    return f"{record.conversation_key}:{record.event_id}"


def _cache_writes(stated: Json) -> _CacheWrites:
    """Split the cache writes by life; what the breakdown leaves open stays unspecified.

    A breakdown larger than the total is kept as it is: it is the finer statement of the two.
    """
    total = count(stated.get("cache_creation_input_tokens"))
    breakdown = mapping(stated.get("cache_creation"))
    short = count(breakdown.get("ephemeral_5m_input_tokens"))
    long = count(breakdown.get("ephemeral_1h_input_tokens"))
    if total is None:
        return _CacheWrites(short, long, None)
    return _CacheWrites(short or 0, long or 0, max(0, total - (short or 0) - (long or 0)))


def _reasoning(stated: Json) -> int | None:
    if "output_tokens_details" not in stated:
        return None
    return count(mapping(stated["output_tokens_details"]).get("thinking_tokens"))


def _web_searches(stated: Json) -> int:
    if "server_tool_use" not in stated:
        return 0
    return count(mapping(stated["server_tool_use"]).get("web_search_requests")) or 0


def _reported_cost(value: Json) -> Decimal | None:
    """Only early versions stated a cost; nothing for a call that used tokens means unknown."""
    return dollars(value["costUSD"]) if "costUSD" in value else None
