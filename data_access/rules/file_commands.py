"""What commands on files read and write, from their arguments: the system tools that agents use most.

Each tool has a form: which options take a value, name a file or hand over code, and what its operands are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from data_access.rules.command_arguments import Arguments, arguments
from data_access.rules.effects import Effect, Scene, code, doubt
from data_access.rules.shell_script import Word
from data_access.rules.work_paths import Place, may_lead_out

Operands = Literal["read", "text", "write", "last_written", "second_written", "paired"]
"""What the operands are: files read, mere text, files written, files of which the last (or a second) is
written, or settings such as `of=x`."""
SYSTEM = Place("(system settings)", "user_system")


@dataclass(frozen=True)
class Form:
    """How the arguments of a tool are meant."""

    operands: Operands = "read"
    texts: int = 0
    """So many operands before the files are text."""
    unless: tuple[str, ...] = ()
    """Options that stand in for these texts."""
    valued: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    """Options whose value is a file that is written; of `last_written`, instead of the last operand."""
    runs: tuple[str, ...] = ()
    """Options that hand over a program."""
    sets: tuple[str, ...] = ()
    """Options that change the system."""


_COUNTS = ("-n", "-c", "--lines", "--bytes")
_GREP = Form(
    texts=1,
    unless=("-e", "-f", "--regexp", "--file"),
    valued=("-A", "-B", "-C", "-m", "-e", "-d", "-D", "--regexp", "--include", "--exclude", "--exclude-dir",
            "--max-count", "--after-context", "--before-context", "--context", "--color", "--label"),
    reads=("-f", "--file", "--exclude-from"),
)  # fmt: skip
_COPY = Form("last_written", valued=("-S", "-m", "-o", "-g", "--suffix", "--mode", "--owner", "--group"),
             writes=("-t", "--target-directory"), runs=("--strip-program",))  # fmt: skip
_TEXT = Form("text")
FORMS: dict[str, Form] = {
    "ls": Form(valued=("-I", "-w", "--ignore", "--hide", "--width")),
    "cat": Form(),
    "head": Form(valued=_COUNTS),
    "tail": Form(valued=(*_COUNTS, "-s", "--pid", "--sleep-interval")),
    "wc": Form(reads=("--files0-from",)),
    "stat": Form(valued=("-c", "--format", "--printf")),
    "file": Form(reads=("-m", "--magic-file", "-f", "--files-from"), runs=("-C", "--compile")),
    "du": Form(valued=("-d", "-t", "-B", "--max-depth", "--threshold", "--exclude"),
               reads=("-X", "--exclude-from", "--files0-from")),
    "df": Form(valued=("-t", "-x", "-B", "--type", "--exclude-type")),
    "tree": Form(valued=("-L", "-I", "-P", "--charset", "--filelimit", "--timefmt", "--sort"),
    writes=("-o",)),
    "diff": Form(valued=("-U", "-C", "-I", "-x", "-W", "--label", "--exclude", "--unified"),
                 reads=("-X", "--exclude-from", "--from-file", "--to-file")),
    "cmp": Form(valued=("-n", "-i")),
    "comm": Form(),
    "sort": Form(valued=("-k", "-t", "-S", "--key", "--field-separator", "--buffer-size", "--parallel"),
                 reads=("--files0-from", "--random-source"), runs=("--compress-program",),
                 writes=("-o", "--output", "-T", "--temporary-directory")),
    "uniq": Form("second_written", valued=("-f", "-s", "-w")),
    "cut": Form(valued=("-d", "-f", "-c", "-b", "--delimiter", "--fields", "--output-delimiter")),
    "tr": _TEXT,
    "nl": Form(valued=("-b", "-d", "-f", "-h", "-i", "-l", "-n", "-s", "-v", "-w")),
    "paste": Form(valued=("-d",)),
    "fold": Form(valued=("-w",)),
    "column": Form(valued=("-s", "-c", "-N", "-o")),
    "grep": _GREP,
    "egrep": _GREP,
    "fgrep": _GREP,
    "rg": Form(texts=1, unless=("-e", "-f", "--regexp", "--file", "--files", "--type-list"),
               valued=("-A", "-B", "-C", "-m", "-e", "-g", "-t", "-T", "-j", "--glob", "--iglob", "--type",
                       "--type-not", "--max-count", "--regexp", "--sort", "--color", "--max-depth"),
               reads=("-f", "--file", "--ignore-file"), runs=("--pre", "--hostname-bin")),
    "jq": Form(texts=1, unless=("-f", "--from-file"), reads=("-f", "--from-file", "-L")),
    "md5sum": Form(), "sha1sum": Form(), "sha256sum": Form(), "sha512sum": Form(), "cksum": Form(),
    "shasum": Form(valued=("-a", "--algorithm")),
    "od": Form(valued=("-A", "-j", "-N", "-t", "-w")),
    "hexdump": Form(valued=("-n", "-s", "-e"), reads=("-f",)),
    "strings": Form(valued=("-n", "-t")),
    "xxd": Form("second_written", valued=("-l", "-s", "-c", "-g")),
    "base64": Form(valued=("-w", "--wrap"), reads=("-i",), writes=("-o", "--output")),
    "readlink": Form(), "realpath": Form(valued=("--relative-to", "--relative-base")),
    "date": Form("text", valued=("-d", "--date"), reads=("-r", "--reference", "-f", "--file"),
    sets=("-s", "--set")),
    "hostname": Form("text", sets=("-F", "--file", "-b", "--boot")),
    "mkdir": Form("write", valued=("-m", "--mode")),
    "rmdir": Form("write"),
    "touch": Form("write", valued=("-d", "-t", "--date"), reads=("-r", "--reference")),
    "tee": Form("write"),
    "truncate": Form("write", valued=("-s", "--size"), reads=("-r", "--reference")),
    "chmod": Form("write", texts=1, unless=("--reference",), reads=("--reference",)),
    "chown": Form("write", texts=1, unless=("--reference",), reads=("--reference",)),
    "chgrp": Form("write", texts=1, unless=("--reference",), reads=("--reference",)),
    "cp": _COPY,
    "install": _COPY,
    "mv": Form("write", valued=("-S", "--suffix"), writes=("-t", "--target-directory")),
    "rm": Form("write"),
    "unlink": Form("write"),
    "dd": Form("paired"),
    "mkfs": Form("write", valued=("-t", "-L", "-b")),
    "unzip": Form("last_written", valued=("-x",), writes=("-d",)),
    "tar": Form("last_written", writes=("-C", "--directory", "-f", "--file"),
                runs=("--to-command", "-I", "--use-compress-program", "--checkpoint-action", "-F",
                      "--info-script")),
    "rsync": Form("last_written", valued=("--exclude", "--include", "--filter"), runs=("-e", "--rsh",
    "--rsync-path")),
    "patch": Form("write", valued=("-p",), reads=("-i", "--input"), writes=("-o", "-d", "--output",
    "--directory")),
    "sed": Form(valued=("-e", "-l", "--expression", "--line-length"), reads=("-f", "--file")),
}  # fmt: skip
TEXT_TOOLS = frozenset(
    {"echo", "printf", "true", "false", ":", "test", "[", "[[", "expr", "seq", "sleep", "whoami", "id",
     "uname",
     "which", "whereis", "type", "printenv", "ps", "uptime", "basename", "dirname", "pwd", "wait",
     "exit", "return",
     "break", "continue", "shift", "read", "unset", "export", "declare", "typeset", "local", "readonly",
     "set"}
)  # fmt: skip
"""Tools whose arguments name no files, or only ask whether one is there."""
MOVES = frozenset({"cd", "pushd", "popd", "chdir"})
"""Commands that change the folder."""
WRITERS = frozenset({"mkdir", "rmdir", "touch", "tee", "truncate", "chmod", "chown", "chgrp", "cp",
                     "install", "mv",
                     "unlink", "ln", "cd", "pushd", "popd", "export", "unset", "declare", "typeset", "local",
                     "readonly"})  # fmt: skip
"""Commands that are judged by the files they touch alone, whatever list they stand in."""
_NAMES_VARIABLES = frozenset({"printf", "read", "test", "[", "[[", "wait", "unset", "export", "declare",
                              "typeset",
                              "local", "readonly"})  # fmt: skip
_DECLARES = frozenset({"export", "declare", "typeset", "local", "readonly"})
_IN_PLACE = re.compile(r"(?P<option>-[bEnrsuz]*i|--i[a-z-]*(?==))=?(?P<to>.+)", re.DOTALL)
_SED_PLACE = r"(?:\d+|\$|/(?:\\.|[^/\\])*/)"
_SED_COMMAND = re.compile(
    rf"\s*(?:{_SED_PLACE}(?:,(?:\+?\d+|{_SED_PLACE}))?\s*!?\s*)?"
    r"(?:[pdqQ=nNDPhHgGxlz]\s*|s(?P<b>[/|#,@:])(?:\\.|(?!(?P=b))[^\\\n])*(?P=b)(?:\\.|(?!(?P=b))[^\\\n])*(?P=b)[gpiI\d]*\s*)?"
)


def file_effects(name: str, words: tuple[Word, ...], scene: Scene) -> Iterator[Effect]:
    """Yield what a tool does to files; `name` has a form or is a tool of texts."""
    raw = " ".join([name, *(word.raw for word in words)])[:500]
    # An index is counted out, and counting runs what stands in it; so does a variable that is to be a number.
    if name in _NAMES_VARIABLES and any(
        "[" in word.raw or "$(" in word.raw or "`" in word.raw or (name in _DECLARES and _is_number(word))
        for word in words
    ):
        yield doubt("shell.construct", f"{name} may run what stands in the index of a variable", raw)
    if name == "type" and any("\\" in word.raw for word in words):
        yield doubt("shell.expansion", "another shell would print the files that it names", raw)
    if name in ("echo", "printf"):  # a pattern is put in for the names of files
        yield from scene.reads([word for word in words if word.has_glob and may_lead_out(word.text or "")])
    if name in TEXT_TOOLS or name in MOVES:
        return
    form = FORMS.get(name) or FORMS.get(name.partition(".")[0], Form())
    if name == "tar" and words and (words[0].text or "").isalpha():
        words = (
            Word(f"-{words[0].text}", words[0].raw),
            *words[1:],
        )  # as tar reads its first word without a dash
    words, kept = _kept_by_sed(words) if name == "sed" else (words, ())
    given = arguments(words, valued=(*form.valued, *form.reads, *form.writes, *form.runs, *form.sets))
    if given.has_unknown and form.operands != "text":
        yield doubt(
            "shell.expansion", "an argument is known to a running shell alone, and may be an option", raw
        )
    if given.has(*form.runs):
        yield code(raw, scene.here(), f"an option of {name} hands over a program to run")
    yield from scene.reads(given.values(*form.reads))
    yield from scene.writes(given.values(*form.writes))
    if name == "sed":
        yield from _sed(given, scene, raw)
        yield from scene.writes(kept)
    else:
        yield from _operands(name, form, given, scene)


def _operands(name: str, form: Form, given: Arguments, scene: Scene) -> Iterator[Effect]:
    files = given.operands[0 if given.has(*form.unless) else form.texts :]
    if form.operands == "read":
        yield from scene.reads(files)
        if (not files and name in ("ls", "tree", "du", "rg")) or (name == "grep" and given.has("-r", "-R")):
            yield from scene.reads((Word(".", "."),))
    elif form.operands == "write":
        # A folder that is made or removed is no file.
        yield from (replace(effect, is_folder=name in ("mkdir", "rmdir")) for effect in scene.writes(files))
    elif form.operands == "last_written":
        last = () if given.values(*form.writes) else files[-1:]
        if name == "tar":
            last = (Word(".", "."),) if not given.values("-C", "--directory") else ()
        yield from scene.writes(last)
        yield from scene.reads(files[: len(files) - (1 if last else 0)])
    elif form.operands == "second_written":
        yield from scene.reads(files[:1])
        yield from scene.writes(files[1:])
    elif form.operands == "paired":
        yield from _paired(files, scene)
    if given.has(*form.sets) or (name == "hostname" and files) or (name == "date" and _sets_date(files)):
        yield Effect("write", "change_config", SYSTEM.path, SYSTEM)


def _is_number(word: Word) -> bool:
    return word.raw.startswith(("-", "+")) and "i" in word.raw


def _sets_date(files: tuple[Word, ...]) -> bool:
    return any(word.text is None or not word.text.startswith("+") for word in files)


def _paired(files: tuple[Word, ...], scene: Scene) -> Iterator[Effect]:
    for word in files:
        key, _, value = (word.text or "").partition("=")
        named = Word(value or None, word.raw, word.has_glob, word.reads_otherwise)
        if key == "of" or word.text is None:
            yield from scene.writes((named,))
        elif key == "if":
            yield from scene.reads((named,))


def _sed(given: Arguments, scene: Scene, raw: str) -> Iterator[Effect]:
    scripts = given.values("-e", "--expression")
    is_elsewhere = bool(scripts) or given.has("-f", "--file")
    files = given.operands if is_elsewhere else given.operands[1:]
    for script in scripts or (() if is_elsewhere else given.operands[:1]):
        if script.text is None or not _is_plain_sed(script.text):
            yield code(raw, scene.here(), "the script may write files or run commands")
    if given.has("-f", "--file"):
        yield code(raw, scene.here(), "the script stands in a file")
    yield from scene.writes(files) if given.has("-i", "--in-place") else scene.reads(files)


def _kept_by_sed(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Take the ending off `-i.bak`, and return where the files as they were go when it names a folder, as
    `-i../*` does."""
    bare, kept = list(words), []
    for at, word in enumerate(words):
        found = _IN_PLACE.fullmatch(word.text or "")
        if found is not None:
            bare[at] = Word(found["option"], word.raw)
            kept += [Word(found["to"].replace("*", "_"), word.raw)] if "/" in found["to"] else []
    return tuple(bare), tuple(kept)


