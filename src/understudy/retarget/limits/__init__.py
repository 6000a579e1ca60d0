"""Limits of physics for every method that uses the solver: one file each."""
