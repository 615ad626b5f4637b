"""The dictionary: one frozen class per room of the desk, its English as the default of each field.

Another language is an instance that gives every field; a test refuses a gap. `{}` fields are filled by
`str.format`; a `Counted` chooses by number. Nothing here knows a screen library.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.answer_words import AnswerWords, DraftWords
from dashboard.wording.apart_words import ApartWords
from dashboard.wording.case_record_words import EvidenceWords, PlanWords, PresentationWords
from dashboard.wording.case_words import CaseMapWords, CaseWords, ReportWords
from dashboard.wording.case_work_words import (
    CaseNextWords,
    CaseRoundWords,
    CaseWorkWords,
    GlanceWords,
    HappenedWords,
    NewCaseWords,
)
from dashboard.wording.change_words import WhatChangedWords
from dashboard.wording.counted import Counted
from dashboard.wording.decision_words import ActionWords, DiscussionWords, MoveWords
from dashboard.wording.fact_words import FactWords
from dashboard.wording.fault_words import ENGLISH_FAULTS
from dashboard.wording.history_words import HistoryWords
from dashboard.wording.inbox_words import InboxWords, SettledWords
from dashboard.wording.limit_words import LimitWords
from dashboard.wording.news_words import ChangeLogWords, DigestWords, NoticeWords
from dashboard.wording.operation_words import OperationWords
from dashboard.wording.permission_words import PermissionWords
from dashboard.wording.policy_words import PolicyWords
from dashboard.wording.sentence_words import SentenceWords
from dashboard.wording.sign_off_words import SignOffWords
from dashboard.wording.transparency_words import TransparencyWords
from dashboard.wording.workspace_words import WorkspaceWords


@dataclass(frozen=True)
class MenuWords:
    """The frame around every page."""

    product: str = "Caseboard"
    today: str = "Today"
    runs: str = "Runs"
    costs: str = "Costs"
    cases: str = "Cases"
    import_records: str = "Import"
    connect: str = "Connect"
    language: str = "Language"
    zone: str = "Times in {zone}"
    where: str = "You are here"
    views: str = "Views of this run"
    memory: str = "in memory, kept until the desk stops"


@dataclass(frozen=True)
class StateWords:
    """Words of state, and what is said where nothing is known."""

    not_known: str = "not known"
    nothing: str = "–"
    error: str = "error"
    errors: Counted = Counted("{n} error", "{n} errors")
    warning: str = "warning"
    info: str = "info"
    demo: str = "Sample data"
    synthetic: str = "Synthetic"
    human: str = "Entered by people"
    real: str = "Real"
    quiet: str = "quiet for {time}"
    active_now: str = "active now"
    all: str = "All"
    copy: str = "Copy"
    table: str = "As a table"
    truncated: str = "Only the first {shown} of {total} are shown. Narrow the filters to see the others."
    more_rows: str = "Show {n} more of {left}"
    rows_cut: str = "The first {shown} of {total} are here; the API and `caseboard export` give all of them."
    range: str = "{first} to {last} of {total}"
    first_page: str = "First page"
    next_page: str = "Next page"


@dataclass(frozen=True)
class TimeWords:
    """Relative times and lengths."""

    now: str = "just now"
    minutes: str = "{n} min ago"
    hours: str = "{n} h ago"
    yesterday: str = "yesterday"
    days: Counted = Counted("{n} day ago", "{n} days ago")
    months: Counted = Counted("{n} month ago", "{n} months ago")
    years: Counted = Counted("{n} year ago", "{n} years ago")
    ahead: str = "in the future"
    seconds_long: str = "{s} s"
    minutes_long: str = "{m} min"
    hours_long: str = "{h} h {m:02d} min"
    days_long: str = "{d} d {h} h"
    weekdays: tuple[str, ...] = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    months_short: tuple[str, ...] = (
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    )  # fmt: skip
    day: str = "{day} {month} {year}"
    day_short: str = "{day} {month}"
    exact: str = "{date} {clock} ({zone})"
    tick_day: str = "%d %b"
    """How days are written along an axis."""
    tick_month: str = "%b %Y"


@dataclass(frozen=True)
class MoneyWords:
    """Money with its state."""

    cost: str = "Cost"
    at_least: str = "≥ {amount}"
    unpriced: Counted = Counted("{n} call unpriced", "{n} calls unpriced")
    floor: Counted = Counted("{n} call left open by its source", "{n} calls left open by their source")
    assumed: Counted = Counted(
        "{n} call with an assumed cache class", "{n} calls with an assumed cache class"
    )
    duplicates: Counted = Counted("{n} duplicate row ignored", "{n} duplicate rows ignored")
    exactly: str = "Exactly {amount}"
    no_calls: str = "no billed calls"
    only_total: str = "reported, no breakdown"
    only_total_tip: str = "The source states only this total; it speaks of no single call."
    nothing_priced: str = "no price for {models}"
    list_equivalent: str = (
        "List-price equivalent: what these tokens cost at pay-per-token prices. Not an invoice."
    )
    calls: Counted = Counted("{n} call", "{n} calls")
    own: str = "This agent"
    with_descendants: str = "Incl. sub-agents"
    own_run: str = "This run"
    with_child_runs: str = "Incl. child runs"


@dataclass(frozen=True)
class TokenWords:
    """The disjoint token classes."""

    tokens: str = "Tokens"
    total: str = "All tokens"
    fresh_input: str = "Fresh input"
    cache_read: str = "Cache read"
    cache_write_5m: str = "Cache write 5 min"
    cache_write_1h: str = "Cache write 1 h"
    cache_write_unspecified: str = "Cache write, life not told"
    cache_write: str = "Cache write"
    output: str = "Output"
    reasoning: str = "of which reasoning"
    title: str = "Token classes"
    classes: dict[str, str] = field(
        default_factory=lambda: {
            "fresh_input": "Fresh input",
            "cache_read": "Cache read",
            "cache_write_5m": "Cache write 5 min",
            "cache_write_1h": "Cache write 1 h",
            "cache_write_unspecified": "Cache write, life not told",
            "output": "Output",
            "web_search": "Web searches",
        }
    )
    explain: str = "Classes are disjoint: each token is counted once. Reasoning is a part of the output."


@dataclass(frozen=True)
class TodayWords:
    """The first page."""

    title: str = "Today"
    cost_today: str = "Cost today"
    cost_yesterday: str = "{amount} yesterday"
    cost_week: str = "Last 7 days"
    cost_month: str = "Last 30 days"
    cost_all: str = "All time"
    events_today: str = "Events today"
    events_yesterday: str = "{n} yesterday"
    runs: str = "Runs"
    in_projects: Counted = Counted("in {n} project", "in {n} projects")
    running: str = "Active in the last 15 minutes"
    running_hint: str = "Judged by their last event. Nobody has told the desk that they still run."
    activity: str = "Activity, last 26 weeks"
    hours: str = "Hours of the week"
    hours_hint: str = "Events by hour, in {zone}"
    top: str = "Most expensive runs"
    imports: str = "Latest imports"
    cost_chart: str = "Cost, last 30 days"
    no_activity: str = "Nothing happened in the last 26 weeks."
    older: str = "The newest event on this desk is from {time}."
    empty_title: str = "This desk is empty"
    empty_text: str = (
        "Load the logs that your agents left behind, and see what they did and what it cost. "
        "Nothing leaves this machine."
    )
    found: Counted = Counted("{n} session found. Load it.", "{n} sessions found. Load them.")
    found_none: str = "No agent logs were found in the usual places on this machine."
    found_none_fix: str = (
        "Import a file or a folder instead, or start the desk with sample data: caseboard demo."
    )
    sessions: Counted = Counted("{n} session", "{n} sessions")
    newest: str = "Newest"
    go_import: str = "Import other records"


@dataclass(frozen=True)
class RunWords:
    """The list of runs and the head of one."""

    title: str = "Runs"
    lead: str = "Everything the agents of one conversation did: a session, a snapshot series, a trace."
    run: str = "Run"
    untitled: str = "Untitled run"
    project: str = "Project"
    source: str = "Source"
    origin: str = "Origin"
    model: str = "Model"
    search: str = "Search"
    search_hint: str = "Text in the title"
    period: str = "Period"
    last_event: str = "Last event"
    started: str = "First event"
    agents: str = "Agents"
    agent: str = "Agent"
    events: str = "Events"
    tool_calls: str = "Tool calls"
    errors: str = "Errors"
    duration: str = "From first to last"
    id: str = "Id"
    parent: str = "Parent run"
    basis: str = "Rests on"
    none_match: str = "No run matches these filters"
    none_match_fix: str = "Widen the period or clear a filter."
    clear: str = "Clear filters"
    missing_title: str = "Choose a run"
    missing: str = "This address names no run."
    unknown_title: str = "This run is not on the desk"
    ambiguous: str = "The id in the address fits several runs. Which one is meant?"
    unknown: str = "No run has the id {id}. It may have been removed with its import."
    back: str = "Back to all runs"
    summary: str = "Summary"
    timeline: str = "Timeline"
    cost: str = "Cost"
    agent_tree: str = "Agents"
    agent_tree_hint: str = "Own figures of each agent, and with all its sub-agents."
    main_agent: str = "Main agent"
    no_agent: str = "No agent named"
    only_named: str = "only named, nothing of its own read"
    own_run: str = "has a run of its own"
    orphan: str = "parent not seen"
    orphan_tip: str = "Names the parent {parent}, which is not on this desk."
    models: str = "Models"
    latest_events: str = "Latest events"
    recent_errors: str = "Latest errors"
    all_events: str = "All events"
    no_agents: str = "This source names no agents."
    purpose: str = "Purpose"


@dataclass(frozen=True)
class PeriodWords:
    """Named stretches of time."""

    all: str = "All time"
    today: str = "Today"
    week: str = "7 days"
    month: str = "30 days"
    quarter: str = "90 days"


@dataclass(frozen=True)
class EventWords:
    """Events and the timeline."""

    title: str = "Events"
    timeline: str = "Events over time"
    colour: str = "Colour by"
    by_agent: str = "Agent"
    by_kind: str = "Kind"
    by_phase: str = "Phase"
    by_severity: str = "Severity"
    by_task: str = "Task"
    agent: str = "Agent"
    kind: str = "Kind"
    severity: str = "Severity"
    search: str = "Search in events"
    search_hint: str = "Text in the summary"
    newest: str = "Newest first"
    oldest: str = "Oldest first"
    order: str = "Order"
    time: str = "Time"
    what: str = "What happened"
    task: str = "Task"
    phase: str = "Phase"
    source: str = "Source"
    line: str = "line {n}"
    undated: Counted = Counted(
        "{n} event has no time and is not drawn.", "{n} events have no time and are not drawn."
    )
    rest: str = "all others"
    rest_lanes: Counted = Counted(
        "{n} smaller group is drawn together.", "{n} smaller groups are drawn together."
    )
    bin: str = "One bar is {time}. Click a bar to list its events."
    errors_line: str = "Errors"
    lanes: str = "Who was at work when"
    lanes_hint: str = "From first event to last. A red rim means errors. Click a bar to list its events."
    at_once: str = "Agents at once"
    empty_title: str = "No events"
    no_times_title: str = "This source gives no times"
    empty: str = "This run has no events on this desk; its source may hold only usage or snapshots."
    only_traces: str = "A session: what went on in it stands in its traces, which are runs of their own."
    none_match: str = "No event matches these filters"
    detail: str = "One event in full"
    payload: str = "Source record"
    extra: str = "Further fields of the source"
    parts: str = "Kept apart from the record"
    recorded: str = "Recorded"
    naive: str = "The source gave no time zone; one was assumed."
    selected_window: str = "Showing {since} to {until}"
    clear_window: str = "Show the whole run"
    no_payload: str = "The source keeps no more of this event than what stands here."
    earlier: str = "Earlier"
    later: str = "Later"
    wider: str = "Zoom out"
    stretches: str = "Stretches of time"
    stretch: str = "From"
    cut: str = "The record is long: the first {shown} of {total} are shown."
    not_dated: str = "no time"
    page: str = "{shown} of {total} events"


@dataclass(frozen=True)
class CostWords:
    """Costs of the desk and of one run."""

    title: str = "Costs"
    lead: str = "What the model calls cost, each billed call counted once."
    by: str = "Group by"
    day: str = "Day"
    model: str = "Model"
    agent: str = "Agent"
    conversation: str = "Run"
    project: str = "Project"
    task: str = "Task"
    phase: str = "Phase"
    total: str = "Total"
    group: str = "Group"
    calls: str = "Calls"
    share: str = "Share"
    over_time: str = "Cost by day and model"
    by_group: str = "Cost by {what}"
    no_calls_title: str = "No billed model calls"
    no_calls: str = "No source on this desk has told of a model call in this period."
    no_calls_run: str = "The source of this run tells of no model call."
    unpriced_title: str = "Some calls have no price"
    unpriced: str = "The true cost is higher than shown. Models without a price: {models}."
    unpriced_fix: str = "Give prices with: caseboard import PATH --prices FILE"
    floor: str = "Their output is a floor, so their cost is at least what is shown."
    not_named: str = "not named"
    arithmetic: str = "How the cost is computed"
    arithmetic_hint: str = "Tokens times the price of their class, per million tokens. Prices: {version}."
    rate: str = "Price per million"
    amount: str = "Amount"
    class_label: str = "Token class"
    reported: str = "Reported by the source"
    reported_hint: str = "The source's own total, for comparison; it is never added."
    priced_as: str = "priced as {name}"
    stated: str = "The source says"
    added_up: str = "Its calls add up to"
    whole_run: str = "The whole run"
    reasons: dict[str, str] = field(
        default_factory=lambda: {
            "reported": "cost stated by the source",
            "reported_total": "only a total is stated",
            "no_model": "the source names no model",
            "no_tokens": "the source gives no tokens",
            "no_price": "no price for this model",
            "no_time": "the price depends on a time the call does not have",
            "no_class_price": "no price for one of its token classes",
        }
    )
    cache_share: str = "Read from cache"
    cache_share_hint: str = "Part of all input that was read from a cache."
    per_call: str = "Cost per call"
    own_and_all: str = "This run and its child runs"
    more_groups: Counted = Counted("{n} further group", "{n} further groups")


@dataclass(frozen=True)
class ImportWords:
    """The import page."""

    title: str = "Import"
    lead: str = "Load what agents left behind. Loading the same records again changes nothing."
    found: str = "Found on this machine"
    from_path: str = "From a folder or file on this machine"
    from_upload: str = "Upload files"
    path: str = "Path"
    path_hint: str = "A file, a session, a project or a whole tree"
    roots: str = "Only inside: {roots}"
    no_roots: str = "No folder is open to this page. Name one with --import-root, or upload files."
    format: str = "Format"
    detect: str = "Detect"
    dry_run: str = "Try without writing"
    dry_run_hint: str = "Reads everything, reports, and writes nothing."
    run: str = "Import"
    upload: str = "Files (JSON, JSONL)"
    upload_limit: str = "Up to {n} MB in all."
    too_large: str = "Together the files are larger than {n} MB. Import them by path instead."
    reading: str = "Reading {name}"
    progress: str = "{done} of {total} files"
    working: str = "Importing"
    done: str = "Import finished"
    dry_done: str = "Tried, nothing written"
    refused: str = "This was not imported"
    path_refused: str = "Logs of this machine are loaded by whoever looks after the desk."
    upload_refused: str = "Files are sent here by whoever may publish."
    unchanged: str = "Everything was on the desk already; nothing was written."
    files: str = "Files"
    empty_files: Counted = Counted("{n} empty", "{n} empty")
    unchanged_files: Counted = Counted("{n} unchanged", "{n} unchanged")
    skipped_files: Counted = Counted("{n} of no known format", "{n} of no known format")
    skipped: str = "Files no importer recognises"
    records: str = "Records"
    stored: str = "Stored"
    duplicates: str = "Duplicates ignored"
    other: str = "Kept, no events"
    rejected: str = "Rejected"
    events: str = "Events"
    messages: str = "Messages"
    tool_calls: str = "Tool calls"
    usage_calls: str = "Billed calls"
    rows: str = "Rows written"
    secrets: str = "Secrets masked"
    naive: str = "Times without a zone"
    orphans: str = "Parents not seen yet"
    unknown_types: str = "Unknown record types"
    unpriced: str = "Models without a price"
    rejects: str = "Rejected records"
    reject_file: str = "File"
    reject_line: str = "Line"
    reject_reason: str = "Reason"
    rejects_cut: str = "The first {shown} of {total} are shown; the ledger keeps each with its text."
    batches: str = "Imports"
    batch: str = "Import"
    source: str = "Source"
    when: str = "When"
    no_batches: str = "Nothing has been imported yet."
    remove: str = "Remove"
    remove_title: str = "Remove this import"
    remove_text: str = (
        "Everything only this import brought is removed. What another import also brought stays."
    )
    remove_yes: str = "Remove it"
    removed_short: str = "The import is removed."
    gone: str = "Import {n} is not in the ledger"
    gone_why: str = "It may have been removed."
    size: str = "Size"
    see_runs: str = "See the runs"
    no_path: str = "Name a path first."


@dataclass(frozen=True)
class ConnectWords:
    """The page that connects programs and agents, and looks after tokens."""

    title: str = "Connect"
    lead: str = "Let agents and programs send their records here, and read what the pages show."
    clients: str = "Connect a client"
    client: str = "Client"
    command_client: str = "Any client, by command"
    steps: dict[str, str] = field(
        default_factory=lambda: {
            "load": "Load the logs it has left on this machine",
            "follow": "Go on loading them as they grow, until Ctrl+C",
            "send": "From another machine: send its logs here and go on as they grow",
            "register": "Let it read this desk over MCP",
            "settings": "Settings that let it read this desk over MCP",
            "command": "The command that speaks MCP on standard input and output",
            "variables": "Variables with which a program that is instrumented sends its spans here",
            "try_span": "Send one span to try it: the run shows within seconds",
            "ask_runs": "The runs, as JSON",
            "ask_cost": "The cost by model",
            "document": "Every call, as an OpenAPI document; to read in a browser: /api/docs",
        }
    )
    belongs: str = "Belongs in {file}"
    placeholder: str = "Put a token in the place of YOUR_TOKEN; it is given below."
    open_yet: str = (
        "This desk has no token yet: programs of this machine read and publish without one, "
        "and decide nothing."
    )
    health: str = "This desk"
    address: str = "Address"
    version: str = "Version"
    uptime: str = "Open for"
    database: str = "Database"
    size: str = "Size"
    access: str = "Programs"
    access_guarded: str = "must show a token"
    access_open: str = "of this machine need no token"
    tokens: str = "Tokens"
    tokens_hint: str = "Who may ask the desk, and for what. The desk keeps no token, only its fingerprint."
    tokens_refused: str = "Tokens are given and ended by whoever looks after this desk."
    no_tokens: str = "No token has been given."
    from_the_first: str = "From the first token on, every program must show one, those of this machine too."
    id: str = "Token"
    name: str = "Name"
    name_hint: str = "Who will show it, as the change log names them"
    kind: str = "Whose it is"
    kinds: dict[str, str] = field(default_factory=lambda: {"agent": "An agent's", "person": "A person's"})
    may: str = "May"
    scopes: dict[str, str] = field(
        default_factory=lambda: {
            "read": "read",
            "publish": "publish and send logs",
            "decide": "decide",
            "operate": "look after the desk",
        }
    )
    ends: str = "Ends on"
    ends_hint: str = "At the beginning of this day, in {zone}; empty: never"
    given: str = "Given"
    state: str = "State"
    holds: str = "valid"
    holds_until: str = "valid until {day}"
    ended: str = "ended {day}"
    revoked: str = "revoked {day}"
    create: str = "Create a token"
    created: str = "The token of {name}"
    created_hint: str = (
        "Copy it now: it is not kept, and is not shown again once you hide it or leave this tab."
    )
    hide: str = "I have it, hide it"
    refused: str = "No token was given"
    revoke: str = "Revoke a token"
    revoke_which: str = "Token to end"
    revoke_yes: str = "Revoke it"
    revoke_text: str = "Whoever shows it is refused from then on. It cannot be made valid again."
    arrivals: str = "What arrived last, from whom"
    arrivals_hint: str = "Machine and person as the imports or their logs name them."
    who: str = "From"
    machine: str = "Machine"
    person: str = "Person"
    imports: str = "Imports"
    last: str = "Last"
    principals: dict[str, str] = field(
        default_factory=lambda: {
            "local-owner": "The owner of this desk",
            "local-agent": "A program of this machine",
            "desk": "The desk itself",
        }
    )


@dataclass(frozen=True)
class LiveWords:
    """How fresh an open page is, and whether it follows."""

    follow: str = "Follow changes"
    follow_hint: str = "Looks every {n} seconds and draws the page anew only when something has changed."
    updated_now: str = "updated just now"
    updated: str = "updated {time} ago"
    paused: str = "paused · drawn {time} ago"
    paused_changed: str = "paused · something has changed since"
    stands_still: str = "stands still while you write · drawn {time} ago"
    changed_since: str = "The desk has changed since {time}. What you write here stays."
    show_changes: str = "Show what changed"


@dataclass(frozen=True)
class YouWords:
    """Who sits at a browser, and whether anybody checked it."""

    line: str = "You are: {name}"
    unverified: str = "{name} (not verified)"
    owner: str = "whoever uses this machine"
    nobody: str = "a viewer without a name"
    tip: str = "What you do here is written into the change log under this name. Nobody checks a typed name."
    say: str = "Say who you are"
    change: str = "Change the name"
    name: str = "Your name"
    save: str = "Save"
    refused: str = "The name was not kept"
    here_only: str = "This is done on the machine the desk runs on."
    needs_role: str = "You may not do this here. Ask whoever looks after this desk for the role: {role}."


@dataclass(frozen=True)
class SignInWords:
    """Where people sign in, and what is said to whoever may not read."""

    title: str = "Sign in"
    lead: str = "This desk shows its records to people it knows."
    sign_in: str = "Sign in"
    provider: str = "You are taken to {host} and come back to the page you opened."
    failed: str = "Nobody signed in"
    failed_text: str = (
        "It was called off, or the provider refused or could not be reached. "
        "Try again, or ask whoever looks after this desk."
    )
    ended: str = "Your sign-in has ended"
    ended_text: str = "Sign in again; you come back to this page."
    signed_in: str = "Signed in: {name}"
    ends: str = "until {time}"
    sign_out: str = "Sign out"
    no_role: str = "You may not read this desk yet"
    no_role_text: str = "You are signed in. Ask whoever looks after this desk for the role to read it."
    name: str = "Name"
    email: str = "E-mail"
    subject: str = "Subject"
    not_confirmed: str = "The provider has not confirmed this e-mail address, so the desk does not go by it."
    line: str = "In the settings file of the desk this line lets you read:"


@dataclass(frozen=True)
class DialogueWords:
    """The transcript of a run."""

    tab: str = "Transcript"
    title: str = "What was said and done"
    agent: str = "Whose dialogue"
    thread: str = "Thread"
    everyone: str = "Everyone"
    find: str = "Find in the dialogue"
    find_hint: str = "Text of messages and calls"
    next_match: str = "Next match"
    previous_match: str = "Previous match"
    match: str = "Match {n} of {total}"
    matches: Counted = Counted("{n} match", "{n} matches")
    found_elsewhere: str = "The text stands in a part that is not shown here: open it in full."
    no_match: str = "Nothing in this dialogue holds that text."
    next_error: str = "Next error"
    error: str = "Error {n} of {total}"
    first_error: str = "First error"
    errors: Counted = Counted("{n} error in this dialogue", "{n} errors in this dialogue")
    no_errors: str = "No errors in this dialogue."
    previous_page: str = "Previous page"
    last_page: str = "Last page"
    more: str = "Show all of it"
    thinking: str = "Thinking"
    from_program: str = "put in by a program"
    in_full: str = "In full, with its record"
    input: str = "Input"
    output: str = "Outcome"
    wrote: str = "Wrote {path}"
    changed: str = "Changed {path}"
    some_text: str = "a text"
    started: str = "Started {name}"
    cut: str = "The first {shown} of {total} characters."
    no_output: str = "No outcome has been seen."
    empty_title: str = "No dialogue"
    empty: str = "This source holds no messages and no tool calls."
    none_here: str = "Nothing stands at this place"
    nobody: str = "Not said by whom"
    prompt: str = "Instruction"


@dataclass(frozen=True)
class TraceWords:
    """A run as a tree."""

    tab: str = "Trace"
    title: str = "Who called what, at what time and cost"
    hint: str = "A row opens what lies below it. Errors and cost below count at every row above."
    row: str = "Agents and calls"
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "run": "Run",
            "agent": "Agent",
            "model_call": "Model call",
            "tool_call": "Tool call",
            "step": "Step",
            "unattached": "Unattached",
        }
    )
    time: str = "When and how long"
    own: str = "Own cost"
    inclusive: str = "Incl. below"
    rows_cut: str = "A page draws {n} rows and no more. Look at a part of the tree, or close rows."
    close_all: str = "Close all rows"
    unattached: str = "Unattached ({n})"
    unattached_tip: str = "Their parents were never seen; they move when these arrive."
    below: Counted = Counted("{n} row below", "{n} rows below")
    errors_below: str = "with all below"
    more: Counted = Counted("{n} more: show them", "{n} more: show them")
    only_below: str = "Show only what lies below"
    whole: str = "Show the whole run"
    open_event: str = "The event in full"
    transcript: str = "Its dialogue"
    child_run: str = "Open this run"
    unfinished: str = "not finished in its source"
    empty_title: str = "Nothing to draw a tree of"
    missing: str = "{id} is not in this tree"


@dataclass(frozen=True)
class StandingWords:
    """How a run stands and how it went, on its summary."""

    title: str = "How it stands"
    mode: str = "Executed"
    modes: dict[str, str] = field(
        default_factory=lambda: {
            "parallel": "in parallel",
            "sequential": "one after the other",
            "interactive": "with a person",
        }
    )
    phase: str = "Phase"
    checkpoint: str = "Checkpoint"
    isolation: str = "Isolation"
    levels: dict[str, str] = field(
        default_factory=lambda: {
            "none": "L0: none, read-only work",
            "session": "L1: session, own memory and context",
            "worktree": "L2: worktree, own working tree and branch",
            "sandbox": "L3: sandbox, own container",
        }
    )
    workspace: str = "Works in"
    check: str = "Check result"
    tasks: str = "Tasks"
    unfinished: str = "Calls without outcome"
    snapshots: str = "Snapshots"
    vanished: Counted = Counted(
        "{n} task is no longer listed, outcome unknown", "{n} tasks are no longer listed, outcome unknown"
    )
    vanished_text: str = "Nobody has said how they ended. That is neither done nor failed."
    see_tasks: str = "See the tasks"
    phases: str = "Phases"
    phases_hint: str = (
        "In the source's own words. Progress is counts by status, never a share of time. "
        "A wait is the time before a person's words since anything last happened."
    )
    one_phase: str = "This source names no phases: the whole run is one."
    no_phase: str = "in no phase"
    agent_time: str = "Agents at work"
    human_wait: str = "Waits for people"
    wall: str = "From first to last"
    todo: str = "Todo lists"
    todo_hint: str = "As the agent last wrote them. They are its notes, not proof."
    written: Counted = Counted("written {n} time", "written {n} times")
    tools: str = "Tools: how often, how slow, how reliable"
    models: str = "Models: how slow"
    tool: str = "Tool"
    model: str = "Model"
    calls: str = "Calls"
    failed: str = "Failed"
    denied: str = "Denied"
    open: str = "No outcome"
    median: str = "Half within"
    most: str = "95 % within"
    longest: str = "Longest"
    unmeasured: str = "How long calls took is not known: this source does not tell when they began and ended."
    measured: str = "Rests on the {n} calls whose start and end the source tells."
    loops: str = "The same call again and again"
    loop: Counted = Counted("{n} time in a row", "{n} times in a row")
    loop_all: str = "{n} in all"
    context: str = "Size of the context"
    context_hint: str = "Input tokens of each model call: fresh, read from and written to the cache."
    compacted: str = "compacted"
    context_cut: str = "The first {shown} of {total} calls are drawn."
    tokens: str = "Input tokens"


@dataclass(frozen=True)
class PatternWords:
    """What shows only over many runs."""

    title: str = "Patterns"
    all_runs: str = "All runs"
    lead: str = "What is slow, what fails, what repeats, grows, is dear or went quiet, over many runs."
    head_views: str = "Views over all runs"
    view: str = "What to look at"
    views: dict[str, str] = field(
        default_factory=lambda: {
            "latency": "How slow",
            "reliability": "How reliable",
            "loops": "Loops",
            "context": "Context",
            "outliers": "Outliers",
            "quiet": "Quiet",
            "calls": "Single calls",
        }
    )
    models: str = "Models"
    models_hint: str = (
        "From the row a call answers to its last row, as far as the source writes both down; not the speed "
        "of the network alone."
    )
    tools: str = "Tools"
    tools_hint: str = "From a call to its result, as the source dates them."
    runs: str = "Runs"
    unmeasured: str = "Not measured"
    unmeasured_tip: str = "{unknown} without a known start and end, {unreliable} across a jump of the clock"
    span: str = "Between"
    span_told: str = "{first} to {last}"
    ok: str = "Succeeded"
    last_failure: str = "Last failure"
    reliability: str = "How the calls of each tool ended"
    reliability_hint: str = "A refusal is no failure. No outcome means that the source shows no result."
    loops: str = "The same call again and again"
    loops_hint: str = "One tool called by one agent with the same input, three times or more in one run."
    context: str = "How far contexts grew"
    context_hint: str = "Input tokens of model calls: fresh, read from and written to the cache."
    first_call: str = "First call"
    peak: str = "Largest"
    last_call: str = "Last call"
    compactions: str = "Compacted"
    dear_calls: str = "Calls far above the median of their agent"
    dear_calls_hint: str = "Three times the median of the agent's priced calls in that run, or more."
    dear_agents: str = "Agents far above their own median over runs"
    dear_agents_hint: str = "Three times what the agent usually costs in a run of that project, or more."
    above: str = "Above the median"
    times: str = "{times:.1f}× the median"
    rests_on: str = "Median {median} of {n}"
    quiet: str = "Open work that went quiet"
    quiet_hint: str = (
        "Runs of the last 48 hours with a call without outcome or an open task, silent for 15 minutes or "
        "more. Nobody says that they still run. Traces are left out: they arrive when their work is done."
    )
    waits_on: str = "Waits on"
    open_calls: Counted = Counted("{n} call without outcome", "{n} calls without outcome")
    open_tasks: Counted = Counted("{n} open task", "{n} open tasks")
    calls: str = "The calls behind the figures"
    call: str = "Call"
    began: str = "Began"
    took: str = "Took"
    kind: str = "Kind"
    kinds: dict[str, str] = field(default_factory=lambda: {"model": "Models", "tool": "Tools"})
    name: str = "Model or tool"
    ended: str = "Ended"
    order: str = "First"
    orders: dict[str, str] = field(
        default_factory=lambda: {"slowest": "Slowest first", "newest": "Newest first"}
    )
    none: str = "Nothing of this kind"
    none_text: str = "No run that passes the filters shows it."
    mixed: str = "Sample and synthetic runs count here too; choose an origin to leave them out."


@dataclass(frozen=True)
class AsOfWords:
    """Stepping through the snapshots of a run."""

    snapshots: Counted = Counted("{n} snapshot", "{n} snapshots")
    choose: str = "Read the run as of"
    now: str = "Now"
    newest: str = "newest"
    one: str = "Snapshot {number} of {total}, {time}"
    earlier: str = "Earlier snapshot"
    later: str = "Later snapshot"
    back: str = "Back to now"
    told: str = "As of {time}: what came later is left out"
    told_text: str = (
        "Snapshot {number} of {total}. Every view of this run reads as it stood then, "
        "but for those that say so."
    )
    of_now: str = "This view shows the run as it is now"
    of_now_text: str = "It cannot be read as of an older snapshot."
    whole_run: str = (
        "How slow, how reliable, loops and context are measured over the whole run, "
        "so they are left out here."
    )
    not_yet: str = "This task was not known yet"
    not_yet_text: str = "No snapshot up to then speaks of it."
    too_early_title: str = "There is no snapshot that early"
    too_early: str = "The first one is of {time}."
    no_snapshots: str = "This run keeps no snapshots, so it can only be read as it is now."
    first: str = "First snapshot"
    cut: str = "Only the newest {n} snapshots can be chosen here."


@dataclass(frozen=True)
class SearchWords:
    """The search over everything."""

    title: str = "Search"
    lead: str = "Events, messages, tasks, cases, evidence and reports that hold a text, the newest first."
    everywhere: str = "Search everything"
    text: str = "Text"
    hint: str = "A word, a path, a part of an error"
    hits: str = "Where it stands"
    runs: str = "Runs with this title"
    kinds: dict[str, str] = field(
        default_factory=lambda: {"event": "Event", "message": "Message", "task": "Task"}
    )
    nothing_asked: str = "Type what you are looking for."
    none: str = "Nothing holds this text in that time"
    all_time: str = "Look through all time"
    only_run: str = "Only in the run {title}"
    all_runs: str = "Look through all runs"


@dataclass(frozen=True)
class CompareWords:
    """Two runs side by side."""

    title: str = "Two runs side by side"
    lead_same: str = "Both have the same project and the same title."
    lead_other: str = (
        "They have different titles or projects: read the figures as two runs, not as better or worse."
    )
    choose: str = "Compare with another run"
    choosing: str = "Choose the run to compare with: {title}"
    stop: str = "Do not compare"
    missing: str = "This address does not name two runs."
    same: str = "This is the same run twice."
    swap: str = "Swap"
    figure: str = "Figure"
    difference: str = "B against A"
    messages: str = "Messages"
    by_model: str = "Cost by model"
    by_agent: str = "Cost by agent"
    tools: str = "Tool calls, and how many did not succeed"
    phases: str = "Phases: agents at work"
    tasks: str = "Tasks"
    of_which_failed: str = "{n} not successful"


@dataclass(frozen=True)
class AgentsWords:
    """The graph of a run: who started whom, who wrote to whom, who does what."""

    tab: str = "Agents"
    title: str = "Who works with whom"
    hint: str = "Left to right: people, agents by who started them, tasks. A red rim means errors."
    click: str = "Click a node to see it beside."
    list: str = "Agents and tasks"
    kinds: dict[str, str] = field(
        default_factory=lambda: {"agent": "Agent", "task": "Task", "participant": "Named in messages"}
    )
    edges: dict[str, str] = field(
        default_factory=lambda: {
            "spawned": "started",
            "messaged": "wrote to",
            "assigned": "is to do",
            "parent_of": "has the part",
        }
    )
    edges_back: dict[str, str] = field(
        default_factory=lambda: {
            "spawned": "started by",
            "messaged": "heard from",
            "assigned": "to be done by",
            "parent_of": "part of",
        }
    )
    times: Counted = Counted("{n} message", "{n} messages")
    person: str = "Person"
    group: str = "{word} × {n}"
    agents_group: str = "agents"
    tasks_group: str = "tasks"
    people_group: str = "named in messages"
    open_group: str = "Show each of them"
    close_group: str = "Draw them together again"
    relations: str = "Relations"
    relation: str = "Relation"
    with_whom: str = "With"
    role: str = "Role"
    kind: str = "Kind"
    status: str = "Status"
    events: str = "Events of this agent"
    evidence: str = "Evidence of this task"
    dialogue: str = "What it said and did"
    unattached: str = "Unattached ({n})"
    unattached_tip: str = "Names {parent} as the one above, which is not on this desk."
    alone_title: str = "Only one agent, and nobody wrote to it"
    empty_title: str = "No agents and no tasks"
    why_empty: str = "What is missing here, and why: {lacks}."
    grouped: str = "{total} agents and tasks: those of one kind under one parent are drawn together."
    missing: str = "{id} is not in this run"
    lacks: dict[str, str] = field(
        default_factory=lambda: {
            "snapshots": "this source keeps no snapshots",
            "execution_mode": "this source does not say how the run is executed",
            "phases": "this source names no phases",
            "isolation": "this source does not speak of isolation",
            "verifier": "this source has no verifier",
            "agents": "this source names no agents",
            "tasks": "this source names no tasks",
            "task_hierarchy": "this source does not say which task belongs to which",
            "task_results": "this source holds no results of tasks",
            "messages": "this source holds no messages",
            "agent_messages": "this source does not say which agent wrote to which",
            "tool_outcomes": "this source holds no tool calls",
            "usage": "this source does not speak of model calls",
        }
    )


@dataclass(frozen=True)
class CheckWords:
    """Check results, and the evidence of one task."""

    tab: str = "Checks"
    verdict: str = "What the verifier said"
    verdict_hint: str = "The source's own word. The desk checks nothing itself."
    no_verifier: str = "This source has no verifier"
    no_verifier_text: str = "Nobody checked the work of this run, or the source does not tell."
    rests_on: str = "What it rests on, beside what it checked"
    said: str = "What was checked"
    checked: str = "What it points at"
    outcome: str = "How that ended"
    no_evidence: str = "The verifier names no evidence."
    missing: str = "names {id}, which is not on this desk"
    points_nowhere: str = "names no call and no task"
    failed_call: str = "rests on a call that did not succeed"
    earlier: str = "What it said before"
    tasks: str = "Tasks and why they count as done"
    task: str = "Task"
    no_tasks: str = "This source names no tasks."
    result: str = "Result"
    no_result: str = "No result is noted for this task."
    earlier_results: str = "Results stated before"
    output: str = "Output"
    evidence: str = "Evidence it names"
    files: str = "Changed files"
    changes: str = "What changed"
    calls: str = "Tool calls of this task"
    no_calls: str = "No tool call is tied to this task."
    calls_cut: str = "The first {shown} of {total} calls are shown."
    linked: dict[str, str] = field(
        default_factory=lambda: {
            "task": "names this task",
            "agent": "made by its agent",
            "cited": "cited as evidence",
        }
    )
    linked_by: str = "Why it is here"
    checks: str = "What the verifier said of it"
    no_checks: str = "The verifier says nothing of this task or its calls."
    parts: str = "Parts of this task"
    part_of: str = "Part of"
    unreliable: str = "the clock jumped: not reliable"
    tool: str = "Tool"
    took: str = "Took"
    began: str = "Began"
    ended: str = "Ended"
    input: str = "Input"
    answer: str = "Outcome"
    error: str = "Error"
    all_checks: str = "All checks"
    no_task_title: str = "Choose a task"
    no_task: str = "This address names no task of this run."
    listings: dict[str, str] = field(
        default_factory=lambda: {
            "listed": "still listed",
            "result_noted": "result noted (not proof of the work)",
            "no_longer_listed": "no longer listed, outcome unknown",
            "stated": "spoken of",
        }
    )


@dataclass(frozen=True)
class MapWords:
    """The tools of a map, and what stands where it cannot be drawn."""

    fit: str = "Fit"
    smaller: str = "Smaller"
    larger: str = "Larger"
    save: str = "Save as"
    drawing: str = "Drawing the map …"
    failed: str = "The map could not be drawn here; the table beside it says the same."
    second_missing: str = (
        "streamlit-mermaid is chosen for maps and not installed "
        "(pip install 'caseboard[streamlit-mermaid]'); the desk draws by itself."
    )
    second_too_large: str = "This map is too large for streamlit-mermaid; the desk draws by itself."
    second_no_clicks: str = "Drawn by streamlit-mermaid, without clicks: choose in the table."


@dataclass(frozen=True)
class ProseWords:
    """What stands in a text for what is not shown as it came."""

    picture: str = "picture, not fetched"
    leads_to: str = "leads to {host}"
    not_drawn: str = "This diagram is not drawn; its source:"


@dataclass(frozen=True)
class DemoWords:
    """The banner over every page while sample data is loaded."""

    title: str = "Sample data"
    text: Counted = Counted(
        "{n} of the runs on this desk is an invented example.",
        "{n} of the runs on this desk are invented examples.",
    )
    remove: str = "Remove sample data"
    removed: str = "The sample data is gone."


@dataclass(frozen=True)
class FaultWords:
    """What a page says instead of a traceback."""

    title: str = "This page could not be drawn"
    original: str = "In full: {message}"
    codes: dict[str, str] = field(default_factory=lambda: ENGLISH_FAULTS)
    bug: str = "Something went wrong on the desk's side ({kind}). Nothing was changed."
    bug_fix: str = (
        "Reload the page. If it stays, the log names the place; `caseboard doctor` checks the database."
    )


@dataclass(frozen=True)
class Words:
    """All words of one language."""

    language: str = "en"
    name: str = "English"
    menu: MenuWords = field(default_factory=MenuWords)
    state: StateWords = field(default_factory=StateWords)
    time: TimeWords = field(default_factory=TimeWords)
    money: MoneyWords = field(default_factory=MoneyWords)
    token: TokenWords = field(default_factory=TokenWords)
    today: TodayWords = field(default_factory=TodayWords)
    run: RunWords = field(default_factory=RunWords)
    period: PeriodWords = field(default_factory=PeriodWords)
    event: EventWords = field(default_factory=EventWords)
    cost: CostWords = field(default_factory=CostWords)
    load: ImportWords = field(default_factory=ImportWords)
    connect: ConnectWords = field(default_factory=ConnectWords)
    live: LiveWords = field(default_factory=LiveWords)
    you: YouWords = field(default_factory=YouWords)
    sign_in: SignInWords = field(default_factory=SignInWords)
    dialogue: DialogueWords = field(default_factory=DialogueWords)
    trace: TraceWords = field(default_factory=TraceWords)
    standing: StandingWords = field(default_factory=StandingWords)
    pattern: PatternWords = field(default_factory=PatternWords)
    as_of: AsOfWords = field(default_factory=AsOfWords)
    search: SearchWords = field(default_factory=SearchWords)
    compare: CompareWords = field(default_factory=CompareWords)
    topology: AgentsWords = field(default_factory=AgentsWords)
    check: CheckWords = field(default_factory=CheckWords)
    case: CaseWords = field(default_factory=CaseWords)
    case_map: CaseMapWords = field(default_factory=CaseMapWords)
    evidence: EvidenceWords = field(default_factory=EvidenceWords)
    plan: PlanWords = field(default_factory=PlanWords)
    presentation: PresentationWords = field(default_factory=PresentationWords)
    report: ReportWords = field(default_factory=ReportWords)
    case_work: CaseWorkWords = field(default_factory=CaseWorkWords)
    new_case: NewCaseWords = field(default_factory=NewCaseWords)
    answer: AnswerWords = field(default_factory=AnswerWords)
    draft: DraftWords = field(default_factory=DraftWords)
    action: ActionWords = field(default_factory=ActionWords)
    move: MoveWords = field(default_factory=MoveWords)
    discussion: DiscussionWords = field(default_factory=DiscussionWords)
    sign_off: SignOffWords = field(default_factory=SignOffWords)
    fact: FactWords = field(default_factory=FactWords)
    case_next: CaseNextWords = field(default_factory=CaseNextWords)
    case_round: CaseRoundWords = field(default_factory=CaseRoundWords)
    happened: HappenedWords = field(default_factory=HappenedWords)
    glance: GlanceWords = field(default_factory=GlanceWords)
    inbox: InboxWords = field(default_factory=InboxWords)
    workspaces: WorkspaceWords = field(default_factory=WorkspaceWords)
    apart: ApartWords = field(default_factory=ApartWords)
    permissions: PermissionWords = field(default_factory=PermissionWords)
    operation: OperationWords = field(default_factory=OperationWords)
    detail: TransparencyWords = field(default_factory=TransparencyWords)
    sentence: SentenceWords = field(default_factory=SentenceWords)
    policy: PolicyWords = field(default_factory=PolicyWords)
    limits: LimitWords = field(default_factory=LimitWords)
    settled: SettledWords = field(default_factory=SettledWords)
    history: HistoryWords = field(default_factory=HistoryWords)
    what_changed: WhatChangedWords = field(default_factory=WhatChangedWords)
    change: ChangeLogWords = field(default_factory=ChangeLogWords)
    notice: NoticeWords = field(default_factory=NoticeWords)
    digest: DigestWords = field(default_factory=DigestWords)
    maps: MapWords = field(default_factory=MapWords)
    prose: ProseWords = field(default_factory=ProseWords)
    demo: DemoWords = field(default_factory=DemoWords)
    fault: FaultWords = field(default_factory=FaultWords)
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "tool_call": "tool call",
            "tool_called": "tool call",
            "tool_result": "tool result",
            "assistant_message": "agent says",
            "user_message": "said to agent",
            "message_sent": "message",
            "thinking": "thinking",
            "system": "note of the program",
            "attachment": "attachment",
            "progress": "progress",
            "queue_operation": "queued input",
            "api_error": "model call failed",
            "agent_spawned": "agent started",
            "task_started": "task started",
            "task_completed": "task reported done",
            "task_failed": "task reported failed",
            "verification_failed": "check objected",
            "verification_passed": "check passed",
            "heartbeat": "sign of life",
            "compact_boundary": "context compacted",
            "compact_summary": "context compacted",
            "error": "error",
            "session_meta": "run described",
            "turn_context": "settings of a turn",
            "turn_started": "turn begun",
            "turn_completed": "turn ended",
            "turn_aborted": "turn broken off",
            "token_count": "token count",
            "world_state": "surroundings",
            "event": "event of the program",
            "item": "item of the dialogue",
            "stream": "event of the program",
            "unknown": "unknown kind",
            "agent_run": "work of an agent",
            "model_call": "model call",
            "embedding": "embedding",
            "reranking": "reranking",
            "retrieval": "retrieval",
            "guardrail": "guardrail",
            "evaluation": "evaluation",
            "step": "step",
        }
    )
    statuses: dict[str, str] = field(
        default_factory=lambda: {
            "ok": "succeeded",
            "error": "failed",
            "denied": "denied",
            "unfinished": "no outcome seen",
            "completed": "completed",
            "done": "done",
            "failed": "failed",
            "running": "running",
            "in_progress": "in progress",
            "pending": "not begun",
            "queued": "queued",
            "blocked": "blocked",
            "waiting": "waiting",
            "waiting_human": "waiting for you",
            "waiting_calculation": "waiting for a calculation",
            "waiting_review": "to approve",
            "cancelled": "cancelled",
            "skipped": "skipped",
            "passed": "passed",
            "outcome_unknown": "outcome unknown",
        }
    )
    formats: dict[str, str] = field(
        default_factory=lambda: {
            "claude_code": "Claude Code",
            "codex": "Codex",
            "atif": "ATIF trajectory",
            "case_bundle": "Case bundle",
            "session_state": "Session UI state",
            "otlp": "OpenTelemetry trace",
            "workspaces": "Workspaces of git",
            "audit_log": "Audit log of a runtime",
            "resource_samples": "Resource samples",
            "snapshot": "Continuity snapshot",
        }
    )
    bases: dict[str, str] = field(
        default_factory=lambda: {
            "snapshot": "snapshots only",
            "log": "a log",
            "trace": "a trace",
            "published": "what agents published",
            "git": "git itself",
            "mixed": "several kinds of source",
        }
    )
    purposes: dict[str, str] = field(
        default_factory=lambda: {
            "ordinary_chat": "ordinary chat",
            "task_execution": "task execution",
            "task_collaboration": "task collaboration",
        }
    )


ENGLISH = Words()
