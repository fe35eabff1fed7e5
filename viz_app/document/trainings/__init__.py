"""Trainings: the choices for the next one, how long it would take, and the folder of the one being followed."""
