"""What every face is asked alike: readings with their parameters, and slips with the code of each."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from dashboard.faces.answering import answer
from dashboard.faces.caller import Caller
from dashboard.faces.calls import BY_NAME
from dashboard.fault_document import fault_document
from data_access.contracts.principal import LOCAL_AGENT
from data_access.errors import CaseboardError

MOMENTS = {"as_of", "taken_at"}


def without_moments(told: Any) -> Any:
    """Leave out when an answer was read, which no two answers share."""
    if isinstance(told, dict):
        return {name: without_moments(value) for name, value in told.items() if name not in MOMENTS}
    return [without_moments(one) for one in told] if isinstance(told, list) else told


def by_function(desk: Desk, name: str, given: dict[str, Any], principal: Any = LOCAL_AGENT) -> dict[str, Any]:
    """Answer a call without any protocol."""
    try:
        return answer(BY_NAME[name], given, Caller(desk, principal, "rest")).model_dump(mode="json")
    except CaseboardError as fault:
        return fault_document(fault)


def by_rest(client: TestClient, name: str, given: dict[str, Any], headers: Any = None) -> tuple[int, Any]:
    """Answer a call over HTTP."""
    call, left = BY_NAME[name], dict(given)
    path = call.path
    for field in list(left):
        if f"{{{field}}}" in path:
            path = path.replace(f"{{{field}}}", str(left.pop(field)))
    if call.method == "POST":
        told = client.post(path, json=left, headers=headers)
    else:
        told = client.request(call.method, path, params=left, headers=headers)
    assert told.headers["content-type"] == "application/json"
    return told.status_code, told.json()


def questions(run: str) -> list[tuple[str, dict[str, Any]]]:
    """What is asked of every reading."""
    return [
        ("read_desk", {}),
        ("list_runs", {}),
        ("list_runs", {"purpose": "all", "limit": 2, "order": "cost"}),
        ("list_runs", {"since": "2026-01-01T00:00:00Z", "until": "2026-12-01T00:00:00+02:00", "q": "a"}),
        ("list_run_filters", {}),
        ("find_run", {"beginning": run}),
        ("read_run", {"conversation_id": run}),
        ("list_agents", {"conversation_id": run}),
        ("list_events", {"conversation_id": run, "limit": 3, "newest_first": True}),
        ("list_events", {"conversation_id": run, "event_type": ["assistant", "user"]}),
        ("list_events", {"limit": 5}),
        ("read_transcript", {"conversation_id": run, "limit": 4}),
        ("read_transcript", {"conversation_id": "harbour", "thread_id": "thread-1", "last": True}),
        ("find_in_transcript", {"conversation_id": "harbour", "q": "DONE"}),
        ("find_next_error", {"conversation_id": run}),
        ("read_trace", {"conversation_id": run}),
        ("read_phases", {"conversation_id": run}),
        ("list_context_growth", {"conversation_id": run, "limit": 3}),
        ("compare_runs", {"a": run, "b": "harbour"}),
        ("search", {"q": "done", "conversation_id": "harbour"}),
        ("list_latency", {}),
        ("list_tool_reliability", {"conversation_id": run}),
        ("list_tool_reliability", {"project": "nowhere", "source_format": "claude_code", "origin": "real"}),
        ("list_timed_calls", {"kind": "tool", "status": "error", "order": "newest", "limit": 2}),
        ("list_context_peaks", {"origin": "real"}),
        ("list_agent_outliers", {"times": 1.5, "source_format": "snapshot"}),
        ("read_overview", {"timezone": "Asia/Shanghai"}),
        ("read_storage", {}),
        ("read_policy", {}),
        ("list_operations", {"conversation_id": run, "limit": 3}),
        ("list_operations", {"conversation_id": "harbour", "verdict": "unknown", "operation": "execute"}),
        ("list_permission_requests", {"conversation_id": run}),
        ("list_permission_requests", {"state": "denied", "limit": 3}),
        ("list_unattached_operations", {"limit": 5}),
        ("list_unattached_operations", {"session": "no-run-of-this-desk"}),
        ("read_isolation", {"conversation_id": run}),
        ("list_written_files", {"conversation_id": run, "limit": 2}),
        ("read_run_workspace", {"conversation_id": run, "operations": 1, "agent_id": "main"}),
        ("list_written_files", {"conversation_id": run, "agent_id": "main", "shared_only": True}),
        ("list_limits", {}),
        ("list_limits", {"conversation_id": run, "state": "not_measured", "limit_name": "disk_bytes"}),
        ("list_limits", {"origin": "demo", "project": "harbour", "source_format": "snapshot", "limit": 1}),
        ("list_resource_use", {"conversation_id": run}),
        ("list_resource_use", {"conversation_id": "harbour", "limit_name": "command_seconds", "limit": 10}),
        ("list_agent_operations", {"limit": 2}),
        (
            "list_agent_operations",
            {"conversation_id": run, "breach": "any", "zone": "none", "order": "oldest"},
        ),
        ("list_agent_operations", {"result": "not_known", "approved_by": "not_said", "told_as": "derived"}),
        ("count_operations", {}),
        ("count_operations", {"conversation_id": run}),
        ("list_additions", {"kind": "file", "limit": 1}),
        ("list_agent_additions", {"source_format": "claude_code"}),
        ("list_refusals", {}),
        ("list_refusals", {"agent_id": "main"}),
        (
            "check_operation",
            {
                "target": "rm -rf build && git status",
                "working_directory": "/srv/work/a",
                "workspace": ["/srv/work/a"],
                "variable": ["CI=1"],
                "link": ["/srv/work/a/x -> /etc"],
            },
        ),
        ("check_operation", {"operation": "install", "target": "jq", "package_manager": "npm"}),
        ("list_todos", {"conversation_id": run}),
        ("list_todos", {"conversation_id": "harbour", "at": "2026-05-01T10:00:30Z"}),
        ("list_cost_over_time", {"conversation_id": run}),
        ("list_cost_group_names", {"by": "conversation", "keys": ["harbour", "nothing"]}),
        ("list_reported_totals", {}),
        ("list_reported_totals", {"conversation_id": "harbour", "at": "2026-05-01T10:00:30Z"}),
        ("list_source_files", {"batch_id": 1, "limit": 2}),
        ("list_arrivals", {}),
        ("list_workspaces", {}),
        ("list_workspaces", {"left_over_only": True, "state": "merged", "level": "L2", "limit": 1}),
        ("list_workspaces", {"limit": 1}),
        ("list_runs_apart", {"limit": 2}),
        ("list_files_of_several_agents", {}),
        ("list_files_of_several_agents", {"limit": 1}),
        ("list_runs_apart", {"recorded_only": True}),
        ("list_workspace_results", {}),
        ("list_workspace_results", {"limit": 1}),
        ("list_agents", {"conversation_id": "harbour", "at": "2026-05-01T10:00:30Z"}),
        ("read_phases", {"conversation_id": "harbour", "at": "2026-05-01T10:00:30Z"}),
        ("read_cost", {"conversation_id": "harbour", "at": "2026-05-01T10:00:30Z"}),
        ("read_cost_arithmetic", {"conversation_id": "harbour", "at": "2026-05-01T10:00:30Z"}),
        ("count_events", {"conversation_id": "harbour", "at": "2026-05-01T10:00:30Z"}),
        ("list_event_filters", {"conversation_id": "harbour", "at": "2026-05-01T10:00:30Z"}),
        ("list_loops", {"at_least": 2}),
        ("list_cost_outliers", {"times": 2}),
        ("list_quiet_runs", {"within_hours": 10}),
        ("list_snapshots", {"conversation_id": "harbour"}),
        ("read_topology", {"conversation_id": run}),
        ("read_topology", {"conversation_id": "harbour", "limit": 2}),
        ("read_verifier", {"conversation_id": "harbour"}),
        ("read_runtime_summary", {"conversation_id": "harbour"}),
        ("read_runtime_summary", {"conversation_id": "harbour", "at": "2026-05-01T10:00:30Z"}),
        ("read_task_evidence", {"task_id": "t/1"}),
        ("read_task_evidence", {"task_id": "t-both", "conversation_id": "harbour"}),
        ("list_thread_messages", {"thread_id": "thread-1", "conversation_id": "harbour", "limit": 1}),
        ("list_event_filters", {"conversation_id": run}),
        ("count_events", {"conversation_id": run, "by": "kind", "bins": 10}),
        ("read_cost", {"by": "model"}),
        ("read_cost", {"by": "day", "timezone": "Asia/Shanghai", "conversation_id": run}),
        ("read_cost_arithmetic", {"conversation_id": run}),
        ("list_imports", {}),
        ("list_rejects", {"batch_id": 1}),
        ("list_linked_rounds", {}),
        ("list_changes", {"limit": 2}),
        ("list_changes", {"principal_kind": "person", "q": "import", "newest_first": False}),
        ("list_change_filters", {}),
        ("read_change", {"audit_id": 1}),
        ("list_case_happenings", {"limit": 3}),
        ("read_digest", {"date": "2026-05-01", "timezone": "Asia/Shanghai", "language": "zh"}),
        ("read_waiting_for_people", {}),
        ("read_inbox", {}),
        ("read_inbox", {"whose": "mine", "kind": "question", "order": "due", "limit": 1}),
        ("list_settled_questions", {"days": 90, "limit": 1}),
        ("list_latest_reports", {"limit": 1}),
        ("list_reports_to_sign_off", {}),
        ("list_reports_to_sign_off", {"limit": 1}),
        ("search_cases", {"q": "water"}),
        ("list_rounds_of_run", {"conversation_id": run}),
        ("list_tasks", {}),
        ("list_tasks", {"status": ["queued", "running"], "q": "water", "limit": 1}),
    ]


REFUSED: list[tuple[str, dict[str, Any], int, str]] = [
    ("list_runs", {"since": "yesterday"}, 400, "invalid_input"),
    ("list_runs", {"since": "1700000000"}, 400, "invalid_input"),
    ("list_runs", {"since": "2026-05-01T10:00:00"}, 400, "invalid_input"),
    ("list_runs", {"since": "0001-01-01T00:00:00+14:00"}, 400, "invalid_input"),
    ("list_runs", {"cursor": "nonsense"}, 400, "invalid_input"),
    ("list_runs", {"cursor": ""}, 400, "invalid_input"),
    ("list_runs", {"limit": 0}, 400, "invalid_input"),
    ("list_runs", {"limit": 501}, 400, "invalid_input"),
    ("list_runs", {"limit": "many"}, 400, "invalid_input"),
    ("list_runs", {"order": "beauty"}, 400, "invalid_input"),
    ("list_runs", {"purpos": "all"}, 400, "unknown_parameter"),
    ("read_cost", {"timezone": "Mars/Olympus"}, 400, "invalid_input"),
    ("read_cost", {"by": "mood"}, 400, "invalid_input"),
    ("read_run", {"conversation_id": "no-such-run"}, 404, "not_found"),
    ("list_agents", {"conversation_id": "no-such-run"}, 404, "not_found"),
    ("read_event", {"conversation_id": "no-such-run", "event_id": "e"}, 404, "not_found"),
    ("read_run", {"conversation_id": "twin"}, 409, "ambiguous_id"),
    ("list_events", {"conversation_id": "twin"}, 409, "ambiguous_id"),
    ("list_events", {"conversation_id": "harbour", "agent_id": "nobody"}, 404, "not_found"),
    ("list_events", {"conversation_id": "harbour", "thread_id": "nothing"}, 404, "not_found"),
    ("list_events", {"conversation_id": "harbour", "task_id": "nothing"}, 404, "not_found"),
    ("list_events", {"conversation_id": "harbour", "event_type": "a", "limi": 1}, 400, "unknown_parameter"),
    ("search", {"q": "done"}, 400, "invalid_input"),
    ("read_transcript", {"conversation_id": "harbour", "thread_id": "nothing"}, 404, "not_found"),
    ("read_transcript", {"conversation_id": "harbour", "cursor": "x"}, 400, "invalid_input"),
    ("read_trace", {"conversation_id": "harbour", "parent": "nothing"}, 404, "not_found"),
    ("compare_runs", {"a": "harbour", "b": "twin"}, 409, "ambiguous_id"),
    ("list_cost_outliers", {"times": "nan"}, 400, "invalid_input"),
    ("list_timed_calls", {"order": "beauty"}, 400, "invalid_input"),
    ("list_timed_calls", {"cursor": "x"}, 400, "invalid_input"),
    ("list_quiet_runs", {"since": "2026-05-01T10:00:00Z"}, 400, "unknown_parameter"),
    ("list_source_files", {"batch_id": 99}, 404, "not_found"),
    ("read_cost", {"at": "2026-05-01T10:00:00Z"}, 400, "invalid_input"),
    ("read_phases", {"conversation_id": "harbour", "at": "2020-01-01T00:00:00Z"}, 400, "invalid_input"),
    ("read_topology", {}, 400, "invalid_input"),
    ("read_topology", {"conversation_id": "no-such-run"}, 404, "not_found"),
    ("read_topology", {"conversation_id": "harbour", "limit": 0}, 400, "invalid_input"),
    ("read_verifier", {"conversation_id": "no-such-run"}, 404, "not_found"),
    ("read_verifier", {"conversation_id": "harbour", "at": "2020-01-01T00:00:00Z"}, 400, "invalid_input"),
    ("read_runtime_summary", {"conversation_id": "twin"}, 409, "ambiguous_id"),
    ("read_task_evidence", {"task_id": "nothing"}, 404, "not_found"),
    ("read_task_evidence", {"task_id": "t-both"}, 409, "ambiguous_id"),
    ("list_thread_messages", {"thread_id": "nothing"}, 404, "not_found"),
    ("list_thread_messages", {"thread_id": "thread-1"}, 409, "ambiguous_id"),
    (
        "list_thread_messages",
        {"thread_id": "thread-1", "cursor": "x", "conversation_id": "harbour"},
        400,
        "invalid_input",
    ),
    ("list_rejects", {"batch_id": 99}, 404, "not_found"),
    ("read_change", {"audit_id": 10**6}, 404, "not_found"),
    ("list_changes", {"cursor": "x"}, 400, "invalid_input"),
    ("list_changes", {"principal_kind": "ghost"}, 400, "invalid_input"),
    ("read_digest", {"date": "2026-02-30"}, 400, "invalid_input"),
    ("list_case_happenings", {"kind": ["asleep"]}, 400, "invalid_input"),
    ("list_tasks", {"status": "asleep"}, 400, "invalid_input"),
    ("list_tasks", {"cursor": "x"}, 400, "invalid_input"),
    ("list_evidence", {"task_id": "T-none"}, 404, "not_found"),
    ("read_map", {"task_id": "T-none", "update": -1}, 400, "invalid_input"),
    ("list_report_revisions", {"task_id": "T-none"}, 404, "not_found"),
    ("compare_report_revisions", {"task_id": "T-none", "before": 1, "after": 2}, 404, "not_found"),
    ("read_between_revisions", {"task_id": "T-none", "before": 1, "after": 2}, 404, "not_found"),
    ("export_report_comparison", {"task_id": "T-none", "before": 1, "after": 2}, 404, "not_found"),
    (
        "export_report_comparison",
        {"task_id": "T-none", "before": 1, "after": 2, "format": "pdf"},
        400,
        "invalid_input",
    ),
    ("compare_report_revisions", {"task_id": "T-none", "before": 0, "after": 2}, 400, "invalid_input"),
    ("list_what_was_so", {"task_id": "T-none"}, 404, "not_found"),
    ("list_what_was_done", {"task_id": "T-none", "kind": "asleep"}, 400, "invalid_input"),
    ("search_cases", {"q": " "}, 400, "invalid_input"),
    ("search_cases", {"q": "x", "cursor": "x"}, 400, "invalid_input"),
    ("search_cases", {"q": "x", "cursor": ""}, 400, "invalid_input"),
    ("list_latest_reports", {"limit": 0}, 400, "invalid_input"),
    ("read_inbox", {"whose": "nobody"}, 400, "invalid_input"),
    ("read_inbox", {"cursor": "x"}, 400, "invalid_input"),
    ("read_inbox", {"person": "Wang"}, 400, "unknown_parameter"),
    ("list_reports_to_sign_off", {"cursor": "x"}, 400, "invalid_input"),
    ("list_reports_to_sign_off", {"principal_id": "p"}, 400, "unknown_parameter"),
    ("list_settled_questions", {"days": 0}, 400, "invalid_input"),
    ("export_cases", {"task_ids": ["T-none"]}, 404, "not_found"),
    ("export_cases", {}, 400, "invalid_input"),
    ("list_rejects", {"batch_id": 2**63}, 400, "invalid_input"),
]
