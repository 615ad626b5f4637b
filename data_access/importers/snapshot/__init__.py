"""The continuity snapshot format, this project's own: what a runtime says of itself at one moment.

`fields` is the format as data (the documentation is made from it), `foreign_row` takes values out of a record
without ever failing, `snapshot_rows` turns a snapshot into rows, `event_lines` a line of the bulk form, and
`snapshot_format` is what the import asks.
"""

from data_access.importers.snapshot.snapshot_format import FORMAT

__all__ = ["FORMAT"]
