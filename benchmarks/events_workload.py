"""Writes N event lines of the snapshot format's bulk form: the same bytes for the same number and seed.

    python benchmarks/events_workload.py 1000000 events.jsonl

A line is about 625 bytes: an event of one of a few hundred conversations with a nested payload, a third of
the text in Chinese. Lines of the conversations are mixed as a running desk would write them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

SEED = 20260501
CONVERSATIONS = 300
FIRST = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
EVENT_TYPES = ("agent_started", "message_sent", "tool_called", "tool_finished", "task_updated", "note_taken")
PHASES = ("explore", "plan", "build", "check", None)
TOOLS = ("read_file", "search_text", "run_tests", "edit_file", "fetch_page", "query_database")
ENGLISH = (
    "Read the sensor log and compared it with last week's baseline",
    "Pump two restarted after the valve closed, flow came back within a minute",
    "The second worker found the same fault in the upstream table",
    "Asked the verifier to look at the sample again before the report goes out",
    "No change in the downstream counts, the difference stays under two percent",
)
CHINESE = (
    "已读取上周的传感器记录，并与基线逐日比较",
    "二号泵在阀门关闭后重新启动，流量一分钟内恢复",
    "核对人员要求在发布报告之前再次检查样本",
    "下游站点的读数没有变化，差异保持在百分之二以内",
)


def event_lines(count: int, seed: int = SEED) -> Iterator[str]:
    """Yield `count` lines without their line end."""
    chance = random.Random(seed)
    for number in range(count):
        yield json.dumps(_event(number, chance), ensure_ascii=False)


def _event(number: int, chance: random.Random) -> dict[str, object]:
    conversation = chance.randrange(CONVERSATIONS)
    occurred_at = FIRST + timedelta(milliseconds=number * 40 + chance.randrange(2_000))
    text = chance.choice(CHINESE if chance.random() < 0.34 else ENGLISH)
    return {
        "conversation_id": f"conversation-{conversation:04d}",
        "event_id": f"event-{number:09d}",
        "event_type": chance.choice(EVENT_TYPES),
        "agent_id": f"worker-{chance.randrange(8)}",
        "thread_id": f"thread-{chance.randrange(4)}",
        "task_id": f"task-{conversation}-{chance.randrange(20)}",
        "phase": chance.choice(PHASES),
        "severity": "error" if chance.random() < 0.01 else "info",
        "occurred_at": occurred_at.isoformat(timespec="milliseconds"),
        "recorded_at": (occurred_at + timedelta(milliseconds=35)).isoformat(timespec="milliseconds"),
        "summary": text,
        "payload": _payload(number, text, chance),
    }


def _payload(number: int, text: str, chance: random.Random) -> dict[str, object]:
    return {
        "tool": chance.choice(TOOLS),
        "arguments": {
            "path": f"station/{chance.randrange(900)}/day_{number % 31:02d}.csv",
            "limit": chance.randrange(500),
        },
        "result": {
            "rows": chance.randrange(10_000),
            "mean": round(chance.random() * 40, 3),
            "notes": [text, "ok"],
        },
        "tags": chance.sample(TOOLS, 2),
    }


def write_workload(path: Path, count: int, seed: int = SEED) -> None:
    """Write the file, replacing one of that name."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for line in event_lines(count, seed):
            file.write(line)
            file.write("\n")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("count", type=int)
    arguments.add_argument("path", type=Path)
    given = arguments.parse_args()
    write_workload(given.path, given.count)
