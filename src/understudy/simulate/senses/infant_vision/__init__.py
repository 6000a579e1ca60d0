"""How an infant of some age sees: published figures, contrast sensitivity, and pictures filtered by both."""

from understudy.simulate.senses.infant_vision.seeing import VISIBLE, InfantVision

__all__ = ["VISIBLE", "InfantVision"]
