"""Walks through a shell command and yields what it would do, step by step, folder by folder.

A command that hands its work to another one (`env`, `xargs`, `sh -c`, `find -exec`) is followed into it. What
is handed to an interpreter is code that the desk does not read: it cannot be told what it does, and what is
seen to be forbidden in it is forbidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from data_access.contracts.operations import Surroundings
from data_access.contracts.policy import Policy
from data_access.rules.effects import Effect, Scene, Standing, code, doubt
from data_access.rules.file_commands import FORMS, MOVES, TEXT_TOOLS, WRITERS, file_effects, link_effects
from data_access.rules.git_commands import git_effects
from data_access.rules.network_commands import NETWORK_COMMANDS, network_effects
from data_access.rules.package_commands import installs_packages, package_effects, uv_run
from data_access.rules.shell_reading import read_script
from data_access.rules.shell_script import DOUBTS, Apart, Command, Loop, Part, Series, Word
from data_access.rules.work_paths import Place, WorkPaths

MOST_EFFECTS = 1_000
MOST_FOLDERS = 8
DEEPEST_NESTING = 6
"""Scripts within scripts."""
SHELLS = frozenset(
    {"sh", "bash", "zsh", "dash", "ksh", "mksh", "fish", "ash", "csh", "tcsh", "rbash", "busybox"}
)
_INTERPRETERS = re.compile(
    r"(?:python|pypy)[\d.]*|node|nodejs|deno|ruby[\d.]*|perl[\d.]*|php[\d.]*|lua[\d.]*|rscript|osascript|powershell|pwsh"
    r"|cmd|wscript|cscript|tclsh|expect|[gmn]?awk|make|gmake|ninja|just|task|rake|gradle|gradlew|mvn|ant|vim?|nvim"
    r"|emacs|ed|ex|gdb|lldb|script|parallel|watch|entr|at|batch|crontab|tmux|screen|docker|podman|nerdctl|chroot"
    r"|unshare|nsenter|ld\.so|ld-linux.*|strace|ltrace|systemctl|launchctl|service"
)
_CODE_BUILTINS = frozenset({"eval", "source", ".", "trap", "bind", "complete", "enable", "hash",
                            "coproc", "let", "mapfile",
                            "readarray", "getopts", "fc", "history", "shopt"})  # fmt: skip
_WRAPPERS: dict[str, tuple[int, tuple[str, ...]]] = {
    "command": (0, ()),
    "builtin": (0, ()),
    "exec": (0, ("-a",)),
    "nohup": (0, ()),
    "time": (0, ("-f", "-o")),
    "nice": (0, ("-n", "--adjustment")),
    "ionice": (0, ("-c", "-n", "-p")),
    "setsid": (0, ()),
    "stdbuf": (0, ("-i", "-o", "-e")),
    "timeout": (1, ("-s", "-k", "--signal", "--kill-after")),
    "env": (0, ("-u", "-C", "-S", "--unset", "--chdir", "--split-string")),
    "xargs": (0, ("-I", "-n", "-P", "-L", "-s", "-a", "-d", "-E", "-i", "--max-args", "--max-procs",
    "--replace",
                  "--arg-file", "--delimiter", "--max-lines")),
}  # fmt: skip
"""Commands that run another one: operands before it, options that take a value."""
_HAZARDS = re.compile(
    r"LD_\w+|DYLD_\w+|BASH\w*|ENV|IFS|PS4|PROMPT_COMMAND|SHELLOPTS|CDPATH|HOME|PWD|OLDPWD|GIT_\w+|PYTHON\w+|NODE_\w+"
    r"|PERL\w*|RUBY\w*|JAVA_TOOL_OPTIONS|\w*PAGER|\w*EDITOR|VISUAL|LESS\w*|SHELL|BROWSER|\w+_ASKPASS|UV_\w+|PIP_\w+"
    r"|npm_\w+|NPM_\w+|VIRTUAL_ENV|CARGO\w*|GOBIN|GOPATH|RUSTC\w*|CC|CXX|MAKE\w*|SSH_\w+|CURL_HOME|WGETRC|\w+RC"
    r"|XDG_\w+|TMPDIR|GLOBIGNORE|HISTFILE"
)
_PATHS = ("PATH", "PYTHONPATH")
_DECLARING = frozenset({"export", "declare", "typeset", "local", "readonly"})
_SET_BY_NAME = frozenset({*_DECLARING, "read", "printf", "wait", "unset"})
"""Commands that set, or take away, a variable that an argument names."""
_PLAIN_ENV = frozenset({"--", "--ignore-environment", "--null"})
_CHECKS = frozenset({"sha256sum", "sha512sum", "shasum", "sha1sum"})
_FIND_VALUES = frozenset(
    {"-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex", "-type", "-maxdepth",
     "-mindepth",
     "-mtime", "-mmin", "-ctime", "-cmin", "-atime", "-amin", "-newer", "-size", "-user", "-group",
     "-perm", "-printf",
     "-samefile", "-inum", "-links", "-regextype", "-newermt", "-newerct", "-fstype", "-lname", "-ilname"}
)  # fmt: skip
_FIND_TESTS = frozenset(
    {"-not", "!", "(", ")", "-a", "-o", "-and", "-or", "-print", "-print0", "-prune", "-empty", "-ls",
     "-quit",
     "-depth", "-follow", "-xdev", "-mount", "-true", "-false", "-readable", "-writable", "-executable", ",",
     "-nouser", "-nogroup", "-daystart", "-noleaf", "-H", "-L", "-P", "-d", "-E", "-s", "-x", "-X"}
)  # fmt: skip


Folders = tuple[str | None, ...]
"""The folders that a shell may be in; null for one that cannot be told."""


class Walked(NamedTuple):
    """What a part does, and where the shell may be behind it."""

    effects: list[Effect]
    done: Folders
    """When it succeeded."""
    failed: Folders


def command_effects(text: str, policy: Policy, around: Surroundings) -> list[Effect]:
    """Return what a command line would do, without repeats, at most `MOST_EFFECTS` of it and then a doubt."""
    walk = _Walk(policy, around)
    found: dict[Effect, None] = {}
    for effect in walk.script(text, (walk.paths.begin,), 0):
        found.setdefault(effect)
        if len(found) >= MOST_EFFECTS:
            found.setdefault(doubt("shell.too_long", DOUBTS["shell.too_long"], text[:500]))
            break
    return list(found) or [_nothing(walk)]


def _nothing(walk: _Walk) -> Effect:
    """Return the effect of a command line that does nothing, such as a comment or a change of folder."""
    here = Scene(walk.policy, walk.paths, (walk.paths.begin,)).here()
    return Effect("run", "run_system_command", "(nothing)", here, standing="read_only")


@dataclass
class _Walk:
    """One command line on its way through."""

    policy: Policy
    around: Surroundings
    paths: WorkPaths = field(init=False)
    has_checksum: bool = False
    path_is_changed: bool = False
    """True behind a command that set `PATH`: a bare name may then be any program."""
    steps: int = 0

    def __post_init__(self) -> None:
        self.paths = WorkPaths(self.policy, self.around)

    def script(self, text: str, folders: Folders, depth: int) -> Iterator[Effect]:
        """Yield what a script does that begins in one of these folders."""
        if depth > DEEPEST_NESTING:
            yield doubt("shell.too_deep", DOUBTS["shell.too_deep"], text[:500])
            return
        read = read_script(text)
        self.has_checksum = self.has_checksum or any(_checks_sums(one) for one in _commands(read.part))
        yield from self._part(read.part, folders, depth).effects
        for one in read.doubts:
            yield doubt(one, DOUBTS[one], text[:500])

    def _part(self, part: Part, folders: Folders, depth: int) -> Walked:
        if isinstance(part, Command):
            return self._command(part, folders, depth)
        if isinstance(part, Series):
            return self._series(part, folders, depth)
        if isinstance(part, Loop):
            # A folder that is changed in each turn is not known in any.
            turned = (None,) if any(_name(one) in MOVES for one in _commands(part.part)) else folders
            return Walked(self._part(part.part, turned, depth).effects, turned, turned)
        walked = [self._part(one, folders, depth) for one in part.parts]
        effects = [effect for one in walked for effect in one.effects]
        if isinstance(part, Apart):
            return Walked(effects, folders, folders)
        done = _either(folders, *(one.done for one in walked))
        return Walked(effects, done, _either(folders, *(one.failed for one in walked)))

    def _series(self, part: Series, folders: Folders, depth: int) -> Walked:
        whole = Walked([], folders, folders)
        for step in part.steps:
            if step.join == "then":
                walked = self._part(step.part, _either(whole.done, whole.failed), depth)
                done, failed = walked.done, walked.failed
            elif step.join == "and":
                walked = self._part(step.part, whole.done, depth)
                done, failed = walked.done, _either(whole.failed, walked.failed)
            else:
                walked = self._part(step.part, whole.failed, depth)
                done, failed = _either(whole.done, walked.done), walked.failed
            whole = Walked([*whole.effects, *walked.effects], done, failed)
        return whole

    def _command(self, command: Command, folders: Folders, depth: int) -> Walked:
        given = {name: value.text for name, value in command.assignments if value.text is not None}
        scene = Scene(
            self.policy,
            self.paths,
            folders,
            self.around.environment,
            given if command.words else {},
            self.has_checksum,
            tuple(redirect.target for redirect in command.redirects if redirect.is_output),
        )
        found: list[Effect] = []
        for name, value in command.assignments:
            self.path_is_changed = self.path_is_changed or name == "PATH"
            found += _variable(
                name, value, scene, is_prefix=bool(command.words) and _name(command) not in WRITERS
            )
        for redirect in command.redirects:
            found += (
                scene.writes((redirect.target,))
                if redirect.kind == "write"
                else scene.reads((redirect.target,))
            )
        if not command.words:
            return Walked(found, folders, folders)
        found += self._run(command.words, scene, depth)
        return Walked(found, _moved(command.words, scene), folders)

    def _run(self, words: tuple[Word, ...], scene: Scene, depth: int) -> Iterator[Effect]:
        """Yield what running a program does."""
        self.steps += 1
        program, behind = words[0], words[1:]
        raw = " ".join(word.raw for word in words)[:500]
        if self.steps > MOST_EFFECTS or depth > DEEPEST_NESTING:
            yield doubt("shell.too_deep", DOUBTS["shell.too_deep"], raw)
            return
        if program.text is None or program.has_glob or program.reads_otherwise:
            yield doubt("shell.expansion", "which program runs is known to a running shell alone", raw)
        if not program.text:
            return
        name, home = self._program(program.text)
        if self.path_is_changed and "/" not in program.text and name not in WRITERS:
            yield doubt(
                "environment.path", f"which program {name} is, with PATH changed, cannot be told", raw
            )
        if home is not None:
            place = next(scene.places(program))
            yield code(program.raw, place, "the program lies outside the folders of the system's own tools")
        standing = self._standing(name, behind)
        if standing in ("privileged", "dangerous"):
            yield Effect("run", "run_system_command", name, scene.here(), standing=standing)
        if standing == "privileged":
            rest = _behind(
                behind, 0, ("-u", "-g", "-h", "-p", "-C", "-r", "-t", "-U", "-D", "-R", "-T", "-c")
            )
            yield from self._run(rest, scene, depth + 1) if rest else ()
            return
        yield from self._work(name, behind, scene, depth, home=home, standing=standing, raw=raw)

    def _work(
        self, name: str, behind: tuple[Word, ...], scene: Scene, depth: int,
        *, home: Place | None, standing: Standing, raw: str,
    ) -> Iterator[Effect]:  # fmt: skip
        """Yield what a program does that has no more rights than others."""
        is_trusted = standing in ("safe", "read_only")
        if name in _WRAPPERS:
            yield from self._wrapped(name, behind, scene, depth, raw)
        elif name == "git":
            yield Effect("run", "run_system_command", "git", scene.here(), standing=standing)
            yield from git_effects(behind, scene)
        elif name == "find":
            yield Effect("run", "run_system_command", "find", scene.here(), standing=standing)
            yield from self._find(behind, scene, depth, raw)
        elif name == "ln":
            yield from link_effects(behind, scene)
            self._learn_links(behind, scene)
        elif name in FORMS or name.startswith("mkfs.") or name in TEXT_TOOLS or name in WRITERS:
            if name not in WRITERS and standing != "dangerous":
                yield Effect("run", "run_system_command", name, scene.here(), standing=standing)
            yield from file_effects(name, behind, scene)
            if name in _SET_BY_NAME and _sets_what_matters(name, behind):
                yield doubt("environment.harmless", f"what follows depends on what {name} sets", raw)
        elif is_trusted:
            yield Effect("run", "run_system_command", name, scene.here(), standing=standing)
            yield from _named_files(behind, scene)
        elif name == "uv" and uv_run(behind):
            yield from self._run(uv_run(behind) or (), scene, depth + 1)
        elif name in SHELLS or name in _CODE_BUILTINS or name == "alias" or _INTERPRETERS.fullmatch(name):
            yield from self._interpreted(name, behind, scene, depth, home=home, raw=raw)
        else:
            yield from self._by_name(name, behind, scene, home=home, standing=standing)

    def _by_name(
        self, name: str, behind: tuple[Word, ...], scene: Scene, *, home: Place | None, standing: Standing
    ) -> Iterator[Effect]:
        """Yield what a package manager or a program of the network does, or that a program is in no list."""
        found: list[Effect] = []
        if installs_packages(name):
            found = list(package_effects(name, behind, scene, home))
        elif name in NETWORK_COMMANDS:
            found = list(network_effects(name, behind, scene))
        yield from found
        if not found and standing != "dangerous":
            yield Effect("run", "run_system_command", name, scene.here(), standing=standing)
            yield from _named_files(behind, scene)

    def _program(self, text: str) -> tuple[str, Place | None]:
        """Return the name of a program,
        and the place it belongs to where it is none of the system's tools."""
        text = text.replace("\\", "/")
        folder, stroke, base = text.rpartition("/")
        name = re.sub(r"\.(?:exe|cmd|bat|com|ps1)$", "", base.lower())
        path = self.paths.absolute(folder or "/", self.paths.begin) if stroke else None
        if not stroke or (path is not None and self.paths.fits(path, self.policy.environment.system_path)):
            return name, None
        above = path.rpartition("/")[0] if path is not None else None
        return name, Place(text, None) if above is None else Place(above, self.paths.zone(above))

    def _standing(self, name: str, behind: tuple[Word, ...]) -> Standing:
        texts = [name]
        for word in behind[:3]:
            if word.text is None:
                break
            texts.append(word.text)
        spelled = {" ".join(texts[:count]) for count in range(1, len(texts) + 1)} | {name.partition(".")[0]}
        rules = self.policy.commands
        lists: tuple[tuple[Standing, tuple[str, ...]], ...] = (
            ("privileged", rules.privileged),
            ("dangerous", rules.dangerous),
            ("safe", rules.safe),
            ("read_only", rules.read_only),
        )
        return next((standing for standing, names in lists if spelled & set(names)), "unlisted")

    def _wrapped(
        self, name: str, behind: tuple[Word, ...], scene: Scene, depth: int, raw: str
    ) -> Iterator[Effect]:
        before, valued = _WRAPPERS[name]
        rest = list(_behind(behind, before, valued))
        options = behind[: len(behind) - len(rest)]
        if not rest or (name == "command" and any(word.text in ("-v", "-V") for word in options)):
            yield Effect("run", "run_system_command", name, scene.here(), standing="read_only")
            rest = rest if name == "env" or (name == "xargs" and not rest) else []
        if any(word.text is None for word in options):
            yield doubt(
                "shell.expansion", f"which program {name} runs is known to a running shell alone", raw
            )
        if any(_hands_over(name, word.text or "") for word in options):
            yield code(
                raw, scene.here(), f"an option of {name} hands over a command line, a folder or a file"
            )
        yield from scene.writes(
            tuple(options[at + 1] for at, w in enumerate(options[:-1]) if (name, w.text) == ("time", "-o"))
        )
        given = dict(scene.given)
        while name == "env" and rest and re.match(r"\w+=", rest[0].text or ""):
            variable, _, value = (rest.pop(0).text or "").partition("=")
            self.path_is_changed = self.path_is_changed or variable == "PATH"
            yield from _variable(variable, Word(value, value), scene, is_prefix=True)
            given[variable] = value
        if name == "xargs":
            rest = [*(rest or [Word("echo", "echo")]), Word(None, "(what xargs reads)")]
        if rest:
            yield from self._run(tuple(rest), replace(scene, given=given), depth + 1)

    def _interpreted(
        self, name: str, behind: tuple[Word, ...], scene: Scene, depth: int, *, home: Place | None, raw: str
    ) -> Iterator[Effect]:
        texts = [word.text for word in behind]
        if name == "alias":
            yield doubt("shell.function", DOUBTS["shell.function"], raw)
            for text in texts:
                yield from self.script((text or "").partition("=")[2], scene.folders, depth + 1)
            return
        if name in SHELLS:
            yield from self._shell(behind, scene, depth)
        elif name in ("eval", "trap"):
            known = [text for text in (texts if name == "eval" else texts[:1]) if text is not None]
            yield from self.script(" ".join(known), scene.folders, depth + 1)
        elif name in ("source", "."):
            yield from scene.reads(behind[:1])
        elif name.startswith(("python", "pypy")) and "-m" in texts[:-1]:
            at = texts.index("-m") + 1
            if texts[at] and installs_packages(texts[at] or ""):
                yield from package_effects(texts[at] or "", behind[at + 1 :], scene, home)
        elif behind and texts[0] and not texts[0].startswith("-") and ("." in texts[0] or "/" in texts[0]):
            yield from scene.reads(behind[:1])
        yield code(raw, scene.here(), f"{name} runs code, and what that does is not read here")

    def _shell(self, behind: tuple[Word, ...], scene: Scene, depth: int) -> Iterator[Effect]:
        rest = _behind(behind, 0, ("-o", "-O", "+O", "+o", "--rcfile", "--init-file"))
        options = behind[: len(behind) - len(rest)]
        is_text = any(re.fullmatch(r"-[a-zA-Z]*c[a-zA-Z]*", word.text or "") for word in options)
        if is_text and rest and rest[0].text is not None:
            yield from self.script(rest[0].text, scene.folders, depth + 1)
        elif rest and not is_text:
            yield from scene.reads(rest[:1])
            yield from self._run(rest, scene, depth + 1) if rest[0].text and "/" not in rest[0].text else ()

    def _find(self, words: tuple[Word, ...], scene: Scene, depth: int, raw: str) -> Iterator[Effect]:
        start = next(
            (at for at, word in enumerate(words) if (word.text or "(").startswith(("-", "(", "!"))),
            len(words),
        )
        roots = words[:start] or (Word(".", "."),)
        yield from scene.reads(roots)
        at = start
        while at < len(words):
            text = words[at].text
            at += 1
            if text in ("-exec", "-execdir", "-ok", "-okdir"):
                end = next(
                    (end for end in range(at, len(words)) if words[end].text in (";", "+")), len(words)
                )
                for root in roots:
                    found = tuple(_put_in(word, root) for word in words[at:end])
                    yield from self._run(found, scene, depth + 1) if found else ()
                at = end + 1
            elif text == "-delete":
                yield Effect("run", "run_system_command", "find -delete", scene.here(), standing="dangerous")
                yield from scene.writes(roots)
            elif text in ("-fprint", "-fprint0", "-fprintf", "-fls"):
                yield from scene.writes(words[at : at + 1])
                at += 2 if text == "-fprintf" else 1
            elif text in _FIND_VALUES:
                at += 1
            elif text not in _FIND_TESTS and not (text or "").startswith("-O"):
                yield doubt("shell.expansion", "a test of find is not known", raw)

    def _learn_links(self, behind: tuple[Word, ...], scene: Scene) -> None:
        files = [word.text for word in behind if word.text is not None and not word.text.startswith("-")]
        if len(files) < 1:
            return
        *targets, end = files if len(files) > 1 else (files[0], ".")
        for folder in scene.folders:
            link = self.paths.absolute(end, folder)
            for target in targets:
                if link is not None and len(files) > 1:
                    self.paths.learn(link, target)
                if link is not None:
                    self.paths.learn(f"{link}/{target.rstrip('/').rpartition('/')[2]}", target)


