"""From a Recording to a better Recording: gaps, outliers, filters, resampling, floor."""

from understudy.clean.floor import place_on_floor

__all__ = ["place_on_floor"]
