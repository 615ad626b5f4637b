"""What an operation would do, one effect for each thing that the policy judges; nothing is judged here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from data_access.contracts.operations import CheckedKind
from data_access.contracts.policy import Capability, Policy
from data_access.rules.shell_script import Word
from data_access.rules.work_paths import DEVICES, Place, WorkPaths

EffectKind = Literal[
    "read", "write", "run", "code", "install", "upgrade", "fetch", "contact", "variable", "doubt"
]
Standing = Literal["safe", "read_only", "dangerous", "privileged", "unlisted"]
"""In which list of the policy a command stands."""
GLOBAL = Place("(global)", "user_system")
"""Where an installer puts things that was not told a place."""


@dataclass(frozen=True)
class Effect:
    """One thing that an operation would do."""

    kind: EffectKind
    capability: Capability
    target: str
    """Path, command, package, address or variable."""
    place: Place | None = None
    """Null where it acts at no place of this machine."""
    standing: Standing | None = None
    """Of a command that is run."""
    is_own_place: bool = True
    """False for a package that lands wherever its installer happens to put it."""
    has_checksum: bool = False
    is_folder: bool = False
    """True when something below the place is written, and which files is not told."""
    why: str = ""
    """Of a doubt, and of code: why it cannot be told."""
    rule: str = ""
    """Of a doubt: its code."""

    @property
    def operation(self) -> CheckedKind:
        """The operation of the record that this is."""
        return _OPERATIONS[self.kind]


_RUN_BY_GIT = re.compile(
    r"/\.git(?:/(?:.*/)?(?:hooks(?:/.*)?|config(?:\.worktree)?|attributes)|/(?:.*/)?[^/]*[*?\[].*)?$",
    re.IGNORECASE,
)
_OPERATIONS: dict[EffectKind, CheckedKind] = {
    "read": "read",
    "write": "write",
    "run": "execute",
    "code": "execute",
    "install": "install",
    "upgrade": "install",
    "fetch": "download",
    "contact": "execute",
    "variable": "execute",
    "doubt": "execute",
}


@dataclass(frozen=True)
class Scene:
    """Where a command stands: the policy, the paths, the folders it may run in, what it is given."""

    policy: Policy
    paths: WorkPaths
    folders: tuple[str | None, ...]
    """Each folder it may run in; null for one that cannot be told."""
    environment: Mapping[str, str] | None = None
    """Null where it is not known."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Variables that this command is given on its own line."""
    has_checksum: bool = False
    """True when the script holds what it fetched against a checksum."""
    prints_to: tuple[Word, ...] = ()
    """Files that keep what the command prints."""

    def here(self) -> Place:
        """Return the place the command runs at, the first when there are several."""
        folder = self.folders[0] if self.folders else None
        return Place(".", None) if folder is None else Place(folder, self.paths.zone(folder))

    def places(self, word: Word) -> Iterator[Place]:
        """Yield where a path may lie: once for each folder the command may run in."""
        if word.text is None or word.reads_otherwise:
            yield Place(word.raw, None)
            return
        yield from dict.fromkeys(
            self.paths.place(word.text, folder, has_glob=word.has_glob) for folder in self.folders or (None,)
        )

    def reads(self, words: Sequence[Word]) -> Iterator[Effect]:
        """Yield an effect for each file that is read."""
        for word in words:
            if word.text != "-":
                for place in self.places(word):
                    if place.path not in DEVICES:
                        yield Effect("read", "read_file", place.path, place)

    def writes(self, words: Sequence[Word]) -> Iterator[Effect]:
        """Yield an effect for each file that is made, changed or removed."""
        for word in words:
            for place in self.places(word):
                if place.path not in DEVICES:
                    is_config = place.zone is not None and self.paths.fits(
                        place.path, self.policy.files.config
                    )
                    yield Effect("write", "change_config" if is_config else "write_file", place.path, place)
                if _RUN_BY_GIT.search(place.path):
                    yield code(place.path, place, "what git runs by itself is laid down there")

    def at(self, folder: Word) -> Scene:
        """Return the scene in another folder."""
        found = tuple(None if place.zone is None else place.path for place in self.places(folder))
        return replace(self, folders=tuple(dict.fromkeys(found)))

    def variable(self, name: str) -> Word | None:
        """Return the value of a variable as a word; null when it is not set or not known."""
        value = self.given.get(name, (self.environment or {}).get(name))
        return None if value is None else Word(value, value)


def doubt(rule: str, why: str, target: str) -> Effect:
    """Return that something cannot be told."""
    return Effect("doubt", "run_code", target, why=why, rule=rule)


def code(target: str, place: Place | None, why: str) -> Effect:
    """Return that code runs which the desk does not read."""
    return Effect("code", "run_code", target, place, why=why, rule="shell.code")
