"""Rows of points brought into rows of frames."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.csv.head import parse_csv_head
from understudy.capture.csv.long import frames_of_rows
from understudy.capture.source import Source
from understudy.capture.text.text_table import Layout, parse_rows

TEXT = b"""frame,time,name,x,y,z
2,0.2,b,5,6,7
1,0.1,a,1,2,3
1,0.1,b,2,3,4
2,0.2,a,8,9,10
"""


def test_rows_may_come_in_any_order() -> None:
    source = Source(Path("f"), TEXT)
    head = parse_csv_head(source.path, TEXT)
    rows = parse_rows(source.path, TEXT, head.position, head.line, Layout(6, ",", word_columns=(2,)))
    names, values, lines, columns = frames_of_rows(source, head, rows)
    assert names == ("b", "a")
    np.testing.assert_array_equal(values[:, 1], [0.1, 0.2])
    np.testing.assert_array_equal(lines, [3, 2])
    np.testing.assert_array_equal(values[:, columns], [[2, 3, 4, 1, 2, 3], [5, 6, 7, 8, 9, 10]])
