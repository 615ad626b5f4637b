"""Foreign bytes in, rows out; one file or folder per format."""
