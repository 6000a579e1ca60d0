"""The fit to what real systems recorded."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.c3d.file import parse_c3d
from understudy.capture.c3d.force_plates import read_force_plates
from understudy.capture.source import read_source
from understudy.clean import clean
from understudy.human import FitPlan, detect_contacts, fit_human, fitted_body, human_from_recording
from understudy.human.dynamics import human_dynamics
from understudy.motion import HumanMotion

MARKER_RESIDUAL = 0.012
HEIGHT_TOLERANCE = 0.06
STEPS = 5
ON_PLATES = slice(63, 300)
FORCE_ERROR = 0.07  # of body weight

TAKES = {
    # File → what the capture's own reader says of the person's height [m], and the most that may remain [m].
    "trc/pose2sim_balancing_body25b.trc": (1.72, 0.015),
    "keraal/G3-Kinect-CTK-P1T1-Unknown-C-0.txt": (1.55, 0.015),
    "keraal/G3-Vicon-CTK-P1T1-Unknown-C-0.txt": (1.72, 0.006),
    "cmu/02_01.bvh": (1.50, 0.006),
}


@cache
def fitted(path: Path) -> HumanMotion:
    return fit_human(clean(read_capture(path)), plan=FitPlan(frames=60, looked_at=400))


def mean_residual(motion: HumanMotion) -> float:
    assert motion.residuals is not None
    return float(np.nanmean(motion.residuals))


def test_markers_of_a_gait_laboratory(shared: Path) -> None:
    motion = fitted(shared / "motions" / "c3d" / "Movement_trial.c3d")
    assert mean_residual(motion) <= MARKER_RESIDUAL
    assert motion.subject.height == pytest.approx(1.679, rel=HEIGHT_TOLERANCE)
    assert motion.provenance.steps[-1][1]["points"] == "markers"
    assert len(motion.terrain.patches) == STEPS


def test_forces_on_stairs_are_those_of_the_plates(shared: Path) -> None:
    """Contacts are told from the feet alone; the frames are those in which no foot is beside the plates."""
    path = shared / "motions" / "c3d" / "Movement_trial.c3d"
    motion, own = fitted(path), detect_contacts(human_from_recording(clean(read_capture(path))))
    assert motion.coordinates is not None
    body = fitted_body(motion)
    found = human_dynamics(body, motion.coordinates, motion.fps, own, terrain=motion.terrain)
    plates, _ = read_force_plates(parse_c3d(read_source(path)))
    measured = np.sum([plate.forces[:, 2] for plate in plates], axis=0)
    error = (found.ground_force_w[:, 2] - measured)[ON_PLATES] / (body.mass * 9.81)
    assert np.sqrt(np.mean(error**2)) < FORCE_ERROR


@pytest.mark.parametrize("name", TAKES)
def test_other_captures(shared: Path, name: str) -> None:
    height, residual = TAKES[name]
    motion = fitted(shared / "motions" / name)
    assert mean_residual(motion) <= residual
    assert motion.subject.height == pytest.approx(height, rel=HEIGHT_TOLERANCE)
    assert all(error > 0.0 for error in motion.length_errors.values())
