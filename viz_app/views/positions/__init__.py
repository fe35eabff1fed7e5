"""Positions: position vectors, their sums with tokens, and what changing them does."""
