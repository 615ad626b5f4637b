"""As whom a browser acts on the pages: on this machine the owner, from elsewhere a viewer unchecked."""

from __future__ import annotations

from collections.abc import Mapping

from data_access.contracts.principal import LOCAL_OWNER, Principal

VIEWER_COOKIE = "caseboard_viewer"
VIEWER_HEADER = "caseboard-viewer"
"""Header in which the server tells the pages who comes again; what a browser sends so is dropped."""
IS_LOCAL = "caseboard-is-local"
"""Header in which the server tells the pages whether the browser runs on this machine; dropped alike."""


def viewer_told(headers: Mapping[str, str]) -> Principal:
    """Return who opened a page, by what the server told of its request.

    A viewer from elsewhere reads, and decides only as somebody unverified; looking after the desk (`operate`)
    is for this machine. A page without a request is one that a test or a command draws.
    """
    if "host" not in headers or headers.get(IS_LOCAL) == "1":
        return LOCAL_OWNER
    viewer = headers.get(VIEWER_HEADER)
    if viewer is None:
        scopes = frozenset({"read"})
        return Principal(kind="person", id="viewer", name="Viewer", scopes=scopes, is_verified=False)
    return Principal(
        kind="person",
        id=f"viewer-{viewer}",
        name="Viewer",
        scopes=frozenset({"read", "decide"}),
        is_verified=False,
    )