def _either(*folders: Folders) -> Folders:
    """Return the folders of all of these; too many are one that cannot be told."""
    both = tuple(dict.fromkeys(one for some in folders for one in some))
    return both if len(both) <= MOST_FOLDERS else (None,)


def _commands(part: Part) -> Iterator[Command]:
    if isinstance(part, Command):
        yield part
    elif isinstance(part, Loop):
        yield from _commands(part.part)
    else:
        inner = [step.part for step in part.steps] if isinstance(part, Series) else part.parts
        for one in inner:
            yield from _commands(one)


def _name(command: Command) -> str | None:
    return command.words[0].text if command.words else None


def _checks_sums(command: Command) -> bool:
    return _name(command) in _CHECKS and any(word.text in ("-c", "--check") for word in command.words)


def _moved(words: tuple[Word, ...], scene: Scene) -> Folders:
    """Return where the shell is after a command that succeeded."""
    while len(words) > 1 and words[0].text in ("command", "builtin"):
        words = words[1:]
    if words[0].text not in MOVES:
        return scene.folders
    places = [
        word for word in words[1:] if word.text is None or word.text == "-" or not word.text.startswith("-")
    ]
    if words[0].text == "popd" or any(word.text in (None, "-") or word.has_glob for word in places):
        return (None,)
    return scene.at(places[0] if places else Word("~", "~")).folders


