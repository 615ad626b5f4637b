"""What git commands read, write, fetch and run, by subcommand.

git is safe by policy where it works in a repository of the workspace; its options and aliases can run
anything, and some subcommands reach other machines, the user's settings or folders elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from data_access.rules.command_arguments import Arguments, arguments
from data_access.rules.effects import Effect, Scene, code, doubt
from data_access.rules.shell_script import Word
from data_access.rules.work_paths import Place, may_lead_out

_READS = frozenset(
    {"status", "log", "diff", "show", "rev-parse", "ls-files", "blame", "annotate", "grep", "describe",
     "shortlog",
     "cat-file", "rev-list", "ls-tree", "name-rev", "for-each-ref", "show-ref", "merge-base", "whatchanged",
     "count-objects", "check-ignore", "check-attr", "version", "help", "show-branch", "diff-tree",
     "diff-files",
     "diff-index", "cherry", "range-diff", "verify-commit", "verify-tag", "symbolic-ref", "var"}
)  # fmt: skip
_WRITES = frozenset(
    {"add", "commit", "checkout", "switch", "restore", "reset", "mv", "merge", "rebase", "cherry-pick",
     "revert",
     "am", "apply", "gc", "prune", "repack", "update-index", "update-ref", "init", "sparse-checkout",
     "pack-refs",
     "read-tree", "write-tree", "commit-tree", "mktree", "mktag", "replace", "rerere", "maintenance", "stage"}
)  # fmt: skip
_LISTS = {
    "branch": frozenset({"-a", "-r", "-v", "-l", "--all", "--list", "--show-current", "--remotes",
    "--verbose",
                         "--contains", "--merged", "--no-merged", "--format", "--sort", "--points-at"}),
    "tag": frozenset({"-l", "-n", "--list", "--contains", "--sort", "--format", "--points-at"}),
    "remote": frozenset({"-v", "--verbose"}),
    "stash": frozenset(),
    "worktree": frozenset(),
    "notes": frozenset(),
    "submodule": frozenset(),
    "reflog": frozenset(),
    "bisect": frozenset(),
}  # fmt: skip
_READ_WORDS = {
    "remote": {"show", "get-url"},
    "stash": {"list", "show"},
    "worktree": {"list"},
    "notes": {"list", "show"},
    "submodule": {"status", "summary"},
    "reflog": {"show", "exists"},
    "bisect": {"log", "view"},
}
_FILES_READ = frozenset(
    {"diff", "blame", "annotate", "log", "show", "grep", "ls-files", "add", "stage", "commit", "update-index"}
)
_FILES_WRITTEN = frozenset({"checkout", "restore", "mv", "rm", "clean", "stash"})
"""Subcommands whose operands are paths, also of files above the folder when its repository begins there."""
_DELETES = frozenset({"rm", "clean"})
_NETWORK = frozenset({"fetch", "pull", "push", "ls-remote"})
_PLACED = ("-C", "--git-dir", "--work-tree")
_PROGRAMS = ("-c", "--config-env", "--exec-path")
_TAKES_VALUE = {
    "commit": ("-m", "-F", "-C", "-c", "-t", "--message", "--file", "--author", "--date", "--template"),
    "diff": ("-O", "-U", "-S", "-G", "-l"),
    "blame": ("-L", "-S", "--contents", "--ignore-rev", "--ignore-revs-file"),
    "annotate": ("-L", "-S", "--contents"),
    "init": ("-b", "--initial-branch", "--template", "--separate-git-dir", "--object-format"),
    "apply": ("-p", "-C", "--directory", "--include", "--exclude"),
    "am": ("-p", "-C", "--directory", "--include", "--exclude"),
    "log": ("-n", "-O", "-L", "-S", "-G", "--since", "--until", "--author", "--format", "--grep",
    "--max-count"),
    "merge": ("-m", "-F", "-s", "-X", "--message", "--file", "--strategy", "--strategy-option"),
    "checkout": ("-b", "-B", "--orphan"),
    "switch": ("-c", "-C", "--create", "--orphan"),
    "tag": ("-m", "-F", "-u", "--message", "--file"),
    "clone": ("-b", "-o", "-u", "-c", "--branch", "--depth", "--origin", "--upload-pack", "--config",
    "--template",
              "--reference", "--separate-git-dir"),
    "worktree": ("-b", "-B", "--reason"),
    "submodule": ("-b", "--branch", "--name", "--depth", "--reference"),
    "push": ("-o", "--push-option", "--repo", "--receive-pack", "--exec"),
    "fetch": ("-j", "--depth", "--upload-pack"),
    "pull": ("-s", "-X", "--depth", "--upload-pack"),
    "config": ("-f", "--file", "--blob", "--type", "--default"),
    "rebase": ("-x", "-s", "-X", "--exec", "--onto", "--strategy"),
    "grep": ("-e", "-f", "-A", "-B", "-C", "-m", "-O", "--open-files-in-pager"),
    "stash": ("-m", "--message"),
}  # fmt: skip
_HARMLESS_KEY = re.compile(
    r"user\.(?:name|email)|init\.defaultbranch|branch\.[\w./-]+\.(?:remote|merge|rebase|description)|pull\.rebase"
    r"|color\.[\w.]+|remote\.[\w-]+\.(?:url|fetch)|core\.(?:autocrlf|filemode|quotepath|ignorecase)",
    re.IGNORECASE,
)
"""Settings of git that name no program."""
_RUNS = ("--upload-pack", "--receive-pack", "--exec", "--open-files-in-pager", "--ext-diff", "--textconv")
_RUNS_SHORT = {
    "rebase": ("-x",),
    "grep": ("-O",),
    "clone": ("-u", "-c", "--config", "--template"),
    "ls-remote": (),
}


def git_effects(words: tuple[Word, ...], scene: Scene) -> Iterator[Effect]:
    """Yield what a git command does."""
    raw = " ".join(["git", *(word.raw for word in words)])[:500]
    before, name, behind = _split(words)
    outer = arguments(before, valued=(*_PLACED, *_PROGRAMS, "--namespace"))
    if outer.has(*_PROGRAMS):
        yield code(raw, scene.here(), "an option of git can name programs to run")
    inside = scene
    for option in outer.options:
        if option.value is not None and option.name in _PLACED:
            inside = inside.at(option.value)
    if name is None:
        if words and not outer.has("--version", "--help", "-h", "--html-path", "--man-path"):
            yield doubt("shell.expansion", "the subcommand is known to a running shell alone", raw)
        return
    valued = (*_TAKES_VALUE.get(name, ()), "--output", "--output-directory", "--pathspec-from-file")
    given = arguments(behind, valued=valued)
    if given.has(*_RUNS, *_RUNS_SHORT.get(name, ())):
        yield code(raw, inside.here(), f"an option of git {name} hands over a program to run")
    if given.has_unknown:
        yield doubt(
            "shell.expansion", "an argument is known to a running shell alone, and may be an option", raw
        )
    yield from inside.writes(given.values("--output", "--output-directory", "--separate-git-dir"))
    yield from inside.reads(given.values("--pathspec-from-file"))
    yield from _paths(name, given, inside)
    yield from _subcommand(name, given, inside, raw)


def _split(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], str | None, tuple[Word, ...]]:
    """Return the options before the subcommand, its name, and the words behind it."""
    at = 0
    while at < len(words):
        text = words[at].text
        if text is None:
            return words[:at], None, ()
        if not text.startswith("-"):
            return words[:at], text, words[at + 1 :]
        at += 2 if text in (*_PLACED, *_PROGRAMS, "--namespace") else 1
    return words, None, ()


def _subcommand(name: str, given: Arguments, scene: Scene, raw: str) -> Iterator[Effect]:
    if name in _READS or (name in _LISTS and _only_lists(name, given)):
        yield from _reading(name, given, scene)
    elif name in _WRITES or name in _DELETES:
        yield from _writing(name, given, scene)
    elif name in _NETWORK:
        yield from _reaching(name, given, scene)
    elif name == "clone":
        yield from _cloning(given, scene)
    elif name == "config":
        yield from _configuring(given, scene)
    elif name == "submodule":
        yield from _submodule(given, scene, raw)
    elif name == "worktree":
        yield from _in_repository(scene)
        paths = (
            given.operands[1:2]
            if _first(given) in ("add", "remove", "repair", "lock", "unlock")
            else given.operands[1:3]
        )
        yield from scene.writes(paths)
    elif name == "bisect" and _first(given) == "run":
        yield code(raw, scene.here(), "git bisect run runs what it is given")
    elif name in _LISTS:
        yield from _in_repository(scene)
    else:
        yield code(raw, scene.here(), f"git {name} runs other programs, or is an alias that may run anything")


def _paths(name: str, given: Arguments, scene: Scene) -> Iterator[Effect]:
    """Yield the files outside its folder that a subcommand is given."""
    is_searching = name == "grep" and not given.has("-e", "-f", "--file")
    files = [word for word in given.operands[is_searching:] if may_lead_out(word.text or "")]
    if name in _FILES_READ:
        yield from scene.reads(files)
    elif name in _FILES_WRITTEN:
        yield from scene.writes(files)


def _first(given: Arguments) -> str | None:
    return given.operands[0].text if given.operands else None


def _only_lists(name: str, given: Arguments) -> bool:
    options = {option.name for option in given.options}
    if not given.operands:
        writes_bare = name in ("stash", "bisect")
        return not writes_bare and options <= _LISTS[name]
    if name in ("branch", "tag"):
        return (
            bool(options & {"-l", "--list", "--contains", "--merged", "--no-merged"})
            and options <= _LISTS[name]
        )
    return _first(given) in _READ_WORDS.get(name, ())


def _reading(name: str, given: Arguments, scene: Scene) -> Iterator[Effect]:
    yield Effect("read", "read_file", scene.here().path, scene.here())
    yield from scene.reads(given.values("-f", "--file", "-O", "--contents", "--ignore-revs-file"))
    if name == "symbolic-ref" and len(given.operands) > 1:
        yield from _in_repository(scene)
    if given.has("--no-index"):
        yield from scene.reads(given.operands)


def _in_repository(scene: Scene) -> Iterator[Effect]:
    for folder in scene.folders or (None,):
        place = Place(".", None) if folder is None else Place(folder, scene.paths.zone(folder))
        yield Effect("write", "write_file", place.path, place, is_folder=True)


def _writing(name: str, given: Arguments, scene: Scene) -> Iterator[Effect]:
    yield from _in_repository(scene)
    yield from scene.reads(given.values("-F", "-t", "--file", "--template"))
    if name == "init":
        yield from scene.writes(given.operands)
    if name in ("am", "apply"):
        yield from scene.reads(given.operands)
        yield from scene.writes(given.values("--directory"))
        if given.has("--unsafe-paths"):
            yield code(f"git {name}", scene.here(), "a patch that is not read here may write anywhere")
    if name == "maintenance" and _first(given) in ("start", "stop", "register", "unregister"):
        # These enter the repository in the user's settings and let the system run git by the clock.
        yield Effect("write", "change_config", "~/.gitconfig", Place("~/.gitconfig", "user_system"))
    if name in _DELETES and not given.has("--cached", "-n", "--dry-run"):
        yield Effect("run", "run_system_command", f"git {name}", scene.here(), standing="dangerous")


def _reaching(name: str, given: Arguments, scene: Scene) -> Iterator[Effect]:
    remote = _first(given) or "the remote of the branch"
    yield Effect("contact", "call_api", host_of_remote(remote) or remote)
    if name in ("fetch", "pull"):
        yield from _in_repository(scene)
    if "::" in remote:
        yield code(remote, scene.here(), "a remote of this form runs a program")


def _cloning(given: Arguments, scene: Scene) -> Iterator[Effect]:
    source = given.operands[0] if given.operands else Word(None, "git clone")
    name = (source.text or "").rstrip("/").rpartition("/")[2].removesuffix(".git")
    target = given.operands[1] if len(given.operands) > 1 else Word(name or None, source.raw)
    host = host_of_remote(source.text or "")
    for place in scene.places(target):
        # What git clones is held against its own hashes as it arrives.
        yield Effect("fetch", "download_tool", source.raw, place, has_checksum=True)
    if host is None:
        yield from scene.reads((source,))
    if "::" in (source.text or ""):
        yield code(source.raw, scene.here(), "a remote of this form runs a program")


def _configuring(given: Arguments, scene: Scene) -> Iterator[Effect]:
    asks = given.has("--get", "--get-all", "--get-regexp", "--list", "-l") or _first(given) in ("get", "list")
    file = given.values("-f", "--file")
    if given.has("--global"):
        places = [Place("~/.gitconfig", "user_system")]
    elif given.has("--system"):
        places = [Place("/etc/gitconfig", "user_system")]
    else:
        places = [place for word in file for place in scene.places(word)] or [scene.here()]
    if asks or (len(given.operands) == 1 and not given.has("--unset", "--unset-all", "-e", "--edit")):
        yield from (Effect("read", "read_file", place.path, place) for place in places)
        return
    yield from (Effect("write", "change_config", place.path, place) for place in places)
    key = _first(given)
    if key is None or not _HARMLESS_KEY.fullmatch(key):
        yield code(f"git config {key}", scene.here(), "a setting of git can name programs that run later")


def _submodule(given: Arguments, scene: Scene, raw: str) -> Iterator[Effect]:
    word = _first(given)
    if word == "foreach":
        yield code(raw, scene.here(), "git submodule foreach runs what it is given")
    elif word in ("add", "update"):
        source = (
            given.operands[1].raw
            if word == "add" and len(given.operands) > 1
            else "the remotes of its submodules"
        )
        yield Effect("contact", "call_api", host_of_remote(source) or source)
    yield from _in_repository(scene)
    if word == "add":
        yield from scene.writes(given.operands[2:3])


def host_of_remote(remote: str) -> str | None:
    """Return the host of a git address, as in `https://host/x` or `git@host:x`; null for a path or a name."""
    if "://" in remote:
        address = remote.partition("://")[2].partition("/")[0]
        return address.rpartition("@")[2].lower() or None if not remote.startswith("file:") else None
    before, colon, _ = remote.partition(":")
    return before.rpartition("@")[2].lower() if colon and "/" not in before and len(before) > 1 else None
