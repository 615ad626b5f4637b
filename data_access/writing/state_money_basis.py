"""Keeps what a person says about whose money is paid."""

from __future__ import annotations

from typing import get_args

from data_access.contracts.principal import LOCAL_OWNER, Face, Principal
from data_access.contracts.usage import StatedBasis
from data_access.errors import InvalidInput, Problem
from data_access.store.connection import Store
from data_access.writing.keep_setting import keep_setting


def state_money_basis(
    store: Store,
    basis: StatedBasis,
    *,
    project: str | None = None,
    principal: Principal = LOCAL_OWNER,
    face: Face = "command line",
) -> None:
    """Say that the money of `project`, or of every project without a word of its own, is of this basis.

    Needs the scope `operate`. Raises: `PermissionDenied`, `InvalidInput`, `StoreError`.
    """
    if basis not in get_args(StatedBasis):
        fix = f"Give one of {', '.join(get_args(StatedBasis))}."
        raise InvalidInput(
            f"{basis!r} is no basis of money.", problems=(Problem("basis", f"{basis!r} is not known", fix),)
        )
    name = "money_basis" if project is None else f"money_basis:{project}"
    keep_setting(store, name, basis, principal=principal, face=face)