def _behind(words: tuple[Word, ...], before: int, valued: tuple[str, ...]) -> tuple[Word, ...]:
    """Return the words of the inner command: behind the options and `before` operands."""
    at = 0
    while at < len(words):
        text = words[at].text
        if text == "--":
            at += 1
            break
        if text is not None and text.startswith(("-", "+")) and len(text) > 1:
            at += 2 if text in valued else 1
        elif before:
            before, at = before - 1, at + 1
        else:
            break
    return words[at:]


def _hands_over(name: str, option: str) -> bool:
    """Tell whether an option of a command that runs another may do more than that."""
    if name == "env":
        return option.startswith(("-S", "-C")) or (option.startswith("--") and option not in _PLAIN_ENV)
    return name == "time" and option.startswith("-") and option != "-p"


def _variable(name: str, value: Word, scene: Scene, *, is_prefix: bool) -> Iterator[Effect]:
    rules = scene.policy.environment
    if name in _PATHS:
        for entry in re.split(r"[:;](?![\\/])", value.raw.partition("=")[2] or value.raw):
            bare = entry.strip("\"'")
            if bare in (f"${name}", f"${{{name}}}"):
                continue
            text = None if re.search(r"[$`*?]", bare) else bare
            for place in scene.places(Word(text, entry)):
                yield Effect("variable", "set_environment", name, place)
    elif name in rules.install_targets:
        for place in scene.places(value):
            yield Effect("variable", "set_environment", name, place)
    elif name not in rules.harmless and (is_prefix or _HAZARDS.fullmatch(name)):
        yield doubt("environment.harmless", f"the variable {name} can change what the command does", name)


