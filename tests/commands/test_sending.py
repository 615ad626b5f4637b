"""`import --to` brings the logs of one machine to the desk of another, once."""

from __future__ import annotations

import json
from pathlib import Path

from tests.faces.running_desk import running
from tests.throwaway_repositories import ThrowawayRepository


def test_logs_are_sent_once_and_stand_on_the_other_desk(
    checkout: Path, tmp_path: Path, tree: Path, caseboard
) -> None:
    with running(tmp_path / "team.duckdb", checkout) as desk:
        made = desk.command("token", "create", "--name", "Laptop", "--scope", "publish", "--json")
        token = json.loads(made.stdout)["token"]
        send = ("import", tree, "--to", desk.address, "--person", "Kim", "--machine", "laptop", "--token")
        first = caseboard(*send, token)
        assert first.code == 0, first.err
        assert {line.split()[0] for line in first.err.splitlines()} == {"sent"}
        again = caseboard(*send, token, "--json")
        assert {line.split()[0] for line in again.err.splitlines()} == {"known"}
        assert again.document["total"]["rows_written"] == 0
        sent = json.loads(desk.command("runs", "--json").stdout)
        repository = ThrowawayRepository(tmp_path / "水厂")
        look = ("workspaces", repository.root, "--no-records", "--machine", "站", "--token", token)
        kept = caseboard(*look, "--to", desk.address)
        assert (kept.code, "1 workspaces new" in kept.err) == (0, True), kept.err
        beside = json.loads(desk.command("workspaces", repository.root, "--load", "--json").stdout)
        assert (beside["total"], beside["records_asked"]) == (1, True)
        refused = caseboard(*send, "cb_wrong", "--json")
        assert (refused.code, refused.document["error"]["code"]) == (1, "token_invalid")
    caseboard("import", tree)
    here = caseboard("runs", "--json").document
    counts = ("conversation_id", "agents", "events", "messages", "tool_calls", "errors", "own")
    assert [[run[name] for name in counts] for run in sent["items"]] == [
        [run[name] for name in counts] for run in here["items"]
    ]
