"""Importing other programs' models and making new ones, in child processes."""
