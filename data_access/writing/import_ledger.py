"""The ledger of imports: which version of which file was read, where a grown file goes on, who holds it.

A file is known by its place and its content. Unchanged content costs one hash; content that grew behind the
last complete line is continued there; anything else is read whole and the store sifts what it has already.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from blake3 import blake3

from data_access.importers.formats import ReadFrom
from data_access.store.connection import Transaction

_BLOCK = 128 << 10


class FileVersion(NamedTuple):
    """One row of `import_file`."""

    file_id: int
    source_format: str
    location: str
    shown_path: str
    size_bytes: int
    content_hash: str
    start_offset: int
    start_line: int
    resume_offset: int
    resume_line: int
    resume_hash: str
    continues_file_id: int | None
    records: int
    stored: int
    duplicates: int
    others: int
    rejected: int
    counts: str
    loaded_at: datetime


@dataclass(frozen=True)
class Standing:
    """How a file on disk stands to the ledger."""

    size_bytes: int
    content_hash: str
    begin: ReadFrom
    held_by: tuple[FileVersion, ...]
    """Earlier versions whose content this file still contains, newest first."""
    is_unchanged: bool
    stamp: tuple[int, int] | None = None
    """Size and last change of the file before it was compared; null where nobody knows."""

    @classmethod
    def of_unreadable(cls) -> Standing:
        """Return the standing of a file that cannot be opened: nothing known, nothing held."""
        return cls(0, "", ReadFrom(), (), is_unchanged=False)


class Ledger:
    """The versions known when an import begins."""

    def __init__(self, versions: list[FileVersion]) -> None:
        self._by_id = {version.file_id: version for version in versions}
        self._by_location: dict[str, list[FileVersion]] = defaultdict(list)
        for version in versions:
            self._by_location[version.location].append(version)

    @classmethod
    def of(cls, transaction: Transaction, source_format: str) -> Ledger:
        """Read the ledger of one format."""
        rows = transaction.run("known_file_versions", {"source_format": source_format})
        return cls([FileVersion(**row) for row in rows])

    def standing(self, path: Path, location: str) -> Standing:
        """Compare the file at `path` with what was read of `location` before. Raises `OSError`."""
        stamp = stamp_of(path)
        return replace(self._compared(path, location), stamp=stamp)

    def _compared(self, path: Path, location: str) -> Standing:
        versions = sorted(self._by_location.get(location, ()), key=lambda v: -v.file_id)
        size, content_hash, prefix_hashes = _hashes(path, {version.resume_offset for version in versions})
        for version in versions:
            if version.size_bytes == size and version.content_hash == content_hash:
                return Standing(size, content_hash, ReadFrom(), self._chain(version), is_unchanged=True)
        for version in versions:
            if (
                0 < version.resume_offset <= size
                and prefix_hashes[version.resume_offset] == version.resume_hash
            ):
                begin = ReadFrom(version.resume_offset, version.resume_line)
                return Standing(size, content_hash, begin, self._chain(version), is_unchanged=False)
        return Standing(size, content_hash, ReadFrom(), (), is_unchanged=False)

    def _chain(self, version: FileVersion) -> tuple[FileVersion, ...]:
        chain = [version]
        while chain[-1].continues_file_id in self._by_id:
            chain.append(self._by_id[chain[-1].continues_file_id])
        return tuple(chain)


def stamp_of(path: Path) -> tuple[int, int] | None:
    """Return size and last change of a file, by which one that is written meanwhile is noticed."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def prefix_hash(path: Path, length: int) -> str:
    """Return the hash of the first `length` bytes."""
    return _hashes(path, {length}, stop=length)[2][length]


def _hashes(path: Path, marks: set[int], stop: int | None = None) -> tuple[int, str, dict[int, str]]:
    """Hash a file once; give its size, its hash and the hash of each prefix that ends at a mark."""
    whole, at = blake3(), 0
    found: dict[int, str] = {0: whole.hexdigest()} if 0 in marks else {}
    bounds = sorted(mark for mark in marks if mark > 0)
    buffer = memoryview(bytearray(_BLOCK))
    with path.open("rb", buffering=0) as stream:
        while size := stream.readinto(buffer if stop is None else buffer[: stop - at]):
            hashed = 0
            for mark in bounds:
                if at < mark <= at + size:
                    whole.update(buffer[hashed : mark - at])
                    hashed = mark - at
                    found[mark] = whole.hexdigest()
            whole.update(buffer[hashed:size])
            at += size
    return at, whole.hexdigest(), defaultdict(str, found)
