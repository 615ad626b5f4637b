"""Who asks the desk something, and through what."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.current_desk import Desk
from data_access.contracts.principal import LOCAL_OWNER, Face, Principal
from data_access.errors import PermissionDenied, StoreError
from data_access.store.connection import Store


@dataclass(frozen=True)
class Caller:
    """Who asks, through what, of which desk."""

    desk: Desk
    principal: Principal
    face: Face

    @property
    def store(self) -> Store:
        """The open store. Raises: `StoreError` with the reason when there is none."""
        if self.desk.store is None:
            raise self.desk.fault or StoreError("The database is closed. Restart the desk.")
        return self.desk.store

    @property
    def is_owner(self) -> bool:
        """Whether this is whoever started the desk, on its own machine."""
        return self.principal.id == LOCAL_OWNER.id

    def require_owner(self) -> None:
        """Pass for the owner of the desk. Raises: `PermissionDenied`."""
        if not self.is_owner:
            raise PermissionDenied(
                f"{self.principal.name} may not write files on the machine of the desk: only its owner may, "
                "with `caseboard` on that machine."
            )
