"""Questions: each function takes the store and answers one of them with a contract or a frame."""
