"""Reads what `caseboard workspaces` wrote: one worktree or branch a line, as git knew it then."""

from data_access.importers.workspaces.workspace_format import FORMAT

__all__ = ["FORMAT"]
