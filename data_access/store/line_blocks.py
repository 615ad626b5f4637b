"""Cuts a file into blocks of whole lines for the engine, every line with its number and its bytes.

The engine's own file readers are not used for lines that may be damaged: they drop good lines beside bad
ones, skip blank lines without counting them and turn bad lines into empty rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Numbers = npt.NDArray[np.int64]
    Views = npt.NDArray[np.int32]

BLOCK_BYTES = 128 << 20
"""About 200,000 lines: the engine writes full row groups at once."""
BLOCK_LINES = 1 << 20
_PIECE_BYTES = 1 << 20
_NEWLINE = 10
_QUOTE = 34
_KEY_BYTES = 64
_GOLDEN_RATIO = 0x9E3779B97F4A7C15
"""As a fraction of 2**64: its multiples spread over the upper bits."""
_INLINE_BYTES = 12
"""Arrow keeps a text of at most this length in its view."""


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

    def texts(self) -> LineTexts:
        """Return the text of every line, without copying; lines that are no UTF-8 become empty."""
        views = _views(self.data, self.ends)
        if not _is_text(views, self.data):
            for index, line in enumerate(self.lines()):
                if not _is_utf8(line):
                    views[index] = 0
        return LineTexts(views, self.data, self.numbers.astype("int32"))

    def lines(self) -> Iterator[memoryview]:
        """Yield every line with its newline."""
        start = 0
        for end in self.ends.tolist():
            yield self.data[start:end]
            start = end

    def order_by_text_behind(self, opening: re.Pattern[bytes]) -> Numbers:
        """Order the lines by the text from the end of `opening`, as the first line has it, to a quote.

        It brings lines together that say the same there, at a fraction of what sorting decoded rows costs.
        """
        import numpy as np

        found = opening.match(self.line(self.lines_before + 1))
        if found is None or len(self.data) < 2 * _KEY_BYTES:
            return np.arange(len(self.ends))
        octets = np.frombuffer(self.data, dtype=np.uint8)
        starts = np.concatenate((np.zeros(1, dtype=np.int64), self.ends[:-1])) + found.end()
        windows = np.lib.stride_tricks.sliding_window_view(octets, _KEY_BYTES)
        keys = windows[np.minimum(starts, len(octets) - _KEY_BYTES)]
        keys *= np.arange(_KEY_BYTES) < np.argmax(keys == _QUOTE, axis=1)[:, None]
        # Two texts of one bucket only lie mixed, which nobody minds; sixteen bits are sorted in linear time.
        factors = np.arange(1, _KEY_BYTES // 8 + 1, dtype=np.uint64) * np.uint64(_GOLDEN_RATIO)
        buckets = (keys.view(np.uint64) * factors).sum(axis=1, dtype=np.uint64) >> np.uint64(48)
        return np.argsort(buckets.astype(np.uint16), kind="stable")


class LineTexts(NamedTuple):
    """The lines of a block for the engine: chosen and ordered without moving a text."""

    views: Views
    data: memoryview
    numbers: npt.NDArray[np.int32]

    def table(self, indices: Numbers, *, as_json: bool = False) -> pa.Table:
        """Return number and text of these lines, in this order; as JSON, it is JSON nobody has checked."""
        import pyarrow as pa

        numbers = self.numbers[indices]
        line = pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])
        text = _arrow_texts(self.views[indices], self.data)
        if as_json:
            text = pa.ExtensionArray.from_storage(pa.json_(pa.string_view()), text)
        return pa.Table.from_arrays([line, text], names=["line", "text"])


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
                for block in _parts(view[:end], _ends(view[:end]), line):
                    yield block
                    line += len(block.ends)
            waiting = filled - end
            view[:waiting] = bytes(view[end:filled])


def _parts(data: memoryview, ends: Numbers, lines_before: int) -> Iterator[LineBlock]:
    """Cut a block of very short lines: what is kept for a line outweighs them many times."""
    start = 0
    for first in range(0, len(ends), BLOCK_LINES):
        some = ends[first : first + BLOCK_LINES]
        yield LineBlock(data[start : int(some[-1])], some - start, lines_before + first)
        start = int(some[-1])


def _ends(data: memoryview) -> Numbers:
    import numpy as np

    octets = np.frombuffer(data, dtype=np.uint8)
    pieces = [
        np.flatnonzero(octets[start : start + _PIECE_BYTES] == _NEWLINE) + (start + 1)
        for start in range(0, len(octets), _PIECE_BYTES)
    ]
    return np.concatenate(pieces)


def _views(data: memoryview, ends: Numbers) -> Views:
    """Return Arrow's views of the lines: length, first bytes, buffer, place; or all bytes of a short one."""
    import numpy as np

    octets = np.frombuffer(data, dtype=np.uint8)
    starts = np.concatenate((np.zeros(1, dtype=np.int64), ends[:-1]))
    views = np.zeros((len(ends), 4), dtype=np.int32)
    views[:, 0] = ends - starts
    views[:, 3] = starts
    steps = np.arange(_INLINE_BYTES)
    last = len(octets) - 1
    views[:, 1] = octets[np.minimum(starts[:, None] + steps[:4], last)].view(np.int32)[:, 0]
    is_short = views[:, 0] <= _INLINE_BYTES
    inside = steps < views[is_short, 0][:, None]
    places = np.minimum(starts[is_short, None] + steps, last)
    views[is_short, 1:] = np.where(inside, octets[places], np.uint8(0)).view(np.int32)
    return views


def _arrow_texts(views: Views, data: memoryview) -> pa.Array:
    import pyarrow as pa

    return pa.Array.from_buffers(
        pa.string_view(), len(views), [None, pa.py_buffer(views), pa.py_buffer(data)]
    )


def _is_text(views: Views, data: memoryview) -> bool:
    import pyarrow as pa

    try:
        _arrow_texts(views, data).validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _is_utf8(line: memoryview) -> bool:
    try:
        str(line, "utf-8")
    except UnicodeDecodeError:
        return False
    return True
