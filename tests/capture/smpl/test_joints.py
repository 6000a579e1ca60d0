"""The order of joints in the SMPL family."""

from __future__ import annotations

import pytest

from understudy.capture.smpl.joints import KINDS, PARENTS, SMPL, SMPL_H, SMPL_X, SmplKind
from understudy.motion.landmarks import LANDMARKS

SMPL_PARENTS = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21]
"""The kinematic tree as the SMPL model prints it."""

SMPL_H_HAND_PARENTS = [20, 22, 23, 20, 25, 26, 20, 28, 29, 20, 31, 32, 20, 34, 35]
"""That of SMPL-H's left hand: five fingers of three joints, each beginning at the wrist."""


def parents(kind: SmplKind) -> list[int]:
    return [kind.joints.index(PARENTS[name]) if name in PARENTS else -1 for name in kind.joints]


def test_counts_of_joints() -> None:
    assert [len(kind.joints) for kind in KINDS] == [24, 52, 55]
    assert all(len(set(kind.points)) == len(kind.points) for kind in KINDS)


def test_the_tree_is_that_of_the_models() -> None:
    assert parents(SMPL) == SMPL_PARENTS
    assert parents(SMPL_H)[:22] == SMPL_PARENTS[:22]
    assert parents(SMPL_H)[22:37] == SMPL_H_HAND_PARENTS
    assert SMPL_X.joints[22:26] == ("jaw", "left_eye", "right_eye", "left_index1")
    assert parents(SMPL_X)[22:25] == [15, 15, 15]
    assert parents(SMPL_X)[40] == 21


@pytest.mark.parametrize("kind", KINDS)
def test_landmarks_are_points_of_the_kind(kind: SmplKind) -> None:
    table = kind.landmark_points
    assert set(table) <= set(LANDMARKS)
    assert {point for points in table.values() for point in points} <= set(kind.points)
    assert {"wrist_l", "knuckle_r", "fingertip_l", "toe_r", "head_top", "chest"} <= set(table)
    assert ("thumb_tip_l" in table) == kind.has_fingers
    assert table["knuckle_l"] == (("left_middle1",) if kind.has_fingers else ("left_hand",))
