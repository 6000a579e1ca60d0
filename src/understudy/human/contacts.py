"""When heels and toes carry weight, from their height and speed with hysteresis.

A point of the foot comes into contact when it is both low and slow, and leaves it when it is clearly high or
clearly fast. Between the two bounds it stays what it was, and after each change it stays for a moment,
so that noise cannot make a contact flicker. Frame t uses frames up to t only, but for the heights of the
standing foot, which are calibrated over the whole clip or given. Ground that is not level needs the whole
clip anyway, see ``terrain_contacts``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.human.foot_kernel import write_contact
from understudy.human.hysteresis import with_hysteresis
from understudy.human.part_contacts import props_up
from understudy.human.standing import clearance, standing_heights
from understudy.human.terrain_contacts import terrain_contacts, without_flicker
from understudy.motion import HumanMotion, Recording
from understudy.motion.landmarks import CONTACTS
from understudy.motion.speed import causal_speed, causal_window, speed_scale


@dataclass(frozen=True)
class ContactThresholds:
    """Bounds of contact.

    Heights are above the landmark's standing height, in leg lengths: they are lengths of a body and grow
    with it. Speeds are an adult's [m/s] and grow with the root of leg length (see ``speed_scale``).

    Attributes:
        enter_heel, leave_heel: A heel's contact begins below the first and ends above the second. The
            bounds are tight, since an ankle that has risen by 3 cm means a heel 4 cm above the floor.
        enter_toe, leave_toe: The same for toes. The ball rises while the tips of the toes still push.
        enter_speed, leave_speed: A contact begins below the first and ends above the second, each of
            them raised by a share of the hips' speed.
        enter_share, leave_share: These shares. A foot that rolls over the floor carries ankle and ball
            along the faster, the faster the body passes over it.
        enter_pelvis, leave_pelvis: Height of the hips above the floor, in leg lengths: feet carry a body
            whose hips are above the first, until they sink below the second. Lying and sitting on the
            floor the hips are at a tenth, in the deepest squat at a third. Feet of a body that other parts
            prop up may carry at any height.
        dwell: Shortest time between two changes [s].
    """

    enter_heel: float = 0.025
    leave_heel: float = 0.035
    enter_toe: float = 0.03
    leave_toe: float = 0.05
    enter_speed: float = 0.5
    leave_speed: float = 0.8
    enter_share: float = 0.25
    leave_share: float = 0.35
    enter_pelvis: float = 0.3
    leave_pelvis: float = 0.25
    dwell: float = 0.05

    def heights(self, contact: str) -> tuple[float, float]:
        """Return the bounds of height at which a contact begins and ends [leg lengths]."""
        if contact.startswith("heel"):
            return self.enter_heel, self.leave_heel
        return self.enter_toe, self.leave_toe


DEFAULT_THRESHOLDS = ContactThresholds()

MIN_DWELL_FRAMES = 2
"""However few frames a second there are, one frame alone is a flicker."""


def detect_contacts(
    human: HumanMotion,
    thresholds: ContactThresholds = DEFAULT_THRESHOLDS,
    heights: Mapping[str, float] | None = None,
) -> np.ndarray:
    """Return (T, 4) bool, weight on ``CONTACTS``.

    Where a foot has no heel landmark the ankle plays the heel. Where a landmark is not known for some
    frames its contact stays what it was; where it is never known there is no contact.

    Args:
        human: Landmarks above a floor at z = 0 and the terrain on it, with ``sizes`` that hold ``leg``;
            contacts of the soles are ignored, those of other parts say who is propped up on them.
        thresholds: Bounds of contact.
        heights: Landmarks of the feet → their heights [m] in stance, by default calibrated over the clip.
    """
    leg = human.sizes.get("leg", 0.0)
    if leg <= 0.0:
        return np.zeros((human.frame_count, len(CONTACTS)), dtype=bool)
    if heights is None:
        if not human.terrain.is_level:
            return terrain_contacts(human)
        heights = standing_heights(human, leg)
    bounds = _bounds(human, leg, thresholds)
    dwell = max(MIN_DWELL_FRAMES, round(thresholds.dwell * human.fps))
    by_kernel = human.terrain.is_level and write_contact.is_worth_it(human.frame_count)
    rows = np.zeros((len(CONTACTS), human.frame_count), dtype=bool)
    for column, contact in enumerate(CONTACTS):
        landmark = contact if contact in heights else contact.replace("heel", "ankle")
        if landmark in heights and by_kernel:
            _write_contact(
                human, landmark, heights[landmark], thresholds.heights(contact), bounds, dwell, rows[column]
            )
        elif landmark in heights:
            enters, leaves = _bounds_met(
                human, landmark, heights[landmark], thresholds.heights(contact), bounds
            )
            rows[column] = with_hysteresis(enters, leaves, dwell)
    return np.ascontiguousarray(rows.T)


def clear_contacts(human: HumanMotion) -> dict[str, np.ndarray]:
    """Return contact of ``CONTACTS`` → (T,) bool, where its landmark is low and slow enough to begin one."""
    leg = human.sizes.get("leg", 0.0)
    if leg <= 0.0:
        return {}
    heights, bounds = standing_heights(human, leg), _bounds(human, leg, DEFAULT_THRESHOLDS)
    found = {}
    for contact in CONTACTS:
        landmark = contact if contact in heights else contact.replace("heel", "ankle")
        if landmark in heights:
            usual = DEFAULT_THRESHOLDS.heights(contact)
            found[contact] = _bounds_met(human, landmark, heights[landmark], usual, bounds)[0]
    return found


def measured_or_detected(
    human: HumanMotion, recording: Recording, heights: Mapping[str, float] | None = None
) -> np.ndarray:
    """Return (T, 4) bool, weight on ``CONTACTS``: as the capture measured it, elsewhere as the feet move.

    Args:
        human: The person of the recording, see :func:`detect_contacts`.
        recording: Its contacts are kept where it knows them, unless plates measured them on several levels
            that the feet do not show: on level ground, feet of a stair would be drawn down. On steps, moments
            between both ways of telling are left out.
        heights: Landmarks of the feet → their heights [m] in stance, by default calibrated over the clip.
    """
    known = recording.contacts_known
    is_level = human.terrain.is_level
    # On a terrain contacts are told with heights of their own.
    heights = heights if is_level else None
    if recording.contacts is None or known is None:
        return detect_contacts(human, heights=heights)
    if recording.floor is None and not known.all() and is_level:
        return detect_contacts(human, heights=heights)
    if known.all():
        return recording.contacts
    joined = np.where(known, recording.contacts, detect_contacts(human, heights=heights))
    return joined if is_level else without_flicker(joined, human.fps)


@dataclass(frozen=True, eq=False)
class _Bounds:
    """What the hips say in each frame (T,): speeds [m/s] that bound contact, and whether feet may carry."""

    enter_speed: np.ndarray
    leave_speed: np.ndarray
    is_low: np.ndarray
    is_down: np.ndarray


def _bounds(human: HumanMotion, leg: float, thresholds: ContactThresholds) -> _Bounds:
    hips, known = human.landmark("mid_hips")
    unknown_speed = np.nan if known.any() else 0.0
    ground = human.terrain.heights(np.nan_to_num(hips[:, :2]))
    height = np.where(known, hips[:, 2] - ground, np.nan) / leg
    speed = np.where(known, causal_speed(hips, human.fps), unknown_speed)
    scale = speed_scale(leg)
    propped = (
        np.zeros(len(height), dtype=bool) if (by := props_up(human.part_contacts, human.fps)) is None else by
    )
    return _Bounds(
        enter_speed=thresholds.enter_speed * scale + thresholds.enter_share * speed,
        leave_speed=thresholds.leave_speed * scale + thresholds.leave_share * speed,
        is_low=(height < thresholds.enter_pelvis) & ~propped,
        is_down=(height < thresholds.leave_pelvis) & ~propped,
    )


def _bounds_met(
    human: HumanMotion, landmark: str, height: float, bounds_of_height: tuple[float, float], bounds: _Bounds
) -> tuple[np.ndarray, np.ndarray]:
    """Return where (T,) a landmark is low and slow enough for a contact to begin, and where one ends."""
    leg = human.sizes["leg"]
    points, known = human.landmark(landmark)
    above = np.where(known, clearance(human, points, height, leg) - height, np.nan) / leg
    speed = np.where(known, causal_speed(points, human.fps), np.nan)
    enter_height, leave_height = bounds_of_height
    enters = (above < enter_height) & (speed < bounds.enter_speed) & ~bounds.is_low
    return enters, (above > leave_height) | (speed > bounds.leave_speed) | bounds.is_down


def _write_contact(
    human: HumanMotion,
    landmark: str,
    height: float,
    bounds_of_height: tuple[float, float],
    bounds: _Bounds,
    dwell: int,
    states: np.ndarray,
) -> None:
    """Write states (T,) bool of a landmark on level ground by the compiled kernel.

    Args:
        human: The person.
        landmark: A point of the foot.
        height: Its height in stance [m].
        bounds_of_height: Leg lengths above that height at which a contact begins and ends.
        bounds: What the hips say.
        dwell: Frames for which a contact stays as it is after each change.
        states: Filled.
    """
    own = np.array([height, human.sizes["leg"], *bounds_of_height, human.fps])
    hips = bounds.enter_speed, bounds.leave_speed, bounds.is_low, bounds.is_down
    column = human.names.index(landmark)
    window = causal_window(human.fps)
    write_contact(human.landmarks, human.valid_mask, column, own, *hips, window, dwell, states)
