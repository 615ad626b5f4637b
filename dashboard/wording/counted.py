"""A phrase that depends on a number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Counted:
    """A phrase that depends on a number; `{n}` is the formatted number."""

    one: str
    many: str

    def __call__(self, number: int, shown: str | None = None) -> str:
        """Fill the phrase for `number`, written as `shown` where given."""
        return (self.one if number == 1 else self.many).format(
            n=shown if shown is not None else f"{number:,}"
        )
