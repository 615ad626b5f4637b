"""The words of what agents did over the whole desk in English."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class OperationWords:
    """Operations, violations, refusals with their cost, and what agents left behind."""

    title: str = "Agent operations"
    lead: str = (
        "What agents installed, ran, downloaded and wrote, and what the policy says of it. The desk permits "
        "nothing and stops nothing; control stays with the runtime."
    )
    views: dict[str, str] = field(
        default_factory=lambda: {
            "operations": "Operations",
            "violations": "Violations",
            "refusals": "Denials",
            "permissions": "Permission requests",
            "additions": "What was added",
        }
    )
    view: str = "View"
    derived: str = "derived"
    derived_tip: str = "Nobody recorded it as an operation: it follows from the tool that was run."
    recorded: str = "recorded"
    recorded_tip: str = "Recorded as an operation by its runtime."
    told_as: str = "Told by"
    dangerous: str = "dangerous"
    operation: str = "Operation"
    approval: str = "Approval"
    approvals: dict[str, str] = field(
        default_factory=lambda: {
            "auto": "nobody was asked",
            "user": "a person",
            "policy": "a rule",
            "not_said": "not said",
        }
    )
    result: str = "Result"
    results: dict[str, str] = field(
        default_factory=lambda: {
            "success": "done",
            "failed": "failed",
            "denied": "denied",
            "not_known": "not known",
        }
    )
    no_zone: str = "none or not known"
    breach: str = "Against the policy"
    breaches: dict[str, str] = field(
        default_factory=lambda: {
            "any": "any violation",
            "denied": "denied, yet done",
            "unapproved": "done without approval",
            "outside_zone": "outside its zone",
            "approval_unknown": "approval not on record",
        }
    )
    breach_tips: dict[str, str] = field(
        default_factory=lambda: {
            "denied": "The policy denies it, and nothing says that it was stopped.",
            "unapproved": "The policy wants an approval, and nobody was asked.",
            "outside_zone": "Left something in the core or the user's system that the policy keeps out.",
            "approval_unknown": "The policy wants an approval, and nobody says whether there was one.",
        }
    )
    everything: str = "All"
    anywhere: str = "Every zone"
    any_agent: str = "Every agent"
    any_source: str = "Every source"
    order: str = "Order"
    newest: str = "Newest first"
    oldest: str = "Oldest first"
    when: str = "When"
    of_runs: Counted = Counted("in {n} run", "in {n} runs")
    of_which_derived: str = "{n} derived from tool calls"
    violations_sub: str = "by the policy in force: {policy}"
    approval_unknown: str = "Approval not on record"
    approval_unknown_sub: str = "wanted by the policy; no violation"
    denials: str = "Denials"
    denials_sub: str = "cost {cost}"
    denials_unknown: Counted = Counted("cost of {n} not known", "cost of {n} not known")
    denials_see: str = "and what they cost"
    no_denials: str = "nothing was refused"
    where: str = "Where, and what the rule says"
    where_hint: str = "Each figure leads to its operations. A zone is the outermost one an operation touches."
    examining: Counted = Counted(
        "{n} run is still being examined: what its agents did may be missing, or told as before.",
        "{n} runs are still being examined: what their agents did may be missing, or told as before.",
    )
    only_run: str = "Only the run {name}"
    all_runs: str = "All runs"
    not_attached: str = "not on this desk"
    no_session: str = "no run named"
    agents_cut: str = "The filter lists the {shown} busiest of {total} agents."
    empty_title: str = "No agent has done anything that is on record"
    empty: str = (
        "Import logs of agents, or let their runtime record operations: POST /api/operations, or the file of "
        "its audit log."
    )
    none_match: str = "No operation is like this."
    no_violations: str = "Nothing on record went against the policy."
    no_refusals: str = "Nothing on record was refused."
    no_additions: str = "Nothing on record was left behind."
    clear: str = "Show all"
    detail: str = "Operation"
    gone: str = "This operation is not on this page of the list any more."
    working_directory: str = "Where it ran"
    workspace: str = "Folder it was given"
    duration: str = "Took"
    tool: str = "Tool"
    task: str = "Task"
    target_whole: str = "Target as it stands"
    target_cut: str = "The first 2,000 characters."
    go_event: str = "The event"
    go_transcript: str = "In the transcript"
    go_run: str = "The run"
    go_operations: str = "Operations of this run"
    of_agent: str = "Operations of this agent"
    refused: str = "Refused"
    what_was_told: str = "What the agent was told"
    cost: str = "Cost"
    calls: str = "Calls"
    tokens: str = "Tokens"
    then: str = "then {end}"
    ends: dict[str, str] = field(
        default_factory=lambda: {
            "success": "it moved on",
            "refusal": "refused again",
            "word": "a person spoke",
            "end": "its last record",
        }
    )
    cost_hint: str = (
        "The calls that came to nothing: from the call that asked for what was refused, up to the one that "
        "asked for the agent's next move that succeeded or was refused, or to the next word of a person. No "
        "call counts twice. Where a source does not say when its calls were made, the cost is not known."
    )
    all_cost: str = "All {n} together: {cost}, {tokens} tokens in {calls} calls."
    none_known: str = "The cost of none of them is known."
    unknown_cost: Counted = Counted(
        "The cost of {n} more is not known.", "The cost of {n} more is not known."
    )
    no_operation: str = "no operation"
    by_agent: str = "By agent"
    by_agent_hint: str = (
        "Each thing counts once for each agent of a run. What was denied or failed left nothing. Outside: in "
        "another zone than the workspace, or where that cannot be told."
    )
    things: str = "Thing by thing"
    kinds: dict[str, str] = field(
        default_factory=lambda: {"package": "package", "download": "download", "file": "file"}
    )
    kind: str = "Kind"
    thing: str = "Thing"
    packages: str = "Packages"
    downloads: str = "Downloads"
    files: str = "Files"
    files_tip: str = "Made, changed or removed, where the operation names them."
    outside: str = "Outside"
    times: str = "Times"
    last: str = "Last"
    first_pages: str = "First agents"
    next_agents: str = "More agents"
