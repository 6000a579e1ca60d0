"""How faithful a performance is: one file for each family of metrics, a table and a report."""

from understudy.evaluate.compare import evaluate
from understudy.evaluate.report import write_report
from understudy.evaluate.rollout import evaluate_rollout
from understudy.evaluate.table import summary_rows

__all__ = ["evaluate", "evaluate_rollout", "summary_rows", "write_report"]