def _sets_what_matters(name: str, words: tuple[Word, ...]) -> bool:
    """Say whether a variable is named, or may be, that changes what later commands are or do."""
    first = words[0].text if words else ""
    if name == "printf" and first is not None and not first.startswith("-v"):
        return False
    for word in words:
        text = word.text
        if text is None or (name in _DECLARING and re.match(r"[-+]\w*n", text)):
            return True  # its name is known to a running shell alone, or it is another name of one
        variable = re.match(r"(?:-\w)?(\w*)", text)
        is_set = name not in _DECLARING or "=" in text
        if variable and is_set and (variable[1] in _PATHS or _HAZARDS.fullmatch(variable[1])):
            return True
    return False


def _named_files(words: tuple[Word, ...], scene: Scene) -> Iterator[Effect]:
    """Yield the files that the arguments of a program name, so far as these are seen to be paths."""
    for word in words:
        text = (word.text or "").partition("=")[2] if (word.text or "").startswith("--") else word.text or ""
        if (
            text.startswith(("/", "~", "./", "../"))
            or ".." in text.split("/")
            or re.match(r"[A-Za-z]:[\\/]", text)
        ):
            yield from scene.reads((Word(text, word.raw, word.has_glob, word.reads_otherwise),))


def _put_in(word: Word, root: Word) -> Word:
    """Return an argument of `find -exec` with a file below the root in the place of `{}`."""
    if word.text is None or "{}" not in word.text:
        return word
    text = None if root.text is None else word.text.replace("{}", f"{root.text}/_")
    return Word(text, word.raw, root.has_glob)
