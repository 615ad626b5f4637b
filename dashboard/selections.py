"""What a page shows, as frozen types that round-trip through its address: each view is a link.

Pure: a mapping of text in, a selection out, and back. A value that cannot be read falls back to the default,
so that an old or mistyped address still opens the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Literal, Self, get_args
from urllib.parse import quote, unquote
from zoneinfo import ZoneInfo

from data_access.contracts.agent_operations import (
    AdditionKind,
    ApprovalAsked,
    BreachAsked,
    OperationOrder,
    ResultAsked,
    ToldAs,
    ZoneAsked,
)
from data_access.contracts.case_chronology import WorkKind, WorldKind
from data_access.contracts.common import CallKind, CallOrder, Origin, ToolStatus
from data_access.contracts.evidence_uses import EvidenceKind, EvidenceState
from data_access.contracts.inbox import InboxOrder, OwedKind, Whose
from data_access.contracts.investigation import CaseOrder, TaskStatus
from data_access.contracts.isolation import IsolationLevel
from data_access.contracts.notices import NoticeState
from data_access.contracts.operations import OperationKind
from data_access.contracts.policy import Capability, Verdict
from data_access.contracts.principal import Face, PrincipalKind
from data_access.contracts.resource_limits import LimitName, LimitState
from data_access.contracts.workspaces import WorkspaceState

Period = Literal["all", "today", "week", "month", "quarter"]
PERIOD_DAYS: dict[Period, int] = {"today": 1, "week": 7, "month": 30, "quarter": 90}
RunOrder = Literal["last_at", "cost", "events", "title"]
TimelineBy = Literal["agent", "kind", "phase", "task", "severity"]
PatternView = Literal["latency", "reliability", "loops", "context", "outliers", "quiet", "calls"]
Client = Literal["claude_code", "codex", "opencode", "opentelemetry", "command", "curl"]
RawAnswer = Literal["run", "standing", "agents", "tasks", "events", "operations", "isolation"]
CostBy = Literal["day", "model", "agent", "conversation", "project", "task", "phase"]


@dataclass(frozen=True)
class Selection:
    """Base of every selection: reading from and writing to the address."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> Self:
        """Read the selection from the parameters of an address."""
        given = {}
        for entry in fields(cls):
            read = _read(query.get(entry.name), entry.default, cls.CHOICES.get(entry.name))
            if read is not None:
                given[entry.name] = read
        return cls(**given)

    def to_query(self) -> dict[str, str]:
        """Write the parameters that differ from the defaults."""
        values = ((entry, getattr(self, entry.name)) for entry in fields(self))
        return {entry.name: _written(value) for entry, value in values if value != entry.default}

    def narrows(self, *others: str) -> bool:
        """Tell whether anything but the parameters called `others` differs from its default."""
        return bool(self.to_query().keys() - set(others))

    def but(self, **changed: Any) -> Self:
        """Return the same selection with some values changed."""
        return replace(self, **changed)


def _read(text: str | None, default: object, choices: tuple[str, ...] | None) -> Any:
    if text is None or (choices is not None and text not in choices):
        return None
    if isinstance(default, bool):
        return text == "1"
    if isinstance(default, int):
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
    if isinstance(default, _Moment):
        return _moment(text)
    return text or None


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return value.isoformat() if isinstance(value, datetime) else str(value)


class _Moment(datetime):
    """Marks a field that holds a moment; its default means none."""


NO_MOMENT = _Moment(1, 1, 1, tzinfo=UTC)


def _moment(text: str) -> datetime | None:
    try:
        read = datetime.fromisoformat(text)
        moment = read.astimezone(UTC) if read.tzinfo else NO_MOMENT
    except (ValueError, OverflowError):  # no time, or one that lies outside the calendar in UTC
        return None
    return moment if moment.year > 1 else None


