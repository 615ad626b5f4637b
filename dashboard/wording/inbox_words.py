"""The words of the inbox in English: what people owe, what settling it changes, what is stored of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class InboxWords:
    """The inbox."""

    title: str = "Inbox"
    waiting: Counted = Counted("{n} thing waits for people", "{n} things wait for people")
    waits: Counted = Counted("{n} waits", "{n} wait")
    told: str = "{waiting}; the oldest came {age}."
    oldest: str = "the oldest came {age}"
    empty_title: str = "Nothing waits for people"
    empty: str = (
        "No question is open, no proposal waits for a decision, nothing approved is left to report, no fact "
        "waits to be confirmed. What an agent asks appears here at once."
    )
    none_match: str = "Nothing of this waits; {n} in all."
    clear: str = "Show everything"
    whose: str = "Whose"
    all: str = "Everybody's"
    mine: str = "Mine"
    unassigned: str = "Nobody's"
    whose_hint: str = (
        "Mine: asked of {name}, or claimed by you just now. Nobody's: asked of nobody in particular."
    )
    kind: str = "Kind"
    all_kinds: str = "Every kind"
    order: str = "Order"
    orders: dict[str, str] = field(
        default_factory=lambda: {
            "oldest": "Oldest first",
            "required": "Required first",
            "due": "Due first",
        }
    )
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "question": "Question",
            "approval": "To approve",
            "action_done": "To report as done",
            "relayed_fact": "To confirm",
            "map_node": "Missing on the map",
            "plan_step": "Step of people",
        }
    )
    kind_tips: dict[str, str] = field(
        default_factory=lambda: {
            "question": "An agent asks; a person answers or declines.",
            "approval": "An agent proposes; a person approves or rejects. The desk carries nothing out.",
            "action_done": "It was approved, and nobody has reported that it was carried out.",
            "relayed_fact": "An agent passed on what a person said; nobody has confirmed it so far.",
            "map_node": "An agent marked this on the map as lacking something.",
            "plan_step": "The plan has this step for people, and it waits.",
        }
    )
    effects: dict[str, str] = field(
        default_factory=lambda: {
            "queues_case": "Settling it queues the case for a new round.",
            "one_of_required": "The case is queued when all required questions are settled.",
            "read_in_round": "The agent that works on the case now can read it in this round.",
            "read_by_next_round": "Nothing moves; the next round reads it.",
            "read_if_taken_up": "Nothing moves; it is read if the case is taken up again.",
            "completes_case": "Deciding it completes the case.",
            "one_of_actions": "The case is completed when all proposals are decided.",
            "moves_nothing": "It is kept; nothing moves.",
            "told_by_agents": "An agent takes it off when it has what it lacks.",
        }
    )
    what: str = "What is asked"
    changes: str = "What it changes"
    for_whom: str = "For"
    due: str = "Due"
    expires: str = "expires {when}"
    overdue: str = "overdue"
    claimed: str = "{name} is about to answer, until {when}"
    goes_on: str = "Goes on when all required questions are settled ({settled} of {required})"
    status_since: str = "Since"
    waited: str = "Waited for people"
    waited_hint: str = "How long the case has stood waiting for people, all its waits together."
    never_waited: str = "not yet"
    next_case: str = "Next case"
    previous_case: str = "Previous case"
    open_case: str = "Open the case"
    on_map: str = "See it on the map"
    in_plan: str = "See it in the plan"
    confirmed: str = "{who} confirmed it, {when}"
    records: dict[str, str] = field(
        default_factory=lambda: {
            "question": "Question",
            "action": "Action",
            "fact": "Fact",
            "node": "On the map:",
            "step": "In the plan:",
        }
    )
    no_longer: str = "It no longer waits for people."
    beside: str = "Waiting"
    more_cases: str = "{shown} of {total} things are listed here."
    case_settled: str = "Nothing of this case waits for people any more."
    only_first: str = "The first {shown} of {total} things of this case are here."
    asked_at: str = "Waits since"
    why: str = "Why it is needed"


@dataclass(frozen=True)
class SettledWords:
    """What became of what people settled."""

    title: str = "Settled in the last {n} days"
    hint: str = "Only what is stored: queued is not started, and read is not used."
    none: str = "Nothing was settled in the last {n} days."
    none_of_case: str = "Nothing was settled here so far."
    question: str = "Question and answer"
    became: str = "What is stored"
    when: str = "When"
    answered: str = "answer stored"
    declined: str = "refusal stored"
    expired: str = "expired; nobody answered, which is neither yes nor no"
    late: str = "late answer stored; it moves nothing"
    withdrawn: str = "the answer was withdrawn"
    queued_looked: str = (
        "task queued (round {n}) since {when}; an agent looked at {looked} and has not taken it up so far"
    )
    queued_not_looked: str = "task queued (round {n}), no agent has looked since {when}"
    case_stands: str = "the case: {status}, since {when}"
    not_read: str = "no agent has read it so far"
    read: str = "read by the agent at {when}"
    used_in: str = "used in report revision {n}"
    used_on_map: str = "used on the map"
    nobody: str = "nobody"
    cut: str = "The newest {shown} of {total} are listed."
