"""Lessons in the window: playing, guessing, making and presenting them."""
