"""What an agent may ask people, and what it may propose to them.

Silence is neither consent nor refusal; a refusal is respected: whoever asks again says so and why.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from data_access.contracts.case_calls import AskTaskUserCall, ProposeActionCall
from data_access.errors import (
    ActionAfterFinal,
    ActionBeforeReport,
    AskedAgain,
    DuplicateId,
    ExpiryPassed,
    NotSuperseded,
    ReasonMissing,
    UnknownReference,
)
from data_access.rules.citations import KnownRecords, unknown_evidence
from data_access.rules.refusals import Refusal, refusal


@dataclass(frozen=True)
class AskedBefore:
    """A question that the task has already."""

    question_id: str
    prompt: str
    state: str
    superseded_by: str | None


def question_refusals(
    call: AskTaskUserCall, before: Sequence[AskedBefore], now: datetime
) -> Iterator[Refusal]:
    """Yield what forbids this question."""
    yield from _not_passed(call.expires_at, now)
    yield from _fields(call)
    yield from _superseding(call, {one.question_id: one for one in before})
    if call.supersedes is not None:
        return
    for one in before:
        if _plain(one.prompt) == _plain(call.prompt) and one.state in ("declined", "pending"):
            did = "refused" if one.state == "declined" else "asked, and still waits"
            yield refusal(
                AskedAgain,
                "prompt",
                f"the same question was {did}: {one.question_id}",
                f"Go on without it, or name it in `supersedes` ({one.question_id}) and say in "
                "`supersede_reason` why it is asked again.",
            )


def action_refusals(
    call: ProposeActionCall,
    *,
    has_report: bool,
    closing_revision: int | None,
    generation: int,
    records: KnownRecords,
    now: datetime,
) -> Iterator[Refusal]:
    """Yield what forbids to propose this.

    `has_report`: this generation has an interim or concluded report. `closing_revision`: its newest report,
    where that is a final one: what is proposed behind it stands in no report that people decide by.
    """
    if not has_report:
        yield refusal(
            ActionBeforeReport,
            "generation",
            f"generation {generation} has no interim or concluded report yet",
            "Publish one with publish_task_report that says what the action rests on, then propose it, then "
            "publish the final report.",
        )
    elif closing_revision is not None:
        yield refusal(
            ActionAfterFinal,
            "generation",
            f"generation {generation} has its final report, revision {closing_revision}, which says nothing "
            "of this action",
            "Publish a `concluded` report with publish_task_report and corrects_revision "
            f"{closing_revision} that says what the action rests on, propose the action, then publish the "
            "`final` report again, with corrects_revision too.",
        )
    yield from unknown_evidence(records, call.evidence_ids, "evidence_ids")
    yield from _not_passed(call.expires_at, now)


def _not_passed(expires_at: datetime | None, now: datetime) -> Iterator[Refusal]:
    if expires_at is not None and expires_at <= now:
        fix = "Give a moment to come, or leave it out: then it waits until somebody decides."
        yield refusal(ExpiryPassed, "expires_at", "it has passed already", fix)


def _fields(call: AskTaskUserCall) -> Iterator[Refusal]:
    for name, count in Counter(field.name for field in call.fields).items():
        if count > 1:
            yield refusal(
                DuplicateId, "fields.name", f"{count} fields are named {name}", "Give each its own."
            )
    for field in call.fields:
        if (field.kind == "choice") != bool(field.options):
            why = "a choice needs options, and nothing else has them"
            yield refusal(
                ReasonMissing, f"fields[{field.name}].options", why, "Give options to a `choice` only."
            )


def _superseding(call: AskTaskUserCall, before: dict[str, AskedBefore]) -> Iterator[Refusal]:
    if call.supersedes is None:
        return
    named = before.get(call.supersedes)
    if named is None:
        known = ", ".join(before) or "no questions yet"
        why = f"{call.supersedes[:100]} is no question of this task"
        yield refusal(UnknownReference, "supersedes", why, f"The task has {known}.")
    elif named.superseded_by is not None:
        fix = f"Name {named.superseded_by}."
        why = f"{named.question_id} was replaced by {named.superseded_by}"
        yield refusal(NotSuperseded, "supersedes", why, fix)
    if call.supersede_reason is None:
        why = f"it asks {call.supersedes[:100]} again and does not say why"
        yield refusal(ReasonMissing, "supersede_reason", why, "Say what is different now.")


def _plain(prompt: str) -> str:
    """Return a prompt without what changes no meaning: case, width, white space, marks at its end."""
    return " ".join(unicodedata.normalize("NFKC", prompt).casefold().split()).rstrip("?!.。？！ ")
