"""Where people wanted to go before they signed in: kept for a short while, by their browser, in this process.

Only addresses of this desk's own pages are kept, so nobody can be sent elsewhere.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

_MOST = 2_000
_LONGEST = 4_000
_SECONDS = 15 * 60

_lock = Lock()
_kept: OrderedDict[str, tuple[float, str]] = OrderedDict()


def keep_way_back(viewer_id: str, page: str, query: str) -> None:
    """Keep the page and the query that this browser sees after sign-in; a very long query is left out."""
    path = f"/{page}?{query}" if query and len(query) <= _LONGEST else f"/{page}"
    with _lock:
        _kept.pop(viewer_id, None)
        _kept[viewer_id] = (time.monotonic(), path)
        while len(_kept) > _MOST:
            _kept.popitem(last=False)


def take_way_back(viewer_id: str) -> str:
    """Return where this browser was, once; the first page where nothing is known of it."""
    with _lock:
        kept_at, path = _kept.pop(viewer_id, (0.0, "/"))
    return path if time.monotonic() - kept_at <= _SECONDS else "/"
