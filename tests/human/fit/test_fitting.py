"""The fit against people of whom everything is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.human import FitPlan, Human, fit_human, fitted_body
from understudy.human.fit.fitted_body import landmark_places
from understudy.motion import HumanMotion, Recording
from understudy.spatial import rotations as rot

EXACT_ANGLE = 1e-6
EXACT_LENGTH = 1e-4
NOISE = 0.005
MAIN_JOINTS = {"shoulders": "S", "elbows": "E", "hips": "H", "knees": "K", "torso": ("BP", "BT")}
MAIN_ANGLE, OTHER_ANGLE = np.radians(1.5), np.radians(4.0)
LENGTH_ERROR = 0.004
COVERED = 0.95

NECK = ("BLN", "BUN")
"""Two ball joints that turn one head: markers on the head do not tell how they share its twist."""

ALONG_THE_FOOT = ("hindfoot", "forefoot")
"""The joint between them turns about the line along which both lie, so only their sum can be seen."""

Person = Callable[[int], Human]
Moving = Callable[..., np.ndarray]
Marked = Callable[..., Recording]


def angles_of(human: Human, motion: HumanMotion, q: np.ndarray) -> dict[str, np.ndarray]:
    """Return joint → (T,) [rad] errors."""
    assert motion.coordinates is not None
    off = motion.coordinates - q
    return {name.removesuffix("_joint"): off[:, 7 + index] for index, name in enumerate(human.joints)}


def test_known_bodies_give_their_exact_angles(median: Human, moving: Moving, marked: Marked) -> None:
    q = moving(median, 400, seed=3)
    motion = fit_human(marked(median, q), median, FitPlan(identify=False, first_noise=1e-6, smooth=False))
    errors = angles_of(median, motion, q)
    assert max(np.abs(off).max() for name, off in errors.items() if not name.startswith(NECK)) < EXACT_ANGLE
    turned = landmark_places(median, q)
    assert np.abs(motion.landmarks - turned)[:, motion.names.index("head_top")].max() < EXACT_ANGLE


def test_lengths_without_noise_are_exact(
    median: Human, person: Person, moving: Moving, marked: Marked
) -> None:
    true = person(1)
    recording = marked(true, moving(true, 1500, seed=1, fps=60.0), fps=60.0)
    motion = fit_human(recording, median, FitPlan(frames=120))
    seen = {name: length.value for name, length in true.lengths.items() if "eye" not in name}
    for name, value in seen.items():
        if name not in ALONG_THE_FOOT:
            assert motion.lengths[name] == pytest.approx(value, abs=EXACT_LENGTH), name
    whole = sum(seen[name] for name in ALONG_THE_FOOT)
    assert sum(motion.lengths[name] for name in ALONG_THE_FOOT) == pytest.approx(whole, abs=EXACT_LENGTH)
    assert fitted_body(motion).height == pytest.approx(true.height, abs=0.02)


def test_noise_is_borne(median: Human, person: Person, moving: Moving, marked: Marked) -> None:
    true = person(2)
    q = moving(true, 2400, seed=2)
    motion = fit_human(marked(true, q, NOISE), median)
    errors = angles_of(true, motion, q)
    root_mean_square = {name: float(np.sqrt((off**2).mean())) for name, off in errors.items()}
    main: set[str] = set()
    for stems in MAIN_JOINTS.values():
        names = [
            name
            for name in errors
            if name[:-1] in (stems if isinstance(stems, tuple) else ("L" + stems, "R" + stems))
        ]
        main |= set(names)
        assert np.sqrt(np.mean([root_mean_square[name] ** 2 for name in names])) <= MAIN_ANGLE, names
    for name in set(errors) - main:
        if not name.startswith(NECK):
            assert root_mean_square[name] <= OTHER_ANGLE, name
    for name, length in true.lengths.items():
        assert motion.lengths[name] == pytest.approx(length.value, abs=LENGTH_ERROR), name


def test_intervals_hold_the_truth(median: Human, person: Person, moving: Moving, marked: Marked) -> None:
    inside = []
    for seed in range(5):
        true = person(seed)
        recording = marked(
            true, moving(true, 900, seed, fps=60.0), NOISE, misplaced=0.006, seed=seed, fps=60.0
        )
        motion = fit_human(recording, median, FitPlan(frames=50, looked_at=250))
        for name, length in true.lengths.items():
            if "eye" not in name:
                inside.append(abs(motion.lengths[name] - length.value) <= 1.96 * motion.length_errors[name])
    assert np.mean(inside) >= COVERED


def test_bad_points_and_gaps_do_not_spoil_a_body(
    median: Human, person: Person, moving: Moving, marked: Marked
) -> None:
    true, generator = person(4), np.random.default_rng(4)
    recording = marked(true, moving(true, 600, seed=4), noise=0.001, seed=4)
    points, valid = np.array(recording.points), np.array(recording.valid_mask)
    points[generator.random(valid.shape) < 0.01] += 0.3
    valid[generator.random(valid.shape) < 0.1] = False
    valid[200:260] = False
    spoiled = replace(recording, points=points, valid=valid)
    motion = fit_human(spoiled, median, FitPlan(frames=100, smooth=False))
    for name in ("thigh", "shin", "upper_arm", "forearm", "thorax"):
        assert motion.lengths[name] == pytest.approx(true.lengths[name].value, abs=LENGTH_ERROR), name
    assert not motion.valid_mask[200:260].any()
    assert motion.valid_mask[:200].all()
    assert motion.residuals is not None
    assert np.isnan(motion.residuals[200:260]).all()


def test_sides_may_differ(median: Human, moving: Moving, marked: Marked) -> None:
    true = median.with_lengths({"thigh_l": 0.40, "thigh_r": 0.42})
    recording = marked(true, moving(true, 400, seed=5))
    motion = fit_human(recording, median, FitPlan(frames=60, is_symmetric=False))
    assert motion.lengths["thigh_l"] == pytest.approx(0.40, abs=EXACT_LENGTH)
    assert motion.lengths["thigh_r"] == pytest.approx(0.42, abs=EXACT_LENGTH)
    assert fitted_body(motion).joints == motion.coordinate_names


def test_landmarks_are_fitted_where_there_are_no_markers(median: Human, moving: Moving) -> None:
    q = moving(median, 300, seed=6)
    source = HumanMotion(tuple(median.landmarks), landmark_places(median, q), 120.0)
    motion = fit_human(source, plan=FitPlan(frames=60))
    assert motion.residuals is not None
    assert np.nanmean(motion.residuals) < 0.002
    assert fitted_body(motion).height == pytest.approx(1.75, rel=0.02)
    knees = [motion.landmark(f"knee_{side}")[0] - source.landmark(f"knee_{side}")[0] for side in "lr"]
    assert np.abs(knees).max() < 0.02


def test_the_result_does_not_depend_on_threads(median: Human, moving: Moving, marked: Marked) -> None:
    recording = marked(median, moving(median, 600, seed=7), NOISE)
    one, two = (
        fit_human(recording, median, FitPlan(identify=False, threads=threads)).coordinates
        for threads in (1, 2)
    )
    assert one is not None
    assert two is not None
    assert np.array_equal(one, two)


def test_frames_of_parts_are_the_bodys(median: Human, moving: Moving, marked: Marked) -> None:
    q = moving(median, 30, seed=8)
    motion = fit_human(marked(median, q), median, FitPlan(identify=False, first_noise=1e-6))
    assert rot.angle_between(motion.frames["pelvis"], q[:, 3:7]).max() < EXACT_ANGLE


def test_too_little_to_fit_is_said(median: Human) -> None:
    source = HumanMotion(("knee_l", "knee_r"), np.zeros((3, 2, 3)), 30.0)
    with pytest.raises(InvalidMotionError, match="fewer than three landmarks"):
        fit_human(source, median)
    with pytest.raises(InvalidMotionError, match="height cannot be told"):
        fit_human(source)


def test_a_motion_without_a_fit_has_no_body() -> None:
    with pytest.raises(InvalidMotionError, match="no body was fitted"):
        fitted_body(HumanMotion(("knee_l",), np.zeros((1, 1, 3)), 30.0))
