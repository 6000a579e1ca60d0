"""Joint angles between links, as a depth camera's skeleton gives them (Quiroga 2022, Eq. 5 and Table I).

A link connects two joints: wrist and elbow (1, 2), elbow and shoulder (2, 3), shoulder and collar (3, 4),
collar and neck (4, 5), neck and head (5, 6), and 4, 7, 8, 9 on the left side. All run one way along the
chain, so that a straight elbow and an arm out to the side have the angle 0.

A shoulder's pitch is the angle of the upper arm's projection on the xy-plane with the x axis of a frame that
is only drawn. The plane is taken as the one across the line of the shoulders, and x as up the trunk: the
angle falls as the arm rises, which is the only way in which the printed order of QTrobot's limits (Table III)
turns its arms as the person's. By (5) it has no sign, so an arm behind the body counts as one before it. The
head's, which Table II has on both sides of 0, is positive forwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from understudy.anatomy.angles import AnatomicalAngles, hold_last
from understudy.anatomy.names import HELD, MEASURED
from understudy.anthropometry.angle_ranges import TABLE_II
from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES

_TINY = 1e-9

_LEAST = 1e-3
"""Share of an arm that its projection has to be for a pitch to be read off it."""

_SHORT = 0.01
"""Length [m] under which the link from collar to neck has no direction."""


@dataclass(frozen=True)
class LinkAngle:
    """How a link's angle reads as an anatomical one: anatomical = sign · link + offset [rad].

    Attributes:
        sign: 1 or -1.
        offset: [rad].
        limits: Its range by Table II [rad].
    """

    sign: float
    offset: float
    limits: tuple[float, float]

    def anatomical(self, link: np.ndarray) -> np.ndarray:
        """Return anatomical angles [rad]."""
        return self.sign * link + self.offset

    @property
    def anatomical_range(self) -> tuple[float, float]:
        """Its range [rad] as an anatomical angle, the end first that is the lower one of Table II."""
        lower, upper = (self.sign * end + self.offset for end in self.limits)
        return lower, upper


def _link(sign: float, offset: float, row: str) -> LinkAngle:
    lower, upper = TABLE_II[row]
    return LinkAngle(sign, np.radians(offset), (np.radians(lower), np.radians(upper)))


LINK_ANGLES: Mapping[str, LinkAngle] = MappingProxyType(
    {
        "neck_pitch": _link(-1.0, 0.0, "head_pitch"),
        **{f"elbow_{side}": _link(1.0, 0.0, "elbow") for side in SIDES},
        **{f"shoulder_roll_{side}": _link(-1.0, 90.0, "shoulder_roll") for side in SIDES},
        **{f"shoulder_pitch_{side}": _link(-1.0, 180.0, "shoulder_pitch") for side in SIDES},
    }
)
"""Anatomical angle → the link's angle that Table I has for it: seven in all."""


