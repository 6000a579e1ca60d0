"""Which joints of a limb make up its shoulder, elbow and wrist, or its hip, knee and ankle.

Every way of cutting the chain of joints into consecutive groups is tried, on both sides of the body at
once. The best one has axes that nearly meet within each group, a middle hinge that bends the limb, and two
long segments of like length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.stems import Stem

_MOST_AT_ROOT, _MOST_IN_MIDDLE, _MOST_AT_END, _MOST_BEFORE = 4, 2, 3, 3
_BENDS = 0.5
"""Largest cosine between a bending hinge and the segments that it bends."""

_SHORTEST = 0.12
"""Least length of a segment as a share of both together."""

_COST_OF_SPARE, _COST_OF_BEFORE, _COST_OF_UNUSUAL, _COST_OF_RATIO = 1e-3, 2e-3, 3e-4, 0.01
"""What a joint beyond the limb, a joint before it, a group of unusual size, and uneven segments cost."""

_COST_OF_NO_END, _COST_OF_LONE_ROOT, _COST_OF_SPLIT = 0.01, 0.05, 2e-3
"""What a limb without wrist or ankle, one with a single joint at its root, and a cut within a body cost."""

_WRIST_SHARE, _ANKLE_SHARE = 0.72, 0.85
"""Where a forearm without a wrist turns into a hand, and a shin into a foot, as shares of their lengths."""

_ALONG = np.cos(np.deg2rad(25.0))


@dataclass(frozen=True)
class Cut:
    """How many joints each group has: before the limb (clavicle), root, middle, end; the rest is spare."""

    before: int
    root: int
    middle: int
    end: int

    @property
    def total(self) -> int:
        """Joints that are no spare ones."""
        return self.before + self.root + self.middle + self.end


@dataclass(frozen=True, eq=False)
class Limb:
    """A limb whose joints have a meaning.

    Attributes:
        stem: Its chain of links.
        before, root, middle, end, spare: The joints of the clavicle, of the shoulder or hip, of the elbow or
            knee, of the wrist or ankle, and those after it.
        root_w, middle_w, end_w: (3,) their centres [m] in the zero pose; the end's is where the chain ends
            if no joint is there.
        inner: Joints of the hip that lie so far inside that they are left out of its centre.
        misfit: Root mean square distance [m] of axes from the centre that they should meet in.
    """

    stem: Stem
    before: tuple[int, ...]
    root: tuple[int, ...]
    middle: tuple[int, ...]
    end: tuple[int, ...]
    spare: tuple[int, ...]
    root_w: np.ndarray
    middle_w: np.ndarray
    end_w: np.ndarray
    misfit: float
    inner: tuple[int, ...] = ()

    @property
    def moving(self) -> tuple[int, ...]:
        """All joints between the trunk and the end of the limb, a clavicle's not counted."""
        return self.inner + self.root + self.middle + self.end

    @property
    def length(self) -> float:
        """Both segments together [m]."""
        return _distance(self.root_w, self.middle_w) + _distance(self.middle_w, self.end_w)


def cut_limbs(tree: LinkTree, stems: tuple[Stem, Stem], lateral_w: np.ndarray | None = None) -> list[Limb]:
    """Cut both limbs of a pair alike and return them in the order of ``stems``; empty where none fits.

    Args:
        tree: The links.
        stems: Both limbs.
        lateral_w: (3,) the body's lateral axis, given for legs, whose knees bend about it.
    """
    count = min(len(stem.joints) for stem in stems)
    best: list[Limb] = []
    least = np.inf
    for cut in _cuts(count):
        if lateral_w is not None and cut.before:
            continue
        limbs = [_apply(tree, stem, cut, lateral_w is not None) for stem in stems]
        cost = sum(_cost(tree, limb, cut, lateral_w) for limb in limbs)
        if cost < least:
            least, best = cost, limbs
    return best


def _cuts(count: int) -> Iterator[Cut]:
    for before in range(min(_MOST_BEFORE, count - 2) + 1):
        for root in range(1, _MOST_AT_ROOT + 1):
            for middle in range(1, _MOST_IN_MIDDLE + 1):
                for end in range(_MOST_AT_END + 1):
                    cut = Cut(before, root, middle, end)
                    if cut.total <= count:
                        yield cut


def _apply(tree: LinkTree, stem: Stem, cut: Cut, is_leg: bool) -> Limb:
    ends = np.cumsum([cut.before, cut.root, cut.middle, cut.end])
    joints = stem.joints
    before, root, middle, end, spare = (
        tuple(int(j) for j in group) for group in np.split(np.array(joints, dtype=int), ends)
    )
    root_w = _centre(tree, root)
    end_w = _centre(tree, end) if end else _free_end(tree, stem, root_w, middle, is_leg)
    middle_w = _pinned(tree, middle, root[-1:], (end + spare)[:1], root_w, end_w)
    if end:
        end_w = _pinned(tree, end, middle[-1:], spare[:1], middle_w, end_w)
    groups = ((root, root_w), (middle, middle_w), (end, end_w))
    squares = [_distance_to_axis(tree, joint, centre) ** 2 for group, centre in groups for joint in group]
    return Limb(
        stem, before, root, middle, end, spare, root_w, middle_w, end_w, float(np.sqrt(np.mean(squares)))
    )