def _is_plain_sed(script: str) -> bool:
    """Tell whether a sed script does nothing but choose, change and print lines."""
    at = 0
    while at < len(script):
        found = _SED_COMMAND.match(script, at)
        if found is None:
            return False
        at = found.end()
        if at < len(script):
            if script[at] not in ";\n":
                return False
            at += 1
    return True


def link_effects(words: tuple[Word, ...], scene: Scene) -> Iterator[Effect]:
    """Yield what `ln` does: the link is written, and what it leads to can be written through it."""
    given = arguments(words, valued=("-S", "-t", "--suffix", "--target-directory"))
    targets = (
        given.operands if given.values("-t", "--target-directory") else given.operands[:-1] or given.operands
    )
    ends = given.values("-t", "--target-directory") or (
        given.operands[-1:] if len(given.operands) > 1 else ()
    )
    if given.has_unknown or not given.operands:
        yield doubt("shell.expansion", "where the link leads is known to a running shell alone", "ln")
    yield from scene.writes(ends or (Word(".", "."),))
    for target in targets:
        if not given.has("-s", "--symbolic"):
            yield from scene.writes((target,))
            continue
        for folder in _link_folders(ends, scene):
            yield from scene.at(folder).writes((target,))


def _link_folders(ends: tuple[Word, ...], scene: Scene) -> Iterator[Word]:
    """Yield the folders a relative target may start from: that of the link, or the link as a folder."""
    if not ends:
        yield Word(".", ".")
    for end in ends:
        yield end
        if end.text is not None:
            above = end.text.rstrip("/").rpartition("/")
            yield Word(above[0] + above[1] or ".", end.raw)
