from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.common import Contract
from data_access.contracts.principal import DESK, LOCAL_OWNER
from data_access.errors import RequestIdReused
from data_access.writing.receipts import keep_receipt, payload_hash, replayed

AT = datetime(2026, 5, 1, tzinfo=UTC)


class Publish(Contract):
    title: str
    lease_token: str = "t-1"
    amount: Decimal = Decimal("1.50")


class Receipt(Contract):
    revision: int
    cost: Decimal = Decimal("0.250000000000")


def ask(store, payload, *, principal=LOCAL_OWNER, call="publish", request_id="r-1"):
    key = {"principal": principal, "call": call, "request_id": request_id, "payload": payload}
    with store.transaction() as transaction:
        answer = replayed(transaction, **key)
        if answer is None:
            keep_receipt(transaction, **key, receipt=Receipt(revision=7), at=AT)
        return answer


def test_a_first_request_has_no_earlier_answer(fresh_store):
    assert ask(fresh_store, Publish(title="水")) is None


def test_a_request_asked_again_gets_the_same_receipt_marked_as_replayed(fresh_store):
    ask(fresh_store, Publish(title="水"))
    assert ask(fresh_store, Publish(title="水", lease_token="t-2")) == {
        "revision": 7,
        "cost": "0.250000000000",
        "replayed": True,
    }


def test_a_request_id_with_another_payload_is_refused(fresh_store):
    ask(fresh_store, Publish(title="水"))
    with pytest.raises(RequestIdReused, match=r"The request id r-1 was used before for another publish\."):
        ask(fresh_store, Publish(title="火"))


@pytest.mark.parametrize("other", [{"principal": DESK}, {"call": "ask"}, {"request_id": "r-2"}])
def test_another_principal_call_or_id_is_another_request(fresh_store, other):
    ask(fresh_store, Publish(title="水"))
    assert ask(fresh_store, Publish(title="火"), **other) is None


class Loose(Contract):
    value: dict[str, Any]


@given(st.dictionaries(st.text(), st.integers() | st.text(), min_size=2))
def test_the_order_of_fields_does_not_make_another_payload(value):
    backwards = dict(reversed(value.items()))
    assert payload_hash(Loose(value=value)) == payload_hash(Loose(value=backwards))
