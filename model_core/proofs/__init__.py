"""Proofs that a model computes what the formulas say."""
