"""Secrets go, prose stays, JSON stays JSON."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.importers.json_lines import first_records
from data_access.rules.redaction import (
    SECRET_HINT_PATTERN,
    has_hint,
    hint_places,
    mask_text,
    mask_value,
)

LETTERS = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5NXgL0n3I9PlFUP0THsR8U"
PEM = "-----BEGIN {0}PRIVATE KEY-----\n{1}\n{1}\nAQ==\n-----END {0}PRIVATE KEY-----"

MASKED = {
    "AKIA" + "IOSFODNN7EXAMPLE": "[masked: aws key]",
    f'aws_secret_key = "{LETTERS}"': 'aws_secret_key = "[masked: aws key]"',
    f"AWS_SECRET_ACCESS_KEY={LETTERS}": "AWS_SECRET_ACCESS_KEY=[masked: password]",
    "cb_" + LETTERS + "a_-": "[masked: caseboard token]",
    "cb_lease_" + LETTERS[:32]: "[masked: caseboard token]",
    "ghp_" + LETTERS[:36]: "[masked: github token]",
    "github_pat_" + LETTERS: "[masked: github token]",
    "glpat-" + LETTERS[:20]: "[masked: gitlab token]",
    "xoxb-1234567890-" + LETTERS[:12].lower(): "[masked: slack token]",
    "https://hooks.slack.com/services/T0AB/B0CD/" + LETTERS: "[masked: slack token]",
    "sk_live_" + LETTERS[:24]: "[masked: stripe key]",
    "sk-proj-" + LETTERS: "[masked: api key]",
    "sk-ant-api03-" + LETTERS: "[masked: api key]",
    "AIza" + LETTERS[:35]: "[masked: google key]",
    "AccountName=x;AccountKey=" + LETTERS * 2 + "abcdef==": "AccountName=x;AccountKey=[masked: azure key]",
    "npm_" + LETTERS[:36]: "[masked: registry token]",
    "//registry.example.org/:_authToken=" + LETTERS: (
        "//registry.example.org/:_authToken=[masked: registry token]"
    ),
    "pypi-AgEIcHlwaS5vcmc" + LETTERS * 2: "[masked: registry token]",
    "hf_" + LETTERS[:34]: "[masked: api key]",
    "SG." + LETTERS[:22] + "." + LETTERS + "abc": "[masked: api key]",
    "123456789:AA" + LETTERS[:33]: "[masked: bot token]",
    JWT: "[masked: json web token]",
    "Authorization: Bearer " + LETTERS: "Authorization: Bearer [masked: authorization]",
    "postgres://app:s3cr3t!pw@db.local:5432/x": "postgres://app:[masked: password]@db.local:5432/x",
    'password = "hunter2!"': 'password = "[masked: password]"',
    '{"password": "hunter2!"}': '{"password": "[masked: password]"}',
    "DB_PASSWORD=Tr0ub4dor&3": "DB_PASSWORD=[masked: password]",
    "api_key: 9f8e7d6c5b4a3210ff": "api_key: [masked: password]",
    "mysql --password=Tr0ub4dor3x": "mysql --password=[masked: password]",
    "数据库密码：Tr0ub4dor3x": "数据库密码：[masked: password]",
    PEM.format("RSA ", LETTERS): "[masked: private key]",
    PEM.format("", LETTERS).replace("\n", "\\n"): "[masked: private key]",
    PEM.format("RSA ", LETTERS)[:100]: "[masked: private key]",
}

KEPT = (
    "toolu_01ABCdef0123456789abcdef",
    "msg_01XFDUDYJgAACzvnptvVoYEL",
    "req_011CSHoEeqs5C35K2UUqR7Fy",
    "d41d8cd98f00b204e9800998ecf8427e",
    "sha256:" + "a1" * 32,
    "550e8400-e29b-41d4-a716-446655440000",
    "the password is wrong: try the secret door, not the token",
    "def login(password: str, api_key: str | None = None) -> Token:",
    'password = request.form["password"]',
    'api_key=os.environ["API_KEY"]',
    "api_key = settings.openai_api_key2",
    "auth_token = base64.b64decode(value)",
    "private_key = ed25519.Ed25519PrivateKey.generate()",
    "secret: ${SECRET_1}",
    'password="your-password-1"',
    '<input type="password" name="password" id="password1">',
    "https://example.com:8080/@user and http://user:password@example.com",
    "git@github.com:org/repo.git",
    '"max_tokens": 4096, "token_count": 12345, "input_tokens":1,"cache_creation_input_tokens":1234567',
    "PASSWORD_HASHERS = ['django.contrib.auth.hashers.PBKDF2PasswordHasher']",
    "sk-learn-something-long-kebab-case-name-without-number",
    "secret_name: my-db-secret-1, secret_arn: arn:aws:secretsmanager:eu-west-1:1:secret:x",
    'if "-----BEGIN RSA PRIVATE KEY-----" in text: return "key"',
    "密码：请输入密码",
    "TGACCACTTACCGGTGGTAACGACCATCTCTACCGGTTCGCT",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
    "Bearer your_token_here, basic authentication, bearer of bad news",
)


@pytest.mark.parametrize("text", MASKED)
def test_a_secret_is_replaced_by_its_kind(text: str) -> None:
    assert mask_text(text) == (MASKED[text], 1)
    assert mask_text(f"before {text} behind\n") == (f"before {MASKED[text]} behind\n", 1)


@pytest.mark.parametrize("text", MASKED)
def test_a_secret_is_masked_wherever_json_holds_it(text: str) -> None:
    value = {"list": [{"text": f"中\n{text}\n"}], "nested": json.dumps({"text": f"「\n{text}\n"}), "id": 7}
    masked, count = mask_value(value)
    assert count == 2
    assert masked["list"][0]["text"] == f"中\n{MASKED[text]}\n"
    assert "[masked: " in masked["nested"]
    assert masked["id"] == 7


@pytest.mark.parametrize("text", MASKED)
@pytest.mark.parametrize("escaped", [True, False])
def test_the_hint_finds_every_secret_in_the_line_as_it_is_written(text: str, escaped: bool) -> None:
    for inner in (text, json.dumps({"text": f"「\n{text}"}, ensure_ascii=escaped)):
        line = json.dumps({"text": f"「\n{inner}"}, ensure_ascii=escaped)
        assert hint_places(line.encode())
        assert has_hint(line)


@pytest.mark.parametrize("text", KEPT)
def test_ids_hashes_code_and_prose_stay(text: str) -> None:
    assert mask_text(text) == (text, 0)
    assert mask_value({"text": text}) == ({"text": text}, 0)


def test_the_value_of_a_key_that_names_a_secret_is_masked_and_the_key_stays() -> None:
    value = {"api_key": "9f8e7d6c5b4a3210", "password": "geheim-wort", "secret_id": "my-db-1", "token": 12}
    assert mask_value(value) == ({**value, "api_key": "[masked: password]"}, 1)


def test_a_value_without_a_secret_is_given_back_as_it_is() -> None:
    value = {"a": [1, {"b": "x"}]}
    assert mask_value(value)[0] is value


def test_masking_twice_changes_nothing_more() -> None:
    text = "\n".join(MASKED)
    once, count = mask_text(text)
    assert count >= len(MASKED)
    assert mask_text(once) == (once, 0)


def test_a_lone_surrogate_is_no_obstacle() -> None:
    assert mask_text("\ud800 ghp_" + LETTERS[:36]) == ("� [masked: github token]", 1)


def test_the_database_reads_the_same_hint() -> None:
    question = "SELECT regexp_matches($line, $hint)"
    with duckdb.connect() as engine:
        for text in (*MASKED, *KEPT):
            line = json.dumps({"text": text}, ensure_ascii=False)
            answer = engine.execute(question, {"line": line, "hint": SECRET_HINT_PATTERN}).fetchone()
            assert answer == (has_hint(line),)


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.sampled_from(sorted(MASKED)))
def test_no_surrounding_text_hides_a_secret_that_stands_alone(noise: str, secret: str) -> None:
    masked, count = mask_text(f"{noise}\n{secret}\n{noise}")
    assert count >= 1
    assert secret not in masked


@settings(max_examples=60)
@given(st.text("pasword=:\"' \\nsecretkyAKI-123.eJ/@", max_size=60))
def test_what_the_detector_masks_the_hint_has_seen(text: str) -> None:
    masked, count = mask_text(text)
    assert (count > 0) == (masked != text)
    if count:
        assert hint_places(json.dumps({"text": text}).encode())


def test_the_longest_text_is_masked_in_linear_time() -> None:
    for hostile in ("eyJ" * 400_000, "://a:" * 200_000, "password=" * 100_000, "//" * 400_000):
        mask_text(hostile + "\nAKIA" + "IOSFODNN7EXAMPLE")


def test_real_logs_hold_no_secret_that_is_masked(inputs: Path) -> None:
    found = {}
    for path in sorted(inputs.rglob("*.json*")):
        masked = sum(mask_value(record)[1] for record in first_records(path, 5000))
        if masked:
            found[path.name] = masked
    assert found == {}


def test_the_pattern_is_plain_re2() -> None:
    assert "(?=" not in SECRET_HINT_PATTERN
    assert "(?!" not in SECRET_HINT_PATTERN
