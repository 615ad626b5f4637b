"""Throw-away git repositories, made with the real git in a home of their own."""

from __future__ import annotations

import hashlib
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISLNK, S_ISREG

WORKER = "jarvis/run-1/worker-2"
_WHEN = "2026-05-01T10:00:00 +0800"
FOLDER = f".worktrees/{WORKER}"


class ThrowawayRepository:
    """A repository with one commit on `main`, and what tests do in it."""

    def __init__(self, root: Path, *, begin: bool = True) -> None:
        self.root = root
        self._home = root.parent / "home"
        self._home.mkdir(exist_ok=True)
        self.root.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")
        if begin:
            (root / ".gitignore").write_text("ignored/\n")
            self.commit("Begin", {"readme.txt": "hello\n"})

    def git(self, *arguments: str | bytes | Path, cwd: Path | None = None, asked: bytes = b"") -> bytes:
        """Run git as somebody who knows nothing of this machine's settings."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self._home),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "王 小明",
            "GIT_AUTHOR_EMAIL": "wang@example.org",
            "GIT_COMMITTER_NAME": "Desk",
            "GIT_COMMITTER_EMAIL": "desk@example.org",
        }
        if "commit" in arguments:  # branches and worktrees are made now
            environment |= {"GIT_AUTHOR_DATE": _WHEN, "GIT_COMMITTER_DATE": _WHEN}
        done = subprocess.run(
            ["git", *arguments], cwd=cwd or self.root, env=environment, input=asked, capture_output=True
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    def commit(self, subject: str, files: dict[str, str], cwd: Path | None = None) -> str:
        """Write files, commit them all, and return the commit."""
        for name, text in files.items():
            file = (cwd or self.root) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        self.git("add", "--all", "--", ".", ":!.worktrees", cwd=cwd)
        self.git("commit", "--quiet", "--allow-empty", "-m", subject, cwd=cwd)
        return self.git("rev-parse", "HEAD", cwd=cwd).decode().strip()

    def worktree(self, branch: str = WORKER, folder: str | None = None) -> Path:
        """Add a linked worktree on a new branch."""
        place = self.root / (folder or f".worktrees/{branch}")
        self.git("worktree", "add", "--quiet", "-b", branch, place)
        return place

    def rest(self) -> None:
        """Let the last move in every worktree be two hours ago."""
        before = time.time() - 7200
        for file in (*self.root.glob(".git/worktrees/*/HEAD"), *self.root.glob(".git/worktrees/*/index")):
            os.utime(file, (before, before))


def everything_in(*folders: Path) -> dict[str, tuple[object, ...]]:
    """Return all that a change would change: kinds, rights, times of writing and every byte."""
    return {str(path): _standing(path) for folder in folders for path in _below(folder)}


def _below(folder: Path) -> Iterator[Path]:
    yield folder
    for parent, folders, files in os.walk(folder):
        yield from (Path(parent) / name for name in (*folders, *files))


def _standing(path: Path) -> tuple[object, ...]:
    state = path.lstat()
    content = ""
    if S_ISLNK(state.st_mode):
        content = os.readlink(path)
    elif S_ISREG(state.st_mode):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
    return state.st_mode, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns, content
