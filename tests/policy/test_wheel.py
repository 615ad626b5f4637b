"""The wheel is whole: every file of the product, its data included, and the console script."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOMS = {"dashboard", "data_access", "pages", "sample_data"}


def test_the_wheel_holds_every_file_of_the_product(tree: list[Path], checkout: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    built = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
        scripts = wheel.read(next(n for n in names if n.endswith("entry_points.txt"))).decode()
    wanted = {file.as_posix() for file in tree if file.parts[0] in ROOMS}
    assert wanted - names == set()
    assert "caseboard = dashboard.__main__:" in scripts
