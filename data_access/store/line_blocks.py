"""Cuts a file into blocks of whole lines for the engine, every line with its number and its bytes.

The engine's own file readers are not used for lines that may be damaged: they drop good lines beside bad
ones, skip blank lines without counting them and turn bad lines into empty rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Numbers = npt.NDArray[np.int64]

BLOCK_BYTES = 128 << 20
"""About 200,000 lines: the engine writes full row groups at once."""
_PIECE_BYTES = 1 << 20
_NEWLINE = 10
_QUOTE = 34
_KEY_BYTES = 64


class LineBlock(NamedTuple):
    """Whole lines of a file; the memory is used again for the next block."""

    data: memoryview
    ends: Numbers
    """Place behind each newline."""
    lines_before: int

    @property
    def numbers(self) -> Numbers:
        """The numbers of all lines, from 1 in the file."""
        import numpy as np

        return np.arange(self.lines_before + 1, self.lines_before + 1 + len(self.ends))

    def line(self, number: int) -> memoryview:
        """Return the line of that number, with its newline."""
        index = number - self.lines_before - 1
        return self.data[int(self.ends[index - 1]) if index else 0 : int(self.ends[index])]

    def lines_at(self, places: Sequence[int]) -> Numbers:
        """Return the numbers of the lines in which these places lie."""
        import numpy as np

        return np.searchsorted(self.ends, places, side="right") + self.lines_before + 1

    def runs(self, numbers: Sequence[int]) -> Iterator[tuple[bytes, int]]:
        """Yield neighbouring lines together, each run with the number of lines before it."""
        start = 0
        for at in range(1, len(numbers) + 1):
            if at == len(numbers) or numbers[at] != numbers[at - 1] + 1:
                yield b"".join(self.line(number) for number in numbers[start:at]), numbers[start] - 1
                start = at

    def table(self) -> pa.Table:
        """Return number and text of every line without copying; lines that are no UTF-8 become empty."""
        import numpy as np
        import pyarrow as pa

        offsets = np.concatenate((np.zeros(1, dtype=np.int32), self.ends.astype(np.int32)))
        buffers = [None, pa.py_buffer(offsets), pa.py_buffer(self.data)]
        octets = pa.Array.from_buffers(pa.binary(), len(self.ends), buffers)
        try:
            text = octets.cast(pa.string())
        except pa.ArrowInvalid:
            text = pa.array([_text(line) for line in octets.to_pylist()], type=pa.string())
        return pa.table({"line": self.numbers.astype(np.int32), "text": text})

    def order_by_text_behind(self, opening: re.Pattern[bytes]) -> Numbers:
        """Order the lines by the text from the end of `opening`, as the first line has it, to a quote.

        It brings lines together that say the same there, at a fraction of what sorting decoded rows costs.
        """
        import numpy as np
        import pyarrow as pa

        found = opening.match(self.line(self.lines_before + 1))
        if found is None or len(self.data) < 2 * _KEY_BYTES:
            return np.arange(len(self.ends))
        octets = np.frombuffer(self.data, dtype=np.uint8)
        starts = np.concatenate((np.zeros(1, dtype=np.int64), self.ends[:-1])) + found.end()
        windows = np.lib.stride_tricks.sliding_window_view(octets, _KEY_BYTES)
        keys = windows[np.minimum(starts, len(octets) - _KEY_BYTES)]
        keys *= np.arange(_KEY_BYTES) < np.argmax(keys == _QUOTE, axis=1)[:, None]
        fixed = pa.Array.from_buffers(pa.binary(_KEY_BYTES), len(keys), [None, pa.py_buffer(keys)])
        return np.argsort(fixed.dictionary_encode().indices.to_numpy(), kind="stable")


def as_json(lines: pa.Table) -> pa.Table:
    """Return the lines with their text as JSON that nobody has checked."""
    import pyarrow as pa

    kind = pa.json_(pa.string())
    chunks = [pa.ExtensionArray.from_storage(kind, chunk) for chunk in lines["text"].chunks]
    return lines.set_column(1, "text", pa.chunked_array(chunks, type=kind))


def line_blocks(path: Path, offset: int, line: int) -> Iterator[LineBlock]:
    """Cut what stands behind `offset`, before which `line` lines stand, into blocks.

    Stops in front of a line that is longer than a block and of a last line without newline.
    Raises: `OSError`.
    """
    memory = bytearray(BLOCK_BYTES)
    view = memoryview(memory)
    with path.open("rb") as handle:
        handle.seek(offset)
        waiting = 0
        while (size := handle.readinto(view[waiting:])) > 0:
            filled = waiting + size
            end = memory.rfind(b"\n", 0, filled) + 1
            if end == 0 and filled == len(memory):
                return
            if end:
                block = LineBlock(view[:end], _ends(view[:end]), line)
                yield block
                line += len(block.ends)
            waiting = filled - end
            view[:waiting] = bytes(view[end:filled])


def _ends(data: memoryview) -> Numbers:
    import numpy as np

    octets = np.frombuffer(data, dtype=np.uint8)
    pieces = [
        np.flatnonzero(octets[start : start + _PIECE_BYTES] == _NEWLINE) + (start + 1)
        for start in range(0, len(octets), _PIECE_BYTES)
    ]
    return np.concatenate(pieces)


def _text(line: Any) -> str:
    try:
        return str(line, "utf-8")
    except UnicodeDecodeError:
        return ""
