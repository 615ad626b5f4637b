"""Import: what was found here, a path or files, the report, the ledger of imports."""

import streamlit as st

from dashboard.desk_session import put, read, said, selected, store
from dashboard.import_jobs import import_job
from dashboard.parts.found_logs import found_logs
from dashboard.parts.import_detail import import_detail
from dashboard.parts.import_forms import path_form, upload_form
from dashboard.parts.import_progress import import_progress
from dashboard.parts.import_tables import batch_gone, latest_imports
from dashboard.parts.section import section
from dashboard.parts.setup_head import setup_head
from dashboard.selections import ImportSelection
from data_access.reading.imports import import_batches, import_rejects, source_files

w = said()
selection = selected(ImportSelection)
batches = read(import_batches, limit=100)
chosen = next((batch for batch in batches.items if batch.batch_id == selection.batch), None)

setup_head("import_records", w.load.title, w.load.lead)
running = import_job(selection.job)
if running:
    import_progress(running)
if chosen:
    files = read(source_files, batch_id=chosen.batch_id, limit=200)
    import_detail(store(), chosen, files, read(import_rejects, chosen.batch_id, limit=100))
elif selection.batch:
    batch_gone(selection.batch)
left, right = st.columns(2, gap="medium")
with left, section(w.load.from_path, boxed=True):
    started = path_form(store())
with right, section(w.load.from_upload, boxed=True):
    started = upload_form(store()) or started
if started:
    put("batch", None)
    put("job", started.number)
    st.rerun()
if not batches.items:
    with section(w.load.found):
        found_logs(store(), quiet=True)
with section(w.load.batches):
    latest_imports(batches.items, chosen=selection.batch)
