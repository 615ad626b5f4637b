"""Who does something on the desk, and what they may do."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, UtcTime
from data_access.errors import PermissionDenied

PrincipalKind = Literal["person", "agent", "desk", "import"]
Scope = Literal["read", "publish", "decide", "operate"]
Face = Literal["page", "command line", "rest", "mcp", "desk"]
"""Through what somebody spoke to the desk."""

SCOPES: tuple[Scope, ...] = ("read", "publish", "decide", "operate")


class Principal(Contract):
    """A person, an agent, the desk itself or an import; writings ask it for a scope before anything else."""

    kind: PrincipalKind
    id: str
    """Unique on this desk."""
    name: str
    """As screens show it."""
    scopes: frozenset[Scope]
    """`read`; `publish` what agents write and log upload; `decide` what people decide and state; `operate`
    import by path, removal of batches or the demo, tokens, prices, backup."""
    is_verified: bool
    """True when the desk checked who this is; false when it takes their word."""

    def require(self, scope: Scope) -> None:
        """Pass when this principal has `scope`. Raises: `PermissionDenied`."""
        if scope not in self.scopes:
            raise PermissionDenied(
                f"{self.name} ({self.kind}) may not do this: it needs the scope `{scope}`, "
                f"and has {', '.join(sorted(self.scopes)) or 'none'}. Ask the owner of the desk for it."
            )


class Viewer(Contract):
    """A browser that comes again to the pages, under a name that somebody typed and nobody checked."""

    viewer_id: str
    """Made from the hash of its cookie; also the id of its principal."""
    name: str
    first_seen_at: UtcTime
    last_seen_at: UtcTime
    """To the hour."""


LOCAL_OWNER = Principal(
    kind="person", id="local-owner", name="Local owner", scopes=frozenset(SCOPES), is_verified=True
)
"""Whoever started the desk, or its command line, on this machine."""
LOCAL_BROWSER = LOCAL_OWNER.model_copy(update={"is_verified": False})
"""A browser on this machine, without sign-in: it may do what the owner may; nobody checked who sits there."""
DESK = Principal(kind="desk", id="desk", name="Desk", scopes=frozenset(SCOPES), is_verified=True)
"""The desk acting by itself: expiries, the demo."""
LOCAL_AGENT = Principal(
    kind="agent",
    id="local-agent",
    name="Local program",
    scopes=frozenset({"read", "publish"}),
    is_verified=False,
)
"""Any program of this machine, while the desk has no tokens: nobody checked which; it decides nothing."""
NOBODY = Principal(kind="person", id="nobody", name="Nobody signed in", scopes=frozenset(), is_verified=False)
"""A browser on a desk with sign-in, before anybody signed in: it may do nothing."""
