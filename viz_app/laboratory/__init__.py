"""Pieces of the Masks and Positions views with which the model is changed and run again."""
