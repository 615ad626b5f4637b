"""What the policy says of an operation: each effect is judged by a rule that is named, the strictest decides.

Nothing is permitted here and nothing is run. What cannot be told is `unknown`, never `allowed`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from data_access.contracts.isolation import IsolationLevel
from data_access.contracts.operations import (
    CheckedKind,
    OperationCheck,
    OperationEffect,
    PackageManager,
    PolicyInForce,
    Surroundings,
)
from data_access.contracts.policy import Capability, CapabilityRule, Policy, Ruling, Verdict
from data_access.rules.command_effects import command_effects
from data_access.rules.effects import GLOBAL, Effect, EffectKind, Scene
from data_access.rules.network_commands import host_of
from data_access.rules.shell_script import Word
from data_access.rules.text_safety import without_surrogates
from data_access.rules.work_paths import Place, WorkPaths, outermost

MOST_EFFECTS_SHOWN = 100
LONGEST_TARGET_SHOWN = 2_000
STRICTNESS: tuple[Verdict, ...] = ("allowed", "needs_approval", "unknown", "denied")
"""From the mildest to the strictest."""
_CONSEQUENCE: tuple[EffectKind, ...] = (
    "read", "run", "variable", "contact", "write", "fetch", "upgrade", "install", "doubt", "code",
)  # fmt: skip
"""From what does least to what may do most."""
_PACKAGES: dict[PackageManager, Capability] = {
    "npm": "install_npm_package",
    "python": "install_python_package",
    "other": "install_other_package",
}
_COMMAND = re.compile(r"\s|[;&|`$]")
_ADDRESS = re.compile(r"file:|[A-Za-z][\w+.-]+://", re.IGNORECASE)
_SHELL = re.compile(r"[;&|`$\n]|\s[<>]")
"""What no name of a package holds; `httpx>=0.27` is one."""


class Judgement(NamedTuple):
    """What a rule says of one effect."""

    verdict: Verdict
    rule: str
    why: str


class AskedOperation(NamedTuple):
    """An operation to be judged; what is not given is not guessed."""

    operation: CheckedKind
    target: str
    """The command, the path, the address or the package."""
    manager: PackageManager | None = None
    """Of a package."""
    into: str | None = None
    """Where a package or a file that is fetched would be put; a package without one lands globally."""
    checksum: str | None = None


def check_operation(asked: AskedOperation, force: PolicyInForce, around: Surroundings) -> OperationCheck:
    """Return what the policy says of an operation in its surroundings, with the rule that says so."""
    return judged_operation(asked, force, around, effects_of(asked, force.policy, around))


def judged_operation(
    asked: AskedOperation, force: PolicyInForce, around: Surroundings, effects: Sequence[Effect]
) -> OperationCheck:
    """Return what the policy says of an operation whose effects are known; there is one at least."""
    paths = WorkPaths(force.policy, around)
    judged = [(effect, judge(effect, force.policy, paths)) for effect in effects]
    effect, decisive = max(judged, key=_weight)
    shown = judged[:MOST_EFFECTS_SHOWN]
    return OperationCheck(
        operation=asked.operation,
        target=without_surrogates(asked.target[:LONGEST_TARGET_SHOWN]),
        verdict=decisive.verdict,
        rule=decisive.rule,
        why=without_surrogates(decisive.why),
        zone=outermost([one.place for one in effects if one.place is not None]),
        capability=effect.capability,
        is_dangerous=any(one.standing == "dangerous" for one in effects),
        level_called_for=level_called_for(effects),
        effects=tuple(_shown(one, said) for one, said in shown),
        effects_total=len(judged),
        truncated=len(judged) > len(shown),
        policy=force.source,
        policy_version=force.version,
    )


def _weight(judged: tuple[Effect, Judgement]) -> tuple[int, int]:
    """Order effects by how strictly they are judged, then by how much they do."""
    effect, said = judged
    return STRICTNESS.index(said.verdict), _CONSEQUENCE.index(effect.kind)


def level_called_for(effects: Sequence[Effect]) -> IsolationLevel | None:
    """Return the isolation that work calls for: dangerous commands L3, writing L2, reading alone L0.

    Null where it cannot be told what it does, unless it is seen to call for L3.
    """
    if any(effect.standing in ("dangerous", "privileged") for effect in effects):
        return "L3"
    is_open = any(
        effect.kind in ("doubt", "code") or (effect.kind == "run" and effect.standing == "unlisted")
        for effect in effects
    )
    if is_open:
        return None
    return (
        "L2" if any(effect.kind in ("write", "install", "upgrade", "fetch") for effect in effects) else "L0"
    )


def judge(effect: Effect, policy: Policy, paths: WorkPaths) -> Judgement:
    """Return what the policy says of one effect."""
    if effect.kind in ("doubt", "code"):
        return Judgement("unknown", effect.rule, effect.why)
    if effect.kind == "run":
        return _run(effect, policy)
    if effect.kind == "contact":
        return _contact(effect, policy)
    if effect.place is None or effect.place.zone is None:
        return Judgement("unknown", "paths", f"where {effect.target[:200]} lies cannot be told")
    if effect.kind in ("read", "write"):
        return _file(effect, effect.place, policy, paths)
    if effect.kind in ("install", "upgrade"):
        return _package(effect, effect.place, policy)
    if effect.kind == "fetch":
        return _fetch(effect, effect.place, policy, paths)
    return _variable(effect, effect.place, policy, paths)


def _run(effect: Effect, policy: Policy) -> Judgement:
    name, rules = effect.target, policy.commands
    if effect.standing == "privileged":
        return Judgement("denied", "commands.privileged", f"{name} runs others with more rights")
    if effect.standing == "dangerous":
        return Judgement(
            "needs_approval", "commands.dangerous", f"{name} is on the list of dangerous commands"
        )
    if effect.standing in ("safe", "read_only"):
        return Judgement(
            "allowed", f"commands.{effect.standing}", f"{name} is on the list of {_LISTS[effect.standing]}"
        )
    return Judgement(rules.unlisted, "commands.unlisted", f"{name} is in no list of the policy")


_LISTS = {"safe": "safe commands", "read_only": "commands that only read"}


def _contact(effect: Effect, policy: Policy) -> Judgement:
    host = effect.target
    hosts = policy.network.api_hosts
    if any(host == one or (one.startswith("*.") and host.endswith(one[1:])) for one in hosts):
        return Judgement("allowed", "network.api_hosts", f"{host} is one of the configured hosts")
    return Judgement(
        policy.network.other_hosts, "network.other_hosts", f"{host[:200]} is none of the configured hosts"
    )


def _file(effect: Effect, place: Place, policy: Policy, paths: WorkPaths) -> Judgement:
    zone = place.zone or "user_system"
    rule = getattr(policy.zones, zone)
    kind = "read" if effect.kind == "read" else "write"
    by_zone: Ruling = getattr(rule, kind)
    lists = policy.files.read if kind == "read" else policy.files.write
    is_listed = paths.fits(place.path, lists)
    if effect.capability == "change_config" and not (is_listed and zone == "workspace"):
        ruling = _in_zone(policy.capabilities.change_config, zone)
        why = f"{place.path} is configuration in {_zone(zone)}"
        return Judgement(ruling, f"capabilities.change_config.{zone}", why)
    if zone in ("core", "shared_tools") or (zone == "user_system" and not is_listed):
        return Judgement(by_zone, f"zones.{zone}.{kind}", f"{place.path} lies in {_zone(zone)}")
    if is_listed:
        listed: Ruling = by_zone if zone == "workspace" else "allowed"
        return Judgement(listed, f"files.{kind}", f"{place.path} lies where agents may {kind}")
    outside = _strictest(by_zone, "needs_approval" if kind == "read" else "denied")
    return Judgement(outside, f"files.{kind}", f"{place.path} lies outside where agents may {kind}")


def _package(effect: Effect, place: Place, policy: Policy) -> Judgement:
    zone = place.zone or "user_system"
    rule: CapabilityRule = getattr(policy.capabilities, effect.capability)
    ruling = _in_zone(rule, zone)
    if effect.capability == "install_python_package" and not effect.is_own_place and ruling != "denied":
        through = ", ".join(policy.capabilities.python_installers)
        why = f"it comes through none of {through} and names no place of its own"
        return Judgement("denied", "capabilities.python_installers", why)
    where = "everywhere on this machine" if place == GLOBAL else f"in {_zone(zone)}"
    return Judgement(
        ruling, f"capabilities.{effect.capability}.{zone}", f"{effect.target[:200]} would land {where}"
    )


def _fetch(effect: Effect, place: Place, policy: Policy, paths: WorkPaths) -> Judgement:
    saved = Effect("write", "write_file", place.path, place)
    by_place = _file(saved, place, policy, paths)
    if by_place.verdict == "denied":
        return by_place
    if policy.network.checksum == "required" and not effect.has_checksum:
        return Judgement(
            "denied", "network.checksum", f"{effect.target[:200]} comes with no checksum to hold it against"
        )
    strictest = _strictest(by_place.verdict, policy.network.download)
    return Judgement(strictest, "network.download", f"{effect.target[:200]} is fetched from outside")


def _variable(effect: Effect, place: Place, policy: Policy, paths: WorkPaths) -> Judgement:
    rules, name = policy.environment, effect.target
    if name == "PATH":
        key, allowed = "path", (*rules.path, *rules.system_path)
    elif name == "PYTHONPATH":
        key, allowed = "python_path", rules.python_path
    else:
        target = rules.install_targets[name]
        key, allowed = "install_targets", (target, f"{target.rstrip('/')}/**")
    rule = f"environment.{key}"
    if paths.fits(place.path, allowed):
        return Judgement("allowed", rule, f"{name} may hold {place.path}")
    return Judgement("denied", rule, f"{name} may not hold {place.path}")


def _in_zone(rule: CapabilityRule, zone: str) -> Ruling:
    ruling: Ruling = getattr(rule, zone)
    return ruling


def _strictest(*rulings: Verdict) -> Verdict:
    return max(rulings, key=STRICTNESS.index)


_ZONES = {
    "core": "the core of the application",
    "workspace": "the workspace",
    "shared_tools": "the shared tools",
    "user_system": "the user's system",
}


def _zone(zone: str) -> str:
    return _ZONES[zone]


def effects_of(asked: AskedOperation, policy: Policy, around: Surroundings) -> list[Effect]:
    """Return what an operation would do; one effect at least."""
    if asked.operation == "execute":
        return command_effects(asked.target, policy, around)
    paths = WorkPaths(policy, around)
    scene = Scene(policy, paths, (paths.begin,), around.environment)
    if asked.operation == "read":
        return list(scene.reads((_path(asked.target),))) or [_device(asked.target)]
    if asked.operation == "write":
        return list(scene.writes((_path(asked.target),))) or [_device(asked.target)]
    place = next(scene.places(_path(asked.into))) if asked.into else None
    if asked.operation == "install":
        told = _installing_command(asked.target, policy, around)
        if told:
            return told
        manager = asked.manager or "other"
        return [
            Effect(
                "install", _PACKAGES[manager], asked.target, place or GLOBAL, is_own_place=place is not None
            )
        ]
    saved = place or scene.here()
    fetched = Effect("fetch", "download_tool", asked.target, saved, has_checksum=asked.checksum is not None)
    return [fetched, Effect("contact", "call_api", host_of(asked.target) or asked.target)]


def _installing_command(target: str, policy: Policy, around: Surroundings) -> list[Effect]:
    """Return what a target does that is the command of an installer, or that only a shell reads; else none.

    Runtimes record an install by the package, or by the command they ran: `npm install -g` is global
    whatever folder it is run in.
    """
    if not _COMMAND.search(target):
        return []
    effects = command_effects(target, policy, around)
    installs = any(effect.kind in ("install", "upgrade", "fetch") for effect in effects)
    return effects if installs or _SHELL.search(target) else []


def _device(path: str) -> Effect:
    """Return the effect of a file that keeps nothing."""
    return Effect("run", "run_system_command", path, standing="read_only")


def _path(text: str) -> Word:
    """Return the path of a recorded operation, which may stand as an address: `file:///etc/hosts`."""
    if not _ADDRESS.match(text):
        return Word(text, text)
    try:
        address = urlsplit(text)
    except ValueError:
        return Word(None, text)
    if address.scheme.lower() != "file":
        return Word(None, text)
    host = f"//{address.netloc}" if address.netloc not in ("", "localhost") else ""
    path = host + unquote(address.path)
    return Word(path[1:] if re.match(r"/[A-Za-z]:", path) else path, text)


def _shown(effect: Effect, said: Judgement) -> OperationEffect:
    return OperationEffect(
        operation=effect.operation,
        capability=effect.capability,
        target=without_surrogates(effect.target[:LONGEST_TARGET_SHOWN]),
        zone=effect.place.zone if effect.place else None,
        verdict=said.verdict,
        rule=said.rule,
        why=without_surrogates(said.why[:LONGEST_TARGET_SHOWN]),
    )
