"""Looking after a desk from the command line."""

from __future__ import annotations

import json


def test_an_export_holds_one_run_or_everything(loaded, home):
    run = loaded("runs", "--json").document["items"][0]
    one = loaded("export", home / "one", "--conversation", run["conversation_id"], "--json").document
    every = loaded("export", home / "every", "--json").document
    assert one["manifest"]["conversation_keys"] == [run["conversation_key"]]
    assert every["manifest"]["conversation_keys"] is None
    rows = (home / "one" / "event.jsonl").read_text("utf-8").splitlines()
    assert len(rows) == run["events"]
    assert {json.loads(row)["conversation_key"] for row in rows} == {run["conversation_key"]}
    refused = loaded("export", home / "one")
    assert (refused.code, refused.out) == (1, "")


def test_a_backup_opens_like_the_database(loaded, home):
    report = loaded("backup", home / "copy.duckdb", "--json").document
    assert report["size_bytes"] > 0
    same = loaded("runs", "--database", home / "copy.duckdb", "--json").document
    assert same["items"] == loaded("runs", "--json").document["items"]
    assert loaded("backup", home / "copy.duckdb", "--json").document["error"]["code"] == "target_invalid"


def test_a_sound_database_is_verified_and_a_faulty_one_ends_with_1(loaded, home):
    from data_access.store.connection import Store

    sound = loaded("verify", "--json")
    assert (sound.code, sound.document["faults"]) == (0, 0)
    assert "The database is sound." in loaded("verify").out
    with Store.open(home / "desk.duckdb") as store, store.transaction() as transaction:
        transaction.cursor.execute("DELETE FROM import_file")
    faulty = loaded("verify", "--json")
    assert faulty.code == 1
    assert faulty.document["faults"] > 0
    assert "faults. Restore a backup." in loaded("verify").out


def test_a_doctor_says_what_is_wrong_without_mending_it(loaded, home):
    well = loaded("doctor", "--json")
    assert well.document["opens"] is True
    assert "Nothing is wrong." in loaded("doctor").out
    (home / "text.duckdb").write_text("no database")
    ill = loaded("doctor", "--database", home / "text.duckdb", "--json")
    assert (ill.code, ill.document["opens"]) == (1, False)
    assert (home / "text.duckdb").read_text() == "no database"
    in_words = loaded("doctor", "--database", home / "text.duckdb")
    assert "is a text file" in in_words.err
