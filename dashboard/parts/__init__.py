"""Streamlit pieces: draw one thing from one reading and return the person's choice."""
