"""What is said about the reports of a case: by people, and by agents that read the case before they reply."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from data_access.contracts.case_calls import TaskWrite
from data_access.contracts.case_receipts import CaseReceipt
from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.evidence import DataGap, Evidence
from data_access.contracts.execution_plan import ExecutionPlan
from data_access.contracts.given_values import Name, Prose
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import HumanEvidence
from data_access.contracts.reports import ReportHead, ReportRevision


class PostMessageCall(TaskWrite):
    """Something a person says or asks about a report."""

    text: Prose
    """What you say. A question changes nothing in the case; a fact is stated with add_task_human_evidence."""
    report_revision: int | None = Field(default=None, ge=1, lt=2**31)
    """The revision it is about; absent: the newest, or none while there is none."""
    reply_to: Name | None = None
    """The message that it replies to, for example `D-1`; it is then about the same revision."""


class ReplyCall(TaskWrite):
    """A reply of an agent to a message."""

    message_id: Name
    """The message that you reply to, for example `D-1`."""
    text: Prose
    """The reply. Cite as [E-1], [H-1], [Q-1]."""
    checked_generation: int = Field(ge=1, lt=2**31)
    """`task.generation` of what get_discussion gave you: what the reply was checked against."""
    checked_revision: int | None = Field(default=None, ge=1, lt=2**31)
    """`task.latest_revision` of it; null while there was none."""


class DiscussionQuery(Contract):
    """Which discussion of a case to read."""

    task_id: Name
    """The task."""
    message_id: Name | None = None
    """The message to reply to: the revision that it is about is the selected one."""
    report_revision: int | None = Field(default=None, ge=1, lt=2**31)
    """The revision to select; absent: that of `message_id`, else the newest."""


class DiscussionMessage(Contract):
    """One message."""

    message_id: str
    """`D-<n>`, counted within the task."""
    revision: int | None
    """The revision of the report that it is about; null before there was one."""
    generation: int
    """Of the task when it was posted."""
    author_kind: Literal["person", "agent", "desk", "import"]
    author: str
    is_verified: bool | None
    """True when the desk had checked who this is, false when it took their word; null of a message that came
    with a restored case."""
    text: str
    reply_to: str | None
    checked_generation: int | None
    """Of an agent's reply: the generation of the task that it was checked against."""
    checked_revision: int | None
    """Of an agent's reply: the newest revision then."""
    posted_at: UtcTime
    waits: bool
    """True for a person's message to which no agent has replied yet."""


class Discussion(Contract):
    """What is discussed, what is true now, and what was said. No dialogue or tool of a round is in it."""

    as_of: UtcTime
    selected_revision: int | None
    is_newest: bool
    """False when a later revision exists: then the selected one need not be what is held now."""
    selected_report: ReportRevision | None
    """What was concluded then."""
    task: InvestigationTask
    """How the case stands now."""
    left_out: dict[str, int]
    """Lists that are cut to their newest records, each with how many are not given."""
    reports: tuple[ReportHead, ...]
    """Every revision in short, the newest first."""
    plan: ExecutionPlan | None
    data_gaps: tuple[DataGap, ...]
    evidence: tuple[Evidence, ...]
    """Every piece; `data` that is large is left out, see get_task_context."""
    human_evidence: tuple[HumanEvidence, ...]
    messages: tuple[DiscussionMessage, ...]
    """What was said about the selected revision, in order."""
    waiting: tuple[str, ...]
    """Messages of people about any revision to which no agent has replied yet."""


class MessageReceipt(CaseReceipt):
    """The message is stored; nothing in the case has changed."""

    message_id: str
    revision: int | None
    """The revision that it is about."""
    is_current: bool
    """Of a reply: false when the case has moved on since what it was checked against."""
