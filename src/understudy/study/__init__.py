"""Published studies, redone end to end: data, retargeting, evaluation, tables and a report."""

from understudy.study.infant import InfantStudy, run_infant_study
from understudy.study.result import StudyResult

__all__ = ["InfantStudy", "StudyResult", "run_infant_study"]
