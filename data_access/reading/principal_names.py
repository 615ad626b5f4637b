"""Names of whoever did something: by the name a token was given, the desk's own by theirs."""

from __future__ import annotations

from data_access.contracts.principal import DESK, LOCAL_AGENT, LOCAL_OWNER

_OWN = {principal.id: principal.name for principal in (DESK, LOCAL_AGENT, LOCAL_OWNER)}


def principal_name(principal_id: str, name: str | None, *, restored_with: int | None) -> str:
    """Return the name of a principal as screens show it; its id where nobody named it.

    What was restored with an import was done on another desk, whose ids say nothing about people of this one.
    """
    if restored_with is not None and principal_id != DESK.id:
        return principal_id
    return name or _OWN.get(principal_id, principal_id)
