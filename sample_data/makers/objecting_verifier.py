"""A run that ends unfinished: its verifier objects, one task fails and one vanishes from the list."""

from __future__ import annotations

from collections.abc import Iterator

from sample_data.makers.continuity import Fields, Runtime
from sample_data.makers.moments import before_end, spelled

SONNET, HAIKU = "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"
STEP: Fields = {"fresh_input": 1_000, "cache_read": 10_000, "cache_write_5m": 1_000, "output": 500}
LOOK: Fields = {"fresh_input": 2_000, "cache_read": 4_000, "cache_write_5m": 500, "output": 250}
CHECK: Fields = {"fresh_input": 3_000, "cache_read": 0, "output": 800, "reasoning": 500}
STATIONS = ("station 1", "station 2", "station 3 (三号站)")


def lines() -> Iterator[Fields]:
    """Yield the lines of the file: five snapshots, and between them events in the bulk form."""
    run = Runtime(
        "oxygen-alarm-7",
        before_end(hours=3, minutes=5),
        {
            "purpose": "task_collaboration",
            "title": "溶解氧报警规则 / Alarm rule for dissolved oxygen",
            "project": "/srv/demo/harbour-data",
            "execution_mode": "sequential",
        },
    )
    yield _planned(run)
    yield _gathered(run)
    yield from _heartbeats(run)
    yield _built(run)
    yield _objected(run)
    yield _stopped(run)


def _planned(run: Runtime) -> Fields:
    run.add_agent("main", "总控 Orchestrator", "orchestrator")
    run.say(
        "user",
        "main",
        "三号站夜里溶解氧偏低，请定一条报警规则。Please check it on every season.",
        role="user",
    )
    run.begin("t-rule", "定报警规则 / Set the alarm rule", "main")
    run.call("main", SONNET, STEP, task_id="t-rule")
    run.add_agent("analyst", "分析员 Analyst", "explorer", "main")
    run.add_agent("coder", "Coder", "coder", "main")
    run.add_agent("verifier", "核验员 Verifier", "verifier", "main")
    return run.snapshot("planned", verification_status="pending")


def _gathered(run: Runtime) -> Fields:
    run.phase = "survey"
    run.wait(5)
    run.begin("t-gather", "汇总读数 / Gather the readings", "analyst", "t-rule")
    run.begin("t-backfill", "补录冬季夜间数据 / Backfill winter nights", "analyst", "t-rule")
    for station in STATIONS:
        run.call("analyst", HAIKU, LOOK, task_id="t-gather")
        run.use("analyst", "t-gather", "query", f"hour and oxygen of every reading, {station}", "720 rows")
        run.wait(3)
    run.use("analyst", "t-backfill", "query", "winter nights, station 3", "", error="no rows: 传感器离线")
    run.end("t-gather", "completed", "三个站共 2,160 行，夏季完整", output="2160 rows, June to August")
    run.say("analyst", "main", "夏季数据齐全；三号站冬季夜间没有读数，正在补录。")
    return run.snapshot("gathered", verification_status="pending")


def _heartbeats(run: Runtime) -> Iterator[Fields]:
    """Yield events in the bulk form: one a line, no `captured_at`."""
    for number in range(1, 9):
        run.wait(2)
        yield {
            "conversation_id": run.conversation_id, "event_id": f"beat-{number}", "event_type": "heartbeat",
            "agent_id": "coder", "phase": "build", "occurred_at": spelled(run.clock),
            "summary": f"compiling the rule, step {number} of 8", "payload": {"step": number, "of": 8},
        }  # fmt: skip


def _built(run: Runtime) -> Fields:
    run.phase = "build"
    run.begin("t-code", "Write the rule and its tests", "coder", "t-rule")
    run.drop("t-backfill")
    for given in ("rules/oxygen.py", "tests/test_oxygen.py"):
        run.call("coder", SONNET, STEP, task_id="t-code")
        run.use("coder", "t-code", "edit_file", given, "1 file changed")
        run.wait(7)
    run.use("coder", "t-code", "run", "pytest tests/test_oxygen.py", "", error="1 failed: 夜间阈值 4.0 mg/L")
    run.call("coder", SONNET, STEP, task_id="t-code")
    run.use("coder", "t-code", "run", "pytest tests/test_oxygen.py", "6 passed")
    run.end("t-code", "completed", "阈值 4.0 mg/L，连续 30 分钟报警", modified_files=["rules/oxygen.py"])
    return run.snapshot("built", verification_status="pending")


def _objected(run: Runtime) -> Fields:
    run.phase = "check"
    run.wait(12)
    run.begin("t-verify", "核验规则 / Check the rule", "verifier", "t-rule")
    for _ in range(2):
        run.call("verifier", "gpt-5-mini", CHECK, task_id="t-verify")
    run.use("verifier", "t-verify", "query", "nights below 4.0 mg/L by season", "summer 14, winter: no rows")
    run.say("verifier", "main", "反对：规则只在夏季数据上验证过，三号站冬季夜间没有任何读数。")
    run.event("verification_failed", "verifier", "Objection: tested on summer only", severity="warning")
    run.end("t-verify", "failed", "Objection: the rule was tested on summer readings only")
    return run.snapshot("objected", **_objection())


def _stopped(run: Runtime) -> Fields:
    run.begin("t-winter", "Find winter readings elsewhere", "analyst", "t-rule")
    run.call("analyst", HAIKU, LOOK, task_id="t-winter")
    run.use("analyst", "t-winter", "search", "station 3 winter night log", "", error="timeout after 60 s")
    run.say("main", "user", "核验员反对，缺冬季夜间数据。任务暂停，等待人工记录。")
    run.wait((before_end(minutes=18) - run.clock).total_seconds() / 60)
    return run.snapshot("waiting", **_objection())


def _objection() -> Fields:
    return {
        "verification_status": "failed",
        "verification_summary": "反对 / Objection: tested on summer only; winter nights are missing.",
        "verification_evidence": [
            {"tool_call_id": "tool-09", "summary": "summer 14 nights, winter no rows"},
            {"task_id": "t-backfill", "summary": "never reported a result"},
        ],
    }
