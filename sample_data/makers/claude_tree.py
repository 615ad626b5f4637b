"""A Claude Code projects tree: two projects, four sessions and a resumed copy, sub-agents two levels deep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sample_data.makers.claude_code import Fields, Tool, Transcript, named_uuid, resumed_copy
from sample_data.makers.moments import END, before_end

OPUS, SONNET, HAIKU = "claude-opus-4-5-20251101", "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"
TIDE_TABLES = ("south", "harbour mouth", "inner basin", "lock", "pier", "old quay")
PAUSES = (1, 4, 2, 7, 3, 5)
"""Minutes between steps that are alike."""
MONTHS = ("July", "August", "September", "October", "November", "December")
DOCS, DATA = "/srv/demo/lantern-docs", "/srv/demo/harbour-data"
LINKS, CHINESE, TIDES, NIGHTLY, RESUMED = (
    named_uuid("session", name) for name in ("links", "chinese", "tides", "nightly", "later sections")
)


@dataclass(frozen=True)
class SubAgent:
    """A sub-agent's transcript and its side file."""

    transcript: Transcript
    kind: str
    task: str


def files() -> Iterator[tuple[str, list[Fields]]]:
    """Yield every file of the tree: path inside the tree, rows."""
    for main, subagents in (_links(), _tides(), _nightly()):
        yield from _session_files(main, subagents)
    original, copy = _chinese()
    yield from _session_files(original, [])
    yield from _session_files(copy, [])


def _session_files(main: Transcript, subagents: list[SubAgent]) -> Iterator[tuple[str, list[Fields]]]:
    folder = main.cwd.replace("/", "-")
    yield f"{folder}/{main.session}.jsonl", main.rows
    for sub in subagents:
        path = f"{folder}/{main.session}/subagents/agent-{sub.transcript.agent}"
        yield f"{path}.jsonl", sub.transcript.rows
        yield f"{path}.meta.json", [{"agentType": sub.kind, "description": sub.task}]


def _bash(command: str, got: str, *, failed: bool = False) -> Tool:
    return Tool("Bash", {"command": command}, got, failed)


def _read(path: str, got: str) -> Tool:
    return Tool("Read", {"file_path": path}, got)


def _edit(path: str, old: str, new: str) -> Tool:
    return Tool(
        "Edit", {"file_path": path, "old_string": old, "new_string": new}, f"{path} has been updated."
    )


def _task(sub: SubAgent, got: str) -> Tool:
    given = {"subagent_type": sub.kind, "description": sub.task, "prompt": sub.task}
    return Tool("Task", given, got, agent=sub.transcript.agent, until=sub.transcript.clock)


def _todos(*items: tuple[str, str]) -> Tool:
    todos = [{"content": content, "status": status, "activeForm": content} for content, status in items]
    return Tool("TodoWrite", {"todos": todos}, "Todos have been modified successfully.")


def _sub(main: Transcript, agent: str, model: str, kind: str, task: str) -> SubAgent:
    """Start a sub-agent right after the call that the agent above makes next."""
    start = main.clock + timedelta(seconds=10)
    transcript = Transcript(main.session, main.cwd, start, model, agent=agent, base=12_000, step=1_000)
    transcript.ask(task)
    return SubAgent(transcript, kind, task)


