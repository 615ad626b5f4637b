"""One plain sentence about one operation of an agent, in the words of the viewer's language.

Total: every operation has one. It claims what the record says and no more: what was stopped or failed is not
told as done, what nobody recorded is said to be unknown, and of a log's command that installs it tells that
the command ran. What agents wrote stays text: quoted, on one line, cut by the width it takes on a screen.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Protocol

from dashboard.wording.english import Words
from data_access.contracts.operations import ApprovedBy, OperationKind, OperationResult
from data_access.contracts.policy import Capability, Verdict, Zone
from data_access.rules.text_safety import ELLIPSIS, line_of_width, path_of_width

_PLAIN_NAME = re.compile(r"[\w.:/#@-]+…?")
_MAIN = "main"
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‟": '"', "〝": '"', "〞": '"', "＂": '"'})
_NAME_WIDTH = 24


class ToldOperation(Protocol):
    """What a sentence rests on."""

    @property
    def operation(self) -> OperationKind:
        """Its kind."""

    @property
    def target(self) -> str:
        """The package, the command, the address or the path."""

    @property
    def is_derived(self) -> bool:
        """It follows from a tool call of a log; nobody recorded it as an operation."""

    @property
    def workspace(self) -> str | None:
        """The folder the agent was given."""

    @property
    def zone(self) -> Zone | None:
        """The outermost zone it touches."""

    @property
    def capability(self) -> Capability:
        """Of the effect that decides."""

    @property
    def verdict(self) -> Verdict:
        """What the policy in force says of it."""

    @property
    def result(self) -> OperationResult | None:
        """None: not known."""

    @property
    def approved_by(self) -> ApprovedBy | None:
        """None: not recorded."""

    @property
    def is_dangerous(self) -> bool:
        """A command of it is on the dangerous list."""


def operation_sentence(one: ToldOperation, w: Words, *, agent: str | None = None, width: int = 80) -> str:
    """Tell what an agent did, or wanted to, and what the policy says of it.

    `agent` is its name, where it is known; the target takes at most `width` columns.
    """
    s = w.sentence
    parts = [_deed(one, w, agent, width), *_policy(one, w)]
    if one.is_dangerous:
        parts.append(s.dangerous)
    return s.between.join(parts) + s.end


def _deed(one: ToldOperation, w: Words, agent: str | None, width: int) -> str:
    """Tell what was done, tried, stopped, or is not known to have happened."""
    s, kind = w.sentence, _kind(one)
    is_put = kind in ("install", "download")
    place = (s.places_put if is_put else s.places)[one.zone] if one.zone else ""
    who = _who(agent, w)
    told = {"target": _target(one, width), "place": place}
    if one.result == "success":
        return s.success.format(who=who, done=s.done[kind].format(**told))
    frame = s.failed if one.result == "failed" else s.not_known
    if one.result == "denied":
        frame = s.stopped[one.approved_by or "not_told"]
    return frame.format(who=who, act=s.to_do[kind].format(**told))


def _target(one: ToldOperation, width: int) -> str:
    """Return what it was done to; a file by its end, and within its workspace by its way from there."""
    if one.operation != "write":
        return quoted(one.target, width)
    own = f"{one.workspace.rstrip('/')}/" if one.workspace and one.zone == "workspace" else ""
    path = one.target.removeprefix(own) or one.target
    return quoted(path_of_width(path, width), width)


def _kind(one: ToldOperation) -> str:
    """Return what is told: of a log it is the command that is known, not that it installed or fetched."""
    is_command = one.is_derived and one.operation in ("install", "download")
    return f"{one.operation}_command" if is_command else one.operation


def _policy(one: ToldOperation, w: Words) -> list[str]:
    """Tell what the policy says and who approved; nothing where it allows and nobody had to be asked."""
    s = w.sentence
    if one.verdict == "allowed":
        if one.result == "denied":
            return [s.would_allow]
        return [s.approved[one.approved_by]] if one.approved_by in ("user", "policy") else []
    rule = s.rule[one.verdict].format(capability=w.policy.capabilities[one.capability])
    if one.result == "denied" or (one.verdict == "unknown" and one.approved_by is None):
        return [rule]
    return [rule, s.approved[one.approved_by or "not_told"]]


def quoted(text: str, width: int) -> str:
    """Return a text of an agent in quotes that it cannot end, of at most `width` columns between them."""
    line = line_of_width(text.translate(_QUOTES), width) or ELLIPSIS
    return f"“{_kept_apart(line)}”"


def _who(agent: str | None, w: Words) -> str:
    s = w.sentence
    if agent == _MAIN:
        return s.main_agent
    return s.agent.format(name=_name(agent)) if agent else s.some_agent


def _name(agent: str) -> str:
    line = line_of_width(agent, _NAME_WIDTH)
    return _kept_apart(line) if _PLAIN_NAME.fullmatch(line) else quoted(agent, _NAME_WIDTH)


def _kept_apart(line: str) -> str:
    """Return a text so that its reading direction stays its own: signs beside it do not change places."""
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in line)
    return f"\u2068{line}\u2069" if turns else line
