"""Words name places, whole or cut off, in several languages."""

from __future__ import annotations

import pytest

from understudy.capture.naming.guessing.spelling import ELSEWHERE, Spelling
from understudy.capture.naming.guessing.stems import label_words
from understudy.capture.naming.guessing.vocabulary import load_vocabulary
from understudy.capture.naming.marker_sets.catalogue import built_in_sets
from understudy.capture.naming.marker_sets.marker_set import MIDDLE, SIDED


def best(label: str, *, known: bool = False) -> tuple[str, float]:
    scores = Spelling(load_vocabulary(), built_in_sets() if known else ()).scores(label_words(label))
    return max(scores.items(), key=lambda item: item[1], default=("none", 0.0))


def test_the_vocabulary_has_every_place_and_no_other() -> None:
    vocabulary = load_vocabulary()
    assert set(vocabulary.places) == set(vocabulary.at) == {*SIDED, *MIDDLE}
    ideas = {idea for ideas in vocabulary.words.values() for idea in ideas}
    formulas = [*vocabulary.places.values(), *vocabulary.elsewhere.values()]
    assert {idea for table in formulas for formula in table for idea in formula} <= ideas


@pytest.mark.parametrize(
    ("label", "place"),
    [
        ("KneeMedial", "knee_inner"),
        ("genou_ext", "knee_outer"),
        ("Knie innen", "knee_inner"),
        ("malleolo lat", "ankle_outer"),
        ("Knoechel_aussen", "ankle_outer"),
        ("5thMet", "ball_outer"),
        ("shoulder", "shoulder_top"),
        ("calcan", "heel"),
        ("spina iliaca ant", "pelvis_front"),
        ("Sternal_Notch", "neck_front"),
        ("Thigh", ELSEWHERE),
        ("bar 1", ELSEWHERE),
    ],
)
def test_words_name_places(label: str, place: str) -> None:
    assert best(label)[0] == place
    assert best(label)[1] > 0.4


def test_names_of_known_sets_count() -> None:
    assert best("FLE")[1] == 0.0
    assert best("FLE", known=True) == ("knee_outer", 1.0)


@pytest.mark.parametrize("label", ["", "x" * 500, "q7z", "\x00"])
def test_what_says_nothing(label: str) -> None:
    assert best(label)[1] == 0.0
