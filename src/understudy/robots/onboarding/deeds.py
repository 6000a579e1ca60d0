"""The trial of a body plan: can the robot stand, squat, walk and raise its arms, if this is its body?

Each deed asks one limb for a few directions and looks how near its ranges let it come. A person's limbs do
all of them, and so do those of robots that were read aright; a hip taken for a knee does not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.limbs import Limbs
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.segmentation import Limb
from understudy.robots.onboarding.standing import nearest_directions

_SQUAT, _STEP, _TRAIL, _LIFT = np.deg2rad([50.0, 30.0, 10.0, 60.0])
"""Angles of a thigh in a squat, of a thigh in a step ahead and behind, and of a lifted upper arm [rad]."""

_NEAR = np.deg2rad(15.0)
"""How far off a limb may be in a deed that is done."""


@dataclass(frozen=True)
class Deed:
    """Something that a person does, tried on the robot.

    Attributes:
        name: What was tried.
        limb: The limb that did it, ``"legs"`` or ``"arms"``.
        off: How far off the worse of its segments stayed [rad].
    """

    name: str
    limb: str
    off: float

    @property
    def is_done(self) -> bool:
        """Whether the robot does it."""
        return bool(self.off < _NEAR)


def try_deeds(tree: LinkTree, axes: BodyAxes, limbs: Limbs) -> tuple[Deed, ...]:
    """Try what a person does with the left limbs; the right ones mirror them.

    Args:
        tree: The links, looked at from the pelvis.
        axes: The body's directions.
        limbs: Arms and legs, left before right.
    """
    found = []
    for leg in limbs.legs[:1]:
        for name, thigh, shin in (
            ("stand", 0.0, 0.0),
            ("squat", _SQUAT, -_SQUAT),
            ("step ahead", _STEP, _STEP - 0.3),
            ("step behind", -_TRAIL, -_TRAIL - 0.3),
        ):
            found.append(Deed(name, "legs", _off(tree, leg, _ahead(axes, thigh), _ahead(axes, shin))))
    for arm in limbs.arms[:1]:
        lifts = [_ahead(axes, _LIFT), _sideways(axes, _LIFT)]
        off = min(_off(tree, arm, lift, None) for lift in lifts)
        found.append(Deed("raise the arms", "arms", off))
        found.append(Deed("bend the elbows", "arms", _off(tree, arm, -axes.up_w, _ahead(axes, _LIFT))))
    return tuple(found)


def _off(tree: LinkTree, limb: Limb, upper: np.ndarray, lower: np.ndarray | None) -> float:
    """Return how far off [rad] the worse segment is when a limb comes as near to directions as it can."""
    return max(nearest_directions(tree, limb, upper, lower))


def _ahead(axes: BodyAxes, angle: float) -> np.ndarray:
    """Return (3,) down, swung ahead by an angle [rad]."""
    return -np.cos(angle) * axes.up_w + np.sin(angle) * axes.forward_w


def _sideways(axes: BodyAxes, angle: float) -> np.ndarray:
    """Return (3,) down, swung to the left by an angle [rad]."""
    return -np.cos(angle) * axes.up_w + np.sin(angle) * axes.left_w
