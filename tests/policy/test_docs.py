"""Documents that cannot lie: links resolve, commands exist, generated pages are current."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
import typer

LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
BLOCK = re.compile(r"```(?:console|bash|sh)\n(.*?)```", re.DOTALL)
BULLET = re.compile(r"- [A-Z`].*\.")
HEADINGS = {"### Added", "### Changed", "### Fixed", "### Removed", "### Security"}


@pytest.fixture(scope="module")
def documents(tree: list[Path]) -> list[Path]:
    return [file for file in tree if file.suffix == ".md"]


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]+`", "", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def test_every_link_leads_somewhere(documents: list[Path], checkout: Path) -> None:
    dead = []
    for document in documents:
        text = (checkout / document).read_text("utf-8")
        for link in (one or other for one, other in LINK.findall(without_code(text))):
            path, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            target = (checkout / document.parent / path) if path else checkout / document
            is_there = target.exists() and (not anchor or anchor in anchors(target.read_text("utf-8")))
            dead += [] if is_there else [f"{document}: {link}"]
    assert dead == []


def commands(documents: list[Path], checkout: Path, program: str) -> set[str]:
    """Return the first words after `program` in the shell blocks of all documents."""
    blocks = [block for file in documents for block in BLOCK.findall((checkout / file).read_text("utf-8"))]
    found = re.findall(
        rf"(?:^|&& |\$ )(?:\S*/)?{program} +([a-z][\w-]*)", "\n".join(blocks), flags=re.MULTILINE
    )
    return set(found)


def test_every_make_target_that_a_document_names_exists(documents: list[Path], checkout: Path) -> None:
    targets = set(re.findall(r"^([a-z][\w-]*):", (checkout / "Makefile").read_text(), flags=re.MULTILINE))
    assert commands(documents, checkout, "make") - targets == set()


def test_every_command_that_a_document_names_exists(documents: list[Path], checkout: Path) -> None:
    from dashboard.__main__ import app

    known = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert commands(documents, checkout, "caseboard") - known == set()


def test_every_decision_record_follows_the_form_and_is_listed(tree: list[Path], checkout: Path) -> None:
    records = [file for file in tree if file.match("docs/decisions/[0-9]*.md")]
    index = (checkout / "docs/README.md").read_text("utf-8")
    numbers = [int(record.name[:4]) for record in records]
    assert numbers == list(range(1, len(records) + 1))
    for record in records:
        text = (checkout / record).read_text("utf-8")
        assert re.findall(r"^## (.+)$", text, flags=re.MULTILINE) == ["Situation", "Decision", "Consequences"]
        assert f"decisions/{record.name}" in index


def test_the_changelog_speaks_in_sentences_of_users(checkout: Path) -> None:
    lines = (checkout / "CHANGELOG.md").read_text("utf-8").splitlines()
    versions = [line for line in lines if line.startswith("## ")]
    assert all(re.fullmatch(r"## (Unreleased|\d+\.\d+\.\d+, \d{4}-\d\d-\d\d)", line) for line in versions)
    assert {line for line in lines if line.startswith("### ")} <= HEADINGS
    bullets = "\n".join(lines).split("\n- ")[1:]
    wrong = [b for b in bullets if not BULLET.match("- " + " ".join(b.split("\n\n")[0].split()))]
    assert wrong == []


def test_the_generated_reference_is_current(checkout: Path) -> None:
    made = runpy.run_path(str(checkout / "docs" / "make_reference.py"))["reference"]()
    standing = (checkout / "docs" / "contracts.md").read_text("utf-8")
    assert standing == made, "run `make docs`"


def test_the_page_of_commands_is_current(checkout: Path) -> None:
    made = runpy.run_path(str(checkout / "docs" / "make_command_line.py"))["command_line"]()
    standing = (checkout / "docs" / "command_line.md").read_text("utf-8")
    assert standing == made, "run `make docs`"
