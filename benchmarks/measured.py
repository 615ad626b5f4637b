"""Runs a command to its end and says what it took: processor seconds of the whole process tree, wall seconds.

Every benchmark here compares two commands in one run on one machine and records the ratio of medians.
"""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """What one run took."""

    cpu_seconds: float
    wall_seconds: float
    output: str


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Run:
    """Run `command`; raises `CalledProcessError` with its stderr when it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    done = subprocess.run(
        command, env=_as_installed(environment or {}), capture_output=True, text=True, check=False
    )
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(cpu, wall, done.stdout)


def _as_installed(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a command; an installed program has its modules compiled."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, **environment}


def median_cpu(runs: Sequence[Run]) -> float:
    """Return the median of the processor seconds."""
    return statistics.median(run.cpu_seconds for run in runs)


def median_wall(runs: Sequence[Run]) -> float:
    """Return the median of the wall seconds."""
    return statistics.median(run.wall_seconds for run in runs)


def machine() -> str:
    """Describe the machine and the engine in one line."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} "
        f"{platform.machine()}, Python {platform.python_version()}, duckdb {version('duckdb')}"
    )


def record(name: str, title: str, lines: Sequence[str]) -> Path:
    """Write `benchmarks/results/<name>.md` and return its path."""
    path = Path(__file__).parent / "results" / f"{name}.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join([f"# {title}", "", machine(), "", *lines, ""]), encoding="utf-8")
    return path
