"""What the tests of the store share: databases that are brought to the schema as those of a desk are."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def copied_schema() -> None:
    """Leave the way to the schema as it is: it is what is tested here."""
