"""How one text became another: what stayed, what changed in it, what moved; both texts can be read back."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract

UnitKind = Literal["heading", "sentence", "row", "code", "diagram", "rule", "blank"]
"""What a text is cut into: headings, sentences, rows of tables, whole blocks of code and diagrams, lines
across the page, and empty lines before the first of them."""
UnitChange = Literal["same", "formatting", "changed", "removed", "added", "moved_away", "moved_here"]
PieceChange = Literal["same", "formatting", "removed", "added"]
BlockChange = Literal["split", "joined"]


class Piece(Contract):
    """A stretch of a unit that changed in one way, as it stands in the raw texts."""

    change: PieceChange
    """`formatting`: the same words in other widths, white space or line ends."""
    before: str
    """Empty of what was added."""
    after: str
    """Empty of what was removed."""


class ProseUnit(Contract):
    """A unit of either text with what became of it."""

    kind: UnitKind
    change: UnitChange
    """A unit that moved stands twice: `moved_away` where it was, `moved_here` where it is."""
    heading: str
    """The heading that it stands under, without its signs; empty before the first."""
    pieces: tuple[Piece, ...]
    move: int | None
    """The same number at both places of what moved."""
    ends_block: bool
    """Whether its paragraph, list item or table ends with it."""
    block_change: BlockChange | None
    """Where the same sentence no longer ends its paragraph (`joined`), or ends it now (`split`)."""
    figures_changed: int
    """Numbers, with their units, that are others now."""


class ProseDiff(Contract):
    """All units of both texts in one order; what was taken out stands before what took its place."""

    units: tuple[ProseUnit, ...]
    is_coarse: bool
    """True when the texts are too long or too unlike to be compared word by word throughout: some changed
    sentences stand whole."""
