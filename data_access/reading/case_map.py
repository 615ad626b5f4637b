"""The map of a case as it stood after one of its updates."""

from __future__ import annotations

from data_access.contracts.progress_graph import GraphUpdate, ProgressGraph
from data_access.reading.case_records import progress_of_task, progress_updates_of_task
from data_access.rules.progress_graph import graph_after
from data_access.store.connection import Store


def map_after(store: Store, task_id: str, ordinal: int) -> ProgressGraph:
    """Return the map after the update number `ordinal`, from 1, replayed; 0 and the newest: as it stands."""
    updates = progress_updates_of_task(store, task_id)
    if not 0 < ordinal < len(updates):
        return progress_of_task(store, task_id).graph
    told = [update.graph_update for update in updates[:ordinal] if update.graph_update is not None]
    # Changes in a batch make the map that they make one by one, in one pass; no update may be that large.
    whole = GraphUpdate.model_construct(
        nodes=tuple(change for update in told for change in update.nodes),
        edges=tuple(edge for update in told for edge in update.edges),
    )
    return graph_after(ProgressGraph(), whole)
