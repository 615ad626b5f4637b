"""What a record says of billed calls: steps of the counter in a rollout, the running total in a stream.

Codex counts cached and cache-writing input inside the input and reasoning inside the output; the classes of
the desk are disjoint. Neither shape states a cost.
"""

from __future__ import annotations

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
    row = _row(record, step.tokens, f"{record.conversation_id}#{step.replay_id}")
    row = row._replace(model=model, service=service, replay_id=step.replay_id)
    if fork.forked_from is not None:
        row = row._replace(
            is_fork_copy=is_copy,
            forked_from=conversation_key(FORMAT, fork.forked_from),
            forked_at=fork.forked_at,
        )
    return _identified(row)


def running_total_row(record: SourceRecord, tokens: Tokens, model: str | None, run: int) -> UsageRow:
    """Return what a thread used so far, as the end of a turn in a stream states it.

    All totals of a thread are one call: the largest stands, in whichever file it is. A counter that begins
    anew within a file is another `run`.
    """
    row = _row(record, tokens, f"{record.conversation_id}#total{run or ''}")
    return _identified(row._replace(model=model, is_running_total=True))


def _row(record: SourceRecord, tokens: Tokens, call_id: str) -> UsageRow:
    fresh = tokens.input
    if fresh is not None:
        fresh = max(0, fresh - (tokens.cached or 0) - (tokens.cache_write or 0))
    return UsageRow(
        conversation_key=record.conversation_key,
        observation_id="",
        call_key=call_key(FORMAT, call_id),
        call_id=None,
        conversation_id=record.conversation_id,
        agent_id=record.agent_id,
        task_id=None,
        phase=None,
        model=None,
        occurred_at=record.occurred_at,
        is_fork_copy=False,
        is_finished=None,
        fresh_input=fresh,
        cache_read=tokens.cached,
        cache_write_5m=None,
        cache_write_1h=None,
        cache_write_unspecified=tokens.cache_write,
        output=tokens.output,
        reasoning=tokens.reasoning,
        web_searches=0,
        service=None,
        reported_cost_usd=None,
        event_id=record.event_id,
        file_id=record.file_id,
        line=record.line,
    )


def _identified(row: UsageRow) -> UsageRow:
    """Name a row after all it says, its place aside: the same said twice is one observation."""
    said = row._asdict()
    del said["file_id"], said["line"]
    return row._replace(observation_id=digest(*said.values()))
