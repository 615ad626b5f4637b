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
