"""The policy of agents as a file: the default that ships, and an owner's file that states what differs."""

from __future__ import annotations

import difflib
import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

from data_access.contracts.operations import PolicyInForce
from data_access.contracts.policy import Policy, Zones
from data_access.errors import PolicyFileInvalid, Problem

LARGEST_FILE = 256 * 1024
"""Bytes of a policy file at most."""
_NAMED_FREELY = frozenset({"environment.install_targets", "worktrees"})
_FORM = "See the default policy in the user guide for the form of every section."


@cache
def default_policy() -> PolicyInForce:
    """Return the policy that holds where no other is given."""
    text = _default_text()
    policy = Policy.model_validate(tomllib.loads(text))
    return PolicyInForce(source="default policy", version=_version("default", text), policy=policy)


def read_policy_file(content: bytes, name: str) -> PolicyInForce:
    """Read an owner's policy: TOML, each key replacing that of the default policy.

    Raises: `PolicyFileInvalid` with one problem for each thing that is wrong.
    """
    text, told = _decoded(content, name)
    problems: list[Problem] = []
    whole = _laid_over(tomllib.loads(_default_text()), told, "", problems)
    try:
        policy = Policy.model_validate(whole)
    except ValidationError as error:
        problems += [_problem(one) for one in error.errors(include_url=False, include_input=False)]
        policy = None
    if policy is not None and policy.zones.user_system.paths:
        why = "it is whatever lies in no other zone and has no paths of its own"
        problems.append(Problem("zones.user_system.paths", why, "Take the key out."))
    if problems or policy is None:
        raise PolicyFileInvalid(f"The policy file {name} cannot be used.", problems=tuple(problems))
    return PolicyInForce(source=f"policy file {name}", version=_version("file", text), policy=policy)


def _default_text() -> str:
    return files("data_access.rules").joinpath("default_policy.toml").read_text(encoding="utf-8")


def _version(kind: str, text: str) -> str:
    return f"{kind}:{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _decoded(content: bytes, name: str) -> tuple[str, dict[str, Any]]:
    if len(content) > LARGEST_FILE:
        problem = Problem(
            name, f"it has {len(content):,} bytes; {LARGEST_FILE:,} are the most", "Shorten it."
        )
        raise PolicyFileInvalid(f"The policy file {name} cannot be read.", problems=(problem,))
    try:
        text = content.decode("utf-8-sig")
        return text, tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        problem = Problem(name, f"it is no readable TOML: {error}", _FORM)
        raise PolicyFileInvalid(f"The policy file {name} cannot be read.", problems=(problem,)) from error


def _laid_over(
    default: Mapping[str, Any], told: Mapping[str, Any], place: str, problems: list[Problem]
) -> dict[str, Any]:
    """Return the default with what the file tells: tables are merged, any other value is replaced."""
    whole = dict(default)
    for key, value in told.items():
        where = f"{place}.{key}" if place else key
        known = default.get(key)
        if key not in default and not _may_be_named(place, key):
            meant = difflib.get_close_matches(key, default, n=1)
            fix = f"Did you mean {meant[0]}?" if meant else f"Known here: {', '.join(default)}."
            problems.append(Problem(where, "the policy has no such key", fix))
        elif isinstance(known, dict) and isinstance(value, dict):
            whole[key] = _laid_over(known, value, where, problems)
        else:
            whole[key] = value
    return whole


def _may_be_named(place: str, key: str) -> bool:
    """Tell whether a key may stand here that the default does not give: a free name, or a zone."""
    is_zone = key in Zones.model_fields and place.startswith("capabilities.")
    return place in _NAMED_FREELY or is_zone or (place, key) == ("zones.user_system", "paths")


def _problem(error: Any) -> Problem:
    where = ".".join(str(part) for part in error["loc"])
    return Problem(where, str(error["msg"]).removeprefix("Value error, "), _FORM)
