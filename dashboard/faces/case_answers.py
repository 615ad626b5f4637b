"""What the calls of a case do: one reading or one writing each, by whoever asks."""

from __future__ import annotations

from dashboard.faces.caller import Caller
from data_access.contracts import case_calls as case
from data_access.contracts import case_receipts as kept
from data_access.contracts.common import Listing
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.task_context import TaskContext
from data_access.reading import investigations
from data_access.reading import task_context as context
from data_access.writing import agent_looks, deliver_answers, task_runs
from data_access.writing import create_task as creating
from data_access.writing.case_write import Author


def list_tasks(caller: Caller, query: case.TasksQuery) -> Listing[InvestigationTask]:
    """List cases; an agent that asks for queued ones has looked."""
    if caller.principal.kind == "agent" and (not query.status or "queued" in query.status):
        agent_looks.note_agent_look(caller.store, author=_author(caller))
    given = query.model_dump(exclude={"status"})
    return investigations.investigations(caller.store, statuses=query.status, **given)


def create_task(caller: Caller, call: case.CreateTaskCall) -> kept.TaskReceipt:
    """Create a case."""
    return creating.create_task(caller.store, call, author=_author(caller))


def get_task_context(caller: Caller, call: case.TaskContextCall) -> TaskContext:
    """Read a case; the holder of its lease has then read the answers."""
    delivered = deliver_answers.deliver_answers(caller.store, call, author=_author(caller))
    given = call.model_dump(exclude={"task_id"})
    return context.task_context(caller.store, call.task_id, **given, delivered=delivered)


def claim_task(caller: Caller, call: case.ClaimTaskCall) -> kept.ClaimReceipt:
    """Take a case on."""
    return task_runs.claim_task(caller.store, call, author=_author(caller))


def renew_task_lease(caller: Caller, call: case.RenewLeaseCall) -> kept.RoundReceipt:
    """Begin a lease anew."""
    return task_runs.renew_task_lease(caller.store, call, author=_author(caller))


def wait_for_calculation(caller: Caller, call: case.WaitForCalculationCall) -> kept.FinishReceipt:
    """Set a case aside."""
    return task_runs.wait_for_calculation(caller.store, call, author=_author(caller))


def resume_task(caller: Caller, call: case.ResumeTaskCall) -> kept.TaskReceipt:
    """Queue a case again."""
    return task_runs.resume_task(caller.store, call, author=_author(caller))


def finish_task_run(caller: Caller, call: case.FinishTaskRunCall) -> kept.FinishReceipt:
    """End a round."""
    return task_runs.finish_task_run(caller.store, call, author=_author(caller))


def _author(caller: Caller) -> Author:
    return Author(caller.principal, caller.face)
