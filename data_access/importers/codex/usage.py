"""What a record says of billed calls: steps of the counter in a rollout, the running total in a stream.

Codex counts cached and cache-writing input inside the input and reasoning inside the output; the classes of
the desk are disjoint. Neither shape states a cost.
"""

from __future__ import annotations

from datetime import datetime

from data_access.contracts.rows import UsageRow
from data_access.importers.codex.naming import FORMAT
from data_access.importers.codex.thread import Fork
from data_access.importers.codex.token_counter import Step, Tokens
from data_access.importers.source_record import SourceRecord
from data_access.rules.identity import call_key, conversation_key, digest


def step_row(
    record: SourceRecord, step: Step, fork: Fork, model: str | None, service: str | None, *, is_copy: bool
) -> UsageRow:
    """Return the call that a step of the counter is; `is_copy`: it stands in a copied history."""
    return _row(
        record,
        f"{record.conversation_id}#{step.replay_id}",
        step.tokens,
        model=model,
        service=service,
        is_fork_copy=is_copy,
        replay_id=step.replay_id,
        forked_from=conversation_key(FORMAT, fork.forked_from) if fork.forked_from else None,
        forked_at=fork.forked_at if fork.forked_from else None,
    )


def running_total_row(record: SourceRecord, tokens: Tokens, model: str | None, run: int) -> UsageRow:
    """Return what a thread used so far, as the end of a turn in a stream states it.

    All totals of a thread are one call: the largest stands, in whichever file it is. A counter that begins
    anew within a file is another `run`.
    """
    call_id = f"{record.conversation_id}#total{run or ''}"
    return _row(record, call_id, tokens, model=model, is_running_total=True)


def _row(
    record: SourceRecord,
    call_id: str,
    tokens: Tokens,
    *,
    model: str | None,
    service: str | None = None,
    is_fork_copy: bool = False,
    replay_id: str | None = None,
    forked_from: str | None = None,
    forked_at: datetime | None = None,
    is_running_total: bool = False,
) -> UsageRow:
    fresh = tokens.input
    if fresh is not None:
        fresh = max(0, fresh - (tokens.cached or 0) - (tokens.cache_write or 0))
    row = UsageRow(
        conversation_key=record.conversation_key,
        observation_id="",
        call_key=call_key(FORMAT, call_id),
        call_id=None,
        conversation_id=record.conversation_id,
        agent_id=record.agent_id,
        task_id=None,
        phase=None,
        model=model,
        occurred_at=record.occurred_at,
        is_fork_copy=is_fork_copy,
        is_finished=None,
        fresh_input=fresh,
        cache_read=tokens.cached,
        cache_write_5m=None,
        cache_write_1h=None,
        cache_write_unspecified=tokens.cache_write,
        output=tokens.output,
        reasoning=tokens.reasoning,
        web_searches=0,
        service=service,
        reported_cost_usd=None,
        event_id=record.event_id,
        file_id=record.file_id,
        line=record.line,
        replay_id=replay_id,
        forked_from=forked_from,
        forked_at=forked_at,
        is_running_total=is_running_total,
    )
    said = row._asdict()
    del said["file_id"], said["line"]
    return row._replace(observation_id=digest(*said.values()))
