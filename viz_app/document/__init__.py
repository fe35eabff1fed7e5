"""State, store, history, sessions: what is open, and how it changes."""
