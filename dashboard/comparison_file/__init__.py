"""Pure: two revisions held against each other in, a file out. What others wrote is text in it, not markup."""
