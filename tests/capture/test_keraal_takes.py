"""One take, seen by a Kinect and by Vicon: the same person, and the same robot in the same poses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.clean import place_on_floor
from understudy.evaluate.poses import compute_poses
from understudy.evaluate.torso import robot_vector, torso_axes
from understudy.human import human_from_recording
from understudy.motion import HumanMotion
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.retarget import track
from understudy.robots import load_robot
from understudy.spatial import rotations as rot

FOLDER = Path("motions/keraal")
STEP = 1.0 / 30.0
LONGEST_LAG = 1.0

MOST_APART = 0.10
"""Mean distance [m] of common landmarks after a rigid fit."""

MOST_TURNED = np.deg2rad(12.0)
"""Median angle between the segments of both robots, in the torso's frame."""

LEAST_COMMON = 16
LEAST_CORRELATION = 0.95


@dataclass(frozen=True, eq=False)
class Takes:
    """Both views of the take, and how much later Vicon's clock shows the same moment [s]."""

    kinect: HumanMotion
    vicon: HumanMotion
    lag: float

    @property
    def times(self) -> np.ndarray:
        """Times [s] of the Kinect that both show."""
        ends = [(human.frame_count - 1) / human.fps for human in (self.kinect, self.vicon)]
        return np.arange(max(0.0, -self.lag), min(ends[0], ends[1] - self.lag), STEP)


def at(human: HumanMotion, values: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Return values (T, 3) of a motion's frames at times [s]."""
    frames = np.arange(human.frame_count) / human.fps
    return np.stack([np.interp(times, frames, column) for column in values.T], axis=1)


def raised_hands(human: HumanMotion, times: np.ndarray) -> np.ndarray:
    """Return (N,) how high both wrists are above the hips [m], less the mean."""
    heights = [human.landmark(f"wrist_{side}")[0] - human.landmark("mid_hips")[0] for side in "lr"]
    height = at(human, np.sum(heights, axis=0), times)[:, 2]
    return height - height.mean()


def find_lag(kinect: HumanMotion, vicon: HumanMotion) -> float:
    """Return the lag [s] at which the hands go up and down together, by cross-correlation."""
    end = min((human.frame_count - 1) / human.fps for human in (kinect, vicon))
    times = np.arange(LONGEST_LAG, end - LONGEST_LAG, STEP)
    signal = raised_hands(kinect, times)
    lags = np.arange(-LONGEST_LAG, LONGEST_LAG, 0.5 * STEP)
    scores = [np.corrcoef(signal, raised_hands(vicon, times + lag))[0, 1] for lag in lags]
    assert max(scores) > LEAST_CORRELATION
    return float(lags[int(np.argmax(scores))])


@pytest.fixture(scope="module")
def takes(shared: Path) -> Takes:
    kinect, vicon = (
        human_from_recording(
            place_on_floor(read_capture(shared / FOLDER / f"G3-{view}-CTK-P1T1-Unknown-C-0.txt"))
        )
        for view in ("Kinect", "Vicon")
    )
    return Takes(kinect, vicon, find_lag(kinect, vicon))


def rigidly_fitted(points: np.ndarray, onto: np.ndarray) -> np.ndarray:
    """Return points (N, 3) turned and moved, but not scaled, onto others by least squares (Kabsch)."""
    centre, other = points.mean(axis=0), onto.mean(axis=0)
    u, _, vt = np.linalg.svd((points - centre).T @ (onto - other))
    turn = u @ np.diag([1.0, 1.0, np.sign(np.linalg.det(u @ vt))]) @ vt
    return (points - centre) @ turn + other


def test_both_views_show_the_same_body(takes: Takes) -> None:
    common = [name for name in takes.kinect.names if name in takes.vicon.names]
    assert len(common) >= LEAST_COMMON
    times = takes.times
    kinect, vicon = (
        np.stack([at(human, human.landmark(name)[0], shown) for name in common]).reshape(-1, 3)
        for human, shown in ((takes.kinect, times), (takes.vicon, times + takes.lag))
    )
    apart = np.linalg.norm(rigidly_fitted(kinect, vicon) - vicon, axis=1)
    assert apart.mean() <= MOST_APART


def limb_directions(human: HumanMotion, times: np.ndarray) -> np.ndarray:
    """Return (S, N, 3) directions of the robot's limbs in its torso's frame, when it follows a person."""
    robot = load_robot("nao")
    poses = compute_poses(robot, track(human, robot))
    vectors = {name: robot_vector(robot, poses, name) for name in ("trunk", "shoulder_line", *LIMB_SEGMENTS)}
    known = {name: vector for name, vector in vectors.items() if vector is not None}
    axes, _ = torso_axes(known["trunk"], known["shoulder_line"])
    return np.stack([at(human, np.einsum("tji,tj->ti", axes, known[name]), times) for name in LIMB_SEGMENTS])


def test_both_views_drive_a_robot_to_the_same_poses(takes: Takes) -> None:
    times = takes.times
    kinect = limb_directions(takes.kinect, times)
    vicon = limb_directions(takes.vicon, times + takes.lag)
    assert np.median(rot.angle_between(kinect, vicon)) <= MOST_TURNED
