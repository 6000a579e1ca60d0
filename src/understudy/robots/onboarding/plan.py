"""The body plan: which pair of limbs are legs, which are arms, and where the head and the eyes are."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from understudy.errors import RobotError
from understudy.robots.onboarding.links import Link, LinkTree
from understudy.robots.onboarding.pairs import Pair, same_lateral, walk_midline
from understudy.robots.onboarding.stems import reach

_LIMB_JOINTS = 3
"""Fewest joints of an arm or a leg."""

_LIMB_REACH = 0.25
"""Least reach of a limb as a share of the longest one's."""

_ALIKE = 0.2
"""Two pairs of limbs whose reaches differ by less than this share may be the four legs of an animal."""

_HEAVY = 0.25
"""Least share of the mass at a neck joint that what comes after the next one has."""

NO_HUMANOID = "this does not look like a humanoid"


@dataclass(frozen=True, eq=False)
class Plan:
    """What the branches of the body are.

    Attributes:
        tree: The links.
        lateral_w: (3,) the body's lateral axis in the zero pose, its sign not meaningful yet.
        legs: The pair of legs, None for an upper body.
        arms: The pair of arms, None for bare legs.
        eyes: Pairs on the head that are no limbs.
        wheels: Other pairs that are no limbs.
        trunk: Links on the midline, the root first, up to the one that carries the arms.
        head: Links on the midline after the arms' link that lead to the head, empty where no neck moves.
        reasons: Why legs are legs, arms arms, and the head the head.
    """

    tree: LinkTree
    lateral_w: np.ndarray
    legs: Pair | None
    arms: Pair | None
    eyes: tuple[Pair, ...] = ()
    wheels: tuple[Pair, ...] = ()
    trunk: tuple[Link, ...] = ()
    head: tuple[Link, ...] = ()
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def pelvis(self) -> Link:
        """The link that carries the legs, or the root."""
        return self.legs.parent if self.legs is not None else self.tree.root

    @property
    def spine(self) -> tuple[int, ...]:
        """The joints between pelvis and chest, whichever of them the model is rooted in."""
        ends = [self._joints_above(link) for link in (self.pelvis, self.chest)]
        return tuple(j for j in (*ends[0], *ends[1]) if (j in ends[0]) != (j in ends[1]))

    def _joints_above(self, link: Link) -> tuple[int, ...]:
        above = () if link.parent < 0 else self._joints_above(self.tree.links[link.parent])
        return above + link.joints

    @property
    def chest(self) -> Link:
        """The link that carries the arms, or else the last of the trunk."""
        return self.arms.parent if self.arms is not None else self.trunk[-1]


def find_plan(tree: LinkTree) -> Plan:
    """Find legs, arms and head of a humanoid, or say in one sentence why the model is none."""
    midline = list(walk_midline(tree))
    pairs = [pair for _, found, _ in midline for pair in found]
    limbs = [pair for pair in pairs if pair.joint_count >= _LIMB_JOINTS]
    if not limbs:
        raise RobotError(
            f"{NO_HUMANOID}: no two branches with {_LIMB_JOINTS} or more joints mirror each other as arms do"
        )
    lateral, pairs = same_lateral(pairs)
    longest = max(pair.reach for pair in limbs)
    limbs = [pair for pair in pairs if pair in limbs and pair.reach > _LIMB_REACH * longest]
    if len(limbs) > 2:
        raise RobotError(f"{NO_HUMANOID}: it has {2 * len(limbs)} limbs, expected two arms and two legs")
    legs, arms, why = _tell_apart(tree, limbs) if len(limbs) == 2 else _tell_single(tree, limbs[0])
    parents = _by_index(midline)
    top = arms if arms is not None else legs
    assert top is not None
    trunk = _path(parents, top.parent)
    head = _find_head(tree, midline, trunk, arms, legs)
    _refuse_fingers(tree, legs, arms, head)
    small = [pair for pair in pairs if pair not in limbs]
    on_head = {part.index for link in head[:1] for part in tree.subtree(link)}
    return Plan(
        tree=tree,
        lateral_w=lateral,
        legs=legs,
        arms=arms,
        eyes=tuple(pair for pair in small if pair.parent.index in on_head),
        wheels=tuple(pair for pair in small if pair.parent.index not in on_head),
        trunk=trunk,
        head=head,
        reasons={"limbs": why},
    )


def _tell_apart(tree: LinkTree, limbs: list[Pair]) -> tuple[Pair, Pair, str]:
    """Return legs and arms out of two pairs of limbs, and why."""
    first, second = limbs
    _refuse_four_legs(tree, first, second)
    votes = [
        (
            3.0 * (_away(tree, first, second) - _away(tree, second, first)),
            "they point away from the other pair",
        ),
        (1.5 * np.sign(first.mass - second.mass), "they are heavier"),
        (1.0 * np.sign(first.reach - second.reach), "they are longer"),
        (1.0 * float(first.parent is tree.root) - float(second.parent is tree.root), "they hang on the root"),
    ]
    total = sum(vote for vote, _ in votes)
    legs, arms = (first, second) if total >= 0.0 else (second, first)
    why = " and ".join(text for vote, text in votes if vote * total > 0.3 * abs(total) / len(votes))
    return legs, arms, f"the legs are legs because {why or 'they come first'}"


