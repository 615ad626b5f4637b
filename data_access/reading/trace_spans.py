"""The spans of a run as a tree, for runs that rest on a trace: its own structure, finer than its agents.

Which span hangs below which is read at once, narrowly; everything else only for the rows of one page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from data_access.contracts.trace import TraceNode
from data_access.contracts.usage import UsageTotals
from data_access.reading.tasks import seconds_between
from data_access.reading.usage_columns import usage_totals
from data_access.rules.clock_jumps import ClockJump, is_unreliable
from data_access.rules.span_tree import AGENT, CALL_KINDS, TOOL, parents_first
from data_access.rules.usage_sums import usage_sum
from data_access.store.connection import Store

UNATTACHED = "unattached"
SPAN = "span:"


class _Link(NamedTuple):
    span_id: str
    parent_span_id: str | None
    started_at: datetime | None
    is_error: bool


class SpanTree:
    """The spans of one run."""

    def __init__(self, store: Store, conversation_key: str, jumps: Sequence[ClockJump]) -> None:
        self._key = conversation_key
        self._jumps = jumps
        rows = store.rows("trace_links", {"conversation_key": conversation_key})
        self._links = {row["span_id"]: _Link(**row) for row in rows}
        self._order, self._parents = parents_first(self._links)
        self._below: dict[str | None, list[str]] = {}
        for span_id in self._links:
            parent = self._parents[span_id]
            above = UNATTACHED if parent is None and self._is_orphan(span_id) else parent
            self._below.setdefault(above, []).append(span_id)
        self._errors = self._rolled_up()

    def has(self, node_id: str) -> bool:
        """Tell whether a row of that id is in the tree."""
        if node_id == UNATTACHED:
            return UNATTACHED in self._below
        return node_id.startswith(SPAN) and node_id.removeprefix(SPAN) in self._links

    def children(self, node_id: str | None) -> list[str]:
        """Return the rows below a row, or the top of the tree, by time; the unattached come last."""
        if node_id is None:
            group = [UNATTACHED] if UNATTACHED in self._below else []
            return [*(SPAN + one for one in self._below.get(None, ())), *group]
        name = node_id if node_id == UNATTACHED else node_id.removeprefix(SPAN)
        return [SPAN + one for one in self._below.get(name, ())]

    def nodes(self, store: Store, node_ids: Sequence[str]) -> list[TraceNode]:
        """Return rows in full."""
        span_ids = [one.removeprefix(SPAN) for one in node_ids if one != UNATTACHED]
        asked = {"conversation_key": self._key, "span_ids": span_ids}
        told = {row["span_id"]: row for row in store.rows("trace_spans", asked)}
        own = self._usage(store, {one: [one] for one in span_ids})
        whole = self._usage(store, {one: self._all_below(one) for one in span_ids})
        nodes = {one: self._node(told[one], own.get(one), whole.get(one)) for one in span_ids}
        return [
            self._group(store) if one == UNATTACHED else nodes[one.removeprefix(SPAN)] for one in node_ids
        ]

    def _is_orphan(self, span_id: str) -> bool:
        parent = self._links[span_id].parent_span_id
        return parent is not None and parent not in self._links

    def _rolled_up(self) -> dict[str, int]:
        errors = {span_id: int(link.is_error) for span_id, link in self._links.items()}
        for span_id in reversed(self._order):
            parent = self._parents[span_id]
            if parent is not None:
                errors[parent] += errors[span_id]
        return errors

    def _all_below(self, span_id: str) -> list[str]:
        found = [span_id]
        for one in found:
            found += self._below.get(one, ())
        return found

    def _usage(self, store: Store, gathered: Mapping[str, Sequence[str]]) -> dict[str, UsageTotals]:
        pairs = [(one, top) for top, below in gathered.items() for one in below]
        asked = {
            "conversation_key": self._key,
            "span_ids": [one for one, _ in pairs],
            "top_ids": [top for _, top in pairs],
        }
        return {row["top_id"]: usage_totals(row) for row in store.rows("trace_span_usage", asked)}

    def _node(self, row: Mapping[str, Any], own: UsageTotals | None, whole: UsageTotals | None) -> TraceNode:
        span_id, kind = row["span_id"], _kind(row["kind"])
        label = _label(row)
        is_error = self._links[span_id].is_error
        return TraceNode(
            node_id=SPAN + span_id,
            kind=kind,
            native_id=row["agent_id"] if kind == "agent" else span_id,
            label=label,
            role=row["name"] if row["name"] != label else None,
            status="error" if is_error else None,
            is_orphan=self._is_orphan(span_id),
            started_at=row["started_at"],
            ended_at=row["ended_at"],
            duration_seconds=seconds_between(row["started_at"], row["ended_at"]),
            is_duration_unreliable=is_unreliable(row["started_at"], row["ended_at"], self._jumps),
            own=own or UsageTotals(),
            inclusive=whole or UsageTotals(),
            own_errors=int(is_error),
            errors=self._errors[span_id],
            children=len(self._below.get(span_id, ())),
            event_id=span_id,
        )

    def _group(self, store: Store) -> TraceNode:
        spans = self._below[UNATTACHED]
        whole = self._usage(store, {UNATTACHED: [below for one in spans for below in self._all_below(one)]})
        return TraceNode(
            node_id=UNATTACHED,
            kind="unattached",
            native_id=None,
            label=None,
            role=None,
            status=None,
            is_orphan=False,
            started_at=min((at for one in spans if (at := self._links[one].started_at)), default=None),
            ended_at=None,
            duration_seconds=None,
            is_duration_unreliable=False,
            own=UsageTotals(),
            inclusive=usage_sum(list(whole.values())),
            own_errors=0,
            errors=sum(self._errors[one] for one in spans),
            children=len(spans),
            event_id=None,
        )


def _kind(kind: str) -> Any:
    if kind in CALL_KINDS:
        return "model_call"
    return {AGENT: "agent", TOOL: "tool_call"}.get(kind, "step")


def _label(row: Mapping[str, Any]) -> str | None:
    kind = _kind(row["kind"])
    told: dict[str, str | None] = {
        "agent": row["agent_name"] or row["agent_id"],
        "model_call": row["model"],
        "tool_call": row["tool"],
    }
    return told.get(kind) or row["name"]
