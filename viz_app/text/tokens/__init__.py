"""Tokens as chips: one chip, a row of them, where they stand, their menu and the search among them."""
