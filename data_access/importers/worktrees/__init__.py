"""Reads the worktrees and branches of git repositories, hostile ones too, and changes nothing in them.

Only `git_process` runs git. A repository says in its own configuration which programs git starts for it (for
file contents, for watching files, to fetch); what could start one is asked of a `shadow` that has none.
"""
