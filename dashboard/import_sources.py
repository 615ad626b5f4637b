"""What a person may name on the import page as a path of the server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from data_access.errors import SourceNotFound
from data_access.rules.import_roots import require_inside


def server_source(named: str, roots: Sequence[Path]) -> Path:
    """Return the real place behind `named`, every link resolved, when it lies inside one of `roots`.

    A place outside is refused whether it exists or not, so that nobody learns what lies there.
    Raises: `SourceNotAllowed`, `SourceNotFound`.
    """
    try:
        place = Path(named.strip()).expanduser().resolve()
        real_roots = [root.resolve() for root in roots]
    except (OSError, RuntimeError, ValueError) as error:
        raise SourceNotFound(f"{named!r} is no path: {error}. Check how it is written.") from error
    require_inside(place, real_roots)
    try:
        place.stat()
    except OSError as error:
        raise SourceNotFound(f"{place} cannot be read: {error.strerror}. Check the path.") from error
    return place
