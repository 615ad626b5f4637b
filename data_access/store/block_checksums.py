"""Compares every block in use of a database file with the checksum that the engine wrote into it.

The engine looks at a checksum when it reads a block, and a scan of all tables reads only the blocks that
columns own. Here the file itself is read as its header stands: all blocks but those the header lists as free,
whose content means nothing. A process of its own reads it, because whoever closes the file in the process
that has the database open gives up its lock. This module is that process too, so it imports nothing of the
package when it starts.
"""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from data_access.store.connection import Store

HEADER_BYTES = 4096
HEADERS_BYTES = 3 * HEADER_BYTES
"""What stands before the first block: the file's header and two of the database, the newer one current."""
_MAGIC = b"DUCK"
_SEED = 5381
_FACTOR = 0xBF58476D1CE4E5B9
_FIELDS = struct.Struct("<QQQQQQ")
"""Checksum, iteration, catalog, free list, number of blocks, size of a block."""
_SIZES = frozenset(1 << power for power in range(14, 19))
_NOWHERE = 2**64 - 1
_PIECES = 64
"""A block of metadata is so many pieces; each begins with the place of the next one of its chain."""
_PLACE_BITS = 56
_PATIENCE_SECONDS = 3_600


class BlockScan(NamedTuple):
    """What a pass over the file found."""

    blocks: int
    """How many were compared; 0 for a database in memory, or where nobody else may read the file."""
    damaged: tuple[int, ...]
    """Places of blocks, from 0, whose content is not what their checksum says."""


def scan_blocks(store: Store) -> BlockScan:
    """Compare every block in use while nobody writes. Raises: `StoreError`."""
    if store.path is None:
        return BlockScan(0, ())
    command = [sys.executable, "-P", __file__, str(store.path)]
    with store.rehearsal():
        done = subprocess.run(  # noqa: S603 - this very file, with the path of the database
            command, capture_output=True, text=True, timeout=_PATIENCE_SECONDS, check=False
        )
    if done.returncode != 0:
        return BlockScan(0, ())
    blocks, damaged = json.loads(done.stdout)
    return BlockScan(blocks, tuple(damaged))


def compare_blocks(path: Path) -> BlockScan:
    """Read the blocks of a file; compares none where its header is of another make. Raises: `OSError`."""
    with path.open("rb") as handle:
        header = _current_header(handle)
        if header is None:
            return BlockScan(0, ())
        free = _free_blocks(handle, header)
        used = [place for place in range(header.blocks) if place not in free]
        damaged = [place for place in used if not _is_sound(_block(handle, header, place), header.block_size)]
    return BlockScan(len(used), tuple(damaged))


class _Header(NamedTuple):
    iteration: int
    free_list: int
    blocks: int
    block_size: int


def _current_header(handle: BinaryIO) -> _Header | None:
    """Return the newer of the two headers that are whole."""
    head = handle.read(HEADERS_BYTES)
    whole = []
    for begin in (HEADER_BYTES, 2 * HEADER_BYTES):
        page = head[begin : begin + HEADER_BYTES]
        if head[8:12] == _MAGIC and _is_sound(page, HEADER_BYTES):
            _, iteration, _, free_list, blocks, block_size = _FIELDS.unpack_from(page)
            whole.append(_Header(iteration, free_list, blocks, block_size))
    newest = max(whole, default=None)
    return newest if newest is not None and newest.block_size in _SIZES else None


def _free_blocks(handle: BinaryIO, header: _Header) -> frozenset[int]:
    """Read the free list; one that makes no sense is none, and its own block is found damaged."""
    told = _chain(handle, header)
    number = int.from_bytes(told[:8], "little")
    if number > header.blocks or len(told) < 8 * (number + 1):
        return frozenset()
    return frozenset(struct.unpack_from(f"<{number}q", told, 8))


def _chain(handle: BinaryIO, header: _Header) -> bytes:
    """Return the content of the pieces of metadata that hold the free list."""
    piece = (header.block_size - 8) // _PIECES // 8 * 8
    told, at, read = bytearray(), header.free_list, 0
    while at != _NOWHERE and read <= header.blocks:
        place, number = at & ((1 << _PLACE_BITS) - 1), at >> _PLACE_BITS
        content = _block(handle, header, place)[8 + number * piece :][:piece]
        if place >= header.blocks or len(content) < piece:
            break
        at = int.from_bytes(content[:8], "little")
        told += content[8:]
        read += 1
    return bytes(told)


def _block(handle: BinaryIO, header: _Header, place: int) -> bytes:
    handle.seek(HEADERS_BYTES + min(place, header.blocks) * header.block_size)
    return handle.read(header.block_size)


def _is_sound(content: bytes, size: int) -> bool:
    import numpy as np

    if len(content) < size:
        return False
    words = np.frombuffer(content, dtype="<u8")
    return int(np.bitwise_xor.reduce(words[1:] * np.uint64(_FACTOR))) ^ _SEED == int(words[0])


if __name__ == "__main__":
    sys.stdout.write(json.dumps(compare_blocks(Path(sys.argv[1]))))
