"""Gives calls their computed cost: rates for the models that occur, then one multiplication in SQL.

A call that has a cost keeps it when prices move. Re-pricing is a step of its own and keeps the old figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from data_access.errors import PriceFileInvalid, Problem
from data_access.rules.list_prices import ListPrices
from data_access.rules.price_file import read_price_file
from data_access.rules.pricing import PriceBook, PriceRow
from data_access.store.bulk_load import insert_rows

if TYPE_CHECKING:
    from data_access.store.connection import Transaction


@dataclass(frozen=True)
class PricedCalls:
    """What a pricing did."""

    priced: int
    """Calls that got a cost, or another one."""
    conversation_keys: tuple[str, ...]
    """Conversations whose sums changed."""


def load_price_book(price_file: Path | str | None = None) -> PriceBook:
    """Return the list prices, with those of `price_file` before them where one is given.

    Raises: `PriceFileInvalid` when the file cannot be read or does not follow its form.
    """
    if price_file is None:
        return PriceBook((ListPrices(),))
    path = Path(price_file)
    try:
        content = path.read_bytes()
    except OSError as error:
        problem = Problem(str(path), error.strerror or str(error), "Give the path of a readable JSON file.")
        raise PriceFileInvalid(f"The price file {path} cannot be read.", problems=(problem,)) from error
    return PriceBook((read_price_file(content, path.name), ListPrices()))


def price_new_calls(transaction: Transaction, book: PriceBook, at: datetime) -> PricedCalls:
    """Price every call that has no cost yet, also those of earlier imports; touch no other."""
    return _price(transaction, book, at, again=False)


def reprice_calls(transaction: Transaction, book: PriceBook, at: datetime) -> PricedCalls:
    """Price all calls at the rates of `book`; costs computed before are kept and no longer current.

    A call that `book` cannot price keeps the cost it has.
    """
    return _price(transaction, book, at, again=True)


def unpriced_models(transaction: Transaction, file_ids: Sequence[int] | None = None) -> dict[str, int]:
    """Return the models of calls whose cost is unknown, with the number of calls.

    Of the calls that the rows of `file_ids` speak of; of all calls when it is None.
    """
    wanted = {"file_ids": None if file_ids is None else list(file_ids)}
    return {row["model"]: row["calls"] for row in transaction.run("unpriced_models", wanted)}


def price_staged_calls(transaction: Transaction, book: PriceBook, at: datetime) -> bool:
    """Price the calls of the temporary table `call_to_price` into `priced_call`; say whether any can be.

    Nothing is kept but the rates that are used for the first time.
    """
    wanted = transaction.run("models_to_price")
    offered = [row for one in wanted for row in book.rows_of(one["model"], one["service"])]
    if not offered:
        return False
    _record(transaction, book, offered, at)
    transaction.run("price_calls")
    return True


def _price(transaction: Transaction, book: PriceBook, at: datetime, *, again: bool) -> PricedCalls:
    transaction.run("find_calls_to_price", {"again": again})
    if not price_staged_calls(transaction, book, at):
        return PricedCalls(0, ())
    if again:
        transaction.run("retire_costs")
    transaction.run("keep_costs", {"at": at})
    (counts,) = transaction.run("priced_call_counts")
    return PricedCalls(counts["priced"], tuple(sorted(counts["conversation_keys"])))


def _record(transaction: Transaction, book: PriceBook, offered: Iterable[PriceRow], at: datetime) -> None:
    rows = list(offered)
    for version in sorted({row.price_version for row in rows}):
        transaction.run(
            "add_price_versions", {"version": version, "source": book.source_of(version), "at": at}
        )
    transaction.run("stage_offered_prices")
    insert_rows(transaction, "offered_price", rows)
    transaction.run("add_prices")
