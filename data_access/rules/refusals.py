"""How a rule of cases says no: every problem at once, so that whoever wrote it mends all in one go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from data_access.errors import CaseRefused, Problem


class Refusal(NamedTuple):
    """One rule that does not hold."""

    rule: type[CaseRefused]
    """Its code is that of the error."""
    problem: Problem


def refusal(rule: type[CaseRefused], where: str, why: str, fix: str) -> Refusal:
    """Return what a rule has against a field: where it stands, why, and what to do."""
    return Refusal(rule, Problem(where, why, fix))


def refuse_if_any(refusals: Sequence[Refusal], what: str) -> None:
    """Pass when no rule is broken. Raises: the error of the first rule, with the problems of all of them."""
    if refusals:
        count = "one rule is broken" if len(refusals) == 1 else f"{len(refusals)} rules are broken"
        told = f"{what} was not kept: {count}. {refusals[0].problem.where}: {refusals[0].problem.why}."
        raise refusals[0].rule(told, problems=tuple(one.problem for one in refusals))
