"""Notices: what others are told of as it happens, and how sending them goes."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, Listing, Origin, UtcTime
from data_access.contracts.queries import PageQuery, Text

NoticeKind = Literal[
    "question_asked",
    "task_queued",
    "task_failed",
    "action_proposed",
    "action_decided",
    "discussion_message",
    "report_signed_off",
]
"""An agent asked people; a case waits for an agent; a case failed; an action waits for a decision; a person
approved or rejected one; somebody wrote about a report; a person signed a revision off, or took that back."""
NoticeState = Literal["waiting", "delivered", "given_up", "dropped"]
"""It is to be sent; the receiver took it; it was tried for days in vain; somebody dropped it."""


class NoticesQuery(PageQuery):
    """Which notices to list."""

    state: NoticeState | None = None
    """Only those that stand so."""


class NoticeNamed(Contract):
    """Which notice is meant."""

    notice_id: Text
    """Its id, as the receiver reads it in `webhook-id`."""


class Notice(Contract):
    """Something that happened in a case, without what people or agents wrote."""

    notice_id: str
    """The same in every attempt, so that a receiver knows a repetition."""
    ordinal: int
    """Counts up in the order in which things happened on this desk."""
    kind: NoticeKind
    task_id: str
    case_title: str
    """As it was then."""
    origin: Origin
    generation: int
    subject_id: str | None
    """The question, action, message or sign-off; null where the case itself is meant."""
    detail: str | None
    """Of a question `required` or `optional`; of a decision `approved` or `rejected`; of a message who wrote
    it, `person` or `agent`; of a sign-off `reviewed`, `needs_work` or `withdrawn`."""
    occurred_at: UtcTime


class DueNotice(Notice):
    """A notice that is to be sent now."""

    attempts: int
    """How often it was tried."""
    first_tried_at: UtcTime | None
    is_asked_for: bool
    """True when somebody wants it tried at once."""


class NoticeItem(Notice):
    """A notice and how sending it goes."""

    state: NoticeState
    attempts: int
    last_tried_at: UtcTime | None
    next_try_at: UtcTime | None
    """When it is tried next; null: as soon as its turn comes, or never."""
    last_status: int | None
    """The status that the receiver answered last; null where it gave none."""
    last_error: str | None
    """Why the last attempt failed."""
    settled_at: UtcTime | None


class NoticeCount(Contract):
    """How many notices stand so."""

    state: NoticeState
    notices: int
    oldest_at: UtcTime | None
    """When the oldest of them happened."""


class WebhookStanding(Contract):
    """Whether notices are sent, and from which on."""

    is_on: bool
    """True while a receiver is set for this desk."""
    receiver: str | None
    """Scheme, host and port of the receiver; the rest of its address is told to nobody."""
    after: int
    """Notices up to this ordinal happened before it was set; they are not sent."""
    gone_at: UtcTime | None
    """When the receiver said that it is gone for good (410); nothing is sent until somebody asks for it."""


class NoticeQueue(Listing[NoticeItem]):
    """The notices since sending was turned on, the latest first."""

    webhook: WebhookStanding
    counts: tuple[NoticeCount, ...]
