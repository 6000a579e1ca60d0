"""The report: one self-contained page that shows what was measured and what it means."""

from understudy.evaluate.report.write import write_report

__all__ = ["write_report"]
