"""Reads the audit log of a runtime: what agents installed, ran, fetched and wrote, or which tools they ran.

`documents` finds the objects of a file, `entries` tells the two forms of an entry apart and finds entries in
what wraps them, `operation_rows` makes a
row of each. It makes no run: a session that is not imported is named, not invented.
"""

from data_access.importers.audit_log.audit_format import FORMAT

__all__ = ["FORMAT"]
