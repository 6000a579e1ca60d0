"""Pages that are written in part by a script, checked to be up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def check_page(script: str, page: Path) -> subprocess.CompletedProcess[str]:
    """Return how a script of ``scripts/`` ends that checks a page: with 1 where it is out of date."""
    command = [sys.executable, str(PROJECT / "scripts" / script), "--check", str(page)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
