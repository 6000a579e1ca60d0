"""Names of joints in tables."""

from __future__ import annotations

import pytest

from understudy.capture.kinect.joints import KINECT_V2
from understudy.capture.naming.dialects import REQUIRED
from understudy.capture.naming.point_sets import CANONICAL, OPENSIM_BODIES, POINT_SETS, POSE2SIM, PointSet
from understudy.motion.landmarks import LANDMARKS


def test_our_own_names_are_themselves() -> None:
    assert CANONICAL.find(LANDMARKS) == {name: (name,) for name in LANDMARKS}


def test_a_star_is_not_compared() -> None:
    assert CANONICAL.find(["*hip_l"]) == {"hip_l": ("*hip_l",)}


@pytest.mark.parametrize("names", [("RHip", "LHip"), ("right_hip", "left_hip"), ("HipRight", "hip left")])
def test_case_separators_and_the_place_of_the_side_do_not_matter(names: tuple[str, str]) -> None:
    found = POSE2SIM.find(names)
    assert (found["hip_r"], found["hip_l"]) == ((names[0],), (names[1],))
    assert set(found["mid_hip"]) == set(names)


def test_the_first_whole_group_counts() -> None:
    both = POSE2SIM.find(["LBigToe", "LSmallToe", "RBigToe"])
    assert both["toe_l"] == ("LBigToe", "LSmallToe")
    assert both["toe_r"] == ("RBigToe",)


@pytest.mark.parametrize("point_set", POINT_SETS, ids=lambda point_set: point_set.name)
def test_every_set_names_the_limbs_of_a_person(point_set: PointSet) -> None:
    assert set(point_set.landmarks) <= set(LANDMARKS)
    assert set(REQUIRED) <= set(point_set.landmarks)


def test_sets_are_told_apart() -> None:
    bodies = [group[0] for groups in OPENSIM_BODIES.landmarks.values() for group in groups]
    for own, names in ((KINECT_V2.name, KINECT_V2.joints), (OPENSIM_BODIES.name, bodies)):
        covered = {point_set.name: len(point_set.find(names)) for point_set in POINT_SETS}
        assert max(covered, key=lambda name: covered[name]) == own
