"""The study of moves learned from people for therapy (Quiroga et al. 2022), redone end to end."""

from understudy.study.therapy.study import TherapyStudy, run_therapy_study

__all__ = ["TherapyStudy", "run_therapy_study"]
