"""Which release of Caseboard this is."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def release() -> str:
    """Return the number of this release; a checkout that is not installed has none."""
    try:
        return version("caseboard")
    except PackageNotFoundError:
        return "of this checkout"
