"""What evidence must say of itself: what was cut, which window it covers, what it corrects and why."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from data_access.contracts.case_calls import PublishEvidenceCall
from data_access.errors import NotCorrectable, ReasonMissing, UnknownReference, WindowInvalid
from data_access.rules.citations import KnownRecords
from data_access.rules.refusals import Refusal, refusal


def evidence_refusals(call: PublishEvidenceCall, records: KnownRecords) -> Iterator[Refusal]:
    """Yield what forbids this evidence."""
    if call.is_truncated and call.truncation is None:
        fix = "Say what was cut, for example `first 1,000 of 20,000 rows`."
        yield refusal(ReasonMissing, "truncation", "it was cut and does not say where", fix)
    if call.window_from and call.window_until and call.window_from >= call.window_until:
        why = "the window ends before it begins"
        yield refusal(
            WindowInvalid, "window_until", why, "Give the begin as window_from, the end as window_until."
        )
    if call.corrects is not None:
        yield from correction_refusals(call.corrects, records, "corrects")
        if call.correction_reason is None:
            why = f"it replaces {call.corrects} and does not say why"
            yield refusal(ReasonMissing, "correction_reason", why, "Say what was wrong with the older one.")


def correction_refusals(evidence_id: str, records: KnownRecords, where: str) -> Iterator[Refusal]:
    """Yield what forbids to correct or withdraw this evidence."""
    if not records.has(evidence_id, "evidence"):
        known = ", ".join(records.ids("evidence")[-8:]) or "no evidence yet"
        why = f"{evidence_id[:100]} is no evidence of this task that an agent published"
        yield refusal(UnknownReference, where, why, f"The task has {known}.")
        return
    state = records.by_id[evidence_id].state
    if state != "valid":
        fix = (
            "Correct or withdraw the one that replaced it."
            if state == "corrected"
            else "Nothing is left to do."
        )
        yield refusal(NotCorrectable, where, f"{evidence_id} is {state} already", fix)


def content_hash(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of `value`: sorted keys, no spaces, UTF-8."""
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
