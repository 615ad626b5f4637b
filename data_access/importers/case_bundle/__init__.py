"""Case bundles, `caseboard.bundle@1`: whole cases as JSON lines, as a desk exports them.

`bundle_records` turns a line into a record and says what is wrong with one, `bundle_format` is what the
import asks. It refuses to place what does not hold together: that is decided by `rules.case_restore`.
"""

from data_access.importers.case_bundle.bundle_format import FORMAT

__all__ = ["FORMAT"]
