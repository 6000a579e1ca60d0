"""Trunk, head, hands and feet of a body whose limbs are known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.naming.topology.completion import complete
from understudy.capture.naming.topology.tree import PointTree

LIMBS = {
    "hip": "UpLeg",
    "knee": "Leg",
    "ankle": "Foot",
    "shoulder": "Arm",
    "elbow": "ForeArm",
    "wrist": "Hand",
}


def limbs(tree: PointTree) -> dict[str, int]:
    return {
        f"{landmark}_{side}": tree.names.index(f"{word}{joint}")
        for landmark, joint in LIMBS.items()
        for side, word in (("l", "Left"), ("r", "Right"))
    }


def completed(tree: PointTree, **found: str) -> dict[str, str]:
    """Return landmark → name, with some landmarks given by name."""
    given = limbs(tree) | {landmark: tree.names.index(name) for landmark, name in found.items()}
    return {landmark: tree.names[point] for landmark, point in complete(tree, given).items()}


def extended(skeleton: Skeleton, joints: dict[str, tuple[str, tuple[float, float, float]]]) -> Skeleton:
    """Return the skeleton with more joints: name → parent and offset."""
    names = [*skeleton.names, *joints]
    parents = [*skeleton.parents, *(names.index(parent) for parent, _ in joints.values())]
    offsets = np.array([*skeleton.offsets, *(offset for _, offset in joints.values())])
    return Skeleton(tuple(names), tuple(parents), offsets, skeleton.end_offsets)


def test_the_made_up_person(tree: PointTree) -> None:
    found = completed(tree)
    assert found["mid_hip"] == "Hips"
    assert found["spine"] == "Spine"
    assert found["chest"] == "Spine1"
    assert found["neck"] == "Neck1"
    assert found["head"] == "Head"
    assert found["head_top"] == "Head_end"
    assert found["clavicle_l"] == "LeftShoulder"
    assert found["toe_r"] == "RightToeBase"
    assert found["toe_tip_r"] == "RightToeBase_end"
    assert "knuckle_l" not in found


def test_what_is_given_is_kept(tree: PointTree) -> None:
    assert completed(tree, chest="Spine", head="Neck1")["chest"] == "Spine"
    assert completed(tree, head="Neck1")["head"] == "Neck1"


def test_tips_of_no_length_are_left_out(person: Skeleton, tree_of: Callable[..., PointTree]) -> None:
    ends = {name: np.zeros(3) for name in ("Head", "LeftToeBase", "RightToeBase", "LeftHand")}
    bare = Skeleton(person.names, person.parents, person.offsets, ends)
    found = completed(tree_of(bare), head="Head", head_top="Head_end", knuckle_l="LeftHand_end")
    assert "head_top" not in found
    assert "toe_tip_l" not in found
    assert "knuckle_l" not in found
    assert found["toe_l"] == "LeftToeBase"


def test_a_face_is_no_top_of_the_head(person: Skeleton, tree_of: Callable[..., PointTree]) -> None:
    face = {
        "Jaw": ("Head", (0.05, 0.0, -0.02)),
        "Chin": ("Jaw", (0.3, 0.0, -0.1)),
        "Eye": ("Head", (0.1, 0.03, 0.05)),
    }
    found = completed(tree_of(extended(person, face)))
    assert found["head"] == "Head"
    assert found["head_top"] == "Head_end"


@pytest.mark.parametrize("top", [0.2, 0.0])
def test_a_joint_on_top_of_the_head(person: Skeleton, tree_of: Callable[..., PointTree], top: float) -> None:
    ends = {"LeftToeBase": np.array([0.06, 0.0, 0.0])}
    bare = Skeleton(person.names, person.parents, person.offsets, ends)
    topped = extended(bare, {"Top": ("Head", (0.0, 0.0, top))})
    found = completed(tree_of(topped))
    assert found["head"] == "Head"
    assert found.get("head_top") == ("Top" if top else None)


def test_hands_with_fingers(person: Skeleton, tree_of: Callable[..., PointTree]) -> None:
    fingers = {
        "LeftPalm": ("LeftHand", (0.0, 0.02, 0.0)),
        "LeftMiddle": ("LeftPalm", (0.0, 0.08, 0.0)),
        "LeftMiddleTip": ("LeftMiddle", (0.0, 0.09, 0.0)),
        "LeftPinky": ("LeftHand", (-0.04, 0.08, 0.0)),
        "LeftPinkyTip": ("LeftPinky", (0.0, 0.06, 0.0)),
        "LeftThumb": ("LeftHand", (0.03, 0.03, 0.0)),
        "LeftThumbTip": ("LeftThumb", (0.03, 0.04, 0.0)),
    }
    found = completed(tree_of(extended(person, fingers)))
    assert found["knuckle_l"] == "LeftMiddle"
    assert found["fingertip_l"] == "LeftMiddleTip"
    assert found["thumb_tip_l"] == "LeftThumbTip"
    assert "knuckle_r" not in found


def test_more_joints_of_the_spine(person: Skeleton, tree_of: Callable[..., PointTree]) -> None:
    """The joint nearest to halfway is the spine, one in the place of the pelvis never is."""
    offsets = np.array(person.offsets)
    offsets[person.names.index("LowerBack")] = 0.0
    moved = Skeleton(person.names, person.parents, offsets, person.end_offsets)
    assert completed(tree_of(moved))["spine"] == "Spine"


def test_a_body_of_no_size_has_no_more_landmarks(person: Skeleton, tree_of: Callable[..., PointTree]) -> None:
    nothing = Skeleton(person.names, person.parents, 0.0 * person.offsets)
    found = completed(tree_of(nothing))
    assert "head_top" not in found
    assert "spine" not in found
