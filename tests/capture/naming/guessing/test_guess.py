"""Labels are told by words and places together, and sides never by words that places contradict."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.naming.guessing.draft import GUESSED, draft_toml, guessed_set
from understudy.capture.naming.guessing.guess import LEAST_CONFIDENCE, Guess, guess_labels
from understudy.capture.naming.marker_sets.catalogue import UnknownLabelsError
from understudy.capture.naming.marker_sets.marker_set import load_marker_set
from understudy.capture.naming.point_naming import name_points
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.synth import SyntheticMotion, make
from understudy.synth.body.points import positions_of
from understudy.synth.body.skin import skin_markers

LABORATORY = {
    "Becken_vorn_{}": "pelvis_front",
    "Becken_hinten_{}": "pelvis_back",
    "Knie_aussen_{}": "knee_outer",
    "Knie_innen_{}": "knee_inner",
    "Malleolus_lat_{}": "ankle_outer",
    "Ferse_{}": "heel",
    "Meta5_{}": "ball_outer",
    "Schulter_{}": "shoulder_top",
    "Ellbogen_{}": "elbow_outer",
    "Oberschenkel_{}": "thigh",
}
SIDES = {"l": "li", "r": "re"}
TRUTH = {
    label.format(word): f"{place}_{side}"
    for label, place in LABORATORY.items()
    for side, word in SIDES.items()
} | {"C7": "neck_back"}
HIPS_OFF = 0.02
"""How far hips may be from the performer's [m]."""


@pytest.fixture(scope="module")
def walk() -> SyntheticMotion:
    return make("walk")


@pytest.fixture(scope="module")
def points(walk: SyntheticMotion) -> np.ndarray:
    """Return (T, K, 3) [m] of the laboratory's markers."""
    return positions_of(walk, list(TRUTH.values()), skin_markers(walk.body))


def used(guesses: tuple[Guess, ...]) -> dict[str, str]:
    return {
        guess.label: guess.place for guess in guesses if guess.place and guess.confidence >= LEAST_CONFIDENCE
    }


def test_all_are_told(points: np.ndarray) -> None:
    marked = {label: place for label, place in TRUTH.items() if not place.startswith("thigh")}
    assert used(guess_labels(list(TRUTH), points, ())) == marked


def test_gaps_and_noise_do_no_harm(points: np.ndarray) -> None:
    random = np.random.default_rng(3)
    noisy = points + random.normal(scale=0.01, size=points.shape)
    noisy[random.random(points.shape[:2]) < 0.3] = np.nan
    told = used(guess_labels(list(TRUTH), noisy, ()))
    assert told.items() <= TRUTH.items()
    assert len(told) >= len(TRUTH) - 5


def test_a_single_pair_with_exchanged_labels_goes_by_where_it_is(points: np.ndarray) -> None:
    labels = list(TRUTH)
    knees = [labels.index("Knie_aussen_li"), labels.index("Knie_aussen_re")]
    exchanged = points.copy()
    exchanged[:, knees] = points[:, knees[::-1]]
    guesses = {guess.label: guess for guess in guess_labels(labels, exchanged, ())}
    assert guesses["Knie_aussen_li"].place == "knee_outer_r"
    assert guesses["Knie_aussen_li"].confidence < LEAST_CONFIDENCE
    assert "against its label" in guesses["Knie_aussen_li"].reason


def test_sides_that_contradict_front_and_back_are_not_used(points: np.ndarray) -> None:
    guesses = guess_labels(list(TRUTH), points * (1.0, -1.0, 1.0), ())
    assert {place for place in used(guesses).values() if place.endswith(("_l", "_r"))} == set()
    assert any("contradict" in guess.reason for guess in guesses)


def test_without_points_words_alone_are_not_trusted(points: np.ndarray) -> None:
    guesses = guess_labels(list(TRUTH), None, ())
    assert all("points do not tell" in guess.reason for guess in guesses if guess.place)
    still = guess_labels(list(TRUTH), np.full_like(points, np.nan), ())
    assert [guess.place for guess in still] == [guess.place for guess in guesses]


def test_labels_that_say_nothing_are_left_open(points: np.ndarray) -> None:
    labels = [f"M{number:03d}" for number in range(points.shape[1])]
    assert used(guess_labels(labels, points, ())) == {}


def raw(labels: tuple[str, ...], points: np.ndarray) -> RawCapture:
    """Return points (T, K, 3) [m] as a capture."""
    return RawCapture(Source(Path("take.trc"), b""), "TRC", labels, points, unit=1.0)


def test_a_capture_with_such_labels_is_read_with_a_note(walk: SyntheticMotion, points: np.ndarray) -> None:
    remarks = Remarks()
    named = name_points(raw(tuple(TRUTH), points), remarks)
    assert named.naming == GUESSED
    assert any("with a confidence of" in note and "--draft-marker-set" in note for note in remarks.notes)
    hip = named.points[:, named.names.index("*hip_l")]
    assert np.linalg.norm(hip - positions_of(walk, ["hip_l"])[:, 0], axis=1).max() < HIPS_OFF


def test_a_capture_with_other_labels_names_the_command(points: np.ndarray) -> None:
    labels = [f"M{number:03d}" for number in range(points.shape[1])]
    with pytest.raises(UnknownLabelsError, match="understudy inspect take.trc --draft-marker-set") as caught:
        name_points(raw(tuple(labels), points), Remarks())
    assert caught.value.raw.points is points


def test_the_draft_is_a_marker_set(tmp_path: Path, points: np.ndarray) -> None:
    guesses = guess_labels(list(TRUTH), points, ())
    (tmp_path / "lab.toml").write_text(draft_toml(guesses, "take.trc"), encoding="utf-8")
    read = load_marker_set(tmp_path / "lab.toml")
    assert read.anatomy == guessed_set(guesses).anatomy
    text = (tmp_path / "lab.toml").read_text(encoding="utf-8")
    assert "'Oberschenkel_li': its words name a place that no landmark needs" in text
    assert 'knee_inner_l = "Knie_innen_li"  # 0.9' in text


def test_hostile_labels_make_no_broken_draft(tmp_path: Path) -> None:
    labels = ['a"b\\knee', "x\ny", "{S}heel", "\x7f\u2028", "l|r", "", "k" * 10_000]
    guesses = tuple(Guess(label, "sacrum", 1.0, "because") for label in labels[:1])
    others = tuple(Guess(label, "", 1.0, "no place fits it") for label in labels)
    (tmp_path / "lab.toml").write_text(draft_toml(guesses + others, "x\ny.c3d"), encoding="utf-8")
    assert load_marker_set(tmp_path / "lab.toml").anatomy == {"sacrum": (('a"b\\knee',),)}
    assert guess_labels(labels, np.zeros((2, len(labels), 3)), ())
