"""Paths as agents write them, and the zone of the policy in which each lies. No path is ever opened.

Paths of POSIX systems, of Windows and below `~` are compared in one form, with `/` between folders. A link
that nobody told of is not seen: what lies behind it is judged by its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from posixpath import normpath

from data_access.contracts.operations import Surroundings
from data_access.contracts.policy import Policy, Zone

DEVICES = frozenset({"/dev/null", "/dev/zero", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty"})
"""Files that keep nothing."""
MOST_LINKS = 40
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_DRIVE_FOLDER = re.compile(r"[A-Za-z]:(?![\\/])")
_HOME = re.compile(r"(?:/home/[^/]+|/Users/[^/]+|/root|[A-Z]:/Users/[^/]+)(?=/|$)")
_TOO_WIDE = re.compile(
    r"/?|~|/(?:home|Users|root|mnt|media|var|opt|private|Library|Applications|usr/local|usr/src)"
    r"|/(?:home|Users)/[^/]+"
    r"|/(?:etc|bin|sbin|lib\w*|dev|proc|sys|boot|run|System)(?:/.*)?|/usr(?!/src/|/local/)(?:/.*)?"
    r"|[A-Z]:/?|[A-Z]:/Users(?:/[^/]+)?|[A-Z]:/(?:Windows|Program Files[^/]*|ProgramData)(?:/.*)?",
    re.IGNORECASE,
)
_ORDER: tuple[Zone, ...] = ("core", "shared_tools", "workspace")


@dataclass(frozen=True)
class Place:
    """A path with the zone in which it lies."""

    path: str
    zone: Zone | None
    """Null where it cannot be told."""


class WorkPaths:
    """Tells the zone of paths for one policy in one surrounding."""

    def __init__(self, policy: Policy, around: Surroundings) -> None:
        self._policy = policy
        self._session = around.session_id
        self.begin = clean(around.working_directory) if around.working_directory else None
        self._links = {clean(link): target for link, target in around.links.items()}
        folders = [
            path for path in (around.working_directory, *around.workspaces, *around.selected_folders) if path
        ]
        self._home = clean(around.home) if around.home else _home_of(folders)
        self._roots = {
            "workspace": self._usable(around.workspaces),
            "user-selected": self._usable(around.selected_folders),
        }

    @property
    def workspaces(self) -> tuple[str, ...]:
        """The folders the agent was given, without those too wide to be one."""
        return self._roots["workspace"]

    def absolute(self, text: str, folder: str | None) -> str | None:
        """Return the whole path that `text` means in `folder`, known links followed; null where that cannot
        be told."""
        # `D:x` lies in the folder that the drive happens to be at.
        if "\0" in text or _DRIVE_FOLDER.match(text):
            return None
        is_windows = bool(_DRIVE.match(text) or text.startswith("\\\\") or (folder and _DRIVE.match(folder)))
        if "\\" in text and not is_windows and (".." in text or text.startswith("\\")):
            return None
        text = text.replace("\\", "/") if is_windows else text
        if text == "~" or text.startswith("~/"):
            text = (self._home or "~") + text[1:]
        elif text.startswith(("~+", "~-")):
            return None
        if not text.startswith(("/", "~")) and not _DRIVE.match(text) and not self._is_rootless(text):
            if folder is None:
                return None
            text = f"{folder}/{text}"
        return self._followed(clean(text))

    def learn(self, link: str, target: str) -> None:
        """Take note of a link that a command makes."""
        if len(self._links) < MOST_LINKS:
            self._links[link] = target

    def zone(self, path: str) -> Zone:
        """Return the zone of a whole path."""
        for zone in _ORDER:
            rule = getattr(self._policy.zones, zone)
            if self.fits(path, rule.paths, is_protected=zone != "workspace"):
                return zone
        return "user_system"

    def place(self, text: str, folder: str | None, *, has_glob: bool = False) -> Place:
        """Return where a path written in `folder` lies; a glob lies where all that it can match lies."""
        if has_glob:
            fixed, behind = _before_glob(text)
            # A pattern that begins with a dot may match the folder above.
            if re.search(r"(?:^|/)\.[^/]*[*?\[]|(?:^|/)\.\.(?:/|$)", behind):
                return Place(text, None)
            below = self.absolute(fixed or ".", folder)
            return Place(
                text if below is None else f"{below}/{behind}", None if below is None else self.zone(below)
            )
        path = self.absolute(text, folder)
        return Place(text, None) if path is None else Place(path, self.zone(path))

    def fits(self, path: str, patterns: Sequence[str], *, is_protected: bool = False) -> bool:
        """Tell whether a whole path fits one of the patterns; letter case counts only where it lets in."""
        return any(
            _pattern(whole, is_protected or bool(_DRIVE.match(path))).fullmatch(
                unicodedata.normalize("NFC", path)
            )
            for pattern in patterns
            for whole in self._spelled(pattern)
        )

    def _spelled(self, pattern: str) -> list[str]:
        """Return a pattern with the folders it speaks of put in."""
        if "{session}" in pattern:
            # An id with a slash or a star in it would widen the pattern.
            if self._session is None or not re.fullmatch(r"[\w.-]*\w[\w.-]*", self._session):
                return []
            pattern = pattern.replace("{session}", self._session)
        first, _, rest = pattern.partition("/")
        if first in self._roots:
            return [f"{_literal(root)}/{rest}" for root in self._roots[first]]
        if first == "~":
            return [f"{_literal(home)}/{rest}" for home in {self._home or "~", "~"}]
        return [pattern]

    def _usable(self, folders: Sequence[str]) -> tuple[str, ...]:
        whole = [self._folder(folder) for folder in folders]
        return tuple(path for path in whole if not _TOO_WIDE.fullmatch(path) and not self._holds_home(path))

    def _folder(self, folder: str) -> str:
        """Return a folder that was given, one without a root as it stands below the working directory."""
        if folder == "~" or folder.startswith("~/"):
            return clean((self._home or "~") + folder[1:])
        is_whole = is_rooted(folder) or folder.startswith("\\\\") or self._is_rootless(folder)
        return clean(folder if is_whole or self.begin is None else f"{self.begin}/{folder}")

    def _holds_home(self, path: str) -> bool:
        return self._home is not None and f"{self._home}/".startswith(f"{path}/")

    def _is_rootless(self, text: str) -> bool:
        """Tell whether a path begins like the agent's own folder where its source kept no root (`-src/x`)."""
        first = self.begin.partition("/")[0] if self.begin and not is_rooted(self.begin) else None
        return first is not None and f"{text}/".startswith(f"{first}/")

    def _followed(self, path: str) -> str | None:
        for _ in range(MOST_LINKS):
            link = next((one for one in self._links if f"{path}/".startswith(f"{one}/")), None)
            if link is None:
                return path
            target = self._links[link].replace("\\", "/")
            above = link.rpartition("/")[0] or "/"
            path = clean((target if is_rooted(target) else f"{above}/{target}") + path[len(link) :])
        return None


