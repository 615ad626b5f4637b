"""`caseboard check-operation`: what the policy would say, for people and for programs; nothing is run."""

from __future__ import annotations


def test_a_person_reads_what_the_rule_says_and_why(caseboard, home):
    told = caseboard("check-operation", "touch ../x && touch y", "--in", "/srv/project/a")
    lines = told.out.splitlines()
    assert (told.code, told.err) == (0, "")
    assert lines[0] == (
        "Rule says: denied (zones.user_system.write): /srv/project/x lies in the user's system"
    )
    assert lines[1].startswith("Zone: user's system. Capability: write a file. Calls for: L2: worktree")
    assert any("/srv/project/a/y" in line and "allowed" in line for line in lines)
    assert "Nothing was run" in lines[-1]
    assert not (home / "x").exists()


def test_a_program_gets_one_document_and_needs_no_database(caseboard, home):
    document = caseboard(
        "check-operation", "touch out/x", "--in", "/srv/a", "--link", "/srv/a/out -> /etc", "--json"
    ).document
    assert (document["verdict"], document["zone"], document["level_called_for"]) == (
        "denied",
        "user_system",
        "L2",
    )
    assert [effect["target"] for effect in document["effects"]] == ["/etc/x"]
    assert not list(home.rglob("*.duckdb"))


def test_an_owners_policy_is_asked_and_a_broken_one_is_named(caseboard, home):
    policy = home / "policy.toml"
    policy.write_text('[commands]\nsafe = ["git", "pytest"]\n', encoding="utf-8")
    asked = ("check-operation", "pytest", "--in", "/srv/a", "--policy", policy, "--json")
    document = caseboard(*asked).document
    assert (document["verdict"], document["policy"]) == ("allowed", "policy file policy.toml")
    policy.write_text('[commands]\nsave = ["git"]\n', encoding="utf-8")
    told = caseboard(*asked)
    assert (told.code, told.document["error"]["code"]) == (1, "policy_file_invalid")
    assert told.document["error"]["problems"][0]["fix"] == "Did you mean safe?"
    assert caseboard("serve", "--policy", home / "nowhere.toml").code == 1


def test_what_does_not_read_as_asked_for_is_said(caseboard):
    for option, value in (("--variable", "x"), ("--link", "a=b"), ("--operation", "fly")):
        told = caseboard("check-operation", "ls", option, value, "--json")
        assert (told.code, told.document["error"]["code"]) == (1, "invalid_input")
