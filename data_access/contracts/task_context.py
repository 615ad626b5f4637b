"""What an agent reads of a case before and while it works on it."""

from __future__ import annotations

from data_access.contracts.case_calls import ContextSection
from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.evidence import DataGap, Evidence
from data_access.contracts.execution_plan import ExecutionPlan
from data_access.contracts.investigation import FinishOutlook, InvestigationTask, Round, TaskTransition
from data_access.contracts.people import HumanEvidence, ProposedAction, Question
from data_access.contracts.progress_graph import Progress
from data_access.contracts.reports import ReportHead, ReportRevision


class TaskContext(Contract):
    """A case as it stands now, and one section of it in full; what belongs to other sections is null."""

    as_of: UtcTime
    section: ContextSection
    is_lease_holder: bool
    """True when the lease token you gave is the one that works on the task now."""
    delivered: tuple[str, ...]
    """Questions of which you were given an answer, a refusal, an edit or an expiry for the first time, as
    holder of the lease."""
    if_finished_now: FinishOutlook | None
    """What `finish_task_run` would do now; null while no session works on the task."""
    task: InvestigationTask
    left_out: dict[str, int]
    """Lists below that are cut to their newest records, each with how many are not given: of a list 300
    records and about 200,000 characters are. Ask for a piece of evidence by its id, for a revision by its
    number."""
    rounds: tuple[Round, ...] | None = None
    """Of section `task`: every round, in order."""
    transitions: tuple[TaskTransition, ...] | None = None
    """Of section `task`: every move of the state table, in order."""
    data_gaps: tuple[DataGap, ...] | None = None
    """Of sections `task` and `reports`: every gap, open and closed."""
    progress: Progress | None = None
    """Of section `progress`: the map as it stands."""
    plan: ExecutionPlan | None = None
    """Of section `plan`: its newest revision; null when there is none."""
    reports: tuple[ReportHead, ...] | None = None
    """Of sections `task` and `reports`: every revision in short, the newest first."""
    latest_report: ReportRevision | None = None
    """Of section `reports`: the newest revision in full."""
    selected_report: ReportRevision | None = None
    """The revision you asked for, or that of the discussion: what was concluded then, which need not be true
    now."""
    evidence: tuple[Evidence, ...] | None = None
    """Of section `evidence`: every piece, also corrected and withdrawn ones; `data` that is large is left
    out, ask for the piece with `evidence_id`."""
    human_evidence: tuple[HumanEvidence, ...] | None = None
    """Of section `evidence`: facts that people stated."""
    questions: tuple[Question, ...] | None = None
    """Of sections `task` and `questions`: every question with its answers. `no_response` is neither consent
    nor refusal."""
    actions: tuple[ProposedAction, ...] | None = None
    """Of section `actions`: every proposed action. `approved` does not say that it was carried out."""
