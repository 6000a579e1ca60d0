"""Blanks, words and numbers of captures; the same as those of models, see :mod:`understudy.plain_text`."""

from __future__ import annotations

from understudy.plain_text import (
    BLANK_CHARACTERS,
    plain_count,
    plain_lines,
    plain_number,
    plain_words,
    trimmed,
)

__all__ = ("BLANK_CHARACTERS", "plain_count", "plain_lines", "plain_number", "plain_words", "trimmed")
