"""How people sign in to the pages: the `[auth]` section of a secrets file, checked before the desk opens.

It has the form that the screen library documents, with one provider, and no other secrets file is read.
Nothing here ever puts a value of that section into a message.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from dashboard.loopback import is_loopback
from dashboard.settings import Settings
from data_access.contracts.sign_in import RoleRules, SignedInPerson
from data_access.errors import InvalidInput, Problem, SignInInvalid
from data_access.rules.sign_in_roles import person_signed_in

CALLBACK = "/oauth2callback"
_NEEDED = ("redirect_uri", "cookie_secret", "client_id", "client_secret", "server_metadata_url")
_KNOWN = (*_NEEDED, "client_kwargs")
_SHORTEST_SECRET = 32


@dataclass(frozen=True)
class SignIn:
    """One provider of identities, and who of its people may do what."""

    auth: Mapping[str, Any] = field(repr=False)
    """The section as the screen library takes it, secrets included."""
    provider: str
    """The host of the provider, as the page names it."""
    origin: str
    """Scheme, host and port under which people reach the desk."""
    rules: RoleRules
    longest: timedelta

    @property
    def host(self) -> str:
        """The host name people use, as Host headers give it."""
        host = urlsplit(self.origin).hostname or ""
        return f"[{host}]" if ":" in host else host

    @property
    def cookie_secret(self) -> str:
        """What identity cookies are signed with."""
        return str(self.auth["cookie_secret"])

    def person(self, claims: Mapping[str, object], now: datetime) -> SignedInPerson | None:
        """Return who these claims name; None where they are of another client, or the sign-in is over.

        The claims come from a token that was checked when the person signed in, kept in a signed cookie.
        """
        audience = claims.get("aud")
        meant = audience if isinstance(audience, list) else [audience]
        if self.auth["client_id"] not in meant:
            return None
        try:
            person = person_signed_in(claims, self.rules, longest=self.longest)
        except SignInInvalid:
            return None
        return person if now < person.ends_at else None


def sign_in_of(settings: Settings) -> SignIn | None:
    """Return how people sign in to a desk of these settings; None where they do not.

    Raises: `InvalidInput` that names every line which is missing or cannot be used, never what stands in it.
    """
    if settings.sign_in is None:
        return None
    auth = _section(settings.sign_in)
    problems = [*_problems(auth, settings.sign_in)]
    if find_spec("authlib") is None or find_spec("httpx") is None:
        problems.append(
            Problem(
                "sign_in",
                "what speaks to the provider is not installed",
                "Install the desk with its extra `sign-in`.",
            )
        )
    if problems:
        raise InvalidInput("People cannot sign in to this desk as it is set up.", problems=tuple(problems))
    redirect = urlsplit(auth["redirect_uri"])
    return SignIn(
        auth=auth,
        provider=urlsplit(auth["server_metadata_url"]).hostname or "",
        origin=f"{redirect.scheme}://{redirect.netloc}",
        rules=RoleRules(claim=settings.role_claim, roles=settings.roles, people=settings.people),
        longest=timedelta(hours=settings.sign_in_hours),
    )


def _section(file: Path) -> dict[str, Any]:
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        # A TOML error quotes what it stumbled over, which may be a secret.
        why = error.strerror if isinstance(error, OSError) else "it is no TOML"
        wrong = Problem(str(file), f"it cannot be read: {why}", "Mend the file, or name another one.")
        raise InvalidInput("People cannot sign in to this desk as it is set up.", problems=(wrong,)) from None
    section = told.get("auth")
    return section if isinstance(section, dict) else {}


def _problems(auth: Mapping[str, Any], file: Path) -> list[Problem]:
    found = []
    for name in _NEEDED:
        if not isinstance(auth.get(name), str) or not auth[name].strip():
            found.append(Problem(f"{file}: [auth] {name}", "it is missing", "Give it between quotes."))
    for name in auth:
        if name not in _KNOWN:
            fix = f"Leave it out; known are {', '.join(_KNOWN)}. A desk has one provider."
            found.append(Problem(f"{file}: [auth] {name}", "it has no meaning here", fix))
    if not isinstance(auth.get("client_kwargs", {}), dict):
        found.append(
            Problem(f"{file}: [auth] client_kwargs", "it is no table", "Give a table, or leave it out.")
        )
    return found or _values(auth, file)


def _values(auth: Mapping[str, Any], file: Path) -> list[Problem]:
    found = []
    if len(auth["cookie_secret"]) < _SHORTEST_SECRET:
        fix = 'Make one: python -c "import secrets; print(secrets.token_urlsafe(48))"'
        why = f"it has fewer than {_SHORTEST_SECRET} characters and can be guessed"
        found.append(Problem(f"{file}: [auth] cookie_secret", why, fix))
    redirect, metadata = _split(auth["redirect_uri"]), _split(auth["server_metadata_url"])
    if redirect is None or redirect.path != CALLBACK or redirect.query or redirect.fragment:
        fix = f"Give the address of this desk followed by {CALLBACK}, as the provider knows it too."
        found.append(Problem(f"{file}: [auth] redirect_uri", "it is no such address", fix))
    if metadata is None:
        fix = "Give the address of the provider's discovery document."
        found.append(Problem(f"{file}: [auth] server_metadata_url", "it is no address", fix))
    for name, address in (("redirect_uri", redirect), ("server_metadata_url", metadata)):
        if address and address.scheme == "http" and not is_loopback(address.hostname or ""):
            fix = "Give an https address; plain http is for this machine only."
            found.append(Problem(f"{file}: [auth] {name}", "others could read along", fix))
    return found


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    has_user = parts.username is not None or parts.password is not None
    return parts if parts.scheme in ("http", "https") and parts.hostname and not has_user else None
