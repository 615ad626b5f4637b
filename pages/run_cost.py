"""One run: what it cost."""

from dashboard.desk_session import said
from dashboard.parts.piece import heading

w = said()
heading(w.run.cost, key="heading")
