"""Motions composed of optimally weighted motion primitives (Bartholomew 2014)."""