@dataclass(frozen=True)
class RunListSelection(Selection):
    """Which runs the list shows and in what order."""

    q: str | None = None
    project: str | None = None
    source: str | None = None
    origin: Origin | None = None
    model: str | None = None
    period: Period = "all"
    order: RunOrder = "last_at"
    cursor: str | None = None
    skipped: int = 0
    """How many runs stand before this page; only for the reader."""
    against: str | None = None
    """A run that the chosen one shall be compared with."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "period": get_args(Period),
        "order": get_args(RunOrder),
        "origin": get_args(Origin),
    }


@dataclass(frozen=True)
class PatternSelection(Selection):
    """Which patterns are looked for, in which runs, and which single calls are listed."""

    view: PatternView = "latency"
    project: str | None = None
    source: str | None = None
    origin: Origin | None = None
    period: Period = "all"
    kind: CallKind | None = None
    name: str | None = None
    status: ToolStatus | None = None
    order: CallOrder = "slowest"
    cursor: str | None = None
    skipped: int = 0
    """How many calls stand before this page; only for the reader."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "view": get_args(PatternView),
        "period": get_args(Period),
        "origin": get_args(Origin),
        "kind": get_args(CallKind),
        "status": get_args(ToolStatus),
        "order": get_args(CallOrder),
    }


@dataclass(frozen=True)
class SearchSelection(Selection):
    """What is looked for over all runs, or in one, and how far back."""

    q: str | None = None
    run: str | None = None
    period: Period = "quarter"
    cursor: str | None = None
    skipped: int = 0
    cases_cursor: str | None = None
    cases_skipped: int = 0

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"period": get_args(Period)}


@dataclass(frozen=True)
class CompareSelection(Selection):
    """Which two runs stand side by side."""

    a: str | None = None
    b: str | None = None


@dataclass(frozen=True)
class RunSelection(Selection):
    """Which run is shown, now or as of one of its snapshots."""

    run: str | None = None
    as_of: datetime = NO_MOMENT

    @property
    def at(self) -> datetime | None:
        """The moment the run is read as of; None for now."""
        return None if self.as_of == NO_MOMENT else self.as_of


@dataclass(frozen=True)
class RawSelection(RunSelection):
    """Which answer about a run is shown as programs are given it."""

    answer: RawAnswer = "run"
    cursor: str | None = None
    skipped: int = 0

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"answer": get_args(RawAnswer)}


@dataclass(frozen=True)
class EventSelection(RunSelection):
    """Which events of a run are shown, how they are drawn, and which one is open."""

    by: TimelineBy = "agent"
    agent: str | None = None
    task: str | None = None
    kind: str | None = None
    severity: str | None = None
    q: str | None = None
    since: datetime = NO_MOMENT
    until: datetime = NO_MOMENT
    newest: bool = False
    cursor: str | None = None
    skipped: int = 0
    event: str | None = None
    lanes: bool = False
    """Draw the lanes of agents and tasks although they are many."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"by": get_args(TimelineBy)}

    @property
    def starts(self) -> datetime | None:
        """Start of the chosen stretch of time, None for the whole run."""
        return None if self.since == NO_MOMENT else self.since

    @property
    def ends(self) -> datetime | None:
        """End of the chosen stretch of time, None for the whole run."""
        return None if self.until == NO_MOMENT else self.until


@dataclass(frozen=True)
class TranscriptSelection(RunSelection):
    """Whose dialogue is read, from which place on, what is looked for in it, and which event is open."""

    agent: str | None = None
    thread: str | None = None
    q: str | None = None
    cursor: str | None = None
    place: str | None = None
    """The turn that is pointed at; it stands at the top of the page."""
    event: str | None = None


@dataclass(frozen=True)
class TraceSelection(RunSelection):
    """Which rows of a run's tree are opened, which one is chosen, and from which row down it is shown."""

    open: str | None = None
    """Opened rows, each quoted, with commas between; without it the page opens the first one."""
    node: str | None = None
    top: str | None = None
    cursor: str | None = None
    skipped: int = 0
    event: str | None = None

    @property
    def opened(self) -> tuple[str, ...] | None:
        """The opened rows; None when the address does not say."""
        return None if self.open is None else tuple(unquote(one) for one in self.open.split(",") if one)

    def opening(self, node_ids: Iterable[str]) -> Self:
        """Return the same selection with exactly these rows opened."""
        return self.but(open=",".join(quote(one, safe=":") for one in dict.fromkeys(node_ids)) or ",")


@dataclass(frozen=True)
class TopologySelection(RunSelection):
    """Which node of a run's graph is chosen, and which groups are opened."""

    node: str | None = None
    open: str | None = None
    """Groups that show their members, with commas between."""

    @property
    def opened(self) -> tuple[str, ...]:
        """The opened groups."""
        return tuple(self.open.split(",")) if self.open else ()


