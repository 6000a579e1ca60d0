"""The page about exports says what the registry says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from understudy.export import FORMATS

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "docs" / "exports.md"


def check(page: Path) -> subprocess.CompletedProcess[str]:
    script = PROJECT / "scripts" / "exports_page.py"
    command = [sys.executable, str(script), "--check", str(page)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_table_of_formats_is_current() -> None:
    result = check(PAGE)
    assert result.returncode == 0, result.stderr


def test_a_table_out_of_date_is_found(tmp_path: Path) -> None:
    stale = tmp_path / "exports.md"
    stale.write_text(PAGE.read_text(encoding="utf-8").replace("| wxyz |", "| xyzw |"), encoding="utf-8")
    assert check(stale).returncode == 1


def test_every_format_is_described() -> None:
    text = PAGE.read_text(encoding="utf-8").split("## One by one")[1]
    assert [name for name in FORMATS if name not in text] == []
