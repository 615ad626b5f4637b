"""The page scripts: one file per screen, read like a table of contents."""
