"""The study of simultaneous morphing (Ayusawa and Yoshida 2017, section IV), redone end to end."""

from understudy.study.morphing.study import MorphingStudy, run_morphing_study

__all__ = ["MorphingStudy", "run_morphing_study"]
