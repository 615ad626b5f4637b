"""What the policy tests look at: the files of the tree, as they would be published."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

LEFT_OUT = {".git", ".venv", "build", "dist", "__pycache__", ".hypothesis", ".mypy_cache", ".ruff_cache"}


@pytest.fixture(scope="session")
def tree(checkout: Path) -> list[Path]:
    """Every file that is published, relative to the root, in order."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=checkout, capture_output=True, text=True,
    )  # fmt: skip
    if listed.returncode == 0:
        files = [Path(line) for line in listed.stdout.splitlines()]
        return sorted(file for file in files if (checkout / file).is_file())
    walked = (file.relative_to(checkout) for file in checkout.rglob("*") if file.is_file())
    return sorted(file for file in walked if not LEFT_OUT & set(file.parts))


@pytest.fixture(scope="session")
def modules(tree: list[Path]) -> list[Path]:
    """Every Python file of the product itself."""
    rooms = {"dashboard", "data_access", "pages", "sample_data"}
    return [file for file in tree if file.suffix == ".py" and file.parts[0] in rooms]
