"""A case in few words: a desk with its own clock, and an agent that writes to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

from data_access.contracts import case_calls as case
from data_access.contracts import case_receipts as kept
from data_access.contracts.case_receipts import ClaimReceipt, FinishReceipt, RoundReceipt, TaskReceipt
from data_access.contracts.principal import LOCAL_AGENT, Principal
from data_access.store.connection import Store
from data_access.writing import (
    add_human_evidence,
    ask_task_user,
    propose_action,
    publish_evidence,
    publish_plan,
    publish_presentation,
    publish_progress,
    publish_report,
    task_runs,
)
from data_access.writing.case_write import Author
from data_access.writing.create_task import create_task

BEGIN = datetime(2026, 5, 1, 8, tzinfo=UTC)


@dataclass
class Agent:
    """Writes cases; time stands still until it is moved."""

    store: Store
    now: datetime = BEGIN
    principal: Principal = LOCAL_AGENT
    numbers: Any = field(default_factory=lambda: count(1))

    @property
    def author(self) -> Author:
        return Author(self.principal, "rest", lambda: self.now)

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def request(self) -> str:
        return f"r-{next(self.numbers)}"

    def create(self, **given: Any) -> TaskReceipt:
        call = {"request_id": self.request(), "title": "Yellow water in twelve households"} | given
        return create_task(self.store, case.CreateTaskCall(**call), author=self.author)

    def claim(self, task_id: str, **given: Any) -> ClaimReceipt:
        call = {"request_id": self.request(), "task_id": task_id} | given
        return task_runs.claim_task(self.store, case.ClaimTaskCall(**call), author=self.author)

    def begin(self, **given: Any) -> ClaimReceipt:
        return self.claim(self.create().task_id, **given)

    def renew(self, claim: ClaimReceipt, **given: Any) -> RoundReceipt:
        return task_runs.renew_task_lease(
            self.store, case.RenewLeaseCall(**self.in_round(claim, given)), author=self.author
        )

    def finish(self, claim: ClaimReceipt, **given: Any) -> FinishReceipt:
        return task_runs.finish_task_run(
            self.store, case.FinishTaskRunCall(**self.in_round(claim, given)), author=self.author
        )

    def calculate(self, claim: ClaimReceipt, **given: Any) -> FinishReceipt:
        call = self.in_round(claim, {"reason": "The hydraulic model runs."} | given)
        return task_runs.wait_for_calculation(
            self.store, case.WaitForCalculationCall(**call), author=self.author
        )

    def resume(self, task_id: str, **given: Any) -> TaskReceipt:
        call = {"request_id": self.request(), "task_id": task_id} | given
        return task_runs.resume_task(self.store, case.ResumeTaskCall(**call), author=self.author)

    def evidence(self, claim: ClaimReceipt, **given: Any) -> kept.EvidenceReceipt:
        own = {"title": "Turbidity", "source_kind": "live_query", "source": "historian"}
        call = case.PublishEvidenceCall(**self.in_round(claim, own | given))
        return publish_evidence.publish_task_evidence(self.store, call, author=self.author)

    def withdraw(self, claim: ClaimReceipt, evidence_id: str) -> kept.EvidenceReceipt:
        given = {"evidence_id": evidence_id, "reason": "The probe was dry."}
        call = case.WithdrawEvidenceCall(**self.in_round(claim, given))
        return publish_evidence.withdraw_task_evidence(self.store, call, author=self.author)

    def progress(self, claim: ClaimReceipt, **given: Any) -> kept.ProgressReceipt:
        call = case.PublishProgressCall(**self.in_round(claim, given))
        return publish_progress.publish_task_progress(self.store, call, author=self.author)

    def report(self, claim: ClaimReceipt, **given: Any) -> kept.ReportReceipt:
        own = {
            "stage": "interim", "outcome": "undetermined", "title": "T", "summary": "S", "body": "B",
            "reason": "R",
        }  # fmt: skip
        call = case.PublishReportCall(**self.in_round(claim, own | given))
        return publish_report.publish_task_report(self.store, call, author=self.author)

    def plan(self, claim: ClaimReceipt, **given: Any) -> kept.PlanReceipt:
        own = {"title": "T", "reason": "R", "nodes": [{"id": "a", "title": "A", "actor": "agent"}]}
        call = case.PublishPlanCall(**self.in_round(claim, own | given))
        return publish_plan.publish_execution_plan(self.store, call, author=self.author)

    def show(self, claim: ClaimReceipt, **given: Any) -> kept.PresentationReceipt:
        own = {"request_id": str(uuid4()), "title": "T"}
        call = case.PublishPresentationCall(**self.in_round(claim, own | given))
        return publish_presentation.publish_task_presentation(self.store, call, author=self.author)

    def ask(self, claim: ClaimReceipt, **given: Any) -> kept.QuestionReceipt:
        own = {"prompt": f"Which valve, {next(self.numbers)}?", "why": "It decides the route."}
        call = case.AskTaskUserCall(**self.in_round(claim, own | given))
        return ask_task_user.ask_task_user(self.store, call, author=self.author)

    def propose(self, claim: ClaimReceipt, **given: Any) -> kept.ActionReceipt:
        own = {
            "kind": "work_order",
            "title": "Flush",
            "description": "Flush the main.",
            "reason": "It is dirty.",
        }
        call = case.ProposeActionCall(**self.in_round(claim, own | given))
        return propose_action.propose_task_action(self.store, call, author=self.author)

    def relay(self, task_id: str, **given: Any) -> kept.HumanEvidenceReceipt:
        own = {
            "request_id": self.request(), "task_id": task_id, "kind": "statement", "known_by": "seen",
            "statement": "The water is yellow.", "person": "Wang", "quote": "It is yellow.", "message_id":
            "m-1",
        }  # fmt: skip
        call = case.AddHumanEvidenceCall(**(own | given))
        return add_human_evidence.add_task_human_evidence(self.store, call, author=self.author)

    def in_round(self, claim: ClaimReceipt, given: dict[str, Any]) -> dict[str, Any]:
        own = {
            "request_id": self.request(),
            "task_id": claim.task_id,
            "lease_token": claim.lease_token,
            "generation": claim.generation,
        }
        return own | given
