"""How much a draft holds, how many there may be, and when one that nobody touches is forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from data_access.contracts.drafts import DraftValue
from data_access.errors import DraftTooLarge, Problem

MOST_FIELDS = 60
MOST_CHARACTERS = 100_000
"""Of all fields of a draft together."""
MOST_DRAFTS = 200
"""Of one person."""
CLOCK_SLACK = timedelta(days=1)
"""By how much the clock of the machine may have been put back since a draft was begun."""
KEPT_FOR = timedelta(days=90)
"""How long a draft is kept that nobody touches."""


def with_field(held: Mapping[str, DraftValue], field: str, value: DraftValue) -> dict[str, DraftValue]:
    """Return the fields of a draft with one of them changed; one that holds nothing is taken out.

    Raises: `DraftTooLarge`.
    """
    fields = {name: one for name, one in held.items() if name != field}
    if value is not None and value != "":
        fields[field] = value
    size = sum(len(one) for one in fields.values() if isinstance(one, str))
    if len(fields) > MOST_FIELDS or size > MOST_CHARACTERS:
        fix = "Send it in parts, or shorten it."
        wrong = Problem(field, f"the draft has {len(fields)} fields with {size:,} characters", fix)
        raise DraftTooLarge(
            f"A draft keeps {MOST_FIELDS} fields with {MOST_CHARACTERS:,} characters together. {fix}",
            problems=(wrong,),
        )
    return fields


def check_number(drafts: int) -> None:
    """Pass when somebody with so many drafts may begin another. Raises: `DraftTooLarge`."""
    if drafts >= MOST_DRAFTS:
        fix = "Send or discard some of them first."
        raise DraftTooLarge(f"You have {drafts} drafts, and the desk keeps no more of one person. {fix}")
