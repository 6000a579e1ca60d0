"""The first lines of a file and their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.capture.text import text_lines
from understudy.capture.text.text_lines import TextLines, first_lines, line_at
from understudy.errors import CaptureError


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_lines_come_one_by_one_whoever_wrote_them(newline: str, mark: bytes) -> None:
    lines = TextLines(Path("f"), mark + newline.join(["one", "", "three"]).encode())
    assert lines.peek() == "one"
    assert [lines.next("a line") for _ in range(3)] == ["one", "", "three"]
    assert lines.is_at_end
    assert lines.line == 4


def test_position_is_where_the_next_line_begins() -> None:
    content = b"one\r\ntwo\r\n3"
    lines = TextLines(Path("f"), content)
    lines.next("a line")
    assert content[lines.position :] == b"two\r\n3"


def test_blank_lines_are_skipped_and_counted() -> None:
    lines = TextLines(Path("f"), b"\n \t\n,,;\nrow\n")
    lines.skip_blank()
    assert (lines.peek(), lines.line) == ("row", 4)


def test_the_end_says_what_was_expected() -> None:
    lines = TextLines(Path("f"), b"one\n")
    lines.next("a line")
    with pytest.raises(CaptureError, match="f, line 2: ends here, expected column titles"):
        lines.next("column titles")


def test_names_that_are_no_utf_8_stay_distinct() -> None:
    lines = TextLines(Path("f"), b"\xff\n\xfe\n")
    assert lines.next("a line") != lines.next("a line")


def test_an_endless_line_is_not_searched_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_lines, "MAX_LINE_BYTES", 10)
    with pytest.raises(CaptureError, match="a line of more than 10 bytes"):
        TextLines(Path("f"), b"x" * 100).peek()


def test_a_walk_may_begin_further_on() -> None:
    lines = TextLines(Path("f"), b"one\ntwo\nthree", 4, 2)
    assert (lines.next("a line"), lines.line) == ("two", 3)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_first_lines_are_not_blank_however_they_end(end: bytes) -> None:
    content = b"\xef\xbb\xbf" + end.join([b"1 2", b"", b" \t", b"3 4", b"5"])
    assert first_lines(content, 2) == [b"1 2", b"3 4"]
    assert line_at(content, 3) == b"1 2"


def test_of_endless_lines_only_the_beginning_is_looked_at() -> None:
    assert len(first_lines(b"1" * 1_000_000, 1)[0]) < 100_000
    assert first_lines(b"\n" * 1_000_000 + b" \n" * 1_000 + b"1", 1) == []
