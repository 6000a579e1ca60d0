"""Points fitted to measured ones: exact, bounded, alike whatever the threads, and steady through gaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest

from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.marker_fit import FitOptions, MarkerFitter
from understudy.kinematics.tree import compile_tree
from understudy.motion.ending import Ending

EXACT = 1e-6
LIMIT = 1.2

ARM = """
<mujoco>
  <compiler angle="radian" autolimits="true"/>
  <worldbody>
    <body name="trunk" pos="0 0 1">
      <freejoint/>
      <geom size="0.1" mass="5"/>
      <body name="arm" pos="0 0.2 0.3">
        <joint name="swing" axis="1 0 0" range="-1.2 1.2"/>
        <joint name="lift" axis="0 1 0" range="-1.2 1.2"/>
        <joint name="twist" axis="0 0 1" range="-1.2 1.2"/>
        <geom size="0.04" mass="1"/>
        <body name="forearm" pos="0 0 -0.3">
          <joint name="bend" axis="0 1 0" range="-2.4 0"/>
          <geom size="0.03" mass="1"/>
          <body name="hand" pos="0 0 -0.25">
            <joint name="unseen" axis="0 0 1" range="-1 1"/>
            <geom size="0.02" mass="0.3"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

Maker = Callable[..., MarkerFitter]


@pytest.fixture(scope="module")
def arm() -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(ARM)


@pytest.fixture(scope="module")
def make(arm: mujoco.MjModel) -> Maker:
    """Return a maker of fitters for three points on each body but the hand."""
    generator = np.random.default_rng(1)
    points = [
        BodyPoint(arm.body(name).id, 0.1 * generator.standard_normal(3))
        for name in ("trunk", "arm", "forearm")
        for _ in range(3)
    ]
    lower, upper = np.full(arm.nv, -np.inf), np.full(arm.nv, np.inf)
    lower[6:], upper[6:] = arm.jnt_range[1:].T

    def build(**options: Any) -> MarkerFitter:
        return MarkerFitter(
            compile_tree(arm), points, lower, upper, np.array(arm.qpos0), FitOptions(**options)
        )

    return build


def motion_of(arm: mujoco.MjModel, frames: int) -> np.ndarray:
    """Return (T, Q) poses within the limits, the unseen joint at home."""
    times = np.linspace(0.0, 6.0, frames)
    q = np.tile(arm.qpos0, (frames, 1))
    q[:, 0], q[:, 3], q[:, 6] = times, np.cos(0.3 * times), np.sin(0.3 * times)
    for joint in range(4):
        low, high = arm.jnt_range[1 + joint]
        q[:, 7 + joint] = 0.5 * (low + high) + 0.45 * (high - low) * np.sin((0.7 + 0.3 * joint) * times)
    return q


def places_of(fitter: MarkerFitter, q: np.ndarray) -> np.ndarray:
    """Return (T, P, 3) [m] where the points are, by MuJoCo."""
    model = mujoco.MjModel.from_xml_string(ARM)
    data = mujoco.MjData(model)
    places = np.empty((len(q), len(fitter.points), 3))
    for frame, pose in enumerate(q):
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        for i, point in enumerate(fitter.points):
            places[frame, i] = data.xpos[point.body] + data.xmat[point.body].reshape(3, 3) @ point.local
    return places


def test_poses_come_back_exactly(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 300)
    places = places_of(make(), q)
    found = make().fit(places, np.ones(places.shape[:2], bool))
    assert np.abs(found.q - q).max() < EXACT
    assert np.nanmax(found.distances) < EXACT
    assert (found.endings == Ending.CONVERGED).all()
    assert (found.iterations > 0).all()


def test_what_is_not_seen_stays_at_home(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 50)
    places = places_of(make(), q) + 0.005 * np.random.default_rng(2).standard_normal((50, 9, 3))
    found = make(noise=0.005).fit(places, np.ones((50, 9), bool))
    assert np.abs(found.q[:, 11]).max() < 1e-12


