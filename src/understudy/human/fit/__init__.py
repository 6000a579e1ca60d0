"""The reference human fitted to a capture: which points, which lengths, which poses."""

from understudy.human.fit.fitted_body import fitted_body
from understudy.human.fit.fitting import FitPlan, fit_human

__all__ = ["FitPlan", "fit_human", "fitted_body"]
