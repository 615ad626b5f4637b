"""A Claude Code tree: full import, unchanged import and cost report against ccusage on the same files.

usage: python benchmarks/claude_tree.py TREE [--ccusage COMMAND] [--runs 5]

TREE holds `projects/` and, where a generator made it, `truth.json`. COMMAND is the native ccusage program or
its launcher; ccusage reports token totals only, it stores nothing. Secrets are masked in every import here.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from decimal import Decimal
from pathlib import Path

from measured import Run, median_cpu, median_wall, record, run

CASEBOARD = [sys.executable, "-m", "dashboard"]


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory() as scratch:
        database = Path(scratch, "tree.duckdb")
        environment = {"CASEBOARD_DATABASE": str(database), "CLAUDE_CONFIG_DIR": str(options.tree)}
        environment["HOME"] = scratch
        peer = [*options.ccusage.split(), "claude", "daily", "--offline", "--json"]
        load = [*CASEBOARD, "import", str(options.tree / "projects"), "--json"]
        figures: dict[str, list[Run]] = {"peer": [], "full": [], "unchanged": [], "cost": []}
        for _ in range(options.runs):
            database.unlink(missing_ok=True)
            figures["peer"].append(run(peer, environment))
            figures["full"].append(run(load, environment))
            figures["unchanged"].append(run(load, environment))
            figures["cost"].append(run([*CASEBOARD, "cost", "--by", "day", "--json"], environment))
        _check(options.tree, figures)
        print(record("claude_tree", "A Claude Code tree against ccusage", _lines(options.tree, figures)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--ccusage", default=shutil.which("ccusage") or "ccusage")
    parser.add_argument("--runs", type=int, default=5)
    return parser.parse_args()


def _check(tree: Path, figures: dict[str, list[Run]]) -> None:
    """A fast answer that is wrong is no answer: the report must equal the truth and the peer's totals."""
    total = json.loads(figures["cost"][-1].output)["total"]
    assert json.loads(figures["unchanged"][-1].output)["total"]["rows_written"] == 0
    peer = json.loads(figures["peer"][-1].output)["totals"]
    assert total["output"] == peer["outputTokens"], (total, peer)
    if (tree / "truth.json").exists():
        truth = json.loads((tree / "truth.json").read_text())
        assert abs(Decimal(total["cost_usd"]) - Decimal(str(truth["cost"]))) < Decimal("0.005"), total


def _lines(tree: Path, figures: dict[str, list[Run]]) -> list[str]:
    size = sum(path.stat().st_size for path in tree.rglob("*.jsonl")) / 1e6
    peer_cpu, peer_wall = median_cpu(figures["peer"]), median_wall(figures["peer"])
    rows = [
        ("full import, masking on", "full", "CPU", 10.0),
        ("unchanged import", "unchanged", "CPU", 1.0),
        ("cost report from the store", "cost", "wall", 1.0),
    ]
    lines = [
        (
            f"{size:.0f} MB of JSONL, {len(figures['peer'])} runs in turn, medians. ccusage (totals only): "
            f"{peer_cpu:.2f} CPU-s, {peer_wall:.2f} s wall."
        ),
        "",
        "| work | CPU-s | wall s | ratio to ccusage | bound |",
        "|---|---|---|---|---|",
    ]
    for label, name, kind, bound in rows:
        cpu, wall = median_cpu(figures[name]), median_wall(figures[name])
        ratio = cpu / peer_cpu if kind == "CPU" else wall / peer_wall
        lines.append(f"| {label} | {cpu:.2f} | {wall:.2f} | {ratio:.2f}x {kind} | {bound:.1f}x |")
    return lines


if __name__ == "__main__":
    main()
