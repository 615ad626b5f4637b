"""ATIF, the Agent Trajectory Interchange Format: one JSON document for the steps of one agent, 1.0 to 1.7.

`documents` finds the trajectories of a file, `trajectory_identity` tells whose they are, `trajectory` turns
one into rows with the modules for the single kinds of row, and `atif_format` is what the import asks.
It refuses to fetch anything a document refers to: images and other trajectories are read when they are named.
"""

from data_access.importers.atif.atif_format import FORMAT

__all__ = ["FORMAT"]
