"""A case costs what its rounds used: cut exactly by the agent's own calls in its log, else by link."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts import case_calls as case
from data_access.contracts.case_receipts import ClaimReceipt
from data_access.contracts.importing import ImportCall
from data_access.reading.case_cost import case_cost
from data_access.reading.cost import cost_by
from data_access.reading.runs import runs
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.link_round import link_round
from data_access.writing.publish_report import publish_task_report
from tests.writing.cases import BEGIN, Agent


@pytest.fixture
def agent(fresh_store: Store) -> Iterator[Agent]:
    """A desk and an agent; at the end the runs of cases are those of which a stretch belongs to a round."""
    yield Agent(fresh_store)
    with fresh_store.reading() as cursor:
        runs_of_cases, stretches = (
            cursor.execute(f"SELECT DISTINCT task_id, conversation_key FROM {view} ORDER BY ALL").fetchall()
            for view in ("linked_run", "round_stretch")
        )
    assert runs_of_cases == stretches


class Log:
    """A session log in which every model call writes so many tokens and may call the desk."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.lines: list[dict[str, Any]] = []

    def call(self, output: int, tool: str | None = None, given: dict[str, Any] | None = None) -> None:
        number = len(self.lines) + 1
        content = (
            [{"type": "text", "text": "Sample."}]
            if tool is None
            else [
                {
                    "type": "tool_use",
                    "id": f"{self.session}-t{number}",
                    "name": f"mcp__desk__{tool}",
                    "input": given,
                }
            ]
        )
        self.lines.append(
            {
                "type": "assistant",
                "uuid": f"{self.session}-u{number}",
                "parentUuid": None,
                "sessionId": self.session,
                "timestamp": (BEGIN + timedelta(seconds=number)).isoformat().replace("+00:00", "Z"),
                "message": {
                    "id": f"{self.session}-m{number}",
                    "role": "assistant",
                    "model": "claude-opus-4-7",
                    "content": content,
                    "usage": {"input_tokens": 0, "output_tokens": output},
                    "stop_reason": "end_turn",
                },
            }
        )

    def load(self, store: Store, folder: Path) -> None:
        file = folder / f"{self.session}.jsonl"
        file.write_text("\n".join(map(json.dumps, self.lines)) + "\n", "utf-8")
        import_records(store, ImportCall(paths=(str(file),)))


def asked(request_id: str, claim: ClaimReceipt) -> dict[str, Any]:
    return {"request_id": request_id, "task_id": claim.task_id, "lease_token": "masked", "generation": 1}


def publish(agent: Agent, claim: ClaimReceipt, request_id: str) -> None:
    call = agent.in_round(claim, {"request_id": request_id}) | {
        "stage": "interim", "outcome": "undetermined", "title": "T", "summary": "S", "body": "B", "reason":
        "R",
    }  # fmt: skip
    publish_task_report(agent.store, case.PublishReportCall(**call), author=agent.author)


def outputs(groups: Any) -> dict[str | None, int]:
    return {group.key: group.output for group in groups}


def test_a_log_that_holds_the_desks_calls_is_cut_exactly_by_them(agent: Agent, tmp_path: Path) -> None:
    log, task = Log("one"), agent.create().task_id
    log.call(1)
    first = agent.claim(task, request_id="c1")
    log.call(10, "claim_task", {"task_id": task, "request_id": "c1"})
    log.call(100)
    publish(agent, first, "p1")
    log.call(1000, "publish_task_report", asked("p1", first))
    log.call(10_000)
    agent.calculate(first, request_id="f1")
    log.call(100_000, "wait_for_calculation", asked("f1", first))
    log.call(2)
    agent.resume(task)
    second = agent.claim(task, request_id="c2")
    log.call(20, "claim_task", {"task_id": task, "request_id": "c2"})
    publish(agent, second, "p2")
    log.call(200, "publish_task_report", asked("p2", second))
    agent.finish(second, request_id="f2")
    log.call(2000, "finish_task_run", asked("f2", second))
    log.call(4)
    log.load(agent.store, tmp_path)
    cost = case_cost(agent.store, task)
    assert outputs(cost.by_round) == {"R-1": 111_110, "R-2": 2220}
    assert outputs(cost.by_revision) == {"1": 1110, "2": 220, None: 112_000}
    assert cost.total.output == 113_330
    assert cost.unlinked_rounds == ()
    assert {(one.round_id, one.linked_by, one.is_part) for one in cost.linked_runs} == {
        ("R-1", "recognised", True),
        ("R-2", "recognised", True),
    }
    runs_of_case = runs(agent.store, task_id=task)
    assert [(one.conversation_id, one.purpose) for one in runs_of_case.items] == [("one", "task_execution")]
    assert runs(agent.store, purpose="ordinary_chat").total == 0
    by_case = cost_by(agent.store, "case", timezone="UTC")
    assert outputs(by_case.groups) == {task: 113_330, None: 7}
    assert by_case.total.cost_usd == Decimal("2.833425")
    assert by_case.unlinked_cases == ()
    silent = agent.begin().task_id
    assert cost_by(agent.store, "case", timezone="UTC").unlinked_cases == (silent,)


