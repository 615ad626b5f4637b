"""A repository of our own that looks into the objects of another and knows none of its configuration.

Comparing files may start programs that a repository names: filters of file contents, watchers of files,
transports that fetch what is missing. A shadow is an empty repository in a temporary folder; it lends git the
objects, one index and one working directory of the real one, and its few settings are written here, word by
word.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from stat import S_ISREG

from data_access.importers.worktrees.git_process import GitAnswer, GitProcess

_MOST_COPIED = 1 << 20
"""Bytes of a list of patterns, or of where a shallow history ends."""
_COPIED = ("info/exclude", "info/attributes", "shallow")
"""Data without programs: attributes may name filters, and a shadow has none."""
_LARGEST_INDEX = 256 << 20
_SHARED_INDEXES = 4
"""Bytes of a shared part of an index, and how many of them are lent."""
_SETTINGS = {
    "core.filemode": ("true", "false"),
    "core.ignorecase": ("true", "false"),
    "core.symlinks": ("true", "false"),
    "core.precomposeunicode": ("true", "false"),
    "core.trustctime": ("true", "false"),
    "core.checkstat": ("default", "minimal"),
    "core.autocrlf": ("true", "false", "input"),
    "core.eol": ("lf", "crlf", "native"),
}
"""What may be taken over from the real repository, by the only words it may have."""
_OBJECT_FORMATS = ("sha1", "sha256")


class Shadow:
    """A shadow of the repository with the git directory `common`."""

    def __init__(self, git: GitProcess, common: Path, folder: Path) -> None:
        self._git = git
        self._common = common
        self._folder = folder

    def answer(self, *arguments: str, asked: bytes = b"") -> GitAnswer:
        """Ask something of the objects."""
        return self._git.answer(*arguments, asked=asked, shadow=self._variables())

    def status(self, worktree: Path, git_folder: Path, head: str | None) -> GitAnswer:
        """Compare a working directory with its index in `git_folder` and with its commit."""
        (self._folder / "HEAD").write_text(f"{head or 'ref: refs/heads/unborn'}\n", encoding="ascii")
        with _parts_of_index(git_folder, self._folder):
            return self._git.answer(
                "status",
                "--porcelain=v2",
                "-z",
                "--untracked-files=all",
                "--ignore-submodules=dirty",  # to look inside, git would start itself there, unshadowed
                "--no-renames",
                "--no-ahead-behind",
                shadow=self._variables()
                | {"GIT_WORK_TREE": str(worktree), "GIT_INDEX_FILE": str(git_folder / "index")},
            )

    def _variables(self) -> dict[str, str]:
        return {"GIT_DIR": str(self._folder), "GIT_OBJECT_DIRECTORY": str(self._common / "objects")}


@contextmanager
def shadow_of(git: GitProcess, common: Path) -> Iterator[Shadow]:
    """Lend a shadow of the repository with the git directory `common`."""
    with tempfile.TemporaryDirectory(prefix="caseboard-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        for name in ("objects", "refs", "info"):
            (folder / name).mkdir()
        (folder / "HEAD").write_text("ref: refs/heads/unborn\n", encoding="ascii")
        (folder / "config").write_text(_configuration(git, common), encoding="ascii")
        for name in _COPIED:
            _copy_plain(common / name, folder / name)
        yield Shadow(git, common, folder)


def _configuration(git: GitProcess, common: Path) -> str:
    told = _settings_told(git, common)
    lines = ["[core]", "\trepositoryformatversion = 1", "\tbare = false"]
    lines += [
        f"\t{name.removeprefix('core.')} = {told[name]}"
        for name, words in _SETTINGS.items()
        if told.get(name) in words
    ]
    excluded = git.answer("config", "--global", "--type=path", "--get", "core.excludesFile")
    if excluded.is_good and excluded.out.strip().isascii():  # the person's own list of what is ignored
        path = excluded.out.decode().rstrip("\n")
        if path.isprintable():
            quoted = path.replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'\texcludesFile = "{quoted}"')
    named = git.answer("--git-dir", common, "rev-parse", "--show-object-format").out.decode().strip()
    if named in _OBJECT_FORMATS:
        lines += ["[extensions]", f"\tobjectFormat = {named}"]
    return "\n".join(lines) + "\n"


def _settings_told(git: GitProcess, common: Path) -> Mapping[str, str]:
    """Return the settings of the real repository by name; the last word on each holds."""
    listed = git.answer("--git-dir", common, "config", "-z", "--get-regexp", "^core\\.").out
    entries = (entry.partition(b"\n") for entry in listed.split(b"\0") if entry)
    return {
        name.decode("ascii", "replace").lower(): value.decode("ascii", "replace").lower()
        for name, _, value in entries
    }


def _copy_plain(source: Path, target: Path, largest: int = _MOST_COPIED) -> None:
    """Copy a regular file that is not too large; leave out what is none."""
    with suppress(OSError):
        state = source.lstat()
        if S_ISREG(state.st_mode) and state.st_size <= largest:
            shutil.copyfile(source, target)


@contextmanager
def _parts_of_index(git_folder: Path, folder: Path) -> Iterator[None]:
    """Lend the shared part of an index that is kept in two files, which git looks for beside its HEAD."""
    parts = list(islice(git_folder.glob("sharedindex.*"), _SHARED_INDEXES))
    for part in parts:
        _copy_plain(part, folder / part.name, _LARGEST_INDEX)
    try:
        yield
    finally:
        for part in parts:
            (folder / part.name).unlink(missing_ok=True)
