"""By what the first line of a case bundle is known; apart, so that a look at a file loads no contracts."""

from __future__ import annotations

BUNDLE_SCHEMA = "caseboard.bundle@1"
