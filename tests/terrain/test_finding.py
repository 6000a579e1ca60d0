"""The ground under a person is found where feet stand and carry, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.terrain.courses import COURSES, FPS, person_on, walked
from understudy.capture import read_capture
from understudy.clean import clean
from understudy.clean.body import leg_length
from understudy.human import human_from_recording
from understudy.motion import HumanMotion
from understudy.motion.terrain import FLOOR
from understudy.synth import MOTIONS, Corruption, make, record
from understudy.synth.formats.point_sets import LANDMARK_SET
from understudy.synth.terrain_truth import terrain_errors
from understudy.terrain import find_terrain
from understudy.terrain.finding import find_ground

HEIGHT, ANGLE = 0.005, np.radians(1.0)
STEPS = (0.0, 0.195, 0.389, 0.584)  # [m] surfaces of the plates, above the lowest of them
STEP_TOLERANCE = 0.006  # [m]
NOSES = (-0.703, -0.468, -0.233)  # [m] front edges of the upper plates
NOSE_TOLERANCE = 0.02  # [m]


@pytest.mark.parametrize("name", COURSES)
def test_patches_are_the_true_ones(name: str) -> None:
    errors = terrain_errors(person_on(name).terrain, walked(name))
    assert errors.height < HEIGHT
    assert errors.angle < ANGLE
    assert errors.patches == errors.true_patches


@pytest.mark.parametrize("name", COURSES)
def test_noise_does_not_make_steps(name: str) -> None:
    take = record(walked(name), LANDMARK_SET, Corruption(noise=0.003))
    human = human_from_recording(clean(take.recording()))
    assert len(human.terrain.patches) == len(person_on(name).terrain.patches)


@pytest.mark.parametrize("name", MOTIONS)
def test_level_ground_has_no_patches(name: str) -> None:
    recording = record(make(name, seconds=4.0, fps=FPS), LANDMARK_SET, Corruption()).recording()
    assert find_ground(recording, leg_length(recording)) is None


def test_edges_are_between_the_feet() -> None:
    truth, found = walked("stairs up").terrain.patches[:3], person_on("stairs up").terrain.patches[:3]
    for true, guess in zip(truth, found, strict=True):
        assert guess.centre[0] == pytest.approx(true.centre[0], abs=0.02)
        assert guess.half[0] == pytest.approx(true.half[0], abs=0.02)


def test_a_ramp_ends_where_it_meets_the_ground() -> None:
    true, guess = (
        walked("ramp of 10° down").terrain.patches[1],
        person_on("ramp of 10° down").terrain.patches[1],
    )
    for sign in (-1.0, 1.0):
        end = true.centre[0] + sign * true.half[0]
        assert guess.centre[0] + sign * guess.half[0] == pytest.approx(end, abs=0.03)


def test_who_only_holds_a_foot_still_does_not_stand_on_it() -> None:
    """A person who stands on one leg, a foot held up and still: level ground."""
    human = person_on("kerb").section(0, 60)
    names = human.names
    landmarks = np.repeat(human.landmarks[30:31], 120, axis=0)
    for part in ("ankle", "toe"):
        landmarks[:, names.index(f"{part}_r"), 2] += 0.3
    held = HumanMotion(names=names, landmarks=landmarks, fps=FPS, sizes=human.sizes)
    assert find_terrain(held, human.sizes["leg"]).is_level


def test_without_legs_there_is_no_ground() -> None:
    human = person_on("kerb")
    upper = [index for index, name in enumerate(human.names) if name.startswith(("shoulder", "elbow"))]
    bust = HumanMotion(
        names=tuple(human.names[index] for index in upper), landmarks=human.landmarks[:, upper], fps=FPS
    )
    assert find_ground(bust, 0.8) is None
    assert find_ground(human, 0.0) is None


def test_everybody_at_carnegie_mellon_walks_on_level_ground(shared: Path) -> None:
    for path in sorted((shared / "motions" / "cmu").glob("*.bvh")):
        assert human_from_recording(clean(read_capture(path))).terrain.is_level, path.name


def test_steps_of_a_laboratory_are_where_its_plates_are(shared: Path) -> None:
    recording = clean(read_capture(shared / "motions" / "c3d" / "Movement_trial.c3d"))
    patches = human_from_recording(recording).terrain.patches
    assert len(patches) == 5
    heights = np.array([patch.centre[2] for patch in patches[:0:-1]])
    np.testing.assert_allclose(heights - heights[0], STEPS, atol=STEP_TOLERANCE)
    noses = [patch.centre[0] + patch.half[0] for patch in patches[1:4]]
    np.testing.assert_allclose(noses, NOSES, atol=NOSE_TOLERANCE)
    assert all(patch.tilt == 0.0 for patch in patches)


def test_feet_are_nowhere_below_the_floor_that_is_found(shared: Path) -> None:
    """The walk down goes on below its last step as the clip ends, so that this step is not the floor."""
    recording = clean(read_capture(shared / "motions" / "c3d" / "Movement_trial.c3d"))
    human = human_from_recording(recording)
    for name in ("toe_l", "toe_r", "heel_l", "heel_r"):
        points, known = human.landmark(name)
        assert points[known, 2].min() > -0.01, name
    assert set(human.terrain.footing(human.landmark("toe_r")[0], 0.1).patch.tolist()) > {FLOOR}
