"""The likeliest person in a skeleton, and how likely it is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.naming.topology.body import match_body
from understudy.capture.naming.topology.tree import PointTree
from understudy.spatial import rotations as rot

EXPECTED = {
    "hip": "UpLeg",
    "knee": "Leg",
    "ankle": "Foot",
    "shoulder": "Arm",
    "elbow": "ForeArm",
    "wrist": "Hand",
}


def without(skeleton: Skeleton, *dropped: str) -> Skeleton:
    """Return the skeleton with joints left out; what hung from them hangs from their parents."""
    names, offsets = skeleton.names, np.array(skeleton.offsets)
    parents = list(skeleton.parents)
    gone = [joint for joint, name in enumerate(names) if any(word in name for word in dropped)]
    for joint in gone:
        for child, parent in enumerate(parents):
            if parent == joint:
                parents[child] = parents[joint]
                offsets[child] += offsets[joint]
    kept = [joint for joint in range(len(names)) if joint not in gone]
    return Skeleton(
        tuple(names[joint] for joint in kept),
        tuple(kept.index(parents[joint]) if parents[joint] >= 0 else -1 for joint in kept),
        offsets[kept],
        {name: offset for name, offset in skeleton.end_offsets.items() if name in [names[j] for j in kept]},
    )


def assert_found(tree: PointTree) -> None:
    body = match_body(tree)
    assert body is not None
    for landmark, joint in EXPECTED.items():
        for side, word in (("l", "Left"), ("r", "Right")):
            assert tree.names[body.joints[f"{landmark}_{side}"]] == f"{word}{joint}"
    assert body.confidence > 0.5


def test_the_made_up_person(tree: PointTree) -> None:
    assert_found(tree)


@pytest.mark.parametrize(
    "dropped", [("Neck", "Head"), ("ToeBase",), ("Shoulder",), ("LowerBack", "Spine1"), ("Shoulder", "Neck1")]
)
def test_parts_may_be_missing(
    person: Skeleton, tree_of: Callable[..., PointTree], dropped: tuple[str, ...]
) -> None:
    """A branch that is dropped goes to the joint above, as the arms go to the spine."""
    assert_found(tree_of(without(person, *dropped)))


def test_any_size_and_turn_is_as_good(tree: PointTree) -> None:
    turned = rot.rotate(rot.normalise(np.array([0.3, -0.7, 0.5, 0.4])), tree.points)
    assert_found(PointTree(tree.names, tree.parents, tree.joint_count, 77.0 * turned + 5.0))


def test_a_mirrored_person_has_its_sides_exchanged(tree: PointTree) -> None:
    """Names do not count here, else they would speak against it."""
    mirrored = tree.points * np.array([1.0, -1.0, 1.0])
    nameless = tuple(f"x{number}" for number in range(len(tree.names)))
    body = match_body(PointTree(nameless, tree.parents, tree.joint_count, mirrored))
    assert body is not None
    assert tree.names[body.joints["hip_l"]] == "RightUpLeg"
    assert tree.names[body.joints["wrist_l"]] == "RightHand"


def test_a_skeleton_without_limbs_is_nobody() -> None:
    points = np.cumsum(np.ones((1, 6, 3)), axis=1)
    assert match_body(PointTree(tuple("abcdef"), (-1, 0, 1, 2, 3, 4), 6, points)) is None


def test_a_point_is_nobody() -> None:
    assert match_body(PointTree(("a",), (-1,), 1, np.zeros((1, 1, 3)))) is None


def test_a_spider_is_hardly_a_person() -> None:
    """Eight equal legs of three segments around one point, besides a body of two."""
    names, parents, points = ["body", "tail"], [-1, 0], [[0.0, 0.0, 0.0], [-0.5, 0.0, 0.0]]
    for angle in np.arange(8) * np.pi / 4:
        out = np.array([np.cos(angle), np.sin(angle), 0.0])
        for step in range(3):
            parents.append(0 if step == 0 else len(names) - 1)
            points.append(list((step + 1) * out))
            names.append(f"leg{len(names)}")
    body = match_body(PointTree(tuple(names), tuple(parents), len(names), np.array([points])))
    assert body is None or body.confidence < 0.3


def test_thousands_of_joints_take_no_time() -> None:
    generator = np.random.default_rng(0)
    count = 4000
    parents = (-1, *(int(generator.integers(max(0, joint - 40), joint)) for joint in range(1, count)))
    points = generator.normal(size=(50, count, 3))
    match_body(PointTree(tuple(map(str, range(count))), parents, count, points))
