"""What a step tells."""

from __future__ import annotations

import numpy as np

from understudy.clean.report import counted, listed, reported
from understudy.motion import Recording


def test_sentence_and_facts_are_added() -> None:
    recording = Recording(("a",), np.zeros((2, 1, 3)), 10.0, notes=("Read.",))
    told = reported(recording, "gaps", "There are no gaps.", longest=0.1)
    assert told.notes == ("Read.", "There are no gaps.")
    assert told.provenance.steps == (("gaps", {"longest": 0.1}),)
    assert recording.notes == ("Read.",)


def test_counts_have_their_nouns() -> None:
    assert [counted(n, "gap") for n in (0, 1, 2)] == ["no gaps", "1 gap", "2 gaps"]
    assert counted(3, "foot", "feet") == "3 feet"


def test_many_names_are_counted() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed(list("abcdef")) == "a, b, c, d and 2 more"