@dataclass(frozen=True)
class TaskSelection(RunSelection):
    """Which task of a run is shown, and which of its tool calls is open."""

    task: str | None = None
    call: str | None = None


@dataclass(frozen=True)
class CostSelection(Selection):
    """Which costs are shown and how they are grouped."""

    by: CostBy = "model"
    period: Period = "month"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"by": get_args(CostBy), "period": get_args(Period)}


@dataclass(frozen=True)
class RunCostSelection(RunSelection):
    """Whose costs are shown and how they are grouped."""

    by: CostBy = "agent"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"by": get_args(CostBy)}


@dataclass(frozen=True)
class ImportSelection(Selection):
    """Which import of the ledger is open."""

    batch: int = 0
    job: int = 0
    """The import started from a page that is looked at."""


@dataclass(frozen=True)
class ConnectSelection(Selection):
    """For which client it is shown how to connect it, and which notices are listed."""

    client: Client = "claude_code"
    notices: NoticeState | None = None
    cursor: str | None = None
    skipped: int = 0
    """How many notices stand before this page; only for the reader."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "client": get_args(Client),
        "notices": get_args(NoticeState),
    }


@dataclass(frozen=True)
class ChangeSelection(Selection):
    """Which changes of the change log are shown, in which order, and which one is open."""

    q: str | None = None
    who: str | None = None
    """The principal who made them."""
    by: PrincipalKind | None = None
    through: Face | None = None
    action: str | None = None
    subject: str | None = None
    """The kind of thing that was changed."""
    case: str | None = None
    period: Period = "all"
    since: datetime = NO_MOMENT
    until: datetime = NO_MOMENT
    oldest: bool = False
    cursor: str | None = None
    skipped: int = 0
    change: int = 0
    """The change that is open; 0 for none."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "by": get_args(PrincipalKind),
        "through": get_args(Face),
        "period": get_args(Period),
    }

    def starts(self, now: datetime, zone: str) -> datetime | None:
        """Return from when on changes are shown: an exact moment goes before a named stretch of time."""
        return since_of(self.period, now, zone) if self.since == NO_MOMENT else self.since

    @property
    def ends(self) -> datetime | None:
        """Before when changes are shown; None for up to now."""
        return None if self.until == NO_MOMENT else self.until


OLD_AFTER_DAYS = (1, 7, 30, 90)
"""From how many days without a move a workspace may count as old."""


WorkspaceView = Literal["places", "runs", "files"]


@dataclass(frozen=True)
class WorkspaceSelection(Selection):
    """Which workspaces are shown, from when one is old, which one is open; or runs with their agents."""

    view: WorkspaceView = "places"
    recorded: bool = False
    """Of runs, only those with a folder of an agent or a record of isolation."""
    repo: str | None = None
    """Key of the repository; None for all."""
    state: WorkspaceState | None = None
    level: IsolationLevel | None = None
    left: bool = False
    """Only what may be left over."""
    days: int = 7
    open: str | None = None
    """Key of the workspace that is open."""
    cursor: str | None = None
    skipped: int = 0

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "view": get_args(WorkspaceView),
        "state": get_args(WorkspaceState),
        "level": get_args(IsolationLevel),
        "days": tuple(map(str, OLD_AFTER_DAYS)),
    }


@dataclass(frozen=True)
class RunWorkspaceSelection(RunSelection):
    """Which agent of a run is shown in full, and which of the files that were written."""

    agent: str | None = None
    shared: bool = False
    """Only files that several agents wrote."""
    cursor: str | None = None
    skipped: int = 0


