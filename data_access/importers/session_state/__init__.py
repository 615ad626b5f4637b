"""Session UI states: what a front end keeps of a session of agents, its plans and artifacts among it.

`state_documents` finds the states in a file, `state_rows` makes each of their records an event of the run,
`told_records` reads plans, reports, maps, evidence and presentations in their foreign spellings, and
`session_cases` makes cases of them. It writes into no case that this desk has of its own.
"""

from data_access.importers.session_state.session_format import FORMAT

__all__ = ["FORMAT"]
