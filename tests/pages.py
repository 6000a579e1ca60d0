"""The documents, and those written in part by a script, checked to be up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PAGES = tuple(sorted(PROJECT.glob("docs/**/*.md")))
"""Pages of the site."""

README = PROJECT / "README.md"
DOCUMENTS = (README, PROJECT / "CONTRIBUTING.md", PROJECT / "CHANGELOG.md", *PAGES)
"""Everything that people read."""


def name_of(document: Path) -> str:
    """Return a document's path in the project, by which a test is named."""
    return document.relative_to(PROJECT).as_posix()


def check_page(script: str, page: Path) -> subprocess.CompletedProcess[str]:
    """Return how a script of ``scripts/`` ends that checks a page: with 1 where it is out of date."""
    command = [sys.executable, str(PROJECT / "scripts" / script), "--check", str(page)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
