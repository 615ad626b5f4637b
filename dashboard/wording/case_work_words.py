"""The words of the work on cases in English: a new case, what is next, what happened, rounds."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class CaseWorkWords:
    """A case as it is created, worked on and paid for."""

    round: str = "Round"
    questions: Counted = Counted("{n} question", "{n} questions")
    to_approve: Counted = Counted("{n} to approve", "{n} to approve")
    oldest: str = "oldest {age}"
    created_ago: str = "created {age}"
    no_round: str = "no round yet"
    no_round_hint: str = "Nobody has claimed this case so far, so nothing was spent on it."
    partly_linked_hint: str = (
        "The runs of the other rounds are not known, so this is what was spent at least. "
        "Link them on the page Rounds."
    )
    all_origins: str = "Any origin"
    attempt_n: str = "attempt {n}"


@dataclass(frozen=True)
class NewCaseWords:
    """The form of a new case."""

    title: str = "New case"
    lead: str = "Say what is to be found out. It is queued, and an agent that looks for work takes it on."
    ask: str = "What is to be found out"
    ask_hint: str = "One line, for example: Why is the water yellow in the north district?"
    description: str = "What is known"
    description_hint: str = "Since when, where, who asked, and what a good answer would settle."
    project: str = "Project"
    project_hint: str = "Choose one, or type a new name."
    related: str = "Related cases"
    related_hint: str = "Cases that this one has to do with."
    no_related: str = "There are no other cases yet."
    made_up: str = "This is a test with made-up data"
    made_up_hint: str = "It is then marked as synthetic on every screen."
    create: str = "Create the case"
    no_title: str = "Say what is to be found out first."
    too_long: str = "{field}: it has {n} characters, and {most} are possible."
    refused: str = "The case was not created"
    sent_before: str = "This form was sent already"
    sent_before_text: str = "Its case is there, and it was created once. What you see here changes nothing."
    to_case: str = "Open the case"
    anew: str = "Begin another case"
    as_whom: str = "It is created by {name}."


@dataclass(frozen=True)
class CaseNextWords:
    """What happens next in a case."""

    title: str = "What happens next"
    exact_word: str = "Exact word"
    exactly: str = "the exact word: {code}"
    looked_since: str = (
        "Queued since {when}. An agent looked for work at {looked} and has not taken it up so far."
    )
    never_looked: str = "Queued since {when}; no agent has ever looked for work on this desk."
    not_looked: str = "Queued since {when}; no agent has looked since. The last one looked at {looked}."
    lease_over: str = "If nothing is heard until {when}, the case is given back to the queue."
    finish: str = "If the agent ended its round now"
    lease: str = "Lease until"
    looked: str = "Who has looked"
    if_finished: dict[str, str] = field(
        default_factory=lambda: {
            "waiting_human": "it would wait for people: a required question is open. That is a normal end.",
            "queued": "it would be queued for a new round: an answer came that no session has read.",
            "waiting_review": "it would wait for approval: there is a final report, and actions are open.",
            "completed": "it would be completed: there is a final report, and nothing waits for people.",
            "failed": "it would fail: this session has published no final report and asked nothing required.",
        }
    )
    after: dict[str, str] = field(
        default_factory=lambda: {
            "queued": "It starts when an agent claims it. Queued is not started.",
            "waiting_human": "It is queued for a new round as soon as the last required question is settled.",
            "waiting_review": "It is completed as soon as the last proposed action is decided or expires.",
            "completed": "Nothing by itself. A person can ask to look again.",
            "failed": "Nothing by itself. A person can ask to look again.",
            "cancelled": "Nothing more is written to it.",
        }
    )
    calculation: str = "It is queued again when somebody says that the calculation has ended."
    calculation_until: str = "It is queued again at {when}, or when somebody says it has ended."
    last_said: str = "Last said on the map"
    newest_report: str = "Newest report"
    open_map: str = "Open the map"
    open_report: str = "Read the report"
    cost: str = "What it cost"
    by_round: str = "By round"
    by_model: str = "By model"
    by_agent: str = "By agent"
    by_revision: str = "By the report it led to"
    after_last: str = "after the last report"
    runs: str = "Runs it was worked on in"
    all_linked: str = "Every round is linked to a run."
    none_linked: str = "No round is linked to a run, so the cost is not known. That is not the same as zero."
    some_linked: Counted = Counted(
        "{n} round is not linked to a run: its cost is missing here.",
        "{n} rounds are not linked to a run: their cost is missing here.",
    )
    to_rounds: str = "Rounds and their runs"


@dataclass(frozen=True)
class CaseRoundWords:
    """The rounds of a case and the runs they were worked on in."""

    title: str = "Rounds"
    hint: str = (
        "A round is one session of an agent, from its claim to its end. "
        "A new attempt takes up the same round."
    )
    empty_title: str = "No round yet"
    empty: str = "The first round begins when an agent claims the case."
    started: str = "Started"
    ended: str = "Ended"
    lasts: str = "still at work"
    why_ended: str = "Why it ended"
    published: str = "Published"
    nothing: str = "nothing"
    how_linked: str = "How it is linked"
    extent: str = "How much of it"
    whole: str = "the whole run"
    part: str = "a part, cut at the calls in its log"
    child: str = "came along with its parent"
    not_imported: str = "named, but not imported"
    no_runs: str = "No run is linked to a round of this case."
    runs: Counted = Counted("{n} run", "{n} runs")
    link: str = "Link a run"
    link_hint: str = (
        "Its cost then counts for the round. Where one run worked on several rounds, "
        "it is cut where the next one begins."
    )
    unlink: str = "Take a link away"
    unlink_hint: str = "Only what was named in a claim or linked by hand; what logs and snapshots say stands."
    which_round: str = "Round"
    which_run: str = "Run"
    run_hint: str = "Choose a run, or paste its id."
    no_run: str = "Say which run first."
    refused: str = "Nothing was changed"
    linked: str = "Linked."
    unlinked: str = "The link was taken away."
    no_rounds: str = "There is no round to link a run to."
    linked_by: dict[str, str] = field(
        default_factory=lambda: {
            "claim": "named in the claim",
            "snapshot": "said by a snapshot",
            "recognised": "recognised in its log",
            "hand": "linked by hand",
        }
    )
    linked_tips: dict[str, str] = field(
        default_factory=lambda: {
            "claim": "The agent named this run when it claimed the case.",
            "snapshot": "A snapshot of the run names the case.",
            "recognised": "The calls that this round made stand in the log of the run.",
            "hand": "Somebody linked it on this page, or with the call link_round.",
        }
    )
    ends: dict[str, str] = field(
        default_factory=lambda: {
            "finished": "the agent ended it",
            "waiting_calculation": "set aside for a calculation",
            "lease_expired": "nothing was heard any more",
            "cancelled": "the case was cancelled",
        }
    )
    evidence: Counted = Counted("{n} piece of evidence", "{n} pieces of evidence")
    reports: Counted = Counted("{n} report", "{n} reports")
    updates: Counted = Counted("{n} update of the map", "{n} updates of the map")
    questions: Counted = Counted("{n} question", "{n} questions")
    actions: Counted = Counted("{n} proposal", "{n} proposals")
    plans: Counted = Counted("{n} plan", "{n} plans")
    presentations: Counted = Counted("{n} presentation", "{n} presentations")
    of_run: str = "Worked on"


@dataclass(frozen=True)
class HappenedWords:
    """What happened in a case: in the world, and on the desk."""

    world: str = "What was so"
    world_hint: str = "Evidence and facts that people stated, by the time at which they were so."
    work: str = "What was done about it"
    work_hint: str = "What agents, people and the desk did, by the time at which the desk recorded it."
    both: str = "Both"
    side: str = "Part"
    kind: str = "Kind"
    all_kinds: str = "Every kind"
    order: str = "Order"
    oldest_first: str = "Oldest first"
    newest_first: str = "Newest first"
    when: str = "When it was so"
    recorded: str = "Recorded"
    done_at: str = "When"
    who: str = "Who"
    what: str = "What"
    no_time: str = "time not known"
    no_time_tip: str = "Nobody said when it was so; it stands last."
    nothing_world: str = "Nothing yet: no evidence was published and nobody stated a fact."
    nothing_work: str = "Nothing of this kind was done."
    all_of: Counted = Counted("All {n}", "All {n}")
    update_n: str = "update {n}"
    unconfirmed: str = "not confirmed"
    cut: str = "cut"
    corrected: str = "corrected"
    withdrawn: str = "withdrawn"
    stated_by: str = "stated by {who}"
    restored: str = "restored with import {n}"
    at_point: str = "{point}: {measured}"
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "evidence": "evidence",
            "statement": "statement of a person",
            "measurement": "measurement of a person",
            "status": "change of status",
            "published": "evidence published",
            "report": "report published",
            "map": "map updated",
            "plan": "plan published",
            "presentation": "presentation recorded",
            "question": "question asked",
            "answer": "answer given",
            "action": "action proposed",
            "decision": "action settled",
            "fact": "fact recorded",
            "sign_off": "sign-off",
        }
    )
    moves: dict[str, str] = field(
        default_factory=lambda: {
            "create_task": "the case was created",
            "claim_task": "an agent claimed it",
            "lease_expired": "nothing was heard any more",
            "finish_task_run": "the agent ended its round",
            "wait_for_calculation": "set aside for a calculation",
            "resume_task": "taken up again",
            "until_passed": "the time for the calculation has passed",
            "question_settled": "the last required question was settled",
            "action_decided": "the last proposal was settled",
            "request_reinvestigation": "a person asked to look again",
            "cancel_task": "a person cancelled it",
        }
    )


@dataclass(frozen=True)
class GlanceWords:
    """All cases at a glance, on the first page, in the menu and in the search."""

    needs_you: str = "Needs you"
    menu: str = "Needs you: {n}, oldest {age}"
    waiting: Counted = Counted(
        "{n} thing waits for people, oldest {{age}}", "{n} things wait for people, oldest {{age}}"
    )
    to_inbox: str = "Open the inbox"
    latest_reports: str = "Latest reports"
    in_cases: str = "In cases"
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "case": "case",
            "evidence": "evidence",
            "fact": "fact of a person",
            "report": "report",
            "question": "question",
        }
    )
