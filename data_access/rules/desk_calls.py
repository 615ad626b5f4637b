"""The calls of the desk that are looked for in logs: their request ids link a session to its rounds."""

from __future__ import annotations

DESK_CALLS = (
    "claim_task",
    "renew_task_lease",
    "wait_for_calculation",
    "finish_task_run",
    "publish_task_evidence",
    "withdraw_task_evidence",
    "publish_task_progress",
    "publish_task_report",
    "publish_execution_plan",
    "publish_task_presentation",
    "ask_task_user",
    "propose_task_action",
)


def may_be_desk_call(tool: str | None) -> bool:
    """Tell whether a tool may be one of them, whatever its runtime writes before its name.

    `sql/find_desk_calls.sql` looks closely; it finds none of a tool of which this is false.
    """
    return tool is not None and tool.endswith(DESK_CALLS)
