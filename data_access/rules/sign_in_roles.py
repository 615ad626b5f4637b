"""What an identity token lets a person do on this desk: roles become scopes, and nothing is taken on trust.

The token was checked by whoever received it (signature, issuer, audience, time). A role that the settings do
not define gives nothing, and an address counts only where the provider has confirmed it: some let people
write any address into their account.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

from data_access.contracts.principal import SCOPES, Scope
from data_access.contracts.sign_in import RoleRules, SignedInPerson
from data_access.errors import SignInInvalid
from data_access.rules.text_safety import one_line
from data_access.rules.viewer_identity import LONGEST_NAME

PERSON_BEGINS = "signed-in-"
_ID_DIGITS = 32
_NAME_CLAIMS = ("name", "preferred_username", "email", "sub")
_LONGEST_TEXT = 320
_LATEST = datetime(9000, 1, 1, tzinfo=UTC).timestamp()

Claims = Mapping[str, object]


def scopes_granted(claims: Claims, rules: RoleRules) -> frozenset[Scope]:
    """Return what the person of these claims may do; empty for whoever has no role here."""
    granted: set[Scope] = set()
    for role in _roles_claimed(claims, rules.claim):
        granted.update(rules.roles.get(role, ()))
    for role in _roles_listed(claims, rules.people):
        granted.update(rules.roles.get(role, tuple(scope for scope in SCOPES if scope == role)))
    return frozenset(granted)


def person_signed_in(claims: Claims, rules: RoleRules, *, longest: timedelta) -> SignedInPerson:
    """Return who these claims name, signed in for at most `longest` since the token was issued.

    Raises: `SignInInvalid` where issuer, subject or time of issue are missing.
    """
    issuer, subject, issued_at = (
        _text(claims.get("iss")),
        _text(claims.get("sub")),
        _moment(claims.get("iat")),
    )
    if issuer is None or subject is None or issued_at is None:
        raise SignInInvalid(
            "The provider's token does not say who it is about (iss, sub) or when it was made (iat). "
            "Ask whoever runs the provider."
        )
    return SignedInPerson(
        person_id=PERSON_BEGINS + _digest(issuer, subject),
        sign_in_id=_digest(issuer, subject, claims.get("iat"), claims.get("nonce"), claims.get("sid")),
        name=_name(claims),
        email=_email(claims),
        email_is_confirmed=_is_confirmed(claims),
        subject=subject,
        scopes=scopes_granted(claims, rules),
        signed_in_at=issued_at,
        ends_at=issued_at + longest,
    )


def _roles_claimed(claims: Claims, claim: str | None) -> Iterator[str]:
    if claim is None:
        return
    value: object = claims[claim] if claim in claims else _inside(claims, claim.split("."))
    for role in value if isinstance(value, list | tuple) else [value]:
        if isinstance(role, str):
            yield role


def _inside(value: object, path: list[str]) -> object:
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _roles_listed(claims: Claims, people: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    subject, email = _text(claims.get("sub")), _email(claims)
    if subject is not None and "@" not in subject:
        # A subject that looks like an address would take the place of a confirmed one.
        yield from people.get(subject, ())
    if email is not None and _is_confirmed(claims):
        for listed, roles in people.items():
            if "@" in listed and listed.casefold() == email.casefold():
                yield from roles


def _is_confirmed(claims: Claims) -> bool:
    """Some providers write the word where others write the value."""
    return claims.get("email_verified") in (True, "true") and _email(claims) is not None


def _email(claims: Claims) -> str | None:
    email = _text(claims.get("email"))
    return email if email and "@" in email and len(email) <= _LONGEST_TEXT else None


def _name(claims: Claims) -> str:
    told = (one_line(_text(claims.get(claim)) or "", LONGEST_NAME) for claim in _NAME_CLAIMS)
    return next((name for name in told if name), "?")


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _moment(value: object) -> datetime | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < _LATEST:
        return None
    return datetime.fromtimestamp(int(value), UTC)


def _digest(*parts: object) -> str:
    told = repr(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(told).hexdigest()[:_ID_DIGITS]
