"""Nobody's money is called spent before a person says that it is."""

from __future__ import annotations

import pytest

from data_access.contracts.usage import MoneyBasis
from data_access.errors import InvalidInput
from data_access.reading.money_basis import money_bases, money_basis
from data_access.writing.state_money_basis import state_money_basis


@pytest.fixture
def two_projects(desk):
    for run, project in (("cc-1", "/a"), ("cc-2", "/b")):
        desk.run(run, project=project)
        desk.call(run, run, "main", "1")
    return desk.store


def test_the_basis_is_unknown_until_someone_says_it(two_projects, fresh_store):
    assert money_basis(two_projects) == "unknown"
    assert money_bases(fresh_store) == ()


def test_a_project_follows_the_default_unless_it_has_its_own(two_projects):
    state_money_basis(two_projects, "list_equivalent")
    assert money_basis(two_projects) == "list_equivalent"
    state_money_basis(two_projects, "billed", project="/b")
    assert money_basis(two_projects) == "mixed"
    assert money_basis(two_projects, project="/a") == "list_equivalent"
    assert money_basis(two_projects, conversation="cc-2") == "billed"
    assert money_basis(two_projects, project="/never seen") == "list_equivalent"
    assert money_bases(two_projects) == (
        MoneyBasis(project=None, basis="list_equivalent"),
        MoneyBasis(project="/b", basis="billed"),
    )


def test_a_word_that_is_no_basis_is_refused(fresh_store):
    with pytest.raises(InvalidInput, match="'free'"):
        state_money_basis(fresh_store, "free")
