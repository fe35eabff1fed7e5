"""Tokens as chips: one chip, a row of them, their layout, their menu and the search for another token."""
