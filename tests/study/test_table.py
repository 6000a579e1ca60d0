"""Tables: whatever words are in them, the CSV reads back and the LaTeX is balanced."""

from __future__ import annotations

import csv
import io
import re

import pytest

from understudy.study import StudyResult
from understudy.study.report import all_tables
from understudy.study.table import Table, tex_text

NASTY = Table(
    name="a_table",
    caption="100 % of what & who, 5° off",
    groups=(("", 1), ("first_group", 2)),
    headings=("name", "left, right", "x"),
    rows=(('take_1 "a"', "1.0", "–"), ("50%{x}\\y$z#~^&", "2.0", "3")),
)


def columns_in(line: str) -> int:
    """Return how many columns a row of LaTeX fills."""
    spans = sum(int(count) - 1 for count in re.findall(r"\\multicolumn\{(\d+)\}", line))
    return len(re.findall(r"(?<!\\)&", line)) + 1 + spans


def require_valid_tex(text: str) -> None:
    bare = re.sub(r"\\[\\{}%&#$_]", "", text)
    depth = 0
    for letter in bare:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth >= 0
    assert depth == 0
    assert re.findall(r"\\begin\{(\w+)\}", text) == ["table", "tabular"]
    assert re.findall(r"\\end\{(\w+)\}", text) == ["tabular", "table"]
    width = len(re.findall(r"\\begin\{tabular\}\{(\w+)\}", text)[0])
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert rows
    assert {columns_in(row) for row in rows} == {width}
    assert not re.search(r"(?<!\\)[%#]", text)
    assert all(rule in text for rule in (r"\toprule", r"\midrule", r"\bottomrule"))


def test_special_characters_are_escaped() -> None:
    assert tex_text("a_b & 5 %") == r"a\_b \& 5 \%"
    assert tex_text("\\{}") == r"\textbackslash{}\{\}"
    assert tex_text("tab\there \u4e2d") == "tab?here ?"
    require_valid_tex(NASTY.to_tex())


def test_csv_reads_back() -> None:
    rows = list(csv.reader(io.StringIO(NASTY.to_csv())))
    assert rows[0] == ["name", "first_group left, right", "first_group x"]
    assert [tuple(row) for row in rows[1:]] == list(NASTY.rows)


def test_html_is_escaped() -> None:
    table = Table("t", "c", (), ("<b>",), (("<script>",),))
    assert "<script>" not in table.to_html()
    assert "<b>" not in table.to_html()


def test_every_table_of_a_study_is_well_formed(finished: StudyResult) -> None:
    tables = all_tables(finished.findings)
    assert len({table.name for table in tables}) == len(tables) > 10
    for table in tables:
        require_valid_tex((finished.tables / f"{table.name}.tex").read_text(encoding="utf-8"))
        text = (finished.tables / f"{table.name}.csv").read_text(encoding="utf-8")
        rows = list(csv.reader(io.StringIO(text)))
        assert [tuple(row) for row in rows[1:]] == list(table.rows)


@pytest.mark.parametrize("robot", ["icub", "fetus"])
def test_published_shares_stand_beside_ours(robot: str, finished: StudyResult) -> None:
    text = (finished.tables / f"cropped_{robot}.csv").read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text)))
    assert len(rows) == 1 + 8
    assert all(len(row) == 5 for row in rows)
