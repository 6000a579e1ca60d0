"""Which way a head faces, from what was seen of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.human import human_from_recording
from understudy.human.head_direction import (
    EYE_RISE_ADULT,
    FACE,
    HEAD_POINTS,
    _are_surely_thick,
    head_direction,
    is_infant,
)
from understudy.motion import HumanMotion, Recording
from understudy.motion.head import HEAD_LENGTH, head_places
from understudy.spatial import rotations as rot
from understudy.takes import read_recording

HumanMaker = Callable[[Mapping[str, np.ndarray], float], HumanMotion]
TURNS = rot.from_rotation_vector(np.random.default_rng(4).uniform(-1.0, 1.0, (50, 3)))
NECK_BELOW = 0.096 * 1.8
"""How far the eyes are above the lower neck [m]."""

MINI_RGBD = ("nose", "head", "neck")


def head(rise: float = EYE_RISE_ADULT) -> dict[str, np.ndarray]:
    """Return a usual upright head [m] over a neck that the line to the eyes leaves with this rise [rad]."""
    places = {name: HEAD_LENGTH * place for name, place in head_places().items()}
    eyes = 0.5 * (places["eye_l"] + places["eye_r"])
    places["head"] = eyes - np.array([0.030, 0.0, 0.066]) * 1.8
    return places | {"neck": eyes - NECK_BELOW * np.array([1.0 / np.tan(rise), 0.0, 1.0])}


def turned(places: Mapping[str, np.ndarray], human_of: HumanMaker, size: float = 1.0) -> HumanMotion:
    return human_of({name: size * rot.rotate(TURNS, place) for name, place in places.items()}, 30.0)


def errors(orientations: np.ndarray) -> np.ndarray:
    """Return (T,) [rad] from the turns that were applied."""
    return np.linalg.norm(rot.as_rotation_vector(rot.multiply(rot.conjugate(TURNS), orientations)), axis=1)


@pytest.mark.parametrize("size", [0.3, 1.0, 1.2])
def test_a_usual_head_of_any_size_is_exact(human_of: HumanMaker, size: float) -> None:
    found = head_direction(turned(head(), human_of, size))
    assert found.valid.all()
    assert found.is_full.all()
    assert found.note() == ""
    np.testing.assert_allclose(errors(found.orientations), 0.0, atol=1e-7)


@pytest.mark.parametrize(
    "names",
    [
        ("ear_l", "eye_l", "nose"),
        ("eye_l", "eye_r", "nose", "neck"),
        ("eye_l", "eye_r", "neck"),
        MINI_RGBD,
        ("ear_l", "ear_r", "neck"),
        ("nose", "head_top", "neck"),
    ],
)
def test_parts_of_a_head_tell_it_too(human_of: HumanMaker, names: tuple[str, ...]) -> None:
    places = {name: place for name, place in head().items() if name in names}
    found = head_direction(turned(places, human_of))
    np.testing.assert_allclose(errors(found.orientations), 0.0, atol=1e-7)
    assert [name for name, used in zip(HEAD_POINTS, found.used[0], strict=True) if used] == [
        name for name in HEAD_POINTS if name in names
    ]


@pytest.mark.parametrize(
    "names",
    [("head", "head_top", "neck"), ("ear_l", "ear_r"), ("nose", "neck"), ("eye_l", "eye_r"), ("nose",)],
)
def test_what_leaves_a_turn_open_tells_nothing(human_of: HumanMaker, names: tuple[str, ...]) -> None:
    places = {name: place for name, place in head().items() if name in names}
    found = head_direction(turned(places, human_of))
    assert not found.valid.any()
    assert np.isnan(found.spread).all()


def test_an_infants_eyes_rise_by_81_degrees_over_the_neck(human_of: HumanMaker) -> None:
    infant = {
        name: place for name, place in head(np.deg2rad(81.0)).items() if name in ("eye_l", "eye_r", "neck")
    }
    human = turned(infant, human_of, 0.5)
    np.testing.assert_allclose(errors(head_direction(human, infant=True).orientations), 0.0, atol=1e-7)
    # Taken for an adult, the same infant would look up by the difference of the references.
    as_adult = errors(head_direction(human).orientations)
    np.testing.assert_allclose(as_adult, np.deg2rad(81.0) - EYE_RISE_ADULT, atol=1e-6)


def test_an_infant_is_told_by_age_or_legs(human_of: HumanMaker) -> None:
    human = turned(head(), human_of)
    assert not is_infant(human)
    assert is_infant(human, age=0.4)
    baby = replace(human, sizes={"leg": 0.2})
    assert is_infant(baby)
    assert not is_infant(baby, age=30.0)


def test_frames_choose_their_landmarks_themselves(human_of: HumanMaker) -> None:
    human = turned(head(), human_of)
    valid = np.array(human.valid_mask)
    for name in ("ear_l", "ear_r"):
        valid[:10, human.names.index(name)] = False
    valid[10:20, [human.names.index(name) for name in FACE]] = False
    landmarks = np.where(valid[..., None], human.landmarks, np.nan)
    found = head_direction(replace(human, landmarks=landmarks, valid=valid))
    assert found.is_full.tolist() == [False] * 20 + [True] * 30
    assert found.valid.tolist() == [True] * 10 + [False] * 10 + [True] * 30
    assert "in 25 % of the frames" in found.note()
    assert "eye_l, eye_r, nose, head, head_top, neck" in found.note()


def test_the_spread_says_what_noise_does(human_of: HumanMaker) -> None:
    noise = 0.004
    rng = np.random.default_rng(8)
    places = {name: np.tile(place, (4000, 1)) for name, place in head().items() if name in MINI_RGBD}
    noisy = {name: place + rng.normal(0.0, noise, place.shape) for name, place in places.items()}
    found = head_direction(human_of(noisy, 30.0))
    turns = np.linalg.norm(rot.as_rotation_vector(found.orientations), axis=1)
    expected = noise * np.median(found.spread)
    assert np.sqrt(np.mean(turns**2)) == pytest.approx(expected, rel=0.1)
    full = head_direction(human_of({name: place[None] for name, place in head().items()}, 30.0))
    assert full.spread[0] < np.median(found.spread)


def test_a_collapsed_head_has_no_direction(human_of: HumanMaker) -> None:
    for point in (np.zeros(3), np.ones(3)):
        assert not head_direction(human_of({name: np.tile(point, (2, 1)) for name in FACE}, 30.0)).valid.any()


def test_the_motion_says_what_its_head_rests_on(
    recording_of: Callable[[Mapping[str, np.ndarray]], Recording], standing: dict[str, np.ndarray]
) -> None:
    for name in ("ear_l", "ear_r", "eye_l", "eye_r"):
        del standing[name]
    human = human_from_recording(recording_of({name: point[None] for name, point in standing.items()}))
    step, options = human.provenance.steps[-1]
    assert step == "human"
    assert "inferred from nose, head, head_top, neck" in options["head"]


def test_markers_around_a_real_head_tell_its_direction(shared: Path) -> None:
    recording = read_recording(shared / "motions/c3d/Movement_trial.c3d")
    human = human_from_recording(recording)
    front, rear = (
        np.mean([recording.points[:, recording.names.index(name)] for name in pair], axis=0)
        for pair in (("LFHD", "RFHD"), ("LBHD", "RBHD"))
    )
    ahead_w = rot.rotate(human.frames["head"], np.array([1.0, 0.0, 0.0]))
    seen = np.isfinite(front - rear).all(axis=1)
    assert rot.angle_between(ahead_w, front - rear)[seen].max() < 1e-6


@pytest.mark.parametrize("least", [0.02, 0.15])
def test_what_is_surely_off_a_line_is_off_it(least: float) -> None:
    """Ellipsoids of all proportions, turned: none is told to be thick that eigenvalues call a line."""
    shares = np.array([(a, b) for b in np.geomspace(1e-4, 1.0, 40) for a in np.linspace(0.0, b, 5)])
    turns = rot.as_matrix(rot.from_axis_angle(np.array([0.6, 0.0, 0.8]), np.arange(len(shares))))
    squares = np.column_stack([shares**2, np.ones(len(shares))])
    scatter = np.einsum("tij,tj,tkj->tik", turns, squares, turns)
    found = _are_surely_thick(scatter, least)
    values = np.linalg.eigvalsh(scatter)
    assert found.any()
    assert not found.all()
    assert (values[found, 1] > least**2 * values[found, 2]).all()
