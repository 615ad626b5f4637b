"""The formats this release reads, and how a path finds its format."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from data_access.errors import UnknownFormat
from data_access.importers import claude_code, snapshot
from data_access.importers.formats import Format, SourceFile

FORMATS: tuple[Format, ...] = (claude_code.FORMAT, snapshot.FORMAT)


def format_named(name: str) -> Format:
    """Return the format of that name. Raises: `UnknownFormat`."""
    for entry in FORMATS:
        if entry.name == name:
            return entry
    known = ", ".join(entry.name for entry in FORMATS)
    raise UnknownFormat(f"There is no format named {name}. Known formats: {known}.")


@dataclass(frozen=True)
class Source:
    """A named path, or the part of it that one format reads."""

    path: Path
    format: Format
    files: tuple[SourceFile, ...]
    unrecognised: tuple[str, ...] = ()
    """Files in the folder that no format recognises, relative to it."""


def sources_of(path: Path, format_name: str | None = None) -> tuple[Source, ...]:
    """Return what there is to read at `path`, one source for each format found.

    A folder that no format recognises as a whole is looked through file by file.
    Raises: `UnknownFormat` when nothing in it is recognised.
    """
    if format_name is not None:
        return (_whole(path, format_named(format_name)),)
    for entry in FORMATS:
        if entry.looks_like(path):
            return (_whole(path, entry),)
    if not path.is_dir():
        raise _unknown(path)
    return _mixed(path)


def _whole(path: Path, entry: Format) -> Source:
    return Source(path, entry, tuple(entry.files(path)))


def _mixed(folder: Path) -> tuple[Source, ...]:
    found: dict[str, list[SourceFile]] = {entry.name: [] for entry in FORMATS}
    unrecognised: list[str] = []
    for path in _files_below(folder):
        shown = path.relative_to(folder).as_posix()
        entry = next((entry for entry in FORMATS if entry.looks_like(path)), None)
        if entry is None:
            unrecognised.append(shown)
        else:
            found[entry.name].append(SourceFile(path, shown))
    sources = [Source(folder, entry, tuple(found[entry.name])) for entry in FORMATS if found[entry.name]]
    if not sources:
        raise _unknown(folder)
    return (Source(sources[0].path, sources[0].format, sources[0].files, tuple(unrecognised)), *sources[1:])


def _files_below(folder: Path) -> Iterator[Path]:
    """Walk in a stable order without following links; hidden folders are left out."""
    for place, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if path.is_file() and not path.is_symlink():
                yield path


def _unknown(path: Path) -> UnknownFormat:
    known = ", ".join(entry.name for entry in FORMATS)
    return UnknownFormat(f"No importer recognises {path}. Known formats: {known}; name one with --format.")
