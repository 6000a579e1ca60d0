"""Words of hostile files do no harm in messages."""

from __future__ import annotations

import pytest

from understudy.capture.text.quoting import shown, shown_list


@pytest.mark.parametrize("word", ["a", "é", "\x1b[31m", "\r\nfake", "x" * 10_000, "\u202e", ""])
def test_shown_words_are_short_and_printable(word: str) -> None:
    text = shown(word)
    assert text.isprintable()
    assert len(text) < 400
    assert text[0] == text[-1] == "'"


def test_lists_are_cut() -> None:
    assert shown_list(["a", "b"]) == "a, b"
    assert shown_list(["a"] * 100).count("a") == 40
