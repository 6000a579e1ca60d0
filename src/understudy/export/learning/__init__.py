"""Formats that policies are trained with."""
