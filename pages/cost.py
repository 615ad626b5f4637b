"""Costs."""

from dashboard.desk_session import said
from dashboard.parts.piece import heading

w = said()
heading(w.cost.title, key="heading")
