"""What is published: small text files that name no machine and no registry, each module with its reason."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

ONE_MEGABYTE = 1_000_000
BINARY = {".woff2", ".png", ".ico", ".gz"}
HOSTS = ("pypi" + ".org", "python" + "hosted", "npm" + "js", "debian" + ".org", "ubuntu" + ".com")
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|opt|home|Users)/\w")
EXAMPLE_PATHS = re.compile(r"/(?:home|Users)/(?:dev|demo|me|you|someone|user|alice|bob|USER|name)\b")


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def test_no_file_is_larger_than_a_megabyte(tree: list[Path], checkout: Path) -> None:
    assert [file for file in tree if (checkout / file).stat().st_size > ONE_MEGABYTE] == []


def test_no_file_names_a_registry_or_a_path_of_one_machine(tree: list[Path], checkout: Path) -> None:
    found = []
    for file in tree:
        if file.suffix in BINARY:
            continue
        text = EXAMPLE_PATHS.sub("", text_of(checkout / file))
        found += [f"{file}: {host}" for host in HOSTS if host in text]
        found += [f"{file}: {match.group()}" for match in MACHINE_PATH.finditer(text)]
    assert found == []


def test_every_module_says_why_it_exists(modules: list[Path], checkout: Path) -> None:
    silent = [file for file in modules if not ast.get_docstring(ast.parse(text_of(checkout / file)))]
    assert silent == []


def test_the_walls_between_the_rooms_stand(checkout: Path) -> None:
    linter = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert linter, "import-linter belongs to the dependency group `check`"
    answer = subprocess.run([linter], cwd=checkout, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout[-3000:]


def test_no_part_of_a_page_runs_by_the_clock_of_the_screen_library(
    modules: list[Path], checkout: Path
) -> None:
    """Its ticks go on while a page is left, are answered as the old page, and the next click is lost."""
    ticking = [
        path.as_posix()
        for path in modules
        for node in ast.walk(ast.parse((checkout / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "run_every"
    ]
    assert ticking == []
