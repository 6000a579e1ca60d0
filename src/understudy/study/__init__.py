"""Published studies, redone end to end: data, retargeting, evaluation, tables and a report."""

from understudy.study.infant import InfantStudy, StudyResult, run_infant_study

__all__ = ["InfantStudy", "StudyResult", "run_infant_study"]