def _links() -> tuple[Transcript, list[SubAgent]]:
    main = Transcript(LINKS, DOCS, before_end(days=6, hours=2), SONNET)
    main.ask(
        "Since the pages moved into one folder per version, readers report broken links. Please find out."
    )
    main.answer("I will look at the link checker first.", _bash("ls docs", "1.2\n1.3\n1.4\nindex.md"))
    scout = _sub(
        main, "a1f03c55", HAIKU, "Explore", "Find every relative link that leaves its version folder"
    )
    for version, found in (("1.2", 14), ("1.3", 9), ("1.4", 3)):
        scout.transcript.answer(
            f"Searching version {version}.", _bash(f"grep -rn '](\\.\\./' docs/{version}", f"{found} matches")
        )
        scout.transcript.rest(2)
    scout.transcript.answer("26 links leave their folder: 14 in 1.2, 9 in 1.3, 3 in 1.4.")
    main.answer("I hand the search to an explorer.", _task(scout, "26 links leave their folder."))
    mender = _sub(
        main, "b27d9e10", SONNET, "general-purpose", "Rewrite the 26 links and run the link checker"
    )
    mender.transcript.answer(
        "Rewriting them with one pattern.", _edit("docs/1.2/install.md", "../guide", "/1.2/guide")
    )
    mender.transcript.answer(
        "Now the checker.", _bash("make links", "2 links still broken: docs/1.3/faq.md:40, :71", failed=True)
    )
    mender.transcript.rest(3)
    mender.transcript.answer("Two used a query part.", _edit("docs/1.3/faq.md", "../faq?q=", "/1.3/faq?q="))
    mender.transcript.answer("Once more.", _bash("make links", "0 broken links in 93 pages"))
    mender.transcript.answer("All 26 links stay inside their version; the checker is clean.")
    main.answer("A second agent rewrites them.", _task(mender, "All 26 links stay inside their version."))
    main.answer("Checking the result myself.", _bash("git diff --stat", "19 files changed, 26 insertions(+)"))
    main.answer("Done: 26 links in 19 files were rewritten and the link checker reports none broken.")
    main.summary("Broken links after the move to version folders")
    return main, [scout, mender]


def _chinese() -> tuple[Transcript, Transcript]:
    main = Transcript(CHINESE, DOCS, before_end(days=4, hours=1), SONNET)
    main.ask("请把快速入门翻译成中文，术语表在 docs/terms.csv。")
    main.answer("先读术语表和原文。", _read("docs/terms.csv", "run,运行\ncase,案件\nsign-off,签核"))
    main.answer(
        "原文共九节。", _read("docs/1.4/quick_start.md", "# Quick start\n\nInstall, then open the desk.")
    )
    main.answer("先译前四节。", _edit("docs/zh/quick_start.md", "", "# 快速入门\n\n安装，然后打开审阅台。"))
    main.rest(15)
    main.answer("用本地模型核对术语。", _bash("terms --check", "3 terms differ"), model="lantern-local-70b")
    main.answer("三处术语已改。", _edit("docs/zh/quick_start.md", "任务", "案件"))
    copy = resumed_copy(main, RESUMED, rows=10)
    main.answer("前四节已译完，余下五节等你确认语气。")
    main.summary("快速入门的中文翻译")
    _finish_translation(copy)
    return main, copy


def _finish_translation(copy: Transcript) -> None:
    copy.clock = before_end(days=3, hours=3)
    copy.ask("语气可以，请继续后五节。")
    for section in range(5, 10):
        copy.answer(f"第 {section} 节。", _edit("docs/zh/quick_start.md", "", f"## 第 {section} 节"))
        copy.rest(6)
    copy.answer("构建一次看看。", _bash("build-docs --strict", "93 pages, 0 warnings"))
    copy.answer("九节全部译完，严格构建没有警告。")


