"""The import page reads inside the configured folders and nowhere else, links resolved."""

from __future__ import annotations

import pytest

from dashboard.import_sources import server_source
from data_access.errors import SourceNotAllowed, SourceNotFound


@pytest.fixture
def disk(tmp_path):
    root = tmp_path / "logs"
    (root / "project").mkdir(parents=True)
    (tmp_path / "logs-secret").mkdir()
    (root / "way-out").symlink_to(tmp_path / "logs-secret", target_is_directory=True)
    (tmp_path / "way-in").symlink_to(root, target_is_directory=True)
    return tmp_path


@pytest.mark.parametrize(
    "named", ["logs", "logs/project", "way-in/project", "logs/./project/..", "logs-secret/../logs"]
)
def test_a_place_inside_a_root_is_given_back_without_links(disk, named):
    place = server_source(str(disk / named), [disk / "logs"])
    assert place in (disk / "logs", disk / "logs" / "project")


@pytest.mark.parametrize(
    "named",
    ["logs-secret", "logs/way-out", "logs/../logs-secret", "/", "/etc/passwd", "no/such", "logs/way-out/no"],
)
def test_a_place_outside_is_refused_whether_it_exists_or_not(disk, named):
    with pytest.raises(SourceNotAllowed):
        server_source(str(disk / named), [disk / "logs"])


def test_a_root_that_is_a_link_counts_as_the_folder_behind_it(disk):
    assert server_source(str(disk / "logs"), [disk / "way-in"]) == disk / "logs"


def test_without_a_root_nothing_may_be_read(disk):
    with pytest.raises(SourceNotAllowed, match="lies outside") as refused:
        server_source(str(disk), [])
    assert "no folder at all" in refused.value.problems[0].why


@pytest.mark.parametrize("named", ["logs/none", "logs/a\0b", "logs/" + "x" * 5000])
def test_what_is_not_there_is_said(disk, named):
    with pytest.raises((SourceNotFound, SourceNotAllowed)):
        server_source(str(disk / named), [disk / "logs"])
