"""What a desk is started with: frozen, complete, decided once.

A decision comes from a flag, else a `CASEBOARD_*` variable, else the settings file, else the default. What
cannot be used is named with its place and with what to do; nothing is ignored in silence.
"""

from __future__ import annotations

import base64
import difflib
import ipaddress
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from platformdirs import user_config_path, user_data_path

from data_access.contracts.principal import SCOPES, Scope
from data_access.errors import InvalidInput, Problem
from data_access.rules.reporting_days import zone_named

LANGUAGES = ("en", "zh")
SECOND_ENGINE = "streamlit-mermaid"
MAP_ENGINES = ("native", SECOND_ENGINE)
_UTC_NAMES = ("Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Universal", "Zulu")
LARGEST_UPLOAD_MB = 4096
LARGEST_TOTAL_MB = 10_000_000
LONGEST_KEEP_DAYS = 36_500
LONGEST_SIGN_IN_HOURS = 720
SECRETS_FILE = "secrets.toml"
"""Beside the settings file: where the `[auth]` section is looked for when no setting names another file."""
_KEY_BEGINS = "whsec_"
_SHORTEST_KEY, _LONGEST_KEY = 24, 64
CONFIG_VARIABLE = "CASEBOARD_CONFIG"
"""Names the settings file when it is not in its usual place."""


@dataclass(frozen=True)
class Settings:
    """The decisions a desk runs by."""

    database: Path | None = None
    """The database file; None keeps everything in memory."""
    host: str = "127.0.0.1"
    port: int = 8501
    allowed_hosts: tuple[str, ...] = ()
    """Further host names under which the desk may be reached."""
    import_roots: tuple[Path, ...] = ()
    """Folders from which the import page may read."""
    timezone: str = "UTC"
    """IANA name of the reporting zone."""
    timezone_is_given: bool = True
    """False when it was only taken from the machine: the zone kept in the database then goes first."""
    upload_limit_mb: int = 200
    upload_total_mb: int = 10_000
    """So much of the logs that other machines sent is kept at once."""
    upload_keep_days: int = 90
    """A sent log of which nothing has arrived for so long is dropped, what it brought stays; 0 keeps all."""
    prices: Path | None = None
    """A price file that goes before the price list."""
    policy: Path | None = None
    """A policy file that states where the policy of agents differs from the default."""
    language: str = "en"
    """Language of whoever has chosen none."""
    map_engine: str = "native"
    """What draws maps: `native`, or `streamlit-mermaid`, an extra that draws pictures without clicks."""
    sign_in: Path | None = None
    """The file whose `[auth]` section lets people sign in; None leaves the pages without sign-in."""
    sign_in_hours: int = 12
    """How long a sign-in holds, counted from when the provider made its token."""
    role_claim: str | None = None
    """The claim of the identity token whose values are roles."""
    roles: dict[str, tuple[Scope, ...]] = field(default_factory=dict)
    """What each role may do."""
    people: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Roles by subject or by confirmed e-mail address."""
    let_anybody_in: bool = False
    """Opens the pages to other machines although nobody is asked who they are."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses of proxies whose word on who asks, and whether over HTTPS, is taken."""
    webhook_url: str | None = field(default=None, repr=False)
    """Where notices are sent; None sends none. Its path may be as good as a password, so it is not shown."""
    webhook_secret: bytes | None = field(default=None, repr=False)
    """The key that notices are signed with."""
    webhook_days: int = 3
    """After so many days of failed attempts a notice is given up."""
    public_url: str | None = None
    """Under which address people reach the desk, for links in notices, feeds and digests."""
    demo: bool = False
    extra: dict[str, str] = field(default_factory=dict)


class _Given(NamedTuple):
    """A value with the place it was read from, as a message names it."""

    value: Any
    where: str


def default_database() -> Path:
    """Return the database of a user who named none, in their data folder."""
    return user_data_path("caseboard", appauthor=False) / "caseboard.duckdb"


def demo_database() -> Path:
    """Return the database of the demo, beside the default one and never the same."""
    return user_data_path("caseboard", appauthor=False) / "demo.duckdb"


