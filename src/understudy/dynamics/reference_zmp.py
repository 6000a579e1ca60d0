"""The ZMP that a robot should have, from where the person's feet press on the ground.

A person in balance has the ZMP at the centre of pressure, which plates measure and inverse dynamics estimates
(Ayusawa 2017, III-C). It is taken over foot by foot: where pressure acts between heel and ball and between
the sides of the person's foot, there it acts on the robot's sole; and both feet count by the load that they
carry. What then is outside the robot's support polygon is moved to its nearest point, (20) of the paper.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.support import support
from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.motion import validation as check
from understudy.motion.foot import BREADTH, toe_tips, usual_heel
from understudy.motion.landmarks import SIDES

LEAST_LOAD = 1e-3
"""Share of the load that a foot carries at least to be asked where."""


@dataclass(frozen=True, eq=False)
class FootPressure:
    """Where and how much a person's feet press on the ground.

    Attributes:
        centres: (T, 2, 3) [m] centre of pressure of left and right foot; NaN where it is not known.
        loads: (T, 2) how much of the person each carries, in any unit; 0 where it carries nothing.
    """

    centres: np.ndarray
    loads: np.ndarray

    def __post_init__(self) -> None:
        """Check shapes."""
        check.require_shape("loads", self.loads, (None, len(SIDES)))
        check.require_shape("centres", self.centres, (len(self.loads), len(SIDES), 3))
        if not (np.isfinite(self.loads).all() and (self.loads >= 0.0).all()):
            raise InvalidMotionError("loads hold a value below 0 or none, expected what each foot carries")


@dataclass(frozen=True, eq=False)
class ReferenceZmp:
    """A robot's wanted ZMP.

    Attributes:
        points: (T, 2) [m] over the floor; NaN where ``known`` is False.
        known: (T,) whether a foot stands and the person's pressure is known.
        moved: (T,) [m] by how much it was moved to be in the support polygon.
    """

    points: np.ndarray
    known: np.ndarray
    moved: np.ndarray


def reference_zmp(
    human: HumanMotion,
    pressure: FootPressure | np.ndarray,
    soles: np.ndarray,
    sides: tuple[str, ...] = SIDES,
    margin: float = 0.0,
) -> ReferenceZmp:
    """Return the ZMP that a robot should have over time.

    Args:
        human: The person's motion; contacts say what of the robot's soles stands.
        pressure: Of either foot, or the centre of pressure (T, 3) [m] of both together, NaN where unknown.
        soles: (T, S, 4, 3) [m] corners of the robot's soles in the world: heel left, right, toe left, right.
        sides: The side of each sole.
        margin: Share of what stands of a sole, 0 to under ½, that the ZMP keeps away from on every side.

    Raises:
        InvalidMotionError: Where the arrays do not fit the person or each other.
    """
    count = human.frame_count
    check.require_shape("soles", soles, (count, len(sides), 4, 3))
    feet = pressure if isinstance(pressure, FootPressure) else split_pressure(human, pressure)
    check.require_shape("loads", feet.loads, (count, len(SIDES)))
    total, weights = np.zeros((count, 2)), np.zeros(count)
    for index, side in enumerate(sides):
        foot = SIDES.index(side)
        shares = _in_foot(human, side, feet.centres[:, foot])
        place = _on_sole(soles[:, index, :, :2], shares)
        load = np.where(np.isfinite(place).all(axis=1), feet.loads[:, foot], 0.0)
        total += load[:, None] * np.nan_to_num(place)
        weights += load
    allowed = support(soles, sides, human.contact_mask, margin)
    known = allowed.stands & (weights > LEAST_LOAD * max(float(weights.max(initial=0.0)), 1e-12))
    wanted = total / np.where(known, weights, 1.0)[:, None]
    inside = allowed.nearest(wanted)
    moved = np.linalg.norm(inside - wanted, axis=1)
    return ReferenceZmp(np.where(known[:, None], inside, np.nan), known, np.where(known, moved, 0.0))


def split_pressure(human: HumanMotion, centre: np.ndarray) -> FootPressure:
    """Return the pressure of either foot from that of both together.

    Between two feet that stand, each carries the more, the nearer the centre is to it; what the centre is
    beside the line between them, it is beside both of them.

    Args:
        human: The person, whose contacts say which feet stand.
        centre: (T, 3) [m] centre of pressure, NaN where it is not known.
    """
    check.require_shape("centre of pressure", centre, (human.frame_count, 3))
    stand = np.logical_or.reduce(human.contact_mask.reshape(-1, len(SIDES), 2), axis=2)
    middles = np.stack([_middle(human, side) for side in SIDES], axis=1)
    line = middles[:, 1] - middles[:, 0]
    length = np.maximum(np.sum(line * line, axis=1), 1e-12)
    right = np.clip(np.nan_to_num(np.sum((centre[:, :2] - middles[:, 0]) * line, axis=1) / length), 0.0, 1.0)
    both = np.logical_and.reduce(stand, axis=1)
    loads = np.where(both[:, None], np.stack([1.0 - right, right], axis=1), stand.astype(np.float64))
    loads = np.where(np.isfinite(centre.sum(axis=1, keepdims=True)), loads, 0.0)
    shared = np.sum(np.stack([1.0 - right, right], axis=1)[..., None] * middles, axis=1)
    beside = centre[:, :2] - shared
    plan = np.where(both[:, None, None], middles + beside[:, None], centre[:, None, :2])
    return FootPressure(np.concatenate([plan, np.tile(centre[:, None, 2:], (1, 2, 1))], axis=2), loads)


def _ends(human: HumanMotion, side: str) -> tuple[np.ndarray, np.ndarray]:
    """Return heel and tip (T, 2) [m] of a person's sole over the floor, NaN where they are not known."""
    (ball, has_ball), (heel, has_heel), (ankle, has_ankle) = (
        human.landmark(f"{part}_{side}") for part in ("toe", "heel", "ankle")
    )
    if not has_heel.any():
        heel, has_heel = usual_heel(ankle, ball), has_ankle
    known = (has_ball & has_heel)[:, None]
    tip = toe_tips(heel, ball)
    return np.where(known, heel[:, :2], np.nan), np.where(known, tip[:, :2], np.nan)


def _middle(human: HumanMotion, side: str) -> np.ndarray:
    heel, tip = _ends(human, side)
    return 0.5 * (heel + tip)


def _in_foot(human: HumanMotion, side: str, centre: np.ndarray) -> np.ndarray:
    """Return where pressure acts in a person's foot (T, 2): from heel to tip, and from right to left edge."""
    heel, tip = _ends(human, side)
    along = tip - heel
    length = np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    ahead = along / length
    left = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    way = centre[:, :2] - heel
    shares = [np.sum(way * ahead, axis=1) / length[:, 0]]
    shares.append(0.5 + np.sum(way * left, axis=1) / (BREADTH * length[:, 0]))
    return np.stack(shares, axis=1)


def _on_sole(sole: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Return places (T, 2) [m] on a sole (T, 4, 2) by shares (T, 2) of its length and of its breadth."""
    ahead, left = shares[:, :1], shares[:, 1:]
    rear = sole[:, 1] + left * (sole[:, 0] - sole[:, 1])
    front = sole[:, 3] + left * (sole[:, 2] - sole[:, 3])
    return rear + ahead * (front - rear)
