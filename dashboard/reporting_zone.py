"""In which zone a desk cuts its days: as it was started with, else as was kept, else as the machine says."""

from __future__ import annotations

from dataclasses import replace

from dashboard.settings import Settings
from data_access.errors import InvalidInput
from data_access.reading.desk_settings import TIMEZONE, desk_setting
from data_access.rules.reporting_days import zone_named
from data_access.store.connection import Store


def with_reporting_zone(settings: Settings, store: Store) -> Settings:
    """Return the settings with the zone this desk uses."""
    if settings.timezone_is_given:
        return settings
    kept = desk_setting(store, TIMEZONE)
    try:
        return replace(settings, timezone=zone_named(kept).key) if kept else settings
    except InvalidInput:
        return settings  # a zone that this machine does not know


def keep_reporting_zone(settings: Settings, store: Store) -> None:
    """Keep the zone of a desk that has none yet, so that its days stay the same on another machine."""
    if desk_setting(store, TIMEZONE) is None:
        from data_access.writing.keep_setting import keep_setting

        keep_setting(store, TIMEZONE, settings.timezone)
