"""An import loads what its own files need: a program that starts for one file pays for no other format."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = (
    "google.protobuf",
    "data_access.contracts.case_bundle",
    "data_access.importers.atif.trajectory",
    "data_access.importers.codex.records",
    "data_access.importers.otlp.trace_rows",
    "data_access.importers.session_state.state_rows",
    "data_access.writing.settle_traces",
)


def test_importing_one_log_loads_no_other_format(checkout: Path) -> None:
    log = checkout / "sample_data" / "claude_tree"
    program = (
        "import sys\n"
        "from data_access.contracts.importing import ImportCall\n"
        "from data_access.store.connection import Store\n"
        "from data_access.writing.import_records import import_records\n"
        "with Store.open(None) as store:\n"
        f"    print(import_records(store, ImportCall(paths=({str(log)!r},))).total.records > 0)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines() == ["True", "[]"]
