"""Prices everything again on request: new figures take the place of the old ones, which are kept."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from data_access.contracts.principal import LOCAL_OWNER, Face, Principal
from data_access.contracts.usage import RepricingReport
from data_access.store.connection import Store
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change
from data_access.writing.merge_usage import refresh_conversation_usage
from data_access.writing.price_calls import load_price_book, reprice_calls, unpriced_models
from data_access.writing.refresh_conversations import touched_conversations


def reprice_usage(
    store: Store,
    *,
    prices: Path | str | None = None,
    principal: Principal = LOCAL_OWNER,
    face: Face = "command line",
) -> RepricingReport:
    """Price all calls at today's list, with the price file `prices` before it where one is given.

    A call that neither knows keeps the cost it has; reported costs stand. Needs the scope `operate`.
    Raises: `PermissionDenied`, `PriceFileInvalid`, `StoreError`.
    """
    principal.require("operate")
    book = load_price_book(prices)
    now = datetime.now(UTC)
    with store.transaction() as transaction:
        priced = reprice_calls(transaction, book, now)
        with touched_conversations(transaction, priced.conversation_keys):
            refresh_conversation_usage(transaction)
        report = RepricingReport(
            priced_calls=priced.priced,
            price_versions=tuple(listed.version for listed in book.lists),
            unpriced_models=unpriced_models(transaction),
        )
        record_change(
            transaction,
            principal=principal,
            face=face,
            action="reprice_usage",
            subject_kind="price_version",
            subject_id=report.price_versions[0],
            new=report,
            at=now,
        )
        keys = [f"conversation:{key}" for key in priced.conversation_keys]
        touch(transaction, ["costs", "runs", *keys], now)
        return report
