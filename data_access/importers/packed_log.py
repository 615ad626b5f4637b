"""Opens logs that lie there packed (`.zst`, `.gz`) as if they did not.

A packed log is unpacked into a temporary file, which stays in memory while it is small; nothing of it is
written beside the log. What could be unpacked before a fault is read, and the fault is told.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

PACKED_SUFFIXES = (".zst", ".gz")
MOST_BYTES = 8 << 30
"""A log that unpacks to more is cut there: it is a trap rather than a log."""
_IN_MEMORY = 64 << 20
_BLOCK = 1 << 20


def is_packed(path: Path) -> bool:
    """Tell whether a file's name says that it is packed."""
    return path.name.endswith(PACKED_SUFFIXES)


def unpacked(path: Path, most: int = MOST_BYTES) -> tuple[BinaryIO, str | None]:
    """Return a packed log as a file to read and seek in, and what went wrong while it was unpacked.

    `most`: no more bytes than this are unpacked. Raises: `OSError` for a file that cannot be opened.
    """
    target = cast(BinaryIO, SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115 - the caller reads and closes it
    fault = None
    with path.open("rb") as packed:
        try:
            for block in _blocks(packed, path.name):
                target.write(block[: most - target.tell()])
                if target.tell() >= most:
                    fault = f"The packed log is cut at {most:,} bytes."
                    break
        except (OSError, EOFError, ValueError, zlib.error) as error:
            fault = f"The packed log cannot be unpacked further: {error or 'it ends early'}."
    target.seek(0)
    return target, fault


def _blocks(packed: BinaryIO, name: str) -> Iterator[bytes]:
    if name.endswith(".gz"):
        stream: BinaryIO = cast(BinaryIO, gzip.GzipFile(fileobj=packed))
    else:
        import pyarrow as pa  # only packed logs need it here

        stream = cast(BinaryIO, pa.CompressedInputStream(pa.PythonFile(packed, mode="r"), "zstd"))
    while block := stream.read(_BLOCK):
        yield block
