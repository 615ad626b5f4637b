"""Where a decision comes from, and that no slip is ignored in silence."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import pytest

from dashboard.settings import Settings, default_database, read_settings
from data_access.errors import InvalidInput


@pytest.fixture
def config(tmp_path):
    file = tmp_path / "caseboard.toml"
    file.write_text("", encoding="utf-8")
    return file


def read(config: Path, text: str = "", flags=None, **variables):
    config.write_text(text, encoding="utf-8")
    home = {"HOME": str(config.parent), "CASEBOARD_CONFIG": str(config), "CASEBOARD_TIMEZONE": "UTC"}
    return read_settings(flags, home | variables)


def test_without_any_word_a_desk_stays_on_this_machine_and_in_the_data_folder(config):
    assert read(config) == Settings(database=default_database(), timezone="UTC", timezone_is_given=True)


def test_a_flag_goes_before_a_variable_and_a_variable_before_the_file(config):
    text = 'port = 1\nhost = "file"\ndatabase = "file.duckdb"\nlanguage = "zh"'
    settings = read(config, text, {"port": 3}, CASEBOARD_PORT="2", CASEBOARD_HOST="variable")
    assert (settings.port, settings.host, settings.database, settings.language) == (
        3,
        "variable",
        Path("file.duckdb"),
        "zh",
    )


def test_lists_are_written_as_lists_in_the_file_and_with_separators_in_variables(config):
    from_file = read(config, 'import_roots = ["/a", "/b"]\nallowed_hosts = ["one", "two"]')
    from_variables = read(
        config, CASEBOARD_IMPORT_ROOTS=os.pathsep.join(["/a", "/b"]), CASEBOARD_ALLOWED_HOSTS="one, two"
    )
    assert from_file == from_variables
    assert from_file.import_roots == (Path("/a"), Path("/b"))


def test_every_wrong_value_is_named_with_its_place_and_what_to_do(config):
    with pytest.raises(InvalidInput) as refused:
        read(
            config,
            'prot = 1\nupload_limit_mb = "much"\nlanguage = "de"\nimport_roots = 5',
            {"port": 70000},
            CASEBOARD_TIMEZONE="Mars/Olympus",
            CASEBOARD_DATABSE="x",
        )
    assert refused.value.message == "7 settings cannot be used."
    assert [
        (problem.where.removeprefix(f"{config}: "), problem.fix) for problem in refused.value.problems
    ] == [
        ("prot", "Did you mean port?"),
        ("CASEBOARD_DATABSE", "Did you mean CASEBOARD_DATABASE?"),
        ("upload_limit_mb", "Give megabytes from 1 to 4096."),
        ("language", "Give one of en, zh."),
        ("import_roots", f"Give folders, separated by {os.pathsep!r} (in the file: a list)."),
        ("CASEBOARD_TIMEZONE", "Give an IANA name such as Europe/Berlin, Asia/Shanghai or UTC."),
        ("--port", "Give a port from 1 to 65535, for example 8501."),
    ]


def test_variables_of_other_programs_are_left_alone(config):
    assert read(config, CASEBOARD_MEMORY_LIMIT="2GB", CASEBOARD_SOMETHING_ELSE="1").port == 8501


def test_a_settings_file_that_is_no_toml_is_named(config):
    with pytest.raises(InvalidInput) as refused:
        read(config, "port 8501")
    assert refused.value.problems[0].where == str(config)


def test_a_named_settings_file_must_exist(config):
    config.unlink()
    with pytest.raises(InvalidInput, match="1 setting cannot"):
        read_settings({}, {"CASEBOARD_CONFIG": str(config), "HOME": str(config.parent)})


def test_a_zone_of_the_machine_is_not_a_given_one(config, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    settings = read(config, CASEBOARD_TIMEZONE="")
    assert (settings.timezone, settings.timezone_is_given) == ("Asia/Shanghai", False)


def test_roles_and_people_are_tables_of_the_file(config):
    text = """
role_claim = "groups"
let_anybody_in = "yes"
trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]
[roles]
keeper = ["operate", "read", "read"]
idle = []
[people]
"kim@example.org" = "keeper"
"subject 1" = ["keeper", "read"]
"""
    told = read(config, text)
    assert (told.role_claim, told.let_anybody_in, told.trusted_proxies) == (
        "groups",
        True,
        ("127.0.0.1", "10.0.0.0/8"),
    )
    assert told.roles == {"keeper": ("read", "operate"), "idle": ()}
    assert told.people == {"kim@example.org": ("keeper",), "subject 1": ("keeper", "read")}


def test_the_file_beside_the_settings_lets_people_sign_in_unless_another_is_named(config):
    beside = config.with_name("secrets.toml")
    assert read(config).sign_in is None
    beside.write_text("", encoding="utf-8")
    assert read(config).sign_in == beside
    assert read(config, CASEBOARD_SIGN_IN="/other.toml").sign_in == Path("/other.toml")


@pytest.mark.parametrize(
    "text",
    [
        'roles = ["read"]',
        '[roles]\nkeeper = ["root"]',
        "[roles]\nkeeper = [1]",
        '[roles]\n"" = ["read"]',
        "[people]\nkim = 5",
        'let_anybody_in = "perhaps"',
        "sign_in_hours = 0",
        'trusted_proxies = ["the-proxy"]',
        'trusted_proxies = ["*"]',
    ],
)
def test_what_would_let_in_the_wrong_people_is_refused(config, text):
    with pytest.raises(InvalidInput, match="1 setting cannot"):
        read(config, text)


def test_maps_are_drawn_by_the_desk_unless_the_second_engine_is_chosen(config):
    assert read(config).map_engine == "native"
    assert read(config, CASEBOARD_MAP_ENGINE="streamlit-mermaid").map_engine == "streamlit-mermaid"
    with pytest.raises(InvalidInput, match="1 setting cannot be used"):
        read(config, 'map_engine = "interactive"')


KEY = "whsec_" + base64.b64encode(bytes(range(32))).decode()


def test_a_receiver_of_notices_is_an_address_and_a_key(config):
    settings = read(config, f'webhook_url = "https://h.example/T/x?y=1"\nwebhook_secret = "{KEY}"')
    assert settings.webhook_url == "https://h.example/T/x?y=1"
    assert settings.webhook_secret == bytes(range(32))
    assert settings.webhook_days == 3
    assert read(config, CASEBOARD_PUBLIC_URL="https://desk.example/").public_url == "https://desk.example/"


@pytest.mark.parametrize(
    "given",
    [
        {"webhook_url": "ftp://h.example"},
        {"webhook_url": "file:///etc/passwd"},
        {"webhook_url": "https://"},
        {"webhook_url": "https://user:s3cret@h.example"},
        {"webhook_url": "https://h.example:99999/s3cret"},
        {"webhook_url": "https://h.example/#s3cret"},
        {"webhook_url": "https://h.example/s3cret"},
        {"webhook_secret": "whsec_s3cret!"},
        {"webhook_secret": "whsec_" + base64.b64encode(b"s3cret").decode()},
        {"webhook_secret": KEY, "webhook_url": "https://h.example", "webhook_days": "31"},
        {"public_url": "desk.example"},
    ],
)
def test_what_is_no_receiver_is_refused_and_no_message_shows_a_secret(config, given):
    variables = {f"CASEBOARD_{name.upper()}": value for name, value in given.items()}
    with pytest.raises(InvalidInput) as refused:
        read(config, **variables)
    told = refused.value.message + str(refused.value.problems)
    assert "s3cret" not in told
    assert base64.b64encode(b"s3cret").decode() not in told
