"""The formats this release reads, and how a path finds its format."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from data_access.errors import UnknownFormat
from data_access.importers import (
    atif,
    audit_log,
    case_bundle,
    claude_code,
    codex,
    otlp,
    resource_samples,
    session_state,
    snapshot,
    workspaces,
)
from data_access.importers.file_walk import files_below
from data_access.importers.formats import Format, SourceFile
from data_access.rules.file_names import name_text

FORMATS: tuple[Format, ...] = (
    case_bundle.FORMAT,
    workspaces.FORMAT,
    resource_samples.FORMAT,
    claude_code.FORMAT,
    codex.FORMAT,
    atif.FORMAT,
    session_state.FORMAT,
    snapshot.FORMAT,
    otlp.FORMAT,
    audit_log.FORMAT,
)


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
    skipped: tuple[str, ...] = ()
    """Files in the folder that no format recognises, relative to it."""


def sources_of(
    path: Path, format_name: str | None = None, *, database: Path | None = None
) -> tuple[Source, ...]:
    """Return what there is to read at `path`, one source for each format found.

    A folder is looked through file by file where no format recognises it as a whole, and for what the one
    that does leaves over. The desk's own `database`, and what lies beside it under its name, is never looked
    into: opening and closing the file would drop this process's lock on it.

    Raises: `UnknownFormat` when nothing in it is recognised, or is of the format that was named.
    """
    if format_name is not None:
        named = format_named(format_name)
        files = tuple(named.files(path))
        if not files:
            raise UnknownFormat(
                f"{path} holds no file that could be {named.name}. Name another folder or the file, "
                "or leave the format to the desk."
            )
        return (Source(path, named, files),)
    whole = next((entry for entry in FORMATS if entry.looks_like(path)), None)
    if not path.is_dir():
        if whole is None:
            raise _unknown(path)
        return (Source(path, whole, tuple(whole.files(path))),)
    return _of_folder(path, whole, database)


def _of_folder(folder: Path, whole: Format | None, database: Path | None) -> tuple[Source, ...]:
    if database is not None and database.parent != folder and folder not in database.parents:
        database = None  # it does not lie in this folder
    found: dict[str, list[SourceFile]] = {entry.name: [] for entry in FORMATS}
    if whole is not None:
        found[whole.name] = [
            file for file in whole.files(folder) if not _is_ours(file.path, folder, database)
        ]
    taken = {str(file.path) for files in found.values() for file in files}
    skipped: list[str] = []
    for place in files_below(str(folder), hidden=False):
        if place in taken:
            continue
        path = Path(place)
        if _is_ours(path, folder, database) or any(entry.is_side_file(path) for entry in FORMATS):
            continue
        shown = path.relative_to(folder).as_posix()
        entry = next((entry for entry in FORMATS if entry is not whole and entry.looks_like(path)), None)
        if entry is None:
            skipped.append(name_text(shown))
        else:
            found[entry.name].append(SourceFile(path, shown))
    entries = [entry for entry in FORMATS if found[entry.name]]
    if not entries:
        raise _unknown(folder)
    left_over = [tuple(skipped), *[()] * len(entries)]
    return tuple(
        Source(folder, entry, tuple(found[entry.name]), left)
        for entry, left in zip(entries, left_over, strict=False)
    )


def _is_ours(path: Path, folder: Path, database: Path | None) -> bool:
    """Tell whether `path`, found in `folder`, is the desk's own; a folder of its own may be named."""
    if database is None or database.parent not in path.parents:
        return False
    return database.parent not in folder.parents and path.relative_to(database.parent).parts[0].startswith(
        database.name
    )


def _unknown(path: Path) -> UnknownFormat:
    known = ", ".join(entry.name for entry in FORMATS)
    return UnknownFormat(f"No importer recognises {path}. Known formats: {known}; name one with --format.")
