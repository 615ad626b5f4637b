"""How long the notice lasts that somebody is about to answer, and whom it concerns. It holds nobody off."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from data_access.contracts.people_calls import ClaimQuestionCall
from data_access.errors import QuestionClaimed, QuestionSettled
from data_access.rules.refusals import Refusal, refusal

CLAIM_LASTS = timedelta(minutes=5)


def open_refusals(question_id: str, state: str) -> Iterator[Refusal]:
    """Yield what forbids to look for somebody who answers."""
    if state != "pending":
        fix = "Read its answers in section `questions`; it waits for nobody any more."
        yield refusal(QuestionSettled, "question_id", f"{question_id} is {state}", fix)


def claim_refusals(
    call: ClaimQuestionCall, *, holder: str | None, is_own: bool, until: datetime | None, now: datetime
) -> Iterator[Refusal]:
    """Yield what forbids to put one's name on the question: somebody else's stands there, for now."""
    if until is None or until <= now or is_own or call.take_over:
        return
    why = f"{holder} said to be answering, until {until:%H:%M:%S} UTC"
    fix = "Answer all the same with answer_task_question, wait, or claim it with `take_over`."
    yield refusal(QuestionClaimed, "question_id", why, fix)
