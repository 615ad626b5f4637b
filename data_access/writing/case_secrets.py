"""Masks secrets in what is written to a case, or by a runtime, before anything of it is stored."""

from __future__ import annotations

from typing import TypeVar

from data_access.contracts.common import Contract
from data_access.rules.redaction import mask_value

Asked = TypeVar("Asked", bound=Contract)

_NO_TEXT = frozenset(
    {"request_id", "task_id", "lease_token", "content_hash", "attachment_hash", "given_hash", "generation",
     "conversation_id", "checksum"}
)  # fmt: skip
"""Fields that look random and are no words of anybody."""


def without_secrets(call: Asked) -> tuple[Asked, int]:
    """Return the call with each secret in its texts replaced by its kind, and how many there were."""
    plain = call.model_dump(mode="json", exclude=set(_NO_TEXT))
    masked, count = mask_value(plain)
    if not count:
        return call, 0
    kept = call.model_dump(mode="json", include=set(_NO_TEXT))
    return type(call).model_validate(kept | masked), count