def _tides() -> tuple[Transcript, list[SubAgent]]:
    main = Transcript(TIDES, DATA, before_end(days=1, hours=5), OPUS, cache="1h")
    main.ask(
        "Why do the tide tables drift by an hour after midnight on some days? Do not change anything yet."
    )
    main.answer(
        "I split the question between agents.", _bash("ls tables", "north.csv\nsouth.csv\nzones.json")
    )
    analyst = _sub(main, "c90b4a77", SONNET, "general-purpose", "Explain the one-hour drift after midnight")
    analyst.transcript.answer(
        "I compare the tables with the source.", _read("tables/north.csv", "2026-03-29,00:00,1.12")
    )
    for table, minutes in zip(TIDE_TABLES, PAUSES, strict=True):
        path = f"tables/{table.replace(' ', '_')}.csv"
        analyst.transcript.answer(
            f"The table “{table}”.",
            _read(path, "2026-03-29,00:00,0.98"),
            _bash(f"python drift.py --file {path}", f"{minutes} rows drift by 60 min"),
        )
        analyst.transcript.rest(minutes)
    reader = _sub(
        analyst.transcript, "d41e6602", HAIKU, "Explore", "List the nights on which the clocks change"
    )
    reader.transcript.answer("Reading the zone file.", _read("tables/zones.json", '{"north": "Europe/Oslo"}'))
    reader.transcript.answer("Counting.", _bash("python zones.py --nights", "4 nights in two years"))
    reader.transcript.answer("Four nights: the last Sundays of March and October in both years.")
    analyst.transcript.answer("A reader lists the nights.", _task(reader, "Four nights in two years."))
    analyst.transcript.answer(
        "Testing the idea.", _bash("python drift.py --utc", "KeyError: 'offset'", failed=True)
    )
    analyst.transcript.answer(
        "With the right column.", _bash("python drift.py --utc offset_min", "drift: 0 rows")
    )
    analyst.transcript.answer(
        "The tables are written in local time and read as UTC; exactly the four nights on which clocks "
        "change show the drift."
    )
    main.answer("The analyst reports back.", _task(analyst, "Local time was read as UTC on four nights."))
    main.answer(
        "I verify one night by hand.",
        _bash("grep 2025-10-26 tables/north.csv", "2025-10-26,02:00,0.87 (twice)"),
    )
    main.answer(
        "Confirmed on 26 October: 02:00 stands there twice. Reading the column as Europe/Oslo mends it."
    )
    main.summary("Tide tables drift when the clocks change")
    return main, [analyst, reader]


def _nightly() -> tuple[Transcript, list[SubAgent]]:
    main = Transcript(NIGHTLY, DATA, before_end(minutes=95), SONNET, cache="1h")
    main.ask(
        "Add a nightly check that lists stations with missing readings. Missing must never count as zero."
    )
    plan = (("Find where readings are loaded", "in_progress"), ("Write the check", "pending"))
    main.answer("First a list.", _todos(*plan, ("Test it on a night with gaps", "pending")))
    main.answer("Where are they loaded?", _bash("grep -rn load_readings src", "src/load.py:88"))
    main.answer("Reading it.", _read("src/load.py", "def load_readings(day):\n    return frame.fillna(0)"))
    main.answer("`fillna(0)` hides the gaps: a missing reading becomes a zero.")
    main.rest(9)
    main.ask("Good find. Leave the loader alone, check the raw files instead.")
    main.api_error("API Error: 529 overloaded")
    main.rest(2)
    main.answer(
        "The check reads the raw files.",
        _edit("src/missing.py", "", "def stations_without_readings(day):\n    ..."),
        _todos(("Find where readings are loaded", "completed"), ("Write the check", "completed")),
    )
    tester = _sub(main, "e5c2078f", HAIKU, "general-purpose", "Try the check on the night of 14 January")
    for attempt, (got, failed) in enumerate(
        (("FileNotFoundError: raw/0114.csv", True), ("3 stations", False))
    ):
        tester.transcript.answer(
            f"Attempt {attempt + 1}.", _bash("python -m missing 01-14", got, failed=failed)
        )
    tester.transcript.answer("Three stations had no reading that night; none was counted as zero.")
    main.answer("A tester tries it.", _task(tester, "Three stations had no reading that night."))
    for month, minutes in zip(MONTHS, PAUSES, strict=True):
        main.rest(2 * minutes)
        main.answer(
            f"Running it over {month}.", _bash(f"python -m missing --month {month}", "31 nights checked")
        )
    _end_at(main, END)
    main.answer("Now the schedule:", _bash("crontab -l", "no crontab"), cut=True)
    return main, [tester]


def _end_at(transcript: Transcript, moment: datetime) -> None:
    """Move the clock so that one call with one tool ends at `moment`."""
    transcript.clock = moment
    transcript.rest(-(2 * 4 + 25) / 60)
