"""Writes every sample file anew: `python -m sample_data.make_samples [FOLDER]`, the same bytes each time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from sample_data.makers import (
    calm_run,
    claude_tree,
    objecting_verifier,
    workspaces,
    yellow_water,
    yellow_water_workers,
)
from sample_data.makers.continuity import Fields

HERE = Path(__file__).parent


def sample_files() -> Iterator[tuple[str, str]]:
    """Yield every sample file: path below `sample_data`, text."""
    for number, snapshot in enumerate(calm_run.snapshots(), start=1):
        text = json.dumps(snapshot, ensure_ascii=False, indent=1)
        yield f"calm_run/snapshot-{number}-{snapshot['checkpoint']}.json", text + "\n"
    yield "objecting_verifier/oxygen-alarm-7.jsonl", _lines(list(objecting_verifier.lines()))
    for path, rows in claude_tree.files():
        yield f"claude_tree/{path}", _lines(rows)
    lines, snapshots, files = yellow_water.case_and_runs()
    yield "yellow_water/runtime/round-1.jsonl", _lines(snapshots)
    for path, rows in files.items():
        yield f"yellow_water/projects/{path}", _lines(rows)
    yield "yellow_water/case/yellow-water.jsonl", _lines(lines)
    yield "workspaces/lantern-docs.jsonl", _lines(list(workspaces.lantern_docs()))
    yield "workspaces/north-water.jsonl", _lines(list(yellow_water_workers.looks()))


def write_samples(folder: Path) -> int:
    """Write the files below `folder`; give back how many."""
    files = list(sample_files())
    for path, text in files:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return len(files)


def _lines(rows: list[Fields]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    sys.stdout.write(f"{write_samples(target)} files written to {target}\n")
