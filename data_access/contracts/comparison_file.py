"""A comparison of two revisions as a file: what it is made from, how it is asked for, and the file itself."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.between_revisions import BetweenRevisions
from data_access.contracts.case_queries import RevisionPairQuery
from data_access.contracts.common import Contract, Origin, UtcTime
from data_access.contracts.report_comparison import ReportComparison
from data_access.contracts.sign_offs import SignOff

ComparisonFormat = Literal["json", "markdown", "html"]


class RevisionStanding(Contract):
    """How a revision stands now: what weakens it, and what people think of it."""

    revision: int
    synthetic_evidence_ids: tuple[str, ...]
    """Evidence that it cites and that is made up."""
    flagged_ids: tuple[str, ...]
    """What it cites and that was corrected or withdrawn, as known now."""
    sign_offs: tuple[SignOff, ...]
    """What people think of this revision and hold to, in the order in which they said so."""


class ComparedRevisions(Contract):
    """All that a file of a comparison tells; as JSON it is the file."""

    task_id: str
    case_title: str
    case_origin: Origin
    project: str | None
    as_of: UtcTime
    """When it was read. Revisions never change; what is known of the records that they cite may."""
    comparison: ReportComparison
    """The same as `compare_report_revisions` gives."""
    between: BetweenRevisions
    """The same as `read_between_revisions` gives."""
    standing: tuple[RevisionStanding, ...]
    """Of the two revisions in the given order."""


class ComparisonFileQuery(RevisionPairQuery):
    """Which comparison is wanted, and as what."""

    format: ComparisonFormat = "markdown"
    """`json` for programs, `markdown` for a mail or a repository, `html` one page that needs nothing else."""
    language: Literal["en", "zh"] | None = None
    """Language of the desk's own words in Markdown and HTML; absent: that of the desk."""


class ComparisonFile(Contract):
    """A comparison as a file."""

    task_id: str
    before: int
    after: int
    format: ComparisonFormat
    as_of: UtcTime
    """When what it tells was read."""
    file_name: str
    """Letters, digits and dashes and an ending; never a path."""
    media_type: str
    text: str
    """The whole file, to be stored as UTF-8. What others wrote is escaped in it and never markup."""
