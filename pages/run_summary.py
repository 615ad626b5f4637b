"""One run: the summary."""

from dashboard.desk_session import said
from dashboard.parts.piece import heading

w = said()
heading(w.run.summary, key="heading")
