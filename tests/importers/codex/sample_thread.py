"""One thread with every kind of record in it, as a rollout and as a stream."""

from __future__ import annotations

from tests.importers.codex.sample_rollouts import (
    Record,
    call,
    event,
    item,
    line,
    meta,
    output,
    said,
    tokens,
    turn,
)

THREAD = "019fbcca-9fd4-7d20-83dc-0762b2f839b3"
CHILD = "019fbcd0-1111-7000-8000-000000000001"
SEALED = {"type": "reasoning", "summary": [], "content": None, "encrypted_content": "gAAAA-secret-thought"}
ROLLOUT: list[Record] = [
    meta(
        THREAD,
        git={"branch": "main", "commit_hash": "0" * 40, "repository_url": "https://example.invalid/r.git"},
    ),
    turn(
        "gpt-5.5",
        approval_policy="never",
        sandbox_policy={"type": "workspace-write"},
        timezone="Asia/Shanghai",
    ),
    line("world_state", {"full": True, "state": {"agents_md": {"text": "be kind"}}}),
    said("developer", "You are a coding agent."),
    said("user", "<environment_context><cwd>/srv/app</cwd></environment_context>"),
    event("user_message", message="列出文件 and test them"),
    said("user", "列出文件 and test them"),
    item(
        "reasoning",
        summary=[{"type": "summary_text", "text": "Look first."}],
        encrypted_content="gAAAA-hidden",
    ),
    event("agent_reasoning", text="Look first."),
    line("response_item", SEALED),
    call("c1", cmd="ls"),
    output("c1", "Exit code: 0\nWall time: 0.1 seconds\nOutput:\na.txt"),
    call("c2", cmd="pytest"),
    event("exec_command_end", call_id="c2", command=["pytest"], exit_code=2, aggregated_output="1 failed"),
    output("c2", "1 failed"),
    item("custom_tool_call", call_id="c3", name="apply_patch", input="*** Begin Patch\n*** End Patch"),
    event("patch_apply_end", call_id="c3", success=False, stdout="", stderr="no such file"),
    event("mcp_tool_call_end", call_id="c4", invocation={"server": "s", "tool": "t"}, result={"Err": "gone"}),
    item("local_shell_call", call_id="c5", status="completed", action={"type": "exec", "command": ["date"]}),
    item("web_search_call", id="ws1", status="completed", action={"type": "search", "query": "duckdb"}),
    tokens((1000, 600, 50), (1000, 600, 50)),
    call(
        "p1",
        "update_plan",
        plan=[{"step": "Look", "status": "completed"}, {"step": "Fix", "status": "pending"}],
    ),
    output("p1", "Plan updated"),
    call("s1", "spawn_agent", agent_type="explorer", message="Summarize the parser."),
    output("s1", f'{{"agent_id": "{CHILD}", "nickname": "Sartre"}}'),
    event("collab_agent_spawn_end", call_id="s1", new_thread_id=CHILD, new_agent_role="explorer"),
    call("w1", "wait_agent", targets=[CHILD]),
    output("w1", f'{{"status": {{"{CHILD}": {{"completed": "It parses."}}}}}}'),
    tokens((3000, 1600, 150), (2000, 1000, 100)),
    event("token_count", info=None, rate_limits={"primary": {"used_percent": 12.5}}),
    said("assistant", "Done: two files."),
    event("agent_message", message="Done: two files."),
    event("context_compacted"),
    line("compacted", {"message": "We listed files.", "replacement_history": []}),
    event("error", message="stream disconnected"),
    event("turn_aborted", reason="interrupted"),
    tokens((3000, 1600, 150), (2000, 1000, 100)),
    event("unheard_of", detail=1),
    line("brand_new", {"x": 1}),
]
STREAM: list[Record] = [
    {"type": "thread.started", "thread_id": THREAD},
    {"type": "turn.started"},
    {
        "type": "item.started",
        "item": {"id": "item_0", "type": "command_execution", "command": "ls", "status": "in_progress"},
    },
    {
        "type": "item.completed",
        "item": {
            "id": "item_0",
            "type": "command_execution",
            "command": "ls",
            "aggregated_output": "no",
            "exit_code": 2,
            "status": "failed",
        },
    },
    {"type": "item.completed", "item": {"id": "item_1", "type": "reasoning", "text": "Hm."}},
    {
        "type": "item.started",
        "item": {"id": "item_2", "type": "mcp_tool_call", "server": "s", "tool": "t", "arguments": {}},
    },
    {
        "type": "item.updated",
        "item": {"id": "item_3", "type": "todo_list", "items": [{"text": "a", "completed": True}]},
    },
    {
        "type": "item.completed",
        "item": {"id": "item_4", "type": "file_change", "changes": [], "status": "completed"},
    },
    {"type": "item.completed", "item": {"id": "item_5", "type": "agent_message", "text": "Done: two files."}},
    {
        "type": "turn.completed",
        "usage": {
            "input_tokens": 3000,
            "cached_input_tokens": 1600,
            "output_tokens": 150,
            "reasoning_output_tokens": 9,
        },
    },
    {"type": "turn.failed", "error": {"message": "out of credits"}},
]
