"""Named points lie where anatomy has them, move with their part, and cover every landmark."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion.landmarks import LANDMARKS
from understudy.synth import SyntheticMotion, performer_body
from understudy.synth.body.points import body_points, positions_of

FORWARD, LEFT, UP = range(3)


@pytest.fixture(scope="module")
def standing(walk: SyntheticMotion) -> dict[str, np.ndarray]:
    """Return every point in a frame of the walk, seen from the pelvis."""
    names = tuple(body_points(walk.body))
    points = positions_of(walk, names)[0] - walk.root_positions[0]
    return dict(zip(names, points, strict=True))


def test_every_landmark_has_a_place(walk: SyntheticMotion) -> None:
    assert set(LANDMARKS) <= set(body_points(walk.body))


def test_joint_centres_are_the_skeleton_s(walk: SyntheticMotion) -> None:
    found = positions_of(walk, ("hip_l", "elbow_r", "toe_l", "pelvis"))
    joints = [walk.body.index(joint) for joint in ("LeftUpLeg", "RightForeArm", "LeftToeBase", "Hips")]
    np.testing.assert_array_equal(found, walk.joint_positions[:, joints])


def test_heel_and_crown_are_the_ends_of_the_body(walk: SyntheticMotion) -> None:
    heels = positions_of(walk, ("heel_l", "heel_r"))
    np.testing.assert_allclose(heels, walk.contact_points[:, [0, 2]], atol=1e-12)
    ends = [name for name, _, _ in walk.skeleton.ends]
    crown = positions_of(walk, ("head_top",))[:, 0]
    np.testing.assert_allclose(crown, walk.end_positions[:, ends.index("Head_end")], atol=1e-12)


def test_the_face_looks_ahead(standing: dict[str, np.ndarray]) -> None:
    assert standing["nose"][FORWARD] > standing["eye_l"][FORWARD] > standing["ear_l"][FORWARD]
    assert standing["eye_l"][UP] > standing["nose"][UP] > standing["mouth_l"][UP]
    order = ["ear_l", "eye_outer_l", "eye_l", "eye_inner_l", "eye_inner_r", "eye_r", "eye_outer_r", "ear_r"]
    sides = [standing[name][LEFT] for name in order]
    assert sides == sorted(sides, reverse=True)


def test_big_toes_are_inside_and_thumbs_in_front(standing: dict[str, np.ndarray]) -> None:
    for side, sign in (("l", 1.0), ("r", -1.0)):
        outward = sign * (standing[f"small_toe_{side}"] - standing[f"big_toe_{side}"])[LEFT]
        assert outward > 0.05
        assert standing[f"thumb_tip_{side}"][FORWARD] > standing[f"little_knuckle_{side}"][FORWARD]


def test_names_joined_by_plus_mean_the_point_between(walk: SyntheticMotion) -> None:
    between, left, right = positions_of(walk, ("hip_l+hip_r", "hip_l", "hip_r")).swapaxes(0, 1)
    np.testing.assert_allclose(between, 0.5 * (left + right), atol=1e-12)


def test_an_infant_s_face_is_on_its_head() -> None:
    sizes = performer_body(age=0.3).sizes
    places = body_points(performer_body(age=0.3))
    for name in ("nose", "eye_l", "ear_r"):
        joint, offset = places[name]
        assert joint == "Head"
        from_middle = np.array(offset) - np.array([0.0, 0.0, 0.5 * sizes.head])
        assert np.linalg.norm(from_middle) < 1.5 * sizes.head_radius


def test_an_unknown_name_is_refused(walk: SyntheticMotion) -> None:
    with pytest.raises(InvalidMotionError, match="unknown point of the body 'tail'"):
        positions_of(walk, ("tail",))
