"""Filters of signals over time, for points, angles and joints alike."""

from understudy.signals.butterworth import zero_phase_low_pass
from understudy.signals.yu_cutoff import yu_cutoffs

__all__ = ["yu_cutoffs", "zero_phase_low_pass"]
