"""One run: its events over time."""

from dashboard.desk_session import said
from dashboard.parts.piece import heading

w = said()
heading(w.run.timeline, key="heading")