def _refuse_four_legs(tree: LinkTree, first: Pair, second: Pair) -> None:
    """Refuse two pairs that are alike and hang side by side, as the legs of an animal do."""
    alike = abs(first.reach - second.reach) < _ALIKE * max(first.reach, second.reach)
    between = _base(tree, first) - _base(tree, second)
    length = float(np.linalg.norm(between))
    if length == 0.0:
        return
    sideways = max(
        np.linalg.norm(np.cross(_pointing(tree, pair), between / length)) for pair in (first, second)
    )
    if (
        alike
        and sideways > np.sin(np.deg2rad(45.0))
        and _pointing(tree, first) @ _pointing(tree, second) > 0.7
    ):
        raise RobotError(
            f"{NO_HUMANOID}: its four limbs are alike and hang side by side, as an animal's legs"
        )


def _refuse_fingers(tree: LinkTree, legs: Pair | None, arms: Pair | None, head: tuple[Link, ...]) -> None:
    """Refuse a hand, whose middle finger would be the head between two arms."""
    if legs is None and arms is not None and head:
        joints, own = sum(len(link.joints) for link in head), reach(tree, head[0])
        if joints >= _LIMB_JOINTS and own > (1.0 - _ALIKE) * arms.reach:
            raise RobotError(f"{NO_HUMANOID}: three of its branches are alike, as fingers of a hand")


def _tell_single(tree: LinkTree, pair: Pair) -> tuple[Pair | None, Pair | None, str]:
    """Return a robot's only pair of limbs as legs or as arms, and why."""
    limbs = np.concatenate([tree.points_w(stem.first) for stem in (pair.one, pair.other)])
    inside = {link.index for stem in (pair.one, pair.other) for link in tree.subtree(stem.first)}
    rest = [link.points_w for link in tree.links if link.index not in inside]
    rest += [link.centre_w[None] for link in tree.links if link.index not in inside]
    body = np.concatenate(rest)
    hanging = len(limbs) > 0 and limbs[:, 2].min() < body[:, 2].min() - 0.2 * pair.reach
    carries = tree.subtree_joints(tree.root) - sum(
        tree.subtree_joints(stem.first) for stem in (pair.one, pair.other)
    )
    heavy = pair.mass > 0.5 * tree.subtree_mass(tree.root)
    if hanging and (heavy or carries == 0):
        return pair, None, "its only limbs are legs because they hang below everything else"
    return None, pair, "its only limbs are arms because the body reaches as low as they do"


def _base(tree: LinkTree, pair: Pair) -> np.ndarray:
    """Return (3,) the middle between the first joints of a pair [m]."""
    return 0.5 * (tree.anchor_w[pair.one.joints[0]] + tree.anchor_w[pair.other.joints[0]])


def _pointing(tree: LinkTree, pair: Pair) -> np.ndarray:
    """Return (3,) the unit direction in which both limbs of a pair point on the whole."""
    ends = [tree.anchor_w[stem.joints[-1]] for stem in (pair.one, pair.other)]
    ends = [0.5 * (end + stem.last.centre_w) for end, stem in zip(ends, (pair.one, pair.other), strict=True)]
    vector = 0.5 * (ends[0] + ends[1]) - _base(tree, pair)
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


def _away(tree: LinkTree, pair: Pair, other: Pair) -> float:
    """Return 1 where a pair points straight away from the other one's roots, -1 where towards them."""
    vector = _base(tree, pair) - _base(tree, other)
    length = float(np.linalg.norm(vector))
    return 0.0 if length < 1e-6 else float(_pointing(tree, pair) @ vector) / length


def _by_index(midline: list[tuple[Link, list[Pair], list[Link]]]) -> dict[int, Link]:
    """Return the links on the midline by index."""
    return {link.index: link for link, _, _ in midline}


def _path(midline: dict[int, Link], last: Link) -> tuple[Link, ...]:
    """Return the links on the midline from the root to one of them."""
    path = [last]
    while path[0].parent in midline:
        path.insert(0, midline[path[0].parent])
    return tuple(path)


def _find_head(
    tree: LinkTree,
    midline: list[tuple[Link, list[Pair], list[Link]]],
    trunk: tuple[Link, ...],
    arms: Pair | None,
    legs: Pair | None,
) -> tuple[Link, ...]:
    """Return the branch of the midline that leads from the chest to the head, empty where there is none."""
    single = {link.index: branches for link, _, branches in midline}
    # Where the model is rooted in the chest, one of the chest's branches leads down to the legs.
    below = set() if legs is None else {link.index for link in _path(_by_index(midline), legs.parent)}
    starts = [b for b in single[trunk[-1].index] if b.index not in below and b.joints]
    if arms is None or not starts:
        return ()
    head = [max(starts, key=tree.subtree_mass)]
    while True:
        branches = [b for b in single[head[-1].index] if b.joints]
        # What hangs on the head and weighs little is a jaw or the carrier of the eyes.
        heavy = [b for b in branches if tree.subtree_mass(b) > _HEAVY * tree.subtree_mass(head[-1])]
        if not heavy:
            return tuple(head)
        head.append(max(heavy, key=tree.subtree_mass))
