"""Runs git, the only module that does: no shell, terminal, network or lock, no program of the repository.

Every command has a time limit and a limit of what it may answer. The environment is made anew, so that no
variable of the caller steers git.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import IO, Any

from data_access.errors import GitMissing, GitTooOld

MOST_BYTES = 64 << 20
"""So much of an answer is read; what follows is cut."""
MOST_SECONDS = 30.0
"""One command may take so long, and never longer than what is left of the look."""
_SAID = 2000
_OLDEST = (2, 36)
"""The first release that lists worktrees with NULs."""
_INHERITED = ("HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
_FIXED = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",  # a status that could not write its index writes none
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "GIT_PAGER": "cat",
    "GIT_ALLOW_PROTOCOL": "none",  # goes before what a repository allows itself
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_FLUSH": "0",
}
_NO_PROGRAM = {
    "core.fsmonitor": "false",
    "core.untrackedCache": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "core.sshCommand": "false",
    "core.askPass": "",
    "core.alternateRefsCommand": "",
    "credential.helper": "",
    "diff.external": "",
    "gc.auto": "0",
    "log.showSignature": "false",
    "maintenance.auto": "false",
    "protocol.allow": "never",
    "submodule.recurse": "false",
}
"""Said on the command line, where it goes before every file of configuration."""


@dataclass(frozen=True)
class GitAnswer:
    """What a git command answered."""

    code: int
    out: bytes
    said: str
    """The beginning of what it said on stderr."""
    is_cut: bool = False
    """True when it was ended: by time or by size."""

    @property
    def is_good(self) -> bool:
        """Tell whether it ended by itself and well."""
        return self.code == 0 and not self.is_cut


class GitProcess:
    """Git on this machine, for one look that may take `seconds` in all."""

    def __init__(self, seconds: float) -> None:
        self.program = _program()
        self._ends = monotonic() + seconds
        found = self.answer("version").out.decode("ascii", "replace")
        if _release(found) < _OLDEST:
            raise GitTooOld(
                f"{found.strip() or self.program} is too old to list worktrees safely. "
                f"Install git {'.'.join(map(str, _OLDEST))} or later."
            )

    @property
    def seconds_left(self) -> float:
        """How much of the time of this look is left, 0 and below when it is over."""
        return self._ends - monotonic()

    def answer(
        self,
        *arguments: str | bytes | Path,
        asked: bytes = b"",
        shadow: Mapping[str, str] | None = None,
        most_bytes: int = MOST_BYTES,
    ) -> GitAnswer:
        """Run one command with `asked` on its stdin; never raises for what git says no to.

        `shadow` holds the variables of a shadow repository: git then reads no configuration of people either.
        """
        if self.seconds_left <= 0:
            return GitAnswer(-1, b"", "there was no time left", is_cut=True)
        command = [self.program, "--no-pager", *arguments]
        with tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as complaints:
            told.write(asked)
            told.seek(0)
            process = subprocess.Popen(  # noqa: S603 - a list, no shell
                command,
                stdin=told,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=_environment(shadow),
                cwd=Path(self.program).anchor,
                start_new_session=True,
            )
            out, is_cut = self._read(process, most_bytes)
            complaints.seek(0)
            said = complaints.read(_SAID).decode("utf-8", "backslashreplace").strip()
        return GitAnswer(process.returncode, out, said, is_cut)

    def _read(self, process: subprocess.Popen[bytes], most_bytes: int) -> tuple[bytes, bool]:
        """Read up to a size and a time; whatever goes on then is ended with all that it started."""
        seconds = min(self.seconds_left, MOST_SECONDS)
        ends = monotonic() + seconds
        late = Timer(seconds, _end, (process,))
        late.daemon = True
        late.start()
        stream: IO[bytes] = process.stdout  # type: ignore[assignment]
        try:
            with stream:
                out = stream.read(most_bytes)
                is_cut = len(out) == most_bytes and bool(stream.read(1))
            if is_cut:
                _end(process)
            process.wait()
        except BaseException:
            _end(process)
            raise
        finally:
            late.cancel()
        return out, is_cut or monotonic() >= ends


def _program() -> str:
    """Find git on absolute entries of PATH. Raises: `GitMissing`."""
    found = shutil.which("git", path=_safe_path())
    if found is None or not Path(found).is_absolute():  # one of the current folder is none of ours
        raise GitMissing("There is no git on this machine, or not on PATH. Install git, then ask again.")
    return found


def _safe_path() -> str:
    """Return PATH without entries that depend on the current folder."""
    entries = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(entry for entry in entries if Path(entry).is_absolute())


def _release(said: str) -> tuple[int, ...]:
    number = said.removeprefix("git version ").split(" ")[0]
    parts = [part for part in number.split(".")[:2] if part.isdecimal()]
    return tuple(map(int, parts)) if len(parts) == 2 else (0, 0)


def _environment(shadow: Mapping[str, str] | None) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    said: dict[str, str] = {"GIT_CONFIG_COUNT": str(len(_NO_PROGRAM))}
    for number, (key, value) in enumerate(_NO_PROGRAM.items()):
        said |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    ours = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **shadow} if shadow else {}
    return {"PATH": _safe_path(), **kept, **_FIXED, **said, **ours}


def _end(process: subprocess.Popen[Any]) -> None:
    """End a command with everything that it started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
