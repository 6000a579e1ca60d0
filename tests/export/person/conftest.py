"""Readers let a person face x at first, so that points are compared after a turn."""

from tests.capture.conftest import distance_after_turn

__all__ = ["distance_after_turn"]
