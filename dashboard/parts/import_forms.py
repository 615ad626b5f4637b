"""The two ways to name what to import: a place on this machine, and files sent by the browser."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.current_desk import current_desk
from dashboard.desk_session import said, viewer
from dashboard.import_jobs import ImportJob, import_call, start_import
from dashboard.import_sources import server_source
from dashboard.parts.fault import show_fault
from dashboard.parts.permission import refusal
from dashboard.parts.piece import note
from data_access.errors import CaseboardError
from data_access.importers.registry import FORMATS
from data_access.rules.file_names import safe_name
from data_access.store.connection import Store


def path_form(store: Store) -> ImportJob | None:
    """Ask for a path inside the open folders; return the import it started."""
    w = said()
    refused = refusal("operate")
    if refused:
        note(w.load.path_refused, key="path-refused", text=refused)
        st.button(w.load.run, key="import-by-path", disabled=True, help=refused)
        return None
    roots = current_desk().settings.import_roots
    if not roots:
        note(w.load.no_roots, key="no-roots")
        return None
    named = st.text_input(w.load.path, key="import-path", placeholder=str(roots[0]), help=w.load.path_hint)
    st.caption(w.load.roots.format(roots=", ".join(map(str, roots))))
    format_name, dry_run = _options("path")
    if not st.button(w.load.run, key="import-by-path", type="primary"):
        return None
    if not named.strip():
        note(w.load.no_path, key="no-path", tone="waiting")
        return None
    try:
        place = server_source(named, roots)
        return start_import(store, import_call(place, format_name, dry_run=dry_run), principal=viewer())
    except CaseboardError as error:
        show_fault(error, key="path-fault", title=w.load.refused)
        return None


def upload_form(store: Store) -> ImportJob | None:
    """Ask for files; return the import it started. Their names never become paths."""
    w = said()
    limit, refused = current_desk().settings.upload_limit_mb, refusal("publish")
    if refused:
        note(w.load.upload_refused, key="upload-refused", text=refused)
        st.button(w.load.run, key="import-upload", disabled=True, help=refused)
        return None
    files = st.file_uploader(
        w.load.upload,
        type=["json", "jsonl", "zst", "gz"],
        accept_multiple_files=True,
        key="import-files",
        max_upload_size=limit,
        help=w.load.upload_limit.format(n=limit),
    )
    format_name, dry_run = _options("upload")
    if not st.button(w.load.run, key="import-upload", type="primary", disabled=not files):
        return None
    if sum(file.size for file in files) > limit * 1_000_000:
        note(w.load.too_large.format(n=limit), key="too-large", tone="failed")
        return None
    folder = Path(tempfile.mkdtemp(prefix="caseboard-upload-"))
    _keep(files, folder)
    call = import_call(folder, format_name, dry_run=dry_run, is_upload=True)
    return start_import(
        store,
        call,
        principal=viewer(),
        needs="publish",
        afterwards=lambda: shutil.rmtree(folder, ignore_errors=True),
    )


def _options(place: str) -> tuple[str | None, bool]:
    w = said()
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        format_name = st.selectbox(
            w.load.format,
            ["", *(entry.name for entry in FORMATS)],
            format_func=lambda name: w.formats.get(name, name) if name else w.load.detect,
            key=f"import-format-{place}",
        )
    with right:
        dry_run = st.toggle(w.load.dry_run, key=f"import-dry-{place}", help=w.load.dry_run_hint)
    return format_name or None, dry_run


def _keep(files: list[Any], folder: Path) -> None:
    """Write the files under safe names, made unique."""
    for number, file in enumerate(files):
        name = safe_name(file.name) or "upload"
        place = folder / name
        if place.exists():
            place = folder / f"{number}-{name}"
        place.write_bytes(file.getbuffer())
