"""A user's price file: what the list does not know, or what this user really pays."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from data_access.errors import PriceFileInvalid, Problem
from data_access.rules.pricing import PER_MILLION, PER_THOUSAND, PriceRow, keyed, per_token

_CLASSES = {
    "input": "fresh_input",
    "output": "output",
    "cache_read": "cache_read",
    "cache_write_5m": "cache_write_5m",
    "cache_write_1h": "cache_write_1h",
    "web_search": "web_search",
}
_REQUIRED = ("input", "output")
_HIGHEST = Decimal(1_000_000)
_FORM = (
    'Write {"<model>": {"input": 5, "output": 25, "cache_read": 0.5, "cache_write_5m": 6.25, '
    '"cache_write_1h": 10}}, in US dollars per million tokens.'
)


@dataclass(frozen=True)
class FilePrices:
    """The prices of a user's file; a model is matched by its exact name, letter case aside."""

    version: str
    source: str
    rows: Mapping[str, PriceRow]
    """By model name in lower case; `model` is filled in when asked."""

    def rows_of(self, model: str, service: str | None = None) -> tuple[PriceRow, ...]:
        """Return the one row of `model`; with a service, of the name `<model>@<service>`."""
        row = self.rows.get((f"{model}@{service}" if service else model).lower())
        return (keyed(row._replace(model=model, service=service)),) if row else ()


def read_price_file(content: bytes, name: str) -> FilePrices:
    """Read a price file: US dollars per million tokens by model, `web_search` per thousand searches.

    Raises: `PriceFileInvalid` with one problem for each thing that is wrong.
    """
    problems: list[Problem] = []
    models = _decoded(content, name)
    version = f"file:{hashlib.sha256(content).hexdigest()[:12]}"
    rows = {model.lower(): _file_row(model, rates, version, problems) for model, rates in models.items()}
    if problems:
        raise PriceFileInvalid(f"The price file {name} cannot be used.", problems=tuple(problems))
    return FilePrices(version, f"price file {name}", rows)


def _decoded(content: bytes, name: str) -> dict[str, object]:
    try:
        models = json.loads(
            content, parse_float=Decimal, parse_int=Decimal, object_pairs_hook=_without_repeats
        )
    except (ValueError, RecursionError) as error:
        problem = Problem(name, f"it is no readable JSON: {error}", _FORM)
        raise PriceFileInvalid(f"The price file {name} cannot be read.", problems=(problem,)) from error
    if not isinstance(models, dict) or not models:
        problem = Problem(name, "it holds no models", _FORM)
        raise PriceFileInvalid(f"The price file {name} cannot be used.", problems=(problem,))
    return models


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name.lower() for name, _ in pairs]
    repeated = next((name for name, _ in pairs if names.count(name.lower()) > 1), None)
    if repeated is not None:
        raise ValueError(f"{repeated!r} is given twice")
    return dict(pairs)


def _file_row(model: str, rates: object, version: str, problems: list[Problem]) -> PriceRow:
    given = rates if isinstance(rates, dict) else {}
    if not isinstance(rates, dict):
        problems.append(Problem(model, "its prices are no object", _FORM))
    for unknown in sorted(set(given) - set(_CLASSES)):
        allowed = ", ".join(_CLASSES)
        problems.append(Problem(f"{model}.{unknown}", "this is no price class", f"Use {allowed}."))
    for missing in (name for name in _REQUIRED if isinstance(rates, dict) and name not in given):
        problems.append(
            Problem(f"{model}.{missing}", "the price is missing", "Give US dollars per million tokens.")
        )
    values = {
        column: _file_rate(
            f"{model}.{name}", given[name], PER_THOUSAND if name == "web_search" else PER_MILLION, problems
        )
        if name in given
        else None
        for name, column in _CLASSES.items()
    }
    return PriceRow(
        price_key="",
        price_version=version,
        model=model,
        priced_as=model,
        provider=None,
        service=None,
        since_at=None,
        before_at=None,
        daily_from=None,
        daily_before=None,
        input_over=None,
        input_up_to=None,
        note=None,
        **values,
    )


def _file_rate(where: str, value: object, unit: Decimal, problems: list[Problem]) -> Decimal | None:
    amount = _amount(value)
    if amount is None:
        fix = f"Give a number from 0 to {_HIGHEST:,}."
        problems.append(Problem(where, f"{str(value)[:40]!r} is no price", fix))
        return None
    rate, is_exact = per_token(amount, unit)
    if not is_exact:
        why = f"{str(value)[:40]!r} is finer than can be kept exactly"
        problems.append(Problem(where, why, "Give at most 6 decimal places."))
    return rate


def _amount(value: object) -> Decimal | None:
    try:
        amount = Decimal(value) if isinstance(value, str | Decimal) else None
    except InvalidOperation:
        return None
    return amount if amount is not None and amount.is_finite() and 0 <= amount <= _HIGHEST else None
