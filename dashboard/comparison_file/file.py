"""A comparison as a file of a chosen format, with a name that is safe whatever the case is called."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.comparison_file.as_html import as_html
from dashboard.comparison_file.as_markdown import as_markdown
from dashboard.comparison_file.document import comparison_document
from dashboard.wording import Words
from data_access.contracts.comparison_file import ComparedRevisions, ComparisonFile, ComparisonFormat
from data_access.rules.file_names import name_of_title

ENDINGS: Mapping[ComparisonFormat, str] = {"html": "html", "markdown": "md", "json": "json"}
MEDIA_TYPES: Mapping[ComparisonFormat, str] = {
    "html": "text/html",
    "markdown": "text/markdown",
    "json": "application/json",
}


def comparison_file(
    told: ComparedRevisions, kind: ComparisonFormat, w: Words, *, zone: str
) -> ComparisonFile:
    """Return a comparison as a file; moments are written in `zone`, in JSON in UTC."""
    before, after = told.comparison.before.revision, told.comparison.after.revision
    return ComparisonFile(
        task_id=told.task_id,
        before=before,
        after=after,
        format=kind,
        as_of=told.as_of,
        file_name=file_name(told.case_title, before, after, kind),
        media_type=MEDIA_TYPES[kind],
        text=_text(told, kind, w, zone),
    )


def file_name(case_title: str, before: int, after: int, kind: ComparisonFormat) -> str:
    """Return the name: `what-changed-r1-r3-<title>.html`, without a title that leaves nothing to write."""
    parts = ["what-changed", f"r{before}", f"r{after}", name_of_title(case_title)]
    return f"{'-'.join(part for part in parts if part)}.{ENDINGS[kind]}"


def _text(told: ComparedRevisions, kind: ComparisonFormat, w: Words, zone: str) -> str:
    if kind == "json":
        return told.model_dump_json(indent=2) + "\n"
    write = as_html if kind == "html" else as_markdown
    return write(comparison_document(told, w, zone=zone), w)
