"""The words of limits in English: what agents used, against what the policy lets them use."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class LimitWords:
    """What was measured against the limits."""

    title: str = "Limits"
    lead: str = (
        "What agents used against what the policy lets them use at most. Exactly at a limit is within it. "
        "What nobody measured is not measured: neither 0 nor within."
    )
    names: dict[str, str] = field(
        default_factory=lambda: {
            "disk_bytes": "Disk",
            "command_seconds": "One command",
            "memory_bytes": "Memory",
            "network_bytes_per_second": "Network",
        }
    )
    states: dict[str, str] = field(
        default_factory=lambda: {
            "passed": "passed",
            "within": "within",
            "not_measured": "not measured",
        }
    )
    at_most: str = "at most {most}"
    rule: str = "The limit is {most} ({exact}), by the rule {rule}. 1 GB is 1,000,000,000 bytes."
    card: Counted = Counted(
        "of {n} agent · {{unmeasured}} not measured", "of {n} agents · {{unmeasured}} not measured"
    )
    limit: str = "Limit"
    state: str = "Stands"
    any_limit: str = "Every limit"
    any_state: str = "Every state"
    agents: str = "Agents by run"
    agents_hint: str = (
        "Who passed most limits first, then by how far. Below each highest use: how much it is beyond, and "
        "how many of all that was measured are. It leads to what it rests on, a line to use over time."
    )
    agent: str = "Agent"
    when: str = "When"
    not_known: str = "run not on this desk"
    several: Counted = Counted("{n} run bears this id", "{n} runs bear this id")
    beyond: str = "+{amount} · {passed} of {measured}"
    beyond_derived: str = "+{amount} · {passed} of {measured} derived"
    of_measured: Counted = Counted("{n} measured", "{n} measured")
    of_derived: Counted = Counted("{n} derived", "{n} derived")
    unmeasured_commands: Counted = Counted(
        "The length of {n} command is not known.", "The length of {n} commands is not known."
    )
    unmeasured_samples: Counted = Counted("{n} sample leaves this out.", "{n} samples leave this out.")
    derived: str = "derived"
    derived_tip: str = (
        "Nobody measured it: it is the time from the tool call to its result, and waiting for an approval "
        "is part of it."
    )
    sampled: str = "sample"
    policy: str = "By {policy}."
    cut: str = "The first {shown} of {total}; filters narrow the list."
    none_match: str = "No agent stands like this."
    clear: str = "Show all"
    empty: str = "There is no run yet, and no sample"
    all_runs: str = "All runs"
    only_run: str = "Only {name}"
    whole_run: str = "all agents"
    over_time: str = "{limit} over time: {name}"
    over_time_hint: str = (
        "Each point is a sample or a command; the line is broken where nobody measured. Times are those of "
        "the samples; a command stands where it began."
    )
    which: str = "Which limit"
    limit_line: str = "limit {most}"
    to_run: str = "To the run"
    amount: str = "Amount"
    by: str = "Rests on"
    stands: str = "Stands"
    zone_assumed: str = "The sample gives no zone; it is read as UTC."
    use_cut: str = "{shown} of {total} are drawn: the highest of each stretch of time."
    no_use: str = "{limit}: not measured"
    nothing_of: Counted = Counted("Of {n} agent nothing was measured.", "Of {n} agents nothing was measured.")
    list_them: str = "List them"
    none_of_run: str = "Nothing that its agents used was measured."
    how: str = "How it comes to be measured"
    how_title: str = "The desk measures nothing itself"
    how_text: str = (
        "Send samples from where the agents run: to the call "
        "record_resource_sample, or as a file with one sample a line, loaded on the Import page or with "
        "caseboard import. Leave out what you did not measure."
    )
    how_commands: str = (
        "How long commands took is told by logs whose tool calls have a begin and an end; nothing has to be "
        "sent for it."
    )
    to_import: str = "Import"
    units: dict[str, str] = field(
        default_factory=lambda: {
            "bytes": "{n} bytes",
            "bytes_per_second": "{n} bytes a second",
            "seconds": "{n} s",
        }
    )