def test_a_call_that_the_desk_never_answered_links_nothing(agent: Agent, tmp_path: Path) -> None:
    log, claim = Log("foreign"), agent.begin(request_id="c1")
    log.call(10, "claim_task", {"task_id": claim.task_id, "request_id": "another"})
    log.call(10, "claim_task", {"task_id": "T-other", "request_id": "c1"})
    log.call(10, "reclaim_task", {"task_id": claim.task_id, "request_id": "c1"})
    log.load(agent.store, tmp_path)
    cost = case_cost(agent.store, claim.task_id)
    assert (cost.total.usage_calls, cost.total.cost_usd, cost.unlinked_rounds) == (0, None, ("R-1",))


def test_a_run_that_the_claim_names_belongs_to_its_round_also_when_it_comes_later(
    agent: Agent, tmp_path: Path
) -> None:
    claim = agent.begin(conversation_ids=("later", "never"))
    (waiting, other) = case_cost(agent.store, claim.task_id).linked_runs
    assert (waiting.conversation_key, waiting.conversation, other.conversation) == (None, "later", "never")
    log = Log("later")
    log.call(10)
    log.call(20)
    log.load(agent.store, tmp_path)
    cost = case_cost(agent.store, claim.task_id)
    assert (cost.total.output, cost.unlinked_rounds) == (30, ())
    assert [one.conversation_key is None for one in cost.linked_runs] == [False, True]


def test_a_run_of_several_rounds_is_cut_where_the_next_one_began(agent: Agent, tmp_path: Path) -> None:
    log = Log("shared")
    for output in (1, 10, 100):
        log.call(output)
    first = agent.begin(conversation_ids=("shared",))
    agent.wait(2)
    agent.calculate(first)
    agent.resume(first.task_id)
    agent.claim(first.task_id, conversation_ids=("shared",))
    log.load(agent.store, tmp_path)
    assert outputs(case_cost(agent.store, first.task_id).by_round) == {"R-1": 1, "R-2": 110}


def test_a_snapshot_can_name_its_case_and_round(agent: Agent, tmp_path: Path) -> None:
    claim = agent.begin()
    usage = [{"agent_id": "main", "model": "claude-opus-4-7", "occurred_at": BEGIN.isoformat(), "output": 7}]
    snapshot = {
        "conversation_id": "runtime-1",
        "captured_at": (BEGIN + timedelta(minutes=1)).isoformat(),
        "investigation_task_id": claim.task_id,
        "investigation_round_id": "R-1",
        "usage": usage,
    }
    file = tmp_path / "snapshot.json"
    file.write_text(json.dumps(snapshot), "utf-8")
    import_records(agent.store, ImportCall(paths=(str(file),)))
    cost = case_cost(agent.store, claim.task_id)
    assert [(one.linked_by, one.conversation) for one in cost.linked_runs] == [("snapshot", "runtime-1")]
    assert cost.total.output == 7


def test_a_run_is_linked_by_hand_and_the_link_taken_away(agent: Agent, tmp_path: Path) -> None:
    log, claim = Log("by-hand"), agent.begin()
    log.call(10)
    log.load(agent.store, tmp_path)

    def link(*, is_removed: bool) -> tuple[str, ...]:
        call = case.LinkRoundCall(
            request_id=agent.request(), task_id=claim.task_id, round_id="R-1", conversation_id="by-hand",
            is_removed=is_removed,
        )  # fmt: skip
        link_round(agent.store, call, author=agent.author)
        return case_cost(agent.store, claim.task_id).unlinked_rounds

    assert link(is_removed=False) == ()
    assert link(is_removed=True) == ("R-1",)
