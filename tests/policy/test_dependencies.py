"""Every dependency says why it is here, and every release that gets installed is pinned."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PIN = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.+!]+)")


@pytest.fixture(scope="module")
def pins(checkout: Path) -> dict[str, str]:
    lines = (checkout / "constraints.txt").read_text().splitlines()
    found = [PIN.fullmatch(line) for line in lines if not line.startswith("#")]
    assert all(found), "constraints.txt holds nothing but `name==release`"
    return {canonicalize_name(pin.group(1)): pin.group(2) for pin in found if pin}


@pytest.fixture(scope="module")
def project(checkout: Path) -> dict[str, Any]:
    return tomllib.loads((checkout / "pyproject.toml").read_text())


def named(project: dict[str, Any]) -> list[Requirement]:
    lists = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    return [Requirement(text) for texts in lists for text in texts]


def test_every_dependency_has_a_reason(project: dict[str, Any], checkout: Path) -> None:
    lines = (checkout / "pyproject.toml").read_text().splitlines()
    without = [
        str(wanted)
        for wanted in named(project)
        if not any(re.search(rf'"{re.escape(wanted.name)}[^"]*",?\s+# \w+', line) for line in lines)
    ]
    assert without == []


def test_every_dependency_is_pinned_inside_its_range(project: dict[str, Any], pins: dict[str, str]) -> None:
    outside = [
        str(wanted)
        for wanted in named(project)
        if not wanted.specifier.contains(pins.get(canonicalize_name(wanted.name), "0"))
    ]
    assert outside == []


def test_what_the_dependencies_bring_is_pinned_too(project: dict[str, Any], pins: dict[str, str]) -> None:
    waiting = [wanted for wanted in named(project) if not wanted.marker or wanted.marker.evaluate()]
    seen: set[str] = set()
    while waiting:
        name = canonicalize_name(waiting.pop().name)
        if name in seen:
            continue
        seen.add(name)
        waiting.extend(brought_by(name))
    assert seen - set(pins) == set()


def brought_by(name: str) -> list[Requirement]:
    try:
        texts = distribution(name).requires or []
    except PackageNotFoundError:
        return []
    brought = [Requirement(text) for text in texts]
    return [wanted for wanted in brought if not wanted.marker or wanted.marker.evaluate({"extra": ""})]
