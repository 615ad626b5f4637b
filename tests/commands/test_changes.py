"""The change log on the command line: pages, files, and nothing written over."""

from __future__ import annotations

import csv
import json


def test_the_log_is_listed_page_by_page(caseboard, home):
    for name in ("One", "Two", "Three"):
        assert caseboard("token", "create", "--name", name).code == 0
    told = caseboard("changes", "--limit", 2)
    assert "create_token" in told.out
    assert "2 of 3 changes" in told.out
    first = caseboard("changes", "--limit", 2, "--json").document
    second = caseboard("changes", "--limit", 2, "--cursor", first["next_cursor"], "--json").document
    names = [one["new_value"]["name"] for one in first["items"] + second["items"]]
    assert (names, first["total"], first["withheld"]) == (["Three", "Two", "One"], 3, [])
    assert caseboard("changes", "--q", "two", "--subject", "token", "--json").document["total"] == 1
    assert (
        caseboard("changes", "--last", "1d", "--oldest-first", "--json").document["items"][0]["audit_id"] == 1
    )


def test_all_that_match_is_written_into_new_files(caseboard, home):
    for name in ("=1+1", "水"):
        caseboard("token", "create", "--name", name)
    table, lines = home / "log.csv", home / "log.jsonl"
    assert "2 changes written" in caseboard("changes", "--csv", table, "--jsonl", lines).out
    rows = list(csv.DictReader(table.read_text("utf-8-sig").splitlines()))
    assert [json.loads(row["new_value"])["name"] for row in rows] == ["水", "=1+1"]
    assert [json.loads(line)["new_value"]["name"] for line in lines.read_text("utf-8").splitlines()] == [
        "水",
        "=1+1",
    ]
    again = caseboard("changes", "--csv", table)
    assert (again.code, "is there already" in again.err) == (1, True)
    assert "is there already" not in table.read_text("utf-8")


def test_what_cannot_be_asked_leaves_no_file(caseboard, home):
    caseboard("token", "create", "--name", "One")
    for target in (home / "none" / "log.csv", home / "log.csv"):
        refused = caseboard(
            "changes", "--csv", target, "--cursor", "x", "--since", "2027-01-01", "--until", "2026-01-01"
        )
        assert refused.code == 1
        assert not target.exists()