def settings_file(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where the settings file is looked for; it need not exist."""
    named = environ.get(CONFIG_VARIABLE)
    return (
        Path(named).expanduser()
        if named
        else user_config_path("caseboard", appauthor=False) / "caseboard.toml"
    )


def read_settings(
    flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] = os.environ
) -> Settings:
    """Bring flags (those that are not None), variables and file together.

    Raises: `InvalidInput` that lists every unknown key and every value that cannot be used.
    """
    problems: list[Problem] = []
    given = _from_file(environ, problems) | _from_variables(environ, problems) | _from_flags(flags or {})
    chosen: dict[str, Any] = {}
    for name, one in given.items():
        try:
            chosen[name] = _READERS[name](one.value)
        except (ValueError, TypeError, InvalidInput) as error:
            shown = "the value" if name in _SECRET else repr(one.value)
            problems.append(Problem(one.where, f"{shown}: {error}", HINTS[name]))
    if problems:
        count = f"{len(problems)} setting{'s' if len(problems) > 1 else ''}"
        raise InvalidInput(f"{count} cannot be used.", problems=tuple(problems))
    return _completed(chosen, environ)


def _completed(chosen: dict[str, Any], environ: Mapping[str, str]) -> Settings:
    settings = Settings(**({"database": default_database()} | chosen))
    _require_key(settings)
    if "timezone" not in chosen:
        settings = replace(settings, timezone=machine_timezone(), timezone_is_given=False)
    if "import_roots" not in chosen:
        from dashboard.log_discovery import log_folders

        settings = replace(settings, import_roots=log_folders(environ))
    if "sign_in" not in chosen:
        beside = settings_file(environ).with_name(SECRETS_FILE)
        settings = replace(settings, sign_in=beside if beside.is_file() else None)
    return settings


def _require_key(settings: Settings) -> None:
    if settings.webhook_url is not None and settings.webhook_secret is None:
        wrong = Problem("webhook_secret", "it is missing", HINTS["webhook_secret"])
        raise InvalidInput("No notice is sent without a key to sign it with.", problems=(wrong,))


def machine_timezone() -> str:
    """Return the zone of this machine as an IANA name; UTC where it has none that can be used."""
    from zoneinfo import ZoneInfoNotFoundError

    from tzlocal import get_localzone_name

    try:
        name = get_localzone_name() or "UTC"
        return "UTC" if name in _UTC_NAMES else zone_named(name).key
    except (ZoneInfoNotFoundError, ValueError, LookupError, OSError, InvalidInput):
        return "UTC"


def _from_flags(flags: Mapping[str, Any]) -> dict[str, _Given]:
    return {
        name: _Given(value, f"--{name.replace('_', '-')}")
        for name, value in flags.items()
        if value is not None
    }


def _from_variables(environ: Mapping[str, str], problems: list[Problem]) -> dict[str, _Given]:
    given = {}
    known = {f"CASEBOARD_{name.upper()}": name for name in _READERS}
    for variable, value in environ.items():
        if variable in known and value.strip():
            given[known[variable]] = _Given(value, variable)
        elif variable.startswith("CASEBOARD_") and variable != CONFIG_VARIABLE:
            # Other programs may have variables of this name; only a likely slip is worth stopping for.
            meant = difflib.get_close_matches(variable, known, n=1, cutoff=0.9)
            if meant and variable not in known:
                problems.append(Problem(variable, "no such setting", f"Did you mean {meant[0]}?"))
    return given


def _from_file(environ: Mapping[str, str], problems: list[Problem]) -> dict[str, _Given]:
    file = settings_file(environ)
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if environ.get(CONFIG_VARIABLE):
            problems.append(Problem(CONFIG_VARIABLE, f"there is no file {file}", "Name a file that exists."))
        return {}
    except (OSError, ValueError) as error:
        problems.append(
            Problem(str(file), f"the settings file cannot be read: {error}", "Mend or remove it.")
        )
        return {}
    given = {}
    for name, value in told.items():
        if name in _READERS:
            given[name] = _Given(value, f"{file}: {name}")
        else:
            meant = difflib.get_close_matches(name, _READERS, n=1)
            fix = f"Did you mean {meant[0]}?" if meant else f"Known settings: {', '.join(_READERS)}."
            problems.append(Problem(f"{file}: {name}", "no such setting", fix))
    return given


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError("not a text")
    return value.strip()


def _path(value: Any) -> Path:
    if isinstance(value, Path):
        return value.expanduser()
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise ValueError("not a path")
    return Path(value).expanduser()


def _whole(smallest: int, largest: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError("not a whole number")
        try:
            number = int(value)
        except ValueError:
            raise ValueError("not a whole number") from None
        if not smallest <= number <= largest:
            raise ValueError(f"outside {smallest}..{largest}")
        return number

    return read


def _hosts(value: Any) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else list(value)
    return tuple(_text(part) for part in parts if part)


def _paths(value: Any) -> tuple[Path, ...]:
    parts = value.split(os.pathsep) if isinstance(value, str) else list(value)
    return tuple(_path(part) for part in parts if part)


def _zone(value: Any) -> str:
    return zone_named(_text(value)).key


def _language(value: Any) -> str:
    if value not in LANGUAGES:
        raise ValueError("not a language of this desk")
    return str(value)


def _map_engine(value: Any) -> str:
    if value not in MAP_ENGINES:
        raise ValueError("not an engine of this desk")
    return str(value)


def _yes_or_no(value: Any) -> bool:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    told = value if isinstance(value, bool) else words.get(str(value).strip().lower())
    if told is None:
        raise ValueError("neither true nor false")
    return told


def _role_names(value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise ValueError("not a table, which only the settings file can hold")
    named = {}
    for name, roles in value.items():
        listed = [roles] if isinstance(roles, str) else roles
        if not isinstance(listed, list) or not all(isinstance(role, str) for role in listed):
            raise ValueError(f"{name} has no list of words")
        named[_text(name)] = tuple(listed)
    return named


def _roles(value: Any) -> dict[str, tuple[Scope, ...]]:
    named = _role_names(value)
    unknown = sorted({scope for scopes in named.values() for scope in scopes} - set(SCOPES))
    if unknown:
        raise ValueError(f"nobody can be given {', '.join(unknown)}")
    return {name: tuple(scope for scope in SCOPES if scope in scopes) for name, scopes in named.items()}


def _addresses(value: Any) -> tuple[str, ...]:
    addresses = _hosts(value)
    for address in addresses:
        ipaddress.ip_network(address, strict=False)
    return addresses


def _web_address(value: Any) -> str:
    try:
        parts = urlsplit(_text(value))
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        raise ValueError("not an address") from None
    if not usable or not parts.geturl().isascii():
        raise ValueError("not an address that begins with http:// or https://")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise ValueError("it holds a user, a password or a #fragment")
    return parts.geturl()


def _signing_key(value: Any) -> bytes:
    text = _text(value).removeprefix(_KEY_BEGINS)
    try:
        key = base64.b64decode(text, validate=True)
    except ValueError:  # its own words would tell of the value
        raise ValueError("not base64") from None
    if not _SHORTEST_KEY <= len(key) <= _LONGEST_KEY:
        raise ValueError(f"{len(key)} bytes long, outside {_SHORTEST_KEY}..{_LONGEST_KEY}")
    return key


_READERS: dict[str, Callable[[Any], Any]] = {
    "database": _path,
    "host": _text,
    "port": _whole(1, 65535),
    "allowed_hosts": _hosts,
    "import_roots": _paths,
    "timezone": _zone,
    "upload_limit_mb": _whole(1, LARGEST_UPLOAD_MB),
    "upload_total_mb": _whole(1, LARGEST_TOTAL_MB),
    "upload_keep_days": _whole(0, LONGEST_KEEP_DAYS),
    "prices": _path,
    "policy": _path,
    "language": _language,
    "map_engine": _map_engine,
    "sign_in": _path,
    "sign_in_hours": _whole(1, LONGEST_SIGN_IN_HOURS),
    "role_claim": _text,
    "roles": _roles,
    "people": _role_names,
    "let_anybody_in": _yes_or_no,
    "trusted_proxies": _addresses,
    "webhook_url": _web_address,
    "webhook_secret": _signing_key,
    "webhook_days": _whole(1, 30),
    "public_url": _web_address,
}
_SECRET = frozenset({"webhook_url", "webhook_secret"})
"""Settings whose value is in no message."""
HINTS = {
    "database": "Give the path of a file, for example ~/caseboard.duckdb.",
    "host": "Give an address of this machine, for example 127.0.0.1.",
    "port": "Give a port from 1 to 65535, for example 8501.",
    "allowed_hosts": "Give host names, separated by commas.",
    "import_roots": f"Give folders, separated by {os.pathsep!r} (in the file: a list).",
    "timezone": "Give an IANA name such as Europe/Berlin, Asia/Shanghai or UTC.",
    "upload_limit_mb": f"Give megabytes from 1 to {LARGEST_UPLOAD_MB}.",
    "upload_total_mb": f"Give megabytes from 1 to {LARGEST_TOTAL_MB}.",
    "upload_keep_days": f"Give days from 0 (keep all) to {LONGEST_KEEP_DAYS}.",
    "prices": "Give the path of a price file.",
    "policy": "Give the path of a policy file.",
    "language": f"Give one of {', '.join(LANGUAGES)}.",
    "map_engine": f"Give one of {', '.join(MAP_ENGINES)}.",
    "sign_in": f"Give a file with an [auth] section; else {SECRETS_FILE} beside the settings file.",
    "sign_in_hours": f"Give hours from 1 to {LONGEST_SIGN_IN_HOURS}.",
    "role_claim": "Give the name of a claim, for example groups or realm_access.roles.",
    "roles": f"Only in the file, a table: [roles], with lines such as keeper = {list(SCOPES)}.",
    "people": 'Only in the file, a table: [people], with lines such as "kim@example.org" = ["keeper"].',
    "let_anybody_in": "Give true or false.",
    "trusted_proxies": "Give addresses or networks, separated by commas, for example 127.0.0.1.",
    "webhook_url": "Give the address of the receiver, for example https://hooks.example/caseboard.",
    "webhook_secret": "Give whsec_ and 24 to 64 random bytes as base64, in the file or the variable alone.",
    "webhook_days": "Give days from 1 to 30.",
    "public_url": "Give the address people open, for example https://desk.example.",
}
"""What to give for each setting."""
