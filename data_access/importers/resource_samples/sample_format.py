"""What the import asks of files with resource samples: which are some, and what each line measured."""

from __future__ import annotations

from data_access.contracts.rows import ResourceSampleRow, Row
from data_access.importers.formats import Format, ReadFrom, SourceFile
from data_access.importers.json_lines import json_records, reject_record
from data_access.importers.loose_values import Json
from data_access.importers.resource_samples.sample_line import (
    FORMAT_NAME,
    SampleInvalid,
    is_sample,
    sample_row,
)
from data_access.importers.sink import Sink
from data_access.importers.standalone_files import StandaloneFiles


class ResourceSamplesFormat(StandaloneFiles):
    """The format, for the literal list of formats."""

    name = FORMAT_NAME
    basis = "published"
    record_rows: tuple[type[Row], ...] = (ResourceSampleRow,)
    look_at = 5  # the first may be damaged

    def is_one(self, value: Json) -> bool:
        """Tell whether an object says of a session and a moment how much was used."""
        return is_sample(value)

    def read(self, file: SourceFile, begin: ReadFrom, sink: Sink) -> None:
        """Read the samples of one file into the sink. Raises: `OSError` for an unreadable file."""
        for record in json_records(file.path, begin, sink):
            try:
                row = sample_row(record.value, file_id=sink.file_id, line=record.line)
            except SampleInvalid as why:
                reject_record(record, str(why), sink)
            else:
                sink.tally.naive_times += row.time_is_naive
                sink.add(row)
            sink.breathe()


FORMAT: Format = ResourceSamplesFormat()
