"""A static trial shows where markers sit and where the feet's zero is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.anthropometry.sizes import adult_sizes
from understudy.errors import InvalidMotionError
from understudy.export.person.opensim import opensim_angles
from understudy.human import FitPlan, fit_human
from understudy.human.fit.static_trial import joined, standing_still
from understudy.motion import HumanMotion, Recording, Subject
from understudy.synth import SyntheticMotion
from understudy.synth.body.cluster_markers import BONY_MARKERS, MARKER_PLACES, ONLY_STATIC, cluster_markers
from understudy.synth.body.skeleton import build_body
from understudy.synth.motions.run import make_run, make_still
from understudy.synth.skin import Skin, marked_skin

FPS = 100.0
LARGEST_ERROR = 3.0  # [deg]
PLAN = FitPlan(frames=25, looked_at=50)
FOOT_OFFSET, LEVEL = np.radians(2.0), np.radians(35.0)


def recorded(motion: SyntheticMotion, skin: Skin, left_off: tuple[str, ...] = ()) -> Recording:
    """Return what cameras see of a person's markers."""
    places = cluster_markers(motion.body)
    points = marked_skin(motion, places, skin, BONY_MARKERS)
    kept = [column for column, name in enumerate(places) if name not in left_off]
    names = tuple(list(places)[column] for column in kept)
    marked = {place: (label,) for place, label in MARKER_PLACES.items() if label in names}
    height = motion.body.subject.height
    return Recording(names, points[:, kept], FPS, marker_places=marked, subject=Subject(height=height))


@pytest.fixture(scope="module")
def trials() -> tuple[SyntheticMotion, Recording, Recording]:
    """Return a run, what is seen of it, and the static trial of the same markers."""
    body, skin = build_body(adult_sizes(1.78)), Skin(misplacing=0.006, sliding=0.0, seed=3)
    run = make_run(body, 1.0, FPS)
    return run, recorded(run, skin, ONLY_STATIC), recorded(make_still(body, 1.0, FPS), skin)


@pytest.fixture(scope="module")
def fitted(trials: tuple[SyntheticMotion, Recording, Recording]) -> HumanMotion:
    """Return the run fitted with its static trial."""
    return fit_human(trials[1], plan=PLAN, static=trials[2])


def test_a_foots_zero_is_that_of_the_static_trial(
    trials: tuple[SyntheticMotion, Recording, Recording], fitted: HumanMotion
) -> None:
    run = trials[0]
    for side, prefix in (("l", "Left"), ("r", "Right")):
        foot = run.joint_orientations[:, run.body.index(f"{prefix}Foot")]
        true = np.arcsin(_forward(foot)[:, 2])
        found = np.arcsin(_forward(fitted.frames[f"foot_{side}"])[:, 2])
        # Heel and toe markers 6 mm beside their places would tilt a foot by 3° without the trial.
        level = np.abs(true) < LEVEL
        assert abs(float(np.mean((found - true)[level]))) < FOOT_OFFSET, side


def _forward(turns: np.ndarray) -> np.ndarray:
    w, x, y, z = turns.T
    return np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], axis=1)


@pytest.mark.parametrize(
    ("coordinate", "angle"),
    [("hip_flexion", "hip_flexion"), ("knee_angle", "knee_flexion"), ("ankle_angle", "ankle_dorsiflexion")],
)
def test_flexions_are_the_true_ones(
    trials: tuple[SyntheticMotion, Recording, Recording], fitted: HumanMotion, coordinate: str, angle: str
) -> None:
    angles = opensim_angles(fitted)
    off = [angles[f"{coordinate}_{side}"] - trials[0].angles[f"{angle}_{side}"] for side in "lr"]
    assert np.degrees(np.sqrt(np.mean(np.square(off)))) < LARGEST_ERROR


def test_the_fit_is_of_the_motions_frames(
    trials: tuple[SyntheticMotion, Recording, Recording], fitted: HumanMotion
) -> None:
    assert fitted.frame_count == trials[1].frame_count
    assert "static" in fitted.provenance.to_json()
    assert fitted.lengths["shin"] == pytest.approx(trials[0].body.sizes.shin, abs=0.02)


def test_the_calmest_stretch_is_taken(trials: tuple[SyntheticMotion, Recording, Recording]) -> None:
    still = trials[2]
    points = np.array(still.points)
    points[:40] += np.linspace(0.3, 0.0, 40)[:, None, None]
    one = standing_still(replace(still, points=points))
    assert one.frame_count == 1
    assert np.abs(one.points[0] - still.points[60:].mean(axis=0)).max() < 0.002


def test_a_trial_without_rest_is_refused(trials: tuple[SyntheticMotion, Recording, Recording]) -> None:
    with pytest.raises(InvalidMotionError, match="nobody stands still"):
        fit_human(trials[1], static=trials[1])


def test_a_trial_of_other_markers_is_refused(trials: tuple[SyntheticMotion, Recording, Recording]) -> None:
    still = standing_still(trials[2])
    other = Recording(("A", "B"), still.points[:, :2], FPS)
    with pytest.raises(InvalidMotionError, match="has no marker of the motion"):
        joined(trials[1], other, 1)


def test_landmarks_have_no_static_trial(trials: tuple[SyntheticMotion, Recording, Recording]) -> None:
    human = HumanMotion(("hip_l", "knee_l", "ankle_l"), np.zeros((2, 3, 3)), FPS, subject=Subject(height=1.7))
    with pytest.raises(InvalidMotionError, match="has no markers"):
        fit_human(human, static=trials[2])
