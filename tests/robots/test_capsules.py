"""Capsules cover what they stand for, and stick out of it by no more than they say."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.robots import capsules
from understudy.robots.capsules import (
    INSIDE,
    OUTSIDE,
    capsules_of,
    cover_bodies,
    distances,
)
from understudy.robots.convex_shape import convex_shape

ROUNDING = 0.0015
"""Length [m] by which facets that are left out and points between those looked at may add to an error."""

TYPICAL_LACK, TYPICAL_SHARE, LARGEST_LACK = 0.006, 0.7, 0.025
"""Depth [m] at which this share, all but edges and corners, is covered; and from which on everything is."""

PROBE_RADIUS = 0.002
PROBE = f"""<body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
<joint type="slide" axis="0 0 1"/><geom type="sphere" size="{PROBE_RADIUS}"/></body>"""
LENGTH = st.floats(0.01, 0.06)
KINDS = st.sampled_from(["box", "cylinder", "ellipsoid", "mesh"])


def _model(geoms: str, assets: str = "", others: str = "") -> mujoco.MjModel:
    body = f"<body><freejoint/>{geoms}</body>{others}"
    return mujoco.MjModel.from_xml_string(
        f"<mujoco><asset>{assets}</asset><worldbody>{body}</worldbody></mujoco>"
    )


def _random(kind: str, size: list[float], seed: int, others: str = "") -> mujoco.MjModel:
    numbers, assets = " ".join(str(length) for length in size), ""
    if kind == "mesh":
        corners = np.random.default_rng(seed).uniform(-1.0, 1.0, (12, 3)) * size
        assets = f'<mesh name="hull" vertex="{" ".join(str(x) for x in corners.ravel())}"/>'
        return _model('<geom type="mesh" mesh="hull" pos="0.1 0.2 0.3" euler="20 30 40"/>', assets, others)
    return _model(f'<geom type="{kind}" size="{numbers}" pos="0.1 0.2 0.3" euler="20 30 40"/>', others=others)


def _outside(model: mujoco.MjModel, points: np.ndarray) -> np.ndarray:
    """Return how far (N,) [m] points lie outside of all capsules, negative inside."""
    capsules = capsules_of(model)
    start, end = np.array([c.start for c in capsules]), np.array([c.end for c in capsules])
    radius = np.array([c.radius for c in capsules])
    return (distances(points, start, end) - radius[:, None]).min(axis=0)


@settings(max_examples=40, deadline=None)
@given(kind=KINDS, size=st.lists(LENGTH, min_size=3, max_size=3), seed=st.integers(0, 1000))
def test_capsules_cover_any_shape_and_stay_within_it(kind: str, size: list[float], seed: int) -> None:
    model = _random(kind, size, seed)
    shape = convex_shape(model, 0)
    assert shape is not None
    deep = min(TYPICAL_LACK, 0.9 * shape.largest_depth())
    assert (_outside(model, shape.points_under_surface(500, deep)) <= 1e-9).mean() >= TYPICAL_SHARE
    assert _outside(model, shape.points_under_surface(500, 0.0)).max() <= LARGEST_LACK
    for capsule in capsules_of(model):
        ends = shape.depth(np.stack([capsule.start, capsule.end]))
        assert (capsule.radius - ends).max() <= OUTSIDE + ROUNDING, "sticks out"


@settings(max_examples=30, deadline=None)
@given(kind=KINDS, size=st.lists(LENGTH, min_size=3, max_size=3), seed=st.integers(0, 1000))
def test_a_shape_is_the_one_by_which_mujoco_collides(kind: str, size: list[float], seed: int) -> None:
    """A small ball, put on points of the shape's surface, is as far from the geom as MuJoCo measures it."""
    model = _random(kind, size, seed, PROBE)
    shape = convex_shape(model, 0)
    assert shape is not None
    data = mujoco.MjData(model)
    for point in shape.points_under_surface(20, 0.0):
        data.qpos[:] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, *point]
        mujoco.mj_kinematics(model, data)
        distance = mujoco.mj_geomDistance(model, data, 0, 1, 1.0, None)
        assert distance == pytest.approx(-PROBE_RADIUS, abs=ROUNDING)


def test_spheres_and_capsules_are_themselves() -> None:
    model = _model('<geom type="sphere" size="0.05" pos="0 0 0.3"/><geom type="capsule" size="0.02 0.1"/>')
    found = {
        (round(c.radius, 9), round(float(np.linalg.norm(c.end - c.start)), 9)) for c in capsules_of(model)
    }
    assert found == {(0.05, 0.0), (0.02, 0.2)}


def test_what_is_hidden_in_another_geom_needs_no_capsule() -> None:
    box = '<geom type="box" size="0.1 0.1 0.1"/>'
    alone = len(capsules_of(_model(box)))
    assert len(capsules_of(_model(box + '<geom type="sphere" size="0.05"/>'))) == alone


def test_two_equal_geoms_do_not_hide_each_other() -> None:
    assert capsules_of(_model(2 * '<geom type="box" size="0.05 0.05 0.05"/>'))


def test_what_does_not_collide_needs_none() -> None:
    mass = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
    assert capsules_of(_model(mass + '<geom size="0.1" contype="0" conaffinity="0"/>')) == ()


def test_capsules_leave_no_holes_in_themselves_and_the_deeper_ones_the_fewer_there_are(monkeypatch) -> None:
    assert cover_bodies(_model('<geom type="capsule" size="0.05 0.1"/><geom size="0.08"/>')).holes[1] == 0.0
    box = _model('<geom type="box" size="0.05 0.05 0.02"/>')
    holes = cover_bodies(box).holes[1]
    monkeypatch.setattr(capsules, "MOST", 1)
    assert INSIDE <= holes < cover_bodies(box).holes[1]


SOLE = '<geom type="box" size="0.09 0.07 0.0045" pos="0 0 0.0045"/>'
UPPER = "".join(f'<geom type="box" size="0.04 0.06 0.008" pos="{x} 0 0.017"/>' for x in (-0.045, 0.045))


def test_a_body_of_several_geoms_is_covered_by_more_capsules(monkeypatch) -> None:
    """A thin sole is strips of capsules, and what lies on it needs its own."""
    model = _model(SOLE + UPPER)
    more = cover_bodies(model)
    monkeypatch.setattr(capsules, "MORE", 0)
    same = cover_bodies(model)
    assert len(more.capsules) > len(same.capsules)
    assert more.holes[1] < same.holes[1]


def test_a_body_of_one_geom_is_covered_as_if_there_were_no_others(monkeypatch) -> None:
    model = _model(SOLE)
    found = capsules_of(model)
    monkeypatch.setattr(capsules, "MORE", 0)
    for one, other in zip(found, capsules_of(model), strict=True):
        assert np.array_equal(one.start, other.start) and np.array_equal(one.end, other.end)
