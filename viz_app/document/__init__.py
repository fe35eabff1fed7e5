"""State, store, history, sessions: what is open, and what it may become."""