@dataclass(frozen=True)
class LimitSelection(Selection):
    """Which agents are held against the limits, and of which one it is shown over time."""

    limit: LimitName | None = None
    state: LimitState | None = None
    project: str | None = None
    source: str | None = None
    origin: Origin | None = None
    period: Period = "all"
    """How far back use is looked at."""
    run: str | None = None
    """Key of the run, or the name that samples of no known run give (`named`)."""
    named: bool = False
    agent: str | None = None
    nobody: bool = False
    """Only what is tied to no agent."""
    of: LimitName | None = None
    """The limit that is shown over time."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "limit": get_args(LimitName),
        "state": get_args(LimitState),
        "origin": get_args(Origin),
        "period": get_args(Period),
        "of": get_args(LimitName),
    }


OperationView = Literal["operations", "violations", "refusals", "permissions", "additions"]


@dataclass(frozen=True)
class OperationSelection(Selection):
    """Which view of what agents did is shown, narrowed to what, and which operation is open."""

    view: OperationView = "operations"
    run: str | None = None
    agent: str | None = None
    source: str | None = None
    period: Period = "all"
    operation: OperationKind | None = None
    zone: ZoneAsked | None = None
    capability: Capability | None = None
    verdict: Verdict | None = None
    approval: ApprovalAsked | None = None
    result: ResultAsked | None = None
    told: ToldAs | None = None
    breach: BreachAsked | None = None
    kind: AdditionKind | None = None
    """Of what was added."""
    order: OperationOrder = "newest"
    cursor: str | None = None
    skipped: int = 0
    """How many stand before this page; only for the reader."""
    agents_cursor: str | None = None
    agents_skipped: int = 0
    """How many agents stand before the page of agents that added something."""
    open: str | None = None
    """The operation that is open, by `operation_key`."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "view": get_args(OperationView),
        "period": get_args(Period),
        "operation": get_args(OperationKind),
        "zone": get_args(ZoneAsked),
        "capability": get_args(Capability),
        "verdict": get_args(Verdict),
        "approval": get_args(ApprovalAsked),
        "result": get_args(ResultAsked),
        "told": get_args(ToldAs),
        "breach": get_args(BreachAsked),
        "kind": get_args(AdditionKind),
        "order": get_args(OperationOrder),
    }

    def scope(self, now: datetime, zone: str) -> dict[str, Any]:
        """Return whose operations are meant, and of when, as readings ask for it."""
        return {
            "conversation_id": self.run,
            "agent_id": self.agent,
            "source_format": self.source,
            "since": since_of(self.period, now, zone),
        }

    @property
    def filters(self) -> dict[str, Any]:
        """Return what narrows the list of operations; violations are the operations with any."""
        is_violations = self.view == "violations"
        return {
            "operation": self.operation,
            "zone": self.zone,
            "capability": self.capability,
            "verdict": self.verdict,
            "approved_by": self.approval,
            "result": self.result,
            "told_as": self.told,
            "breach": self.breach or ("any" if is_violations else None),
            "order": self.order,
        }

    def seen(self, view: OperationView, **narrowed: Any) -> Self:
        """Return another view of the same runs, agents and time, with other filters only."""
        kept = ("run", "agent", "source", "period")
        return type(self)(**{name: getattr(self, name) for name in kept} | narrowed, view=view)


def since_of(period: Period, now: datetime, zone: str) -> datetime | None:
    """Return the start of `period`: midnight in `zone`, today and the days before it; None for all time."""
    if period == "all":
        return None
    local = now.astimezone(ZoneInfo(zone))
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    return (midnight - timedelta(days=PERIOD_DAYS[period] - 1)).astimezone(UTC)


CaseGroup = Literal["all", "needs_you", "working", "ended"]
CASE_GROUPS: dict[CaseGroup, tuple[TaskStatus, ...]] = {
    "all": (),
    "needs_you": ("waiting_human", "waiting_review"),
    "working": ("queued", "running", "waiting_calculation"),
    "ended": ("completed", "failed", "cancelled"),
}
"""The statuses that each group of the list of cases shows; none: all."""


@dataclass(frozen=True)
class CaseListSelection(Selection):
    """Which cases the list shows."""

    q: str | None = None
    group: CaseGroup = "all"
    origin: Origin | None = None
    order: CaseOrder = "last_move"
    cursor: str | None = None
    skipped: int = 0

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "group": get_args(CaseGroup),
        "order": get_args(CaseOrder),
        "origin": get_args(Origin),
    }


