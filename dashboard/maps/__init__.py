"""Pure: a reading in, Mermaid text out."""