def outermost(places: Sequence[Place]) -> Zone | None:
    """Return the zone farthest from the workspace; null when one of them cannot be told, or there is none."""
    zones = [place.zone for place in places]
    if not zones or None in zones:
        return None
    order: tuple[Zone, ...] = ("core", "user_system", "shared_tools", "workspace")
    return next(zone for zone in order if zone in zones)


def is_rooted(path: str) -> bool:
    """Tell whether a path says where it begins: at a root, a drive or a home."""
    return path.startswith(("/", "~")) or bool(_DRIVE.match(path))


def may_lead_out(path: str) -> bool:
    """Tell whether a path may name something outside the folder that it is read in."""
    return is_rooted(path) or ".." in re.split(r"[\\/]", path)


def below_folder(path: str, folder: str | None) -> str:
    """Return a path as it goes on from `folder`; one that lies elsewhere stays whole."""
    above = (folder or "").rstrip("/")
    return path.removeprefix(f"{above}/") if above else path


def clean(path: str) -> str:
    """Return a path without `.`, `..` and doubled strokes, as it is written."""
    if _DRIVE.match(path) or path.startswith("\\\\"):
        path = path.replace("\\", "/")
        path = path[0].upper() + path[1:]
    cleaned = normpath(path)
    # A path may not climb over its root, however it is written.
    root = "~" if path.startswith("~") else path[:2] if _DRIVE.match(path) else ""
    if root and not f"{cleaned}/".startswith((f"{root}/", f"{path.split('/')[0]}/")):
        return "/.."
    return cleaned


def _home_of(folders: Sequence[str]) -> str | None:
    found = (_HOME.match(clean(folder)) for folder in folders)
    return next((match[0] for match in found if match), None)


def _before_glob(text: str) -> tuple[str, str]:
    """Split a path where the first name with a pattern begins."""
    first = re.search(r"[*?\[]", text)
    at = text.rfind("/", 0, first.start() if first else len(text)) + 1
    return text[:at], text[at:]


def _literal(path: str) -> str:
    return re.sub(r"([*?])", r"[\1]", path)


@lru_cache(maxsize=2000)
def _pattern(text: str, any_case: bool) -> re.Pattern[str]:
    """Return what a pattern matches; a folder with `/**` behind it is matched too."""
    text = unicodedata.normalize("NFC", text)
    is_tree = text.endswith("/**")
    parts = re.split(r"(\*\*|\*|\?|\[[*?]\])", text.removesuffix("/**"))
    signs = {"**": ".*", "*": "[^/]*", "?": "[^/]", "[*]": r"\*", "[?]": r"\?"}
    body = "".join(signs.get(part, re.escape(part)) for part in parts)
    return re.compile(body + ("(?:/.*)?" if is_tree else ""), re.DOTALL | (re.IGNORECASE if any_case else 0))
