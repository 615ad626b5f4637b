import pytest
from pydantic import ValidationError

from data_access.contracts.principal import LOCAL_OWNER, SCOPES, Principal
from data_access.errors import PermissionDenied

READER = Principal(kind="agent", id="a-1", name="Scout", scopes=frozenset({"read"}), is_verified=False)


@pytest.mark.parametrize("scope", SCOPES)
def test_the_local_owner_may_do_everything(scope):
    LOCAL_OWNER.require(scope)


@pytest.mark.parametrize("scope", ["publish", "decide", "operate"])
def test_a_missing_scope_is_refused_and_named(scope):
    with pytest.raises(PermissionDenied) as refusal:
        READER.require(scope)
    assert refusal.value.message == (
        f"Scout (agent) may not do this: it needs the scope `{scope}`, and has read. "
        "Ask the owner of the desk for it."
    )


def test_a_principal_cannot_be_given_a_scope_afterwards():
    with pytest.raises(ValidationError):
        READER.scopes = frozenset(SCOPES)


def test_an_unknown_scope_is_no_scope():
    with pytest.raises(ValidationError):
        Principal(kind="agent", id="a", name="A", scopes=frozenset({"everything"}), is_verified=True)