@dataclass(frozen=True)
class InboxSelection(Selection):
    """Which of what people owe is listed, and the case that is open."""

    whose: Whose = "all"
    kind: OwedKind | None = None
    order: InboxOrder = "oldest"
    cursor: str | None = None
    skipped: int = 0
    """How many things stand before this page; only for the reader."""
    case: str | None = None
    item: str | None = None
    """What of the case was chosen; it stands first."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "whose": get_args(Whose),
        "kind": get_args(OwedKind),
        "order": get_args(InboxOrder),
    }


@dataclass(frozen=True)
class NewCaseSelection(Selection):
    """Which form of a new case is open, and to which case the new one is related from the start."""

    form: str | None = None
    """The id of the request that the form sends."""
    related: str | None = None


@dataclass(frozen=True)
class CaseSelection(Selection):
    """Which case is shown."""

    case: str | None = None


FactWay = Literal["statement", "measurement", "rows"]
FactKnown = Literal["seen", "told", "inferred"]
FactAct = Literal["correct", "withdraw"]


@dataclass(frozen=True)
class EvidenceSelection(CaseSelection):
    """Which evidence of a case is listed, and which piece is open."""

    kind: EvidenceKind | None = None
    origin: Origin | None = None
    state: EvidenceState | None = None
    q: str | None = None
    piece: str | None = None
    write: FactWay | None = None
    """Which form for a new fact is open."""
    known: FactKnown | None = None
    """From where whoever states it says that they know it."""
    act: FactAct | None = None
    """What is being done with the piece."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "kind": get_args(EvidenceKind),
        "origin": get_args(Origin),
        "state": get_args(EvidenceState),
        "write": get_args(FactWay),
        "known": get_args(FactKnown),
        "act": get_args(FactAct),
    }


HappenedSide = Literal["both", "world", "work"]
WORLD_KINDS: tuple[str, ...] = get_args(WorldKind)
WORK_KINDS: tuple[str, ...] = get_args(WorkKind)


@dataclass(frozen=True)
class HappenedSelection(CaseSelection):
    """Which part of what happened in a case is shown, and from which end."""

    side: HappenedSide = "both"
    kind: str | None = None
    newest: bool = False
    cursor: str | None = None
    skipped: int = 0

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "side": get_args(HappenedSide),
        "kind": (*WORLD_KINDS, *WORK_KINDS),
    }

    @property
    def shown(self) -> HappenedSide:
        """The side that is shown: a kind belongs to one of them."""
        if self.kind is None:
            return self.side
        return "world" if self.kind in WORLD_KINDS else "work"


CaseCostBy = Literal["round", "model", "agent", "revision"]


@dataclass(frozen=True)
class CaseNowSelection(CaseSelection):
    """Which case is shown, and by what its cost is grouped."""

    by: CaseCostBy = "round"
    action: str | None = None
    """The proposed action that is shown in full although it is settled."""
    question: str | None = None
    """The question that is open beside those that wait."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"by": get_args(CaseCostBy)}


@dataclass(frozen=True)
class CaseMapSelection(CaseSelection):
    """Which state of a case's map is shown, and which node is open."""

    update: int = 0
    """The update after which it is shown; 0 for the newest."""
    status: str | None = None
    node: str | None = None


@dataclass(frozen=True)
class PlanSelection(CaseSelection):
    """Which revision of the plan is shown, 0 for the newest, and which step is open."""

    revision: int = 0
    node: str | None = None


@dataclass(frozen=True)
class PresentationSelection(CaseSelection):
    """Which of the recorded presentations is drawn."""

    shown: str | None = None


ChangeView = Literal["short", "text", "map", "cost"]
ChangeLayout = Literal["inline", "side"]


@dataclass(frozen=True)
class WhatChangedSelection(CaseSelection):
    """Which two revisions of a report are compared, and how."""

    before: int = 0
    """0 for the one before `after`."""
    after: int = 0
    """0 for the newest."""
    view: ChangeView = "short"
    layout: ChangeLayout = "inline"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "view": get_args(ChangeView),
        "layout": get_args(ChangeLayout),
    }


@dataclass(frozen=True)
class RevisionsSelection(CaseSelection):
    """Which revisions of a report are listed."""

    grave: bool = False
    """Those that changed wording or formatting alone are left out."""


@dataclass(frozen=True)
class ReportSelection(CaseSelection):
    """Which revision of the report is shown, 0 for the newest, and what of it is chosen."""

    revision: int = 0
    node: str | None = None
    """The node of the report's own diagram that is chosen."""
    action: str | None = None
    """The proposed action that is shown in full although it is settled."""
    talk: bool = False
    """The whole discussion is shown, not the newest messages alone."""
    question: str | None = None
    """The question that is open beside those that wait."""
