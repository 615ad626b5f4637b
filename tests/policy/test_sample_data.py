"""The sample files are what their makers write, and each case is described."""

from __future__ import annotations

from pathlib import Path

from sample_data.make_samples import sample_files


def test_the_sample_files_are_what_their_makers_write(tree: list[Path], checkout: Path) -> None:
    cases = {"calm_run", "objecting_verifier", "claude_tree", "yellow_water", "workspaces"}
    standing = {
        file.relative_to("sample_data").as_posix(): (checkout / file).read_text("utf-8")
        for file in tree
        if file.parts[0] == "sample_data" and file.parts[1] in cases
    }
    assert standing == dict(sample_files()), "run `python -m sample_data.make_samples`"


def test_every_case_is_described(tree: list[Path], checkout: Path) -> None:
    described = (checkout / "sample_data" / "README.md").read_text("utf-8")
    cases = {f.parts[1] for f in tree if f.parts[0] == "sample_data" and len(f.parts) > 2} - {"makers"}
    assert {case for case in cases if f"`{case}/`" not in described} == set()
