"""A calm run: four agents release a documentation site in two days, and the verifier agrees."""

from __future__ import annotations

from collections.abc import Iterator

from sample_data.makers.continuity import Fields, Runtime
from sample_data.makers.moments import before_end

OPUS, SONNET, HAIKU = "claude-opus-4-5-20251101", "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"
PLANNING: Fields = {"fresh_input": 2_000, "cache_read": 0, "cache_write_5m": 8_000, "output": 600}
READING: Fields = {"fresh_input": 500, "cache_read": 8_000, "cache_write_5m": 1_000, "output": 200}
WRITING: Fields = {"fresh_input": 1_000, "cache_read": 20_000, "cache_write_5m": 2_000, "output": 1_500}
CHECKING: Fields = {"fresh_input": 4_000, "cache_read": 6_000, "output": 500, "reasoning": 300}
SURVEYED = ("install", "first_report", "sharing", "time_zones", "prices", "backup", "settings", "errors")
ARTICLES = ("Install", "First report", "Sharing a desk", "Time zones")


def snapshots() -> Iterator[Fields]:
    """Yield the six snapshots of the run, oldest first."""
    run = Runtime(
        "docs-release-14",
        before_end(days=2, hours=4),
        {
            "purpose": "task_execution",
            "title": "Release the 1.4 documentation",
            "project": "/srv/demo/lantern-docs",
            "execution_mode": "parallel",
            "isolation_mode": "worktree",
            "isolation_id": "docs-release-14",
            "isolation_workspace_path": "/srv/demo/lantern-docs/.worktrees/docs-release-14",
        },
    )
    yield _planned(run)
    yield _surveyed(run)
    yield _drafted(run)
    yield _mended(run)
    yield _checked(run)
    yield _released(run)


def _planned(run: Runtime) -> Fields:
    run.add_agent("lead", "Orchestrator", "orchestrator")
    run.say(
        "user", "lead", "Release the 1.4 documentation. Every page has to match the program.", role="user"
    )
    run.begin("t-release", "Release the 1.4 documentation", "lead")
    for _ in range(2):
        run.call("lead", OPUS, PLANNING, task_id="t-release")
    run.add_agent("scout", "Explorer", "explorer", "lead")
    run.add_agent("pen", "Coder", "coder", "lead")
    run.add_agent("judge", "Verifier", "verifier", "lead")
    run.say("lead", "scout", "List the pages whose text no longer matches the program.")
    todos = [
        {"agent_id": "lead", "content": "Survey the pages", "status": "in_progress"},
        {"agent_id": "lead", "content": "Rewrite what is out of date", "status": "pending"},
        {"agent_id": "lead", "content": "Have it checked and release it", "status": "pending"},
    ]
    return run.snapshot("plan-agreed", todos=todos, verification_status="pending")


def _surveyed(run: Runtime) -> Fields:
    run.phase = "survey"
    run.wait(30)
    run.begin("t-survey", "Find pages that are out of date", "scout", "t-release")
    for name in SURVEYED:
        run.call("scout", HAIKU, READING, task_id="t-survey")
        run.use("scout", "t-survey", "read_file", f"docs/{name}.md", "compared with the program's help text")
        run.wait(3)
    run.say("scout", "lead", "Four pages differ: installing, the first report, sharing a desk, time zones.")
    run.end("t-survey", "completed", "Four of 31 pages are out of date", evidence=["tool-01", "tool-02"])
    return run.snapshot("survey-done", verification_status="pending")


def _drafted(run: Runtime) -> Fields:
    run.phase = "write"
    run.wait(60 * 15)
    run.say("lead", "pen", "Rewrite the four pages, one commit each.")
    for number, article in enumerate(ARTICLES[:2], start=1):
        _write(run, number, article)
    return run.snapshot("half-written", verification_status="pending")


def _mended(run: Runtime) -> Fields:
    for number, article in enumerate(ARTICLES[2:], start=3):
        _write(run, number, article)
    run.use("pen", "t-release", "run", "build-docs --strict", "", error="2 warnings: a link without a target")
    run.call("pen", SONNET, WRITING, task_id="t-release")
    run.use("pen", "t-release", "run", "build-docs --strict", "31 pages, 0 warnings")
    run.say("pen", "lead", "All four pages are written; the strict build is clean after one repair.")
    return run.snapshot("all-written", verification_status="pending")


def _write(run: Runtime, number: int, article: str) -> None:
    task_id = f"t-page-{number}"
    run.begin(task_id, f"Rewrite the page “{article}”", "pen", "t-release")
    for _ in range(2):
        run.call("pen", SONNET, WRITING, task_id=task_id)
        run.wait(9)
    run.use("pen", task_id, "edit_file", f"docs/page_{number}.md", "1 file changed")
    run.end(
        task_id,
        "completed",
        f"“{article}” matches the program",
        modified_files=[f"docs/page_{number}.md"],
        git_diff_summary="1 file changed, 38 insertions(+), 21 deletions(-)",
    )


def _checked(run: Runtime) -> Fields:
    run.phase = "check"
    run.wait(25)
    run.begin("t-check", "Check every changed page against the program", "judge", "t-release")
    for number in range(1, 5):
        run.call("judge", "gpt-5-mini", CHECKING, task_id="t-check", cost_usd="0.00215")
        run.use("judge", "t-check", "run", f"compare docs/page_{number}.md", "same options, same defaults")
    run.end("t-check", "completed", "All four pages match", output="4 of 4 pages agree")
    run.say("judge", "lead", "Checked: options, defaults and examples agree on all four pages.")
    return run.snapshot("checked", **_verdict(run))


def _released(run: Runtime) -> Fields:
    run.phase = "release"
    run.wait(8)
    run.use("lead", "t-release", "run", "publish-docs 1.4", "published 31 pages")
    run.call("lead", OPUS, READING, task_id="t-release")
    run.end("t-release", "completed", "The 1.4 documentation is out", modified_files=["docs/index.md"])
    run.say("lead", "user", "Released. Four pages were rewritten, one broken link was mended on the way.")
    return run.snapshot("released", cost={"total_usd": "0.56"}, **_verdict(run))


def _verdict(run: Runtime) -> Fields:
    return {
        "verification_status": "passed",
        "verification_summary": "Every changed page was compared with the program and agrees.",
        "verification_evidence": [
            {"tool_call_id": outcome["tool_call_id"], "summary": "options and defaults agree"}
            for outcome in run.noted["tool_outcomes"]
            if outcome["agent_id"] == "judge"
        ],
    }