def test_limits_hold(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 100)
    q[:, 7] = 1.8
    places = places_of(make(), q)
    found = make().fit(places, np.ones(places.shape[:2], bool))
    assert found.q[:, 7].max() <= LIMIT
    assert found.q[:, 7].min() > LIMIT - 0.3


def test_any_points_may_be_missing(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 400)
    places, seen = places_of(make(), q), np.random.default_rng(3).random((400, 9)) < 0.8
    places[~seen] = np.nan
    found = make().fit(places, seen)
    enough = np.stack([seen[:, 3 * body : 3 * body + 3].sum(axis=1) == 3 for body in range(3)]).all(axis=0)
    assert enough.sum() > 20
    assert np.abs(found.q - q)[enough].max() < EXACT


def test_frames_without_points_keep_their_neighbours_pose(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 300)
    places, seen = places_of(make(), q), np.ones((300, 9), bool)
    seen[:10] = seen[100:200] = False
    found = make().fit(places, seen)
    assert ((found.endings == Ending.NOT_SEEN) == ~seen.any(axis=1)).all()
    assert not found.iterations[~seen.any(axis=1)].any()
    assert np.array_equal(found.q[0], found.q[10])
    assert np.array_equal(found.q[150], found.q[99])
    assert np.abs(found.q[200:] - q[200:]).max() < EXACT


def test_threads_change_nothing(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 500)
    places = places_of(make(), q) + 0.005 * np.random.default_rng(4).standard_normal((500, 9, 3))
    seen = np.ones((500, 9), bool)
    one, three = (make(threads=threads, span=64).fit(places, seen).q for threads in (1, 3))
    assert np.array_equal(one, three)


def test_spans_meet_without_a_jump(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 500)
    places, seen = places_of(make(), q), np.ones((500, 9), bool)
    short, whole = (make(span=span).fit(places, seen).q for span in (32, 1000))
    assert np.abs(short - whole).max() < EXACT


def test_a_stray_point_pulls_no_harder_than_its_tolerance(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 60)
    places, seen = places_of(make(), q), np.ones((60, 9), bool)
    places[:, 4] += 0.5
    plain, robust = (make(tolerance=tolerance).fit(places, seen).q for tolerance in (np.inf, 0.002))
    assert np.abs(robust - q)[:, 7:].max() < 0.1 * np.abs(plain - q)[:, 7:].max()


def test_poses_that_are_roughly_known_are_improved_each_from_itself(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 120)
    places, seen = places_of(make(), q), np.ones((120, 9), bool)
    seen[50] = False
    start = q + 0.01 * np.random.default_rng(5).standard_normal(q.shape)
    found = make().fit(places, seen, start)
    known = np.arange(120) != 50
    assert np.abs(found.q - q)[known].max() < EXACT
    assert np.array_equal(found.q[50], start[50])


def test_a_frame_out_of_iterations_says_so(arm: mujoco.MjModel, make: Maker) -> None:
    q = motion_of(arm, 20)
    places = places_of(make(), q)
    found = make(iterations=1).fit(places, np.ones(places.shape[:2], bool))
    assert (found.endings == Ending.ITERATION_LIMIT).sum() >= 19


def test_distances_are_those_of_the_poses_and_mean_nothing_where_nothing_was_seen(
    arm: mujoco.MjModel, make: Maker
) -> None:
    q, fitter = motion_of(arm, 3), make()
    places, seen = places_of(fitter, q), np.ones((3, 9), bool)
    places[0, 0, 2] += 0.25
    seen[1, 1], seen[2] = False, False
    distances = fitter.distances(q, places, seen)
    assert distances[0, 0] == pytest.approx(0.25)
    assert np.array_equal(np.isnan(distances), ~seen)
    found = fitter.fit(places_of(fitter, q), seen)
    assert np.array_equal(np.isnan(found.residuals), [False, False, True])
