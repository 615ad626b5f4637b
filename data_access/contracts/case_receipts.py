"""What a write of a case is answered: what was kept, under which number, how the task stands then."""

from __future__ import annotations

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.investigation import FinishOutlook, TaskStatus


class CaseReceipt(Contract):
    """Says that a write was kept."""

    request_id: str
    task_id: str
    status: TaskStatus
    """Of the task after the write. `queued` says that nobody has started yet."""
    generation: int
    recorded_at: UtcTime
    secrets_masked: int = 0
    """Secrets that were found in your texts and replaced before anything was stored."""
    replayed: bool = False
    """True when this request was answered before; nothing was done again, and this is what was true then."""


class TaskReceipt(CaseReceipt):
    """Says that a task was created or queued."""


class RoundReceipt(CaseReceipt):
    """Says that a round wrote something."""

    round_id: str
    lease_expires_at: UtcTime | None
    """Until when you may be silent; null when the round has ended."""
    if_finished_now: FinishOutlook | None
    """What `finish_task_run` would do now; null when the round has ended."""


class ClaimReceipt(RoundReceipt):
    """The task is yours."""

    lease_token: str
    """Show it with every write of this round; nobody else gets it."""
    lease_seconds: int
    attempt: int
    """How many sessions have claimed this generation, yours included."""
    title: str
    description: str | None
    read_first: str
    """What to read before anything else."""


class FinishReceipt(RoundReceipt):
    """Your round has ended."""

    explanation: str
    """Which row of the state table held, and what comes next."""


class EvidenceReceipt(RoundReceipt):
    """The evidence is kept."""

    evidence_id: str
    """Cite it as `[E-1]`, and give it wherever `evidence_ids` are asked for."""
    data_hash: str | None
    """SHA-256 of the canonical JSON of the data you gave; null without data."""
    flagged_reports: tuple[int, ...]
    """Revisions that cite what this one corrects or withdraws; readers see them flagged."""


class ProgressReceipt(RoundReceipt):
    """The update is kept."""

    update: int
    """Number of the update within the task."""
    nodes: int
    """Nodes of the map after it."""
    edges: int
    by_status: dict[str, int]
    """Nodes of each status; `none` those without."""


class ReportReceipt(RoundReceipt):
    """The report is published and will never change."""

    revision: int
    published_at: UtcTime
    gap_ids: tuple[str, ...]
    """The gaps of the report in its order, new ones under the id they were given."""
    notes: tuple[str, ...]
    """What readers are told on the face of the report, for example that it rests on synthetic evidence."""


class PlanReceipt(RoundReceipt):
    """The plan is kept."""

    schema_version: str
    revision: int
    by_status: dict[str, int]
    """Steps of each status."""


class PresentationReceipt(RoundReceipt):
    """The presentation is recorded, which does not say that anybody saw it."""

    presentation_id: str


class QuestionReceipt(RoundReceipt):
    """The question is asked. Nobody has answered yet."""

    question_id: str
    """Cite its answer, when there is one, as `[Q-1]`."""
    next_step: str
    """What to do now."""


class ActionReceipt(RoundReceipt):
    """The action is proposed; people decide, and you never carry it out."""

    action_id: str


class HumanEvidenceReceipt(CaseReceipt):
    """The fact is kept."""

    evidence_id: str
    """Cite it as `[H-1]`."""
    is_confirmed: bool
    """False for what an agent relays, until a person confirms it."""
