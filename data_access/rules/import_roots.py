"""Which places of the disk an import over the screen may read: those inside the configured folders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from data_access.errors import Problem, SourceNotAllowed


def require_inside(place: Path, roots: Sequence[Path]) -> None:
    """Pass when `place` is one of `roots` or lies inside one; all are absolute and free of links already.

    Raises: `SourceNotAllowed`.
    """
    if any(place == root or root in place.parents for root in roots):
        return
    allowed = ", ".join(map(str, roots)) or "no folder at all"
    fix = "Choose a path inside them, upload the file, or add the folder to the setting import_roots."
    wrong = Problem("path", f"imports over the screen may read from {allowed}", fix)
    raise SourceNotAllowed(f"{place} lies outside the folders this desk may read.", problems=(wrong,))
