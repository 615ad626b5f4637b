"""The words of what agents publish in a case, in English: evidence, plans, presentations."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class EvidenceWords:
    """Evidence of a case: the list, and one piece of it."""

    title: str = "Evidence"
    all: str = "All evidence"
    piece: str = "Evidence"
    kind: str = "Kind of source"
    all_kinds: str = "Every kind of source"
    origin: str = "Origin"
    all_origins: str = "Every origin"
    state: str = "State"
    all_states: str = "Every state"
    search: str = "Find evidence"
    search_hint: str = "Words of titles, sources, queries"
    source: str = "Source"
    observed: str = "Observed"
    recorded: str = "Recorded"
    observed_hint: str = "When what it tells was so."
    recorded_hint: str = "When the desk received it."
    cited_in: str = "Cited in"
    empty_title: str = "No evidence yet"
    empty: str = "What agents look at, and the facts that people state, appear here."
    none_match: str = "No evidence matches"
    clear: str = "Show all evidence"
    unknown: str = "This case has no evidence {id}."
    count: Counted = Counted("{n} piece of evidence", "{n} pieces of evidence")
    data: str = "Data"
    no_data: str = "No figures were published with it."
    query: str = "Query"
    scope: str = "Scope"
    window: str = "Window asked"
    window_told: str = "{begin} to {end}"
    open_begin: str = "any time"
    open_end: str = "open"
    content: str = "Whole content"
    content_hint: str = "Shown as it was told; the desk fetches nothing from there."
    content_hash: str = "Hash of the content"
    content_hash_hint: str = "As its author stated it."
    data_hash: str = "Hash of the data"
    data_hash_hint: str = "SHA-256 of the canonical JSON, made by the desk."
    round: str = "Round"
    truncated: str = "It was cut, so it proves no absence: {what}"
    synthetic: str = "It is made up (synthetic)."
    corrected: str = "It was corrected: {reason}"
    withdrawn: str = "It was withdrawn: {reason}"
    replaced_by: str = "Read {id}, which replaced it"
    replaces: str = "It replaces {id}"
    summary: str = "What came of it"
    csv: str = "Save as CSV"
    time: str = "Time"
    name: str = "Name"
    geometry: str = "Shape"
    vertex: str = "Vertex"
    longitude: str = "Longitude"
    latitude: str = "Latitude"
    value: str = "Value"
    lower: str = "lower limit {value}"
    upper: str = "upper limit {value}"
    out_of_limits: str = "out of limits"
    not_drawn: str = "It has no column of numbers, or too many rows to draw; the table has all of it."
    used: str = "Where it is used"
    not_used: str = "Nothing rests on it yet."
    used_as: str = "Used in"
    person: str = "Stated by"
    known_by: str = "How it is known"
    seen: str = "seen by the person"
    told: str = "told by {who}"
    point: str = "Measured at"
    method: str = "Method"
    place: str = "Place"
    attachment: str = "Attachment"
    relayed: str = "passed on by an agent"
    unconfirmed: str = "unconfirmed"
    unconfirmed_note: str = "An agent passed it on and no person has confirmed it."
    confirmed: str = "confirmed"
    quote: str = "In the person's own words"
    message: str = "Message"
    cut: str = "cut"
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "live_query": "live query",
            "attached_sample": "attached sample",
            "calculation": "calculation",
            "document": "document",
            "manual": "entered by hand",
            "human": "fact from a person",
        }
    )
    states: dict[str, str] = field(
        default_factory=lambda: {
            "valid": "valid",
            "corrected": "corrected",
            "withdrawn": "withdrawn",
            "unconfirmed": "unconfirmed",
        }
    )
    uses: dict[str, str] = field(
        default_factory=lambda: {
            "report": "report",
            "finding": "finding",
            "node": "map",
            "step": "plan",
            "presentation": "presentation",
            "action": "proposed action",
        }
    )
    geometries: dict[str, str] = field(
        default_factory=lambda: {"point": "point", "line": "line", "area": "area"}
    )


@dataclass(frozen=True)
class PlanWords:
    """The plan of a case."""

    plan: str = "Plan"
    hint: str = "What agents said they would do. A step is not done because somebody stopped writing."
    empty_title: str = "No plan"
    empty: str = "Agents need none; one that is published appears here."
    revision: str = "Revision"
    revisions: str = "All revisions"
    reason: str = "Why there is this revision"
    updated: str = "Published"
    step: str = "Step"
    steps: str = "Steps"
    actor: str = "Who does it"
    description: str = "What it is"
    why: str = "Why it stands so"
    change: str = "Change"
    changes: str = "What changed since the revision before"
    before: str = "Before"
    after: str = "Now"
    first: str = "This is the first revision."
    no_change: str = "Nothing of the steps changed."
    alt: str = "Plan with {nodes} steps and {edges} lines"
    actors: dict[str, str] = field(default_factory=lambda: {"agent": "agent", "human": "people"})
    statuses: dict[str, str] = field(
        default_factory=lambda: {
            "pending": "pending",
            "running": "under way",
            "waiting": "waiting",
            "completed": "completed",
            "failed": "failed",
            "skipped": "skipped",
            "cancelled": "cancelled",
        }
    )
    parts: dict[str, str] = field(
        default_factory=lambda: {
            "added": "new step",
            "removed": "no longer there",
            "status": "status",
            "title": "title",
            "actor": "who does it",
            "description": "what it is",
            "reason": "why it stands so",
            "rests_on": "what it rests on",
            "order": "comes after",
        }
    )


@dataclass(frozen=True)
class PresentationWords:
    """What agents want shown."""

    title_of: str = "What is to be seen"
    kind: str = "Kind"
    recorded: str = "Recorded"
    live: str = "Shown now"
    live_hint: str = "It follows what agents publish while this page is open; nothing is played again."
    waiting: str = "Nothing new so far"
    waiting_text: str = "What agents want shown from now on appears here by itself."
    past: str = "Recorded so far"
    past_hint: str = "That it was recorded does not say that anybody saw it."
    chosen: str = "Chosen"
    empty_title: str = "No presentations"
    empty: str = "No agent has wanted anything shown in this case."
    kinds: dict[str, str] = field(
        default_factory=lambda: {"map": "place on the map", "chart": "chart", "overlay": "overlay"}
    )
