"""As whom a browser acts on the pages without sign-in: by what the server tells of its request, unchecked."""

from __future__ import annotations

from collections.abc import Mapping

from data_access.contracts.principal import LOCAL_BROWSER, LOCAL_OWNER, Principal
from data_access.rules.viewer_identity import VIEWER_BEGINS

VIEWER_COOKIE = "caseboard_viewer"
VIEWER_HEADER = "caseboard-viewer"
"""Header in which the server tells the pages who comes again; what a browser sends so is dropped."""
IS_LOCAL = "caseboard-is-local"
"""Header in which the server tells the pages whether the browser runs on this machine; dropped alike."""
UNNAMED = "Viewer"
_FROM_ELSEWHERE = frozenset({"read", "decide"})


def viewer_id_told(headers: Mapping[str, str]) -> str | None:
    """Return the id of the browser that comes again; None where it keeps no cookie."""
    told = headers.get(VIEWER_HEADER)
    return told if told and told.startswith(VIEWER_BEGINS) else None


def viewer_told(headers: Mapping[str, str], name: str | None = None) -> Principal:
    """Return who opened a page, under the `name` typed there, if any.

    A viewer from elsewhere reads, and decides only as somebody unverified; looking after the desk (`operate`)
    is for this machine. A page without a request is one that a test or a command draws.
    """
    if IS_LOCAL not in headers and "host" not in headers:
        return LOCAL_OWNER
    viewer, is_local = viewer_id_told(headers), headers.get(IS_LOCAL) == "1"
    if viewer is None or name is None:
        if is_local:
            return LOCAL_BROWSER
        scopes = _FROM_ELSEWHERE if viewer else frozenset({"read"})
        return Principal(kind="person", id=viewer or "viewer", name=UNNAMED, scopes=scopes, is_verified=False)
    scopes = LOCAL_BROWSER.scopes if is_local else _FROM_ELSEWHERE
    return Principal(kind="person", id=viewer, name=name, scopes=scopes, is_verified=False)
