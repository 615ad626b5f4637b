from datetime import UTC, datetime

import pytest

from data_access.contracts.principal import LOCAL_OWNER
from data_access.writing.change_log import record_change

AT = datetime(2026, 5, 1, 8, 30, tzinfo=UTC)


def logged(store):
    with store.reading() as cursor:
        return cursor.execute("SELECT * FROM audit ORDER BY audit_id").fetchall()


def test_a_change_is_recorded_with_who_what_and_both_values(fresh_store):
    with fresh_store.transaction() as transaction:
        record_change(
            transaction,
            principal=LOCAL_OWNER,
            face="command line",
            action="rename",
            subject_kind="project",
            subject_id="水质",
            old="旧名 'x'",
            new={"label": "新名"},
            at=AT,
        )
    assert logged(fresh_store) == [
        (1, AT, "person", "local-owner", "Local owner", True, "command line", "rename", "project", "水质",
         '"旧名 \'x\'"', '{"label":"新名"}'),
    ]  # fmt: skip


def record_and_fail(store):
    with store.transaction() as transaction:
        record_change(
            transaction,
            principal=LOCAL_OWNER,
            face="page",
            action="label",
            subject_kind="project",
            subject_id=None,
            at=AT,
        )
        raise ZeroDivisionError


def test_a_change_whose_write_fails_is_not_in_the_log(fresh_store):
    with pytest.raises(ZeroDivisionError):
        record_and_fail(fresh_store)
    assert logged(fresh_store) == []
