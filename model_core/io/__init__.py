"""Strict reads, atomic writes, and limits on external input. No torch."""
