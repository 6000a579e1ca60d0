"""The page about exports says what the registry says."""

from __future__ import annotations

from pathlib import Path

from tests.pages import PROJECT, check_page
from understudy.export import FORMATS

PAGE = PROJECT / "docs" / "exports.md"
SCRIPT = "exports_page.py"


def test_the_table_of_formats_is_current(tmp_path: Path) -> None:
    result = check_page(SCRIPT, PAGE)
    assert result.returncode == 0, result.stderr
    (tmp_path / "stale.md").write_text(PAGE.read_text(encoding="utf-8").replace("| wxyz |", "| xyzw |"))
    assert check_page(SCRIPT, tmp_path / "stale.md").returncode == 1


def test_every_format_is_described() -> None:
    text = PAGE.read_text(encoding="utf-8").split("## One by one")[1]
    assert [name for name in FORMATS if name not in text] == []
