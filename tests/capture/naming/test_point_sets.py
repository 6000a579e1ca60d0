"""Names of joints in tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from understudy.capture.kinect.joints import KINECT_V2
from understudy.capture.naming.dialects import Dialect
from understudy.capture.naming.point_sets import POINT_SETS, find_points
from understudy.capture.placing.posture import REQUIRED
from understudy.motion.landmarks import LANDMARKS

CANONICAL, POSE2SIM, OPENSIM_BODIES = "canonical names", "Pose2Sim", "OpenSim bodies"


def found_by(point_set: str, names: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    return dict(find_points(names))[point_set]


def test_our_own_names_are_themselves() -> None:
    assert found_by(CANONICAL, LANDMARKS) == {name: (name,) for name in LANDMARKS}


def test_a_star_is_not_compared() -> None:
    assert found_by(CANONICAL, ["*hip_l"]) == {"hip_l": ("*hip_l",)}


@pytest.mark.parametrize("names", [("RHip", "LHip"), ("right_hip", "left_hip"), ("HipRight", "hip left")])
def test_case_separators_and_the_place_of_the_side_do_not_matter(names: tuple[str, str]) -> None:
    found = found_by(POSE2SIM, names)
    assert (found["hip_r"], found["hip_l"]) == ((names[0],), (names[1],))
    assert set(found["mid_hip"]) == set(names)


def test_the_first_whole_group_counts() -> None:
    both = found_by(POSE2SIM, ["LBigToe", "LSmallToe", "RBigToe"])
    assert both["toe_l"] == ("LBigToe", "LSmallToe")
    assert both["toe_r"] == ("RBigToe",)


@pytest.mark.parametrize("point_set", POINT_SETS, ids=lambda point_set: point_set.name)
def test_every_set_names_the_limbs_of_a_person(point_set: Dialect) -> None:
    assert set(point_set.landmarks) <= set(LANDMARKS)
    assert set(REQUIRED) <= set(point_set.landmarks)


def test_sets_are_told_apart() -> None:
    of_bodies = next(point_set for point_set in POINT_SETS if point_set.name == OPENSIM_BODIES)
    bodies = [group[0] for groups in of_bodies.landmarks.values() for group in groups]
    for own, names in ((KINECT_V2.name, KINECT_V2.joints), (OPENSIM_BODIES, bodies)):
        covered = {name: len(found) for name, found in find_points(names)}
        assert max(covered, key=lambda name: covered[name]) == own
