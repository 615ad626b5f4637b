"""Reads what agents used as somebody measured it: one sample a line."""

from data_access.importers.resource_samples.sample_format import FORMAT

__all__ = ["FORMAT"]
