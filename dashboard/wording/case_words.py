"""The words of cases in English: what agents investigate, and what people read of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class CaseWords:
    """The list of cases and the head of one."""

    title: str = "Cases"
    lead: str = "What agents investigate, how far it is, and what waits for people."
    case: str = "Case"
    status: str = "Status"
    round_n: str = "round {n}"
    rounds: str = "Rounds"
    age: str = "Age"
    last_move: str = "Last move"
    waits: str = "Waits for you"
    gaps: str = "Open gaps"
    evidence: str = "Evidence"
    revision: str = "Report"
    revision_n: str = "revision {n}"
    no_report: str = "no report yet"
    cost: str = "Cost"
    not_linked: str = "not linked"
    not_linked_hint: str = "No imported run is known for a round of this case, so its cost is not known."
    search: str = "Find a case"
    search_hint: str = "Words of titles and descriptions"
    project: str = "Project"
    all: str = "All cases"
    needs_you: str = "Waits for people"
    working: str = "Being worked on"
    ended: str = "Ended"
    empty_title: str = "No cases yet"
    empty: str = "A case begins when an agent, or you, create a task to be investigated."
    none_match: str = "No case matches"
    clear: str = "Show all cases"
    back: str = "All cases"
    missing_title: str = "Choose a case"
    missing: str = "This address names no case."
    unknown: str = "There is no case {id} on this desk."
    created: str = "Created"
    created_by: str = "by {who}"
    agent: str = "Works on it"
    nobody: str = "nobody now"
    id: str = "Case id"
    why_status: str = "Why"
    related: str = "Related cases"
    now: str = "Now"
    happened: str = "What happened"
    map: str = "Map"
    reports: str = "Reports"
    plan: str = "Plan"
    presentations: str = "Presentations"
    views: str = "Views of this case"
    origin: str = "Origin"
    created_by_label: str = "Created by"
    relation: str = "How it is related"
    unlinked: Counted = Counted("{n} round is not linked", "{n} rounds are not linked")
    optional: str = "optional"
    anybody: str = "anybody"
    to_approve: str = "to approve"
    nothing_waits: str = "Nothing waits for people."
    bundle: str = "Download the whole case"
    bundle_help: str = (
        "Everything published, asked and decided, as a file that another desk imports; no secrets."
    )
    what: str = "What is asked"
    needed: str = "Needed"
    for_whom: str = "For"
    since: str = "Since"


@dataclass(frozen=True)
class CaseMapWords:
    """The map of a case."""

    title: str = "Map"
    hint: str = (
        "What agents said they tried and found. It is told, not measured: "
        "a noted result proves no work on site."
    )
    empty_title: str = "No map yet"
    empty: str = "Agents draw the map by publishing what changed; nothing was published so far."
    node: str = "Node"
    detail: str = "What came of it"
    leads_to: str = "Leads to"
    rests_on: str = "Rests on"
    replay: str = "Replay"
    update_n: str = "update {n} of {total}"
    newest: str = "newest"
    first: str = "First"
    previous: str = "Previous"
    next: str = "Next"
    last: str = "Newest"
    status_filter: str = "Status"
    all_statuses: str = "All"
    table: str = "All nodes"
    no_detail: str = "Nothing more was said."
    chosen: str = "Chosen node"
    too_large: str = (
        "{nodes} nodes are too many for one picture. It shows them by status; choose one, or use the table."
    )
    group: str = "{status}: {n} nodes"
    legacy: str = "The text of an older map, as it was kept:"
    summary: str = "Last said"
    alt: str = "Map of the case with {nodes} nodes and {edges} lines"
    changed_here: str = "changed here"
    statuses: dict[str, str] = field(
        default_factory=lambda: {
            "reference": "suggested step",
            "recorded": "result noted (not proof of site work)",
            "needs_input": "needs input",
            "failed": "failed",
            "not_taken": "not taken",
            "none": "no status",
        }
    )


@dataclass(frozen=True)
class ReportWords:
    """Reports of a case."""

    title: str = "Reports"
    empty_title: str = "No report yet"
    empty: str = "The first report appears here as soon as an agent publishes one."
    revision: str = "Revision"
    stage: str = "Stage"
    outcome: str = "Conclusion"
    reason: str = "Author's note on the change"
    published: str = "Published"
    findings: str = "Findings"
    finding: str = "Finding"
    kind: str = "Kind"
    rests_on: str = "Rests on"
    gaps: str = "Gaps"
    gap: str = "What is missing"
    matters: str = "Why it matters"
    tried: str = "What was tried"
    open: str = "open"
    closed_by: str = "closed by {what}"
    archived_map: str = "The map as it stood"
    diagram: str = "Diagram of the report"
    questions: str = "Questions and answers"
    no_questions: str = "Nothing was asked."
    waiting: str = "waits for an answer"
    required: str = "required"
    truncated: str = "it was cut"
    nobody_answered: str = "nobody answered; that is neither yes nor no"
    body: str = "Report"
    summary: str = "In short"
    all_revisions: str = "All revisions"
    not_newest: str = "This is revision {n}; the newest is {newest}."
    go_newest: str = "Read the newest"
    synthetic: str = "It rests on made-up (synthetic) evidence: {ids}"
    flagged: str = "It cites what was corrected or withdrawn: {ids}"
    corrects: str = "corrects revision {n}"
    cost_since: str = "What the runs used that led to this revision, since the one before."
    answer: str = "Answer"
    worked: str = "Worked on it"
    worked_hint: str = "Sessions of agents since the revision before; waiting for people is not counted."
    no_usage: str = "The linked runs used nothing between the revision before and this one."
    correction: str = "Correction"
    rests_on_nothing: str = "It names nothing that it rests on."
    choose_node: str = "Choose a node to read what it rests on."
    node_rests_on: str = "What {node} rests on"
    stages: dict[str, str] = field(
        default_factory=lambda: {"interim": "interim", "concluded": "concluded", "final": "final"}
    )
    outcomes: dict[str, str] = field(
        default_factory=lambda: {
            "undetermined": "undetermined",
            "confirmed": "confirmed",
            "probable": "probable",
            "excluded": "ruled out",
            "insufficient_data": "not enough data",
        }
    )
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "observation": "observation",
            "cause": "cause",
            "absence": "nothing found",
            "recommendation": "recommendation",
        }
    )
    question_states: dict[str, str] = field(
        default_factory=lambda: {
            "pending": "waits for an answer",
            "answered": "answered",
            "declined": "declined",
            "expired": "expired",
            "cancelled": "cancelled",
            "superseded": "asked anew",
        }
    )