def _cost(tree: LinkTree, limb: Limb, cut: Cut, lateral_w: np.ndarray | None) -> float:
    """Return how badly a cut explains a limb, infinite where it cannot."""
    upper, lower = limb.middle_w - limb.root_w, limb.end_w - limb.middle_w
    lengths = np.array([np.linalg.norm(upper), np.linalg.norm(lower)])
    if lengths.min() < _SHORTEST * lengths.sum() or lengths.min() <= 0.0:
        return np.inf
    # A turn of the upper arm that is mounted at the elbow is the shoulder's; the hinge comes first.
    if not _is_bending(tree.axis_w[limb.middle[0]], upper, lower, lateral_w):
        return np.inf
    unusual = abs(3 - cut.root) + 2 * (cut.middle - 1)
    return float(
        (limb.misfit / lengths.sum()) ** 2
        + _COST_OF_RATIO * np.log(lengths[0] / lengths[1]) ** 2
        + _COST_OF_SPARE * len(limb.spare)
        + _COST_OF_BEFORE * cut.before
        + _COST_OF_UNUSUAL * unusual
        + _COST_OF_NO_END * (cut.end == 0)
        + _COST_OF_LONE_ROOT * (cut.root == 1)
        + _COST_OF_SPLIT * _splits(tree, limb)
    )


def _splits(tree: LinkTree, limb: Limb) -> int:
    """Return how many bodies have joints in two groups; who made the model meant them as one joint."""
    groups = [group for group in (limb.before, limb.root, limb.middle, limb.end, limb.spare) if group]
    bodies = tree.model.jnt_bodyid
    return sum(bodies[one[-1]] == bodies[two[0]] for one, two in zip(groups, groups[1:], strict=False))


def _is_bending(axis: np.ndarray, upper: np.ndarray, lower: np.ndarray, lateral_w: np.ndarray | None) -> bool:
    if lateral_w is not None and abs(axis @ lateral_w) < _ALONG:
        return False
    return all(abs(axis @ segment) < _BENDS * np.linalg.norm(segment) for segment in (upper, lower))


def _centre(tree: LinkTree, joints: tuple[int, ...]) -> np.ndarray:
    return nearest_point_to_axes(tree.anchor_w[list(joints)], tree.axis_w[list(joints)])


def _pinned(
    tree: LinkTree,
    joints: tuple[int, ...],
    before: tuple[int, ...],
    after: tuple[int, ...],
    start_w: np.ndarray,
    end_w: np.ndarray,
) -> np.ndarray:
    """Return a group's centre, slid along its axis to a neighbour's that runs along the limb.

    The anchor of a lone hinge may be anywhere on its axis, for instance at its motor; the axis about which
    the limb beside it turns passes through the limb's middle.
    """
    centre = _centre(tree, joints)
    axis = tree.axis_w[joints[0]]
    if any(abs(axis @ tree.axis_w[joint]) < _ALONG for joint in joints):
        return centre
    for neighbour, segment in ((before, centre - start_w), (after, end_w - centre)):
        for joint in neighbour:
            along = abs(tree.axis_w[joint] @ segment) > _ALONG * np.linalg.norm(segment)
            gap = _distance_to_axis(tree, joint, centre)
            if along and gap < 0.3 * np.linalg.norm(segment):
                return _on_axis_nearest(centre, axis, tree.anchor_w[joint], tree.axis_w[joint])
    return centre


def _on_axis_nearest(
    point: np.ndarray, axis: np.ndarray, anchor: np.ndarray, other: np.ndarray
) -> np.ndarray:
    """Return the point on the line through ``point`` along ``axis`` that is nearest to another line."""
    across = axis - (axis @ other) * other
    scale = float(across @ across)
    if scale < 1e-6:
        return point
    return point + float(across @ (anchor - point)) / scale * axis


def _free_end(
    tree: LinkTree, stem: Stem, root_w: np.ndarray, middle: tuple[int, ...], is_leg: bool
) -> np.ndarray:
    """Return (3,) where a limb without joints at its end turns into a hand or a foot.

    A foot sticks out ahead, so a leg without ankles is taken to be straight in the zero pose.
    """
    link = stem.link_of_joint(middle[-1])
    start = tree.anchor_w[middle[-1]]
    points = np.concatenate([tree.points_w(link), [part.centre_w for part in tree.subtree(link)]])
    heading = start - root_w if is_leg else points.mean(axis=0) - start
    length = float(np.linalg.norm(heading))
    if length < 1e-6:
        return start
    heading = heading / length
    share = _ANKLE_SHARE if is_leg else _WRIST_SHARE
    along = (points - start) @ heading
    # Without shapes there are centres of mass, and an even part ends twice as far away.
    reach = (
        float(along.max()) if len(tree.points_w(link)) else max(float(along.max()), 2.0 * float(along.mean()))
    )
    return start + share * reach * heading


def _distance_to_axis(tree: LinkTree, joint: int, point: np.ndarray) -> float:
    gap = point - tree.anchor_w[joint]
    return float(np.linalg.norm(gap - (gap @ tree.axis_w[joint]) * tree.axis_w[joint]))


def _distance(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.linalg.norm(one - other))
