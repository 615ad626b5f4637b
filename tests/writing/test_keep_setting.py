"""A decision of the desk outlives the process and stands in the change log."""

from __future__ import annotations

from dashboard.reporting_zone import keep_reporting_zone, with_reporting_zone
from dashboard.settings import Settings
from data_access.reading.desk_settings import TIMEZONE, desk_setting
from data_access.writing.keep_setting import keep_setting


def test_the_latest_word_is_kept_and_the_earlier_one_stays_in_the_change_log(fresh_store):
    keep_setting(fresh_store, TIMEZONE, "UTC")
    keep_setting(fresh_store, TIMEZONE, "Asia/Shanghai")
    assert desk_setting(fresh_store, TIMEZONE) == "Asia/Shanghai"
    with fresh_store.reading() as cursor:
        rows = cursor.execute(
            "SELECT action, subject_id, old_value, new_value FROM audit ORDER BY audit_id"
        ).fetchall()
    assert rows == [
        ("keep_setting", "timezone", None, '"UTC"'),
        ("keep_setting", "timezone", '"UTC"', '"Asia/Shanghai"'),
    ]


def test_a_desk_keeps_the_zone_of_its_first_machine(fresh_store):
    keep_reporting_zone(Settings(timezone="Asia/Shanghai", timezone_is_given=False), fresh_store)
    moved = Settings(timezone="Europe/Berlin", timezone_is_given=False)
    keep_reporting_zone(moved, fresh_store)
    assert with_reporting_zone(moved, fresh_store).timezone == "Asia/Shanghai"
    assert with_reporting_zone(Settings(timezone="Europe/Berlin"), fresh_store).timezone == "Europe/Berlin"


def test_a_kept_zone_that_is_unknown_here_is_passed_over(fresh_store):
    keep_setting(fresh_store, TIMEZONE, "Mars/Olympus")
    assert with_reporting_zone(Settings(timezone_is_given=False), fresh_store).timezone == "UTC"
