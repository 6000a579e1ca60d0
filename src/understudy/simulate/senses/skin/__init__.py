"""The skin of a simulated robot: where taxels are, what presses on them, and who touches whom."""

from understudy.simulate.senses.skin.sense import SKIN

__all__ = ["SKIN"]
