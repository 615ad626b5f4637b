"""What a provider of identities says of a person, what they may do here for it, and until when."""

from __future__ import annotations

from pydantic import Field

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.principal import Principal, Scope


class RoleRules(Contract):
    """Who may do what on this desk, as its settings say it. Without rules nobody may do anything."""

    claim: str | None = None
    """The claim of the identity token whose values are roles; `a.b` looks for `b` inside `a`."""
    roles: dict[str, tuple[Scope, ...]] = Field(default_factory=dict)
    """What each role may do."""
    people: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Roles by subject, or by e-mail address where the provider has confirmed it. A scope is a role too."""


class SignedInPerson(Contract):
    """A person whom the provider named, for the length of one sign-in."""

    person_id: str
    """Made from issuer and subject; also the id of their principal."""
    sign_in_id: str
    """Tells this sign-in from every other one of the same person."""
    name: str
    """As the provider gives it: name, user name, address or subject, as one visible line."""
    email: str | None
    email_is_confirmed: bool
    """Whether the provider says that the address is theirs; others count for nothing."""
    subject: str
    """What the provider calls this person, for the list of people in the settings."""
    scopes: frozenset[Scope]
    signed_in_at: UtcTime
    ends_at: UtcTime

    @property
    def principal(self) -> Principal:
        """As whom this person acts."""
        return Principal(
            kind="person", id=self.person_id, name=self.name, scopes=self.scopes, is_verified=True
        )
