"""What lies in the log folders of a user, found by names and sizes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dashboard.log_discovery import FoundLogs, find_local_logs, log_folders


@pytest.fixture
def home(tmp_path):
    project = tmp_path / ".claude" / "projects" / "-work"
    (project / "s1" / "subagents").mkdir(parents=True)
    (project / "s1.jsonl").write_text("12345")
    (project / "s2.jsonl").write_text("")
    (project / "agent-a1.jsonl").write_text("1")
    (project / "s1" / "subagents" / "agent-a2.jsonl").write_text("22")
    (project / "s1" / "subagents" / "agent-a2.meta.json").write_text("{}")
    (project / "linked.jsonl").symlink_to(project / "s1.jsonl")
    (project / "loop").symlink_to(project, target_is_directory=True)
    return tmp_path


def test_sessions_are_counted_apart_from_the_logs_of_sub_agents(home):
    found = find_local_logs({"HOME": str(home)})
    folder = home / ".claude" / "projects"
    newest_at = found[0].newest_at
    assert found == (FoundLogs(folder, "claude_code", 1, 2, 4, 8, newest_at),)
    assert abs((datetime.now(UTC) - newest_at).total_seconds()) < 60


def test_the_folders_named_by_a_variable_go_before_the_usual_ones(home, tmp_path):
    other = tmp_path / "other" / "projects"
    other.mkdir(parents=True)
    named = f"{tmp_path / 'other'}, {home / '.claude' / 'projects'},{other},/nowhere"
    assert log_folders({"HOME": "/nowhere", "CLAUDE_CONFIG_DIR": named}) == (
        other,
        home / ".claude" / "projects",
    )


def test_the_newer_place_in_the_config_folder_is_found_too(home):
    newer = home / ".config" / "claude" / "projects"
    newer.mkdir(parents=True)
    assert log_folders({"HOME": str(home)}) == (home / ".claude" / "projects", newer)


def test_a_user_without_logs_has_none(tmp_path):
    assert find_local_logs({"HOME": str(tmp_path)}) == ()


def test_only_folders_that_the_desk_may_read_are_offered(home, tmp_path):
    environ = {"HOME": str(home)}
    assert find_local_logs(environ, roots=(home,)) == find_local_logs(environ)
    assert find_local_logs(environ, roots=(tmp_path / "elsewhere",)) == ()
    assert find_local_logs(environ, roots=()) == ()


def test_threads_of_codex_are_found_in_its_home_and_where_a_variable_says(tmp_path):
    day = tmp_path / "codex" / "sessions" / "2026" / "05" / "01"
    day.mkdir(parents=True)
    (day / "rollout-2026-05-01T10-00-00-a.jsonl").write_text("123")
    (day / "rollout-2026-05-01T10-00-00-b.jsonl.zst").write_text("4")
    (tmp_path / "codex" / "archived_sessions").mkdir()
    (tmp_path / "codex" / "history.jsonl").write_text("{}")
    found = find_local_logs({"HOME": str(tmp_path), "CODEX_HOME": str(tmp_path / "codex")})
    folder = tmp_path / "codex" / "sessions"
    assert found == (FoundLogs(folder, "codex", None, 2, 2, 4, found[0].newest_at),)
    (tmp_path / "codex").rename(tmp_path / ".codex")
    assert [logs.folder for logs in find_local_logs({"HOME": str(tmp_path)})] == [
        tmp_path / ".codex" / "sessions"
    ]
