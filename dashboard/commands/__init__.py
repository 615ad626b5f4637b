"""The command line: thin commands over the readings and writings that the pages use."""
