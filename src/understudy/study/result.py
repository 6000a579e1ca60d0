"""What came of any study."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from understudy.study.progress import Usage

Findings = TypeVar("Findings")

REPORT_NAME = "report.html"


@dataclass(frozen=True, eq=False)
class StudyResult(Generic[Findings]):
    """What came of a study.

    Attributes:
        findings: Everything found.
        report: The page.
        tables: The folder of tables.
        usage: What it took.
    """

    findings: Findings
    report: Path
    tables: Path
    usage: Usage
