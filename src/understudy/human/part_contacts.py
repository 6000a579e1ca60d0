"""When hands, forearms, knees, pelvis, chest and head carry weight, from their height and speed.

As with the soles (see ``contacts``) a contact begins when a part is low and slow and ends when it is clearly
high or fast. How low a part comes depends on how thick a person's flesh is there and on where markers sit,
so that heights count from those at which the part rests in the clip, within what bodies may differ by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.anatomy.part_shapes import person_sizes
from understudy.human.hysteresis import with_hysteresis
from understudy.human.part_heights import PartHeight, part_heights
from understudy.motion import HumanMotion
from understudy.motion.landmarks import PART_CONTACTS, ROLLING_PARTS, SIDES
from understudy.motion.part_contacts import NO_PART_CONTACTS, PartContacts
from understudy.motion.speed import ADULT_LEG, speed_scale


@dataclass(frozen=True)
class PartThresholds:
    """Bounds of contact.

    Heights are in leg lengths, of parts that roll in those of an adult with as thick a trunk. Speeds [m/s]
    are those of an adult, with the root of leg length, as those of ``ContactThresholds``; of parts
    that roll only the speed up or down counts.

    Attributes:
        enter_height, leave_height: A contact begins below the first and ends above the second, over the
            height at which the part rests.
        enter_speed, leave_speed: The same of speeds.
        lower, higher: How far below or above the floor a part's skin rests at most, as its landmarks tell.
        rolling: How many times as high parts that roll may rest, since how thick they are is known least.
        dwell: Shortest time between two changes [s].
    """

    enter_height: float = 0.012
    leave_height: float = 0.03
    enter_speed: float = 0.15
    leave_speed: float = 0.3
    lower: float = 0.06
    higher: float = 0.02
    rolling: float = 2.5
    dwell: float = 0.1


DEFAULT_PART_THRESHOLDS = PartThresholds()

_RESTING = 10.0
"""Percentile of the heights of a slow part that is near the floor, at which it is taken to rest."""

_FEWEST_FRAMES = 2

_GOING_DOWN = 0.6
"""Time [s] that going down from a squat to the floor takes, or coming up."""

_ADULT_TRUNK = 0.11
"""Half thickness of an adult's trunk [m]."""

_FAR = 0.4
"""Leg lengths above the floor at which the landmarks of a part cannot mean that its skin touches it."""

_LANDMARKS = frozenset(
    (
        *("mid_hip", "head", "head_top", "nose", "neck"),
        *(f"{name}_{side}" for name in ("wrist", "knuckle", "elbow", "knee", "hip", "ear") for side in SIDES),
        *(f"shoulder_{side}" for side in SIDES),
    )
)
"""Landmarks that are near the floor where a part carries."""


def detect_part_contacts(
    human: HumanMotion, thresholds: PartThresholds = DEFAULT_PART_THRESHOLDS
) -> PartContacts:
    """Return part of ``PART_CONTACTS`` → (T,) bool, where it carries weight; others never do.

    Where a part is not seen for some frames its contact stays what it was.

    Args:
        human: Landmarks above a floor at z = 0 and the terrain on it, with ``sizes`` that hold ``leg``.
        thresholds: Bounds of contact.
    """
    dwell = max(_FEWEST_FRAMES, round(thresholds.dwell * human.fps))
    found = {
        part: with_hysteresis(enters, leaves, dwell)
        for part, (enters, leaves) in _bounds_met(human, thresholds).items()
    }
    return {part: carries for part, carries in found.items() if carries.any()} or NO_PART_CONTACTS


def clear_part_contacts(human: HumanMotion) -> dict[str, np.ndarray]:
    """Return part of ``PART_CONTACTS`` → (T,) bool, where it is low and slow enough to begin a contact."""
    return {part: enters for part, (enters, _) in _bounds_met(human, DEFAULT_PART_THRESHOLDS).items()}


def _bounds_met(human: HumanMotion, thresholds: PartThresholds) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return part → where (T,) a contact begins and where one ends, of parts that come to the ground."""
    leg = human.sizes.get("leg", 0.0)
    if leg <= 0.0 or not _is_near(human, leg):
        return {}
    heights = part_heights(human)
    thick = max(leg, ADULT_LEG / _ADULT_TRUNK * person_sizes(human).trunk_radius)
    met = {
        part: _bounds_of(
            part, heights[part], thick if part in ROLLING_PARTS else leg, speed_scale(leg), thresholds
        )
        for part in PART_CONTACTS
        if part in heights
    }
    return {part: bounds for part, bounds in met.items() if bounds is not None}


def props_up(contacts: Mapping[str, np.ndarray], fps: float) -> np.ndarray | None:
    """Return where (T,) parts carry a body whose chest and head do not lie; None where none ever carries.

    Feet of such a body may carry, too, however low its hips are: of one who sits, or does push-ups. So may
    they just before and after, while it goes down there and comes up.

    Args:
        contacts: Part → (T,) where it carries.
        fps: Frames a second [1/s].
    """
    if not contacts:
        return None
    lies = [contacts[part] for part in ("chest", "head") if part in contacts]
    carried = np.logical_or.reduce(list(contacts.values()))
    around = np.ones(2 * round(_GOING_DOWN * fps) + 1, dtype=bool)
    propped = np.convolve(carried, around, mode="full")[len(around) // 2 :][: len(carried)] > 0
    return propped & ~np.logical_or.reduce(lies) if lies else propped


def _is_near(human: HumanMotion, leg: float) -> bool:
    """Return whether any part comes near the ground, which takes little time to tell."""
    columns = [index for index, name in enumerate(human.names) if name in _LANDMARKS]
    points, known = human.landmarks[:, columns], human.valid_mask[:, columns]
    high = (
        points[..., 2] if human.terrain.is_level else points[..., 2] - human.terrain.heights(points[..., :2])
    )
    return bool((known & (high < _FAR * leg)).any())


def _bounds_of(
    part: str, found: PartHeight, unit: float, pace: float, bounds: PartThresholds
) -> tuple[np.ndarray, np.ndarray] | None:
    """Return where (T,) a part's contact begins and ends, heights in units [m] and speeds in paces."""
    is_rolling = part in ROLLING_PARTS
    speed = (found.climbing if is_rolling else found.speed) / pace
    height, higher = found.height / unit, bounds.higher * (bounds.rolling if is_rolling else 1.0)
    with np.errstate(invalid="ignore"):
        near = (height > -bounds.lower) & (height < higher + bounds.enter_height)
        rests = near & (speed < bounds.enter_speed)
        if not rests.any():
            return None
        level = float(np.clip(np.percentile(height[rests], _RESTING), -bounds.lower, higher))
        enters = (height < level + bounds.enter_height) & (speed < bounds.enter_speed)
        return enters, (height > level + bounds.leave_height) | (speed > bounds.leave_speed)
