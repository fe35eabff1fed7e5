"""Masks: what may be attended to, why not, and what changes when it may."""
