"""Trainings: what is chosen for the next one, how long it would take, and the folder of one that is followed."""
