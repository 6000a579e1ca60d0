"""Labels are paired by their sides, in whatever way a file writes these."""

from __future__ import annotations

import pytest

from understudy.capture.naming.guessing.stems import MOST_LABELS, find_stems, label_words
from understudy.capture.naming.guessing.vocabulary import load_vocabulary


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("LKneeOut", ("l", "knee", "out")),
        ("Ann:LASI", ("lasi",)),
        ("r knee 1", ("r", "knee", "1")),
        ("Knöchel_außen", ("knochel", "aussen")),
        ("R.MT5", ("r", "mt", "5")),
        ("", ()),
    ],
)
def test_words(label: str, words: tuple[str, ...]) -> None:
    assert label_words(label) == words


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("LKNE LANK", "RKNE RANK"),
        ("KNE_L ANK_L", "KNE_R ANK_R"),
        ("ginocchio_sx tallone_sx", "ginocchio_dx tallone_dx"),
        ("GENOUG TALONG", "GENOUD TALOND"),
        ("Knie_links Ferse_links", "Knie_rechts Ferse_rechts"),
        ("pLeftKnee pLeftHeel", "pRightKnee pRightHeel"),
    ],
)
def test_sides_are_found_in_several_languages(left: str, right: str) -> None:
    stems = find_stems(load_vocabulary(), [*left.split(), *right.split(), "C7"])
    pairs = {(stem.labels["l"], stem.labels["r"]) for stem in stems if len(stem.labels) == 2}
    assert pairs == set(zip(left.split(), right.split(), strict=True))


def test_left_is_not_lateral() -> None:
    labels = ["LLM", "LMM", "RLM", "RMM"]
    pairs = {tuple(stem.labels.values()) for stem in find_stems(load_vocabulary(), labels)}
    assert pairs == {("LLM", "RLM"), ("LMM", "RMM")}


def test_words_on_all_labels_tell_nothing() -> None:
    labels = ["l_knee_study", "r_knee_study", "l_toe_study", "r_toe_study", "C7_study"]
    assert {"".join(stem.words) for stem in find_stems(load_vocabulary(), labels)} == {"knee", "toe", "c7"}


def test_so_many_labels_are_read_and_no_more() -> None:
    stems = find_stems(load_vocabulary(), [f"m{number}x" for number in range(10_000)])
    assert len(stems) == MOST_LABELS
