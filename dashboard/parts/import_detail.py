"""One import of the ledger: its counts, its files, its rejects, and the way to take it out again."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.current_desk import current_desk
from dashboard.desk_session import follow, forget_readings, link, said, viewer
from dashboard.parts import cells
from dashboard.parts.import_report import count_cards, reject_table, unusual
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Cell, Column, Row, hint, ledger, note
from dashboard.parts.section import fold
from dashboard.wording import formats
from data_access.contracts.common import Listing
from data_access.contracts.readings import ImportBatch, RejectedLine, SourceFileItem
from data_access.store.connection import Store
from data_access.writing.remove_batch import remove_batch


def import_detail(
    store: Store, batch: ImportBatch, files: Listing[SourceFileItem], rejects: Listing[RejectedLine]
) -> None:
    """Draw one import with everything the ledger keeps of it."""
    w = said()
    with st.container(border=True, key="import-detail"):
        st.subheader(f"{w.load.batch} {batch.batch_id}", anchor=False)
        hint(batch.source, key="batch-source", mono=True)
        count_cards(batch.counts, key="batch-cards")
        unusual(batch.counts, key="batch-unusual")
        if rejects.items:
            st.subheader(w.load.rejects, anchor=False)
            reject_table(rejects.items, key="batch-rejects")
            _cut(rejects, "rejects")
        with fold(w.load.files, name="raw"):
            _files(files.items)
            _cut(files, "files")
        _removal(store, batch)


def _files(items: Sequence[SourceFileItem]) -> None:
    w = said()
    columns = [
        Column(w.load.reject_file),
        Column(w.load.records, right=True),
        Column(w.load.stored, right=True),
        Column(w.load.duplicates, right=True, optional=True, name="duplicates"),
        Column(w.load.other, right=True, optional=True, name="other"),
        Column(w.load.rejected, right=True),
        Column(w.load.size, right=True, optional=True, name="size"),
        Column(w.detail.hash, right=True, name="hash"),
        Column(w.run.id, right=True, name="id"),
    ]
    rows = [
        Row(
            (
                Cell(item.shown_path, tip=item.location, mono=True),
                cells.number(item.records),
                cells.number(item.stored),
                cells.number(item.duplicates),
                cells.number(item.others),
                cells.errors(item.rejected),
                formats.size(item.size_bytes),
                cells.native(item.content_hash),
                Cell(str(item.file_id), mono=True),
            )
        )
        for item in items
    ]
    ledger(w.load.files, columns, rows, key="batch-files", dense=True, table="files")


def _cut(listing: Listing[SourceFileItem] | Listing[RejectedLine], what: str) -> None:
    if listing.truncated:
        shown, total = formats.count(len(listing.items)), formats.count(listing.total)
        note(said().state.truncated.format(shown=shown, total=total), key=f"cut-{what}")


def _removal(store: Store, batch: ImportBatch) -> None:
    w, refused = said(), refusal("operate")
    with st.popover(w.load.remove, icon=":material/delete:", disabled=refused is not None, help=refused):
        note(w.load.remove_title, key="remove-note", text=w.load.remove_text)
        if not st.button(w.load.remove_yes, key="remove-batch", type="primary"):
            return
        prices = current_desk().settings.prices
        remove_batch(store, batch.batch_id, principal=viewer(), face="page", prices=prices)
        forget_readings()
        st.toast(w.load.removed_short)
        follow(link("import_records"))