def angle_between(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return cos⁻¹(l₁·l₂ / ‖l₁‖‖l₂‖) (T,) [rad] of links (T, 3), Quiroga (5)."""
    size = np.linalg.norm(first, axis=-1) * np.linalg.norm(second, axis=-1)
    cosine = np.sum(first * second, axis=-1) / np.maximum(size, _TINY)
    return np.arccos(np.clip(cosine, -1.0, 1.0))


def link_angles(human: HumanMotion) -> AnatomicalAngles:
    """Return the angles of Table I as anatomical ones, those that the capture shows.

    Raises:
        InvalidMotionError: Where it shows none, for want of shoulders.
    """
    body = _Links(human)
    found = {f"elbow_{side}": body.elbow(side) for side in SIDES}
    found |= {f"shoulder_roll_{side}": body.roll(side) for side in SIDES}
    found |= {f"shoulder_pitch_{side}": body.pitch(side) for side in SIDES}
    found["neck_pitch"] = body.head_pitch()
    found = {name: found[name] for name in LINK_ANGLES if found[name][1].any()}
    if not found:
        raise InvalidMotionError("the capture shows no shoulder, elbow or head, expected some of them")
    values = np.stack([LINK_ANGLES[name].anatomical(link) for name, (link, _) in found.items()])
    flags = np.stack([np.where(known, MEASURED, HELD) for _, known in found.values()]).astype(np.uint8)
    values[flags == HELD] = 0.0
    hold_last(values, flags)
    return AnatomicalAngles(tuple(found), values.T, flags.T, human.fps)


_Reading = tuple[np.ndarray, np.ndarray]
"""Angles (T,) [rad] and where (T,) they are known."""


class _Links:
    """The skeleton's links, over time."""

    def __init__(self, human: HumanMotion) -> None:
        self._human = human
        self._collar = self._middle("shoulder_r", "shoulder_l")
        hips = self._middle("hip_r", "hip_l")
        left, right = human.landmark("shoulder_l"), human.landmark("shoulder_r")
        self._left = left[0] - right[0], left[1] & right[1]
        # Who is seen from the waist up only stands upright, as people in front of a robot do.
        upright = np.broadcast_to(np.array([0.0, 0.0, 1.0]), hips[0].shape)
        self._up = np.where(hips[1][:, None], self._collar[0] - hips[0], upright), self._collar[1]

    def elbow(self, side: str) -> _Reading:
        """Return the angle of forearm and upper arm."""
        wrist, elbow, shoulder = (self._at(f"{name}_{side}") for name in ("wrist", "elbow", "shoulder"))
        return angle_between(elbow[0] - wrist[0], shoulder[0] - elbow[0]), wrist[1] & elbow[1] & shoulder[1]

    def roll(self, side: str) -> _Reading:
        """Return the angle of the upper arm and the link from shoulder to collar."""
        elbow, shoulder = self._at(f"elbow_{side}"), self._at(f"shoulder_{side}")
        known = elbow[1] & shoulder[1] & self._collar[1]
        return angle_between(shoulder[0] - elbow[0], self._collar[0] - shoulder[0]), known

    def pitch(self, side: str) -> _Reading:
        """Return the angle of the projected upper arm with x, which is up."""
        elbow, shoulder = self._at(f"elbow_{side}"), self._at(f"shoulder_{side}")
        arm = elbow[0] - shoulder[0]
        forward, up = self._sagittal()
        ahead, above = np.sum(arm * forward, axis=1), np.sum(arm * up, axis=1)
        known = elbow[1] & shoulder[1] & self._left[1] & self._up[1]
        reach = np.hypot(ahead, above)
        return np.arctan2(np.abs(ahead), above), known & (reach > _LEAST * np.linalg.norm(arm, axis=1))

    def head_pitch(self) -> _Reading:
        """Return the angle of the links from collar to neck and from neck to head, positive forwards."""
        neck, head = self._at("neck"), self._head()
        below, above = neck[0] - self._collar[0], head[0] - neck[0]
        if float(np.median(np.linalg.norm(below, axis=1))) < _SHORT:
            # Where the neck is the collar, the trunk takes the place of the link between them.
            below = self._up[0]
        forward, _ = self._sagittal()
        side = np.sign(np.sum((above - below * _ratio(above, below)) * forward, axis=1))
        return side * angle_between(below, above), neck[1] & head[1] & self._collar[1] & self._up[1]

    def _head(self) -> _Reading:
        for name in ("head", "head_top"):
            found = self._at(name)
            if found[1].any():
                return found
        return self._middle("ear_l", "ear_r")

    def _sagittal(self) -> tuple[np.ndarray, np.ndarray]:
        """Return forward and up (T, 3) of the plane across the line of the shoulders."""
        left = self._left[0] / np.maximum(np.linalg.norm(self._left[0], axis=1, keepdims=True), _TINY)
        up = self._up[0] - np.sum(self._up[0] * left, axis=1, keepdims=True) * left
        up = up / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), _TINY)
        return np.cross(left, up), up

    def _at(self, name: str) -> _Reading:
        points, known = self._human.landmark(name)
        return np.where(known[:, None], points, 0.0), known

    def _middle(self, first: str, second: str) -> _Reading:
        one, other = self._at(first), self._at(second)
        return 0.5 * (one[0] + other[0]), one[1] & other[1]


def _ratio(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Return (T, 1) the share of ``below`` that ``above`` has along it."""
    size = np.sum(below * below, axis=1, keepdims=True)
    return np.sum(above * below, axis=1, keepdims=True) / np.maximum(size, _TINY)
