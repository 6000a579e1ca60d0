"""The study of optimal behaviour composition (Bartholomew 2014), redone end to end."""

from understudy.study.composition.study import CompositionStudy, run_composition_study

__all__ = ["CompositionStudy", "run_composition_study"]
