"""What every contract shares: frozen models, UTC times, exact money, the words of state and origin."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer

from data_access.contracts.field_texts import field_texts

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema

Origin = Literal["real", "synthetic", "human", "demo"]
Basis = Literal["snapshot", "log", "trace", "published", "git", "mixed"]
Purpose = Literal["ordinary_chat", "task_execution", "task_collaboration"]
AnyPurpose = Literal["all", "ordinary_chat", "task_execution", "task_collaboration"]
ToolStatus = Literal["ok", "error", "denied", "unfinished"]
CallKind = Literal["model", "tool"]
CallOrder = Literal["slowest", "newest"]
RunOrder = Literal["last_at", "cost", "events", "title"]
CostState = Literal["reported", "computed", "reported_total", "unknown"]
CostDimension = Literal["day", "model", "agent", "conversation", "project", "task", "phase", "case"]
"""By what usage and cost can be grouped."""


def _in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("the time has no zone; give one, for example 2026-05-01T10:00:00Z")
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("the time lies outside the years 1 to 9999 in UTC") from None


UtcTime = Annotated[datetime, AfterValidator(_in_utc)]
"""A moment with a zone, kept in UTC."""


def plain_decimal(amount: Decimal) -> str:
    """Write an exact amount without exponent and without needless zeros, for example `5.451318`."""
    text = format(amount, "f")
    return text.rstrip("0").rstrip(".") or "0" if "." in text else text


Money = Annotated[Decimal, PlainSerializer(plain_decimal, return_type=str, when_used="json")]
"""US dollars, exact; a decimal string in JSON, drawn for people by the wording module only."""


CursorText = Annotated[str, Field(max_length=20_000, pattern="^[A-Za-z0-9_-]*$")]
"""`next_cursor` of a list whose order rests on paths: as long as the longest make it, in the signs of one."""


class Contract(BaseModel):
    """Base of every contract: frozen, closed, its fields documented by the line below each."""

    # Built on first use: a command uses few of the contracts that it loads.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe every field in a JSON schema by the line below it."""
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema).get("properties", {})
        for name, text in field_texts(cls).items():
            if name in properties:
                properties[name].setdefault("description", text)
        return schema


Item = TypeVar("Item")


class Listing(Contract, Generic[Item]):
    """A list that says when it was read, on what it rests and whether it was cut."""

    as_of: UtcTime
    """When the answer was read."""
    basis: Basis
    """Kind of source the items rest on; `mixed` when there are several kinds."""
    items: tuple[Item, ...]
    """The items of this page."""
    total: int
    """How many items match in all."""
    truncated: bool
    """True when items that match follow the last one given here: the list is cut there."""
    next_cursor: str | None = None
    """Pass it back to get the next page; null on the last page. A list that is cut and gives none has no
    pages: raise `limit` or narrow the filters."""
