"""Strict reads, atomic writes, limits of what comes from outside. No torch."""
