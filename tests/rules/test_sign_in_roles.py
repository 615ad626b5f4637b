"""What an identity token lets a person do: what the settings define, for what the provider confirmed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.principal import SCOPES
from data_access.contracts.sign_in import RoleRules, SignedInPerson
from data_access.errors import SignInInvalid
from data_access.rules.sign_in_roles import person_signed_in, scopes_granted

RULES = RoleRules(
    claim="groups",
    roles={"reader": ("read",), "keeper": ("read", "operate"), "idle": ()},
    people={"subject-1": ("keeper",), "kim@example.org": ("reader", "decide"), "lee": ("unknown", "idle")},
)
TOKEN = {"iss": "https://id.example.org", "sub": "s", "iat": 1_780_000_000, "nonce": "n"}
HOURS = timedelta(hours=12)

texts = st.text(max_size=12) | st.sampled_from(
    [
        "reader",
        "keeper",
        "idle",
        "operate",
        "subject-1",
        "lee",
        "kim@example.org",
        "KIM@EXAMPLE.ORG",
        "groups",
    ]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)
claims_given = st.dictionaries(
    texts | st.sampled_from(["sub", "email", "email_verified", "groups", "iss", "iat", "name"]),
    values,
    max_size=8,
)
scope_lists = st.lists(st.sampled_from(SCOPES), unique=True).map(tuple)
rules_given = st.builds(
    RoleRules,
    claim=st.none() | texts | st.just("groups"),
    roles=st.dictionaries(texts, scope_lists, max_size=4),
    people=st.dictionaries(texts, st.lists(texts, max_size=3).map(tuple), max_size=4),
)


@pytest.mark.parametrize(
    ("claims", "scopes"),
    [
        ({}, set()),
        ({"groups": ["reader"]}, {"read"}),
        ({"groups": "keeper"}, {"read", "operate"}),
        ({"groups": ["reader", "unknown", "operate", 5, None, ["keeper"], {"keeper": 1}]}, {"read"}),
        ({"groups": {"keeper": True}}, set()),
        ({"groups": "reader keeper"}, set()),
        ({"sub": "subject-1"}, {"read", "operate"}),
        ({"sub": "SUBJECT-1"}, set()),
        ({"sub": "lee"}, set()),
        ({"email": "Kim@Example.ORG", "email_verified": True}, {"read", "decide"}),
        ({"email": "kim@example.org", "email_verified": "true"}, {"read", "decide"}),
        ({"email": "kim@example.org", "email_verified": False}, set()),
        ({"email": "kim@example.org"}, set()),
        ({"email": "kim@example.org", "email_verified": 1.5}, set()),
        ({"email": ["kim@example.org"], "email_verified": True}, set()),
        ({"sub": "kim@example.org"}, set()),
        ({"sub": "subject-1", "groups": ["reader"]}, {"read", "operate"}),
    ],
)
def test_only_defined_roles_of_confirmed_people_let_somebody_do_something(
    claims: dict[str, Any], scopes: set[str]
) -> None:
    assert scopes_granted(claims, RULES) == scopes


def test_a_claim_inside_another_is_named_with_dots_and_a_claim_of_that_name_goes_first() -> None:
    rules = RoleRules(claim="realm_access.roles", roles={"keeper": ("operate",), "reader": ("read",)})
    inside = {"realm_access": {"roles": ["keeper"]}}
    assert scopes_granted(inside, rules) == {"operate"}
    assert scopes_granted(inside | {"realm_access.roles": ["reader"]}, rules) == {"read"}
    assert scopes_granted({"realm_access": ["roles"]}, rules) == set()


@given(claims_given, rules_given)
def test_no_claim_gives_more_than_the_settings_name(claims: dict[str, Any], rules: RoleRules) -> None:
    granted = scopes_granted(claims, rules)
    named = {scope for scopes in rules.roles.values() for scope in scopes}
    listed = {role for roles in rules.people.values() for role in roles}
    assert granted <= named | (listed & set(SCOPES))


@given(claims_given, st.sampled_from(["", "x"]))
def test_without_rules_nobody_may_do_anything(claims: dict[str, Any], claim: str) -> None:
    assert scopes_granted(claims, RoleRules()) == scopes_granted(claims, RoleRules(claim=claim)) == set()


@given(claims_given, rules_given)
def test_an_address_nobody_confirmed_changes_nothing(claims: dict[str, Any], rules: RoleRules) -> None:
    without = {name: value for name, value in claims.items() if name != "email"}
    unconfirmed = claims | {"email_verified": False}
    if rules.claim in (None, "email") or (rules.claim or "").startswith("email"):
        return
    assert scopes_granted(unconfirmed, rules) == scopes_granted(without | {"email_verified": False}, rules)


@given(claims_given, rules_given, texts, st.sampled_from(SCOPES))
def test_another_role_never_takes_anything_away(
    claims: dict[str, Any], rules: RoleRules, role: str, scope: str
) -> None:
    wider = rules.model_copy(update={"roles": rules.roles | {role: (*rules.roles.get(role, ()), scope)}})
    if role in SCOPES and role not in rules.roles:
        return  # it then means what the settings say and no longer itself
    assert scopes_granted(claims, rules) <= scopes_granted(claims, wider)


@given(claims_given, rules_given)
def test_any_token_names_a_person_or_is_refused(claims: dict[str, Any], rules: RoleRules) -> None:
    try:
        person = person_signed_in(claims, rules, longest=HOURS)
    except SignInInvalid:
        return
    assert person.principal.is_verified
    assert 0 < len(person.name) <= 80
    assert person.ends_at - person.signed_in_at == HOURS


def test_a_person_is_known_by_issuer_and_subject_alone() -> None:
    person = person_signed_in(TOKEN | {"name": "Ada\n", "email": "a@b.c"}, RULES, longest=HOURS)
    issued_at = datetime.fromtimestamp(TOKEN["iat"], UTC)
    assert person == SignedInPerson(
        person_id=person.person_id,
        sign_in_id=person.sign_in_id,
        name="Ada",
        email="a@b.c",
        email_is_confirmed=False,
        subject="s",
        scopes=frozenset(),
        signed_in_at=issued_at,
        ends_at=issued_at + HOURS,
    )

    def same(**other: Any) -> tuple[bool, bool]:
        told = person_signed_in(TOKEN | other, RULES, longest=HOURS)
        return told.person_id == person.person_id, told.sign_in_id == person.sign_in_id

    assert same(name="Eve", email="eve@example.org") == (True, True)
    assert same(iat=TOKEN["iat"] + 1) == same(nonce="m") == (True, False)
    assert same(sub="t") == same(iss="https://evil.example") == (False, False)


@pytest.mark.parametrize("missing", ["iss", "sub", "iat"])
@pytest.mark.parametrize("value", [None, "", True, [], float("nan"), float("inf"), -1, 10**30])
def test_a_token_that_does_not_say_whom_it_names_and_since_when_is_refused(missing: str, value: Any) -> None:
    with pytest.raises(SignInInvalid):
        person_signed_in(TOKEN | {missing: value}, RULES, longest=HOURS)


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ({"name": '<script>alert("x")</script>'}, '<script>alert("x")</script>'),
        ({"name": "\u202e\u200b", "preferred_username": "王小明"}, "王小明"),
        ({"name": "王" * 10_240}, "王" * 79 + "…"),
        ({"name": ["x"], "email": "a@b.c"}, "a@b.c"),
        ({}, "s"),
    ],
)
def test_a_name_is_one_visible_line_whatever_the_provider_says(told: dict[str, Any], name: str) -> None:
    assert person_signed_in(TOKEN | told, RULES, longest=HOURS).name == name
