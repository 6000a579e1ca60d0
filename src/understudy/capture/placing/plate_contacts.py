"""Which foot stands on which force plate and when: contacts that are measured, where plates can tell.

A plate that carries says that the foot stands in whose outline its forces act; one that carries nothing says
that the foot over it is in the air. Feet beside all plates, and two feet on one plate, are left to how they
move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from understudy.capture.force_plate import STEPPED_ON, ForcePlate
from understudy.motion import Recording
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.stretches import stretches

STEPPED_OFF = 15.0
"""A plate that was stepped on is so until it carries less than this [N]."""

BESIDE = 0.06
"""Forces act within this [m] of the line from the heel to the tips of the toes of the foot that stands."""

LIFTED = 0.15
"""A foot whose lower end is higher than this [m] above a plate does not stand on it; markers on heels and
toes of shoes are up to half as high."""

LEVEL = 0.02
"""Plates whose heights [m] differ by more are steps of a stair, and not the floor."""

HEEL_UNTIL, BALL_FROM = 0.75, 0.20
"""Shares of the way from heel to ball: the heel carries while forces act before the first, the ball while
they act behind the second."""

LONGEST_CONFLICT = 0.05
"""Time [s] for which plates may carry without a foot before it is said."""


@dataclass(frozen=True, eq=False)
class _Foot:
    """A foot over time: heel and ball (T, 3) [m], and where both are known (T,)."""

    heel: np.ndarray
    ball: np.ndarray
    known: np.ndarray

    @property
    def tip(self) -> np.ndarray:
        """(T, 2) [m] where the toes end, over the floor."""
        return (self.ball + 0.4 * (self.ball - self.heel))[:, :2]


def with_plate_contacts(
    recording: Recording, plates: Sequence[ForcePlate], to_world: np.ndarray
) -> Recording:
    """Return the recording with the contacts and the floor that force plates measured; notes say which.

    Args:
        recording: The capture, placed in our world.
        plates: Its plates.
        to_world: (3, 3) takes places of the file to metres in our world.
    """
    feet = {side: _foot(recording, side) for side in SIDES}
    stepped = [plate for plate in plates if _loaded(plate).any()]
    if not stepped or not any(foot.known.any() for foot in feet.values()):
        return recording
    contacts = np.zeros((recording.frame_count, len(CONTACTS)), dtype=bool)
    known = np.zeros_like(contacts)
    notes: list[str] = []
    for number, plate in enumerate(plates, start=1):
        if plate in stepped or _is_over_any(plate, feet, to_world):
            notes += _judge(number, plate, feet, to_world, contacts, known, recording.fps)
    if not known.any():
        return replace(recording, notes=(*recording.notes, *notes))
    heights = np.concatenate([(plate.corners @ to_world.T)[:, 2] for plate in stepped])
    shares = [f"{side}: {100 * known[:, _columns(side)].all(axis=1).mean():.0f} %" for side in SIDES]
    is_level = float(np.ptp(heights)) < LEVEL
    if not is_level:
        notes.append(
            f"The force plates lie up to {100 * np.ptp(heights):.0f} cm above each other, as stairs do: "
            "robots perform on one level floor, so that their contacts are inferred from how the feet move."
        )
    notes.append(
        "Contacts of the feet are taken from the force plates where these tell "
        f"(frames of {', '.join(shares)}), elsewhere from how the feet move."
    )
    return replace(
        recording,
        contacts=contacts,
        contacts_known=known,
        floor=float(np.median(heights)) if is_level else None,
        notes=(*recording.notes, *notes),
    )


def _judge(
    number: int,
    plate: ForcePlate,
    feet: dict[str, _Foot],
    to_world: np.ndarray,
    contacts: np.ndarray,
    known: np.ndarray,
    fps: float,
) -> list[str]:
    """Fill in what a plate tells; return sentences on what contradicts the feet."""
    corners, pressure = plate.corners @ to_world.T, plate.pressure @ to_world.T
    loaded = _loaded(plate)
    over = {side: _is_over(foot, corners) for side, foot in feet.items()}
    low = {side: _is_low(foot, float(corners[:, 2].mean())) for side, foot in feet.items()}
    near, shares = {}, {}
    for side, foot in feet.items():
        distance, shares[side] = _from_foot(foot, pressure)
        near[side] = loaded & foot.known & low[side] & (distance < BESIDE)
    alone = {side: near[side] & ~(low[other] & over[other]) for side, other in _others()}
    for first, last in stretches(loaded):
        came = [side for side in SIDES if alone[side][first:last].any()]
        if len(came) == 1:
            # The other foot passes over the plate, but only this one was ever alone on it.
            alone[came[0]][first:last] = near[came[0]][first:last]
    for side in SIDES:
        empty = ~loaded & over[side]
        heel, ball = _columns(side)
        stands = alone[side]
        contacts[stands, heel] = shares[side][stands] < HEEL_UNTIL
        contacts[stands, ball] = shares[side][stands] > BALL_FROM
        known[stands, heel] = known[stands, ball] = True
        # Another plate may carry the same foot, so that an empty one under a part of it says nothing then.
        rest = empty & ~known[:, heel]
        known[rest, heel] = known[rest, ball] = True
    return _conflicts(number, loaded, near, feet, fps)


def _conflicts(
    number: int, loaded: np.ndarray, near: dict[str, np.ndarray], feet: dict[str, _Foot], fps: float
) -> list[str]:
    seen = np.logical_and.reduce([foot.known for foot in feet.values()])
    lost = loaded & seen & ~near["l"] & ~near["r"]
    notes = []
    for first, last in stretches(lost):
        if (last - first) / fps > LONGEST_CONFLICT:
            when = f"between {first / fps:.2f} and {(last - 1) / fps:.2f} s"
            notes.append(
                f"Force plate {number} carries {when} where no foot is: its corners may be wrong, or "
                "something else stands on it. Contacts are told by how the feet move there."
            )
    return notes[:1]


def _others() -> tuple[tuple[str, str], ...]:
    return tuple(zip(SIDES, reversed(SIDES), strict=True))


def _columns(side: str) -> list[int]:
    return [CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")]


def _loaded(plate: ForcePlate) -> np.ndarray:
    """Return (T,) whether a plate carries, with hysteresis."""
    load = np.linalg.norm(plate.forces, axis=1)
    on, off = load > STEPPED_ON, load < STEPPED_OFF
    state = np.where(on, 1, np.where(off, 0, -1))
    last = np.maximum.accumulate(np.where(state >= 0, np.arange(len(state)), 0))
    return state[last] == 1


def _foot(recording: Recording, side: str) -> _Foot:
    (ball, has_ball), (heel, has_heel), (ankle, has_ankle) = (
        recording.landmark(f"{name}_{side}") for name in ("toe", "heel", "ankle")
    )
    if not has_heel.any():
        # A heel is behind the ankle by a third of what the ball is before it.
        heel, has_heel = ankle - (ball - ankle) / 3.0, has_ankle & has_ball
    return _Foot(heel, ball, has_ball & has_heel)


def _is_low(foot: _Foot, surface: float) -> np.ndarray:
    """Return (T,) whether a foot may stand on a plate whose surface is at this height [m]."""
    lower = np.minimum(foot.heel[:, 2], foot.ball[:, 2])
    return foot.known & (np.nan_to_num(lower, nan=np.inf) < surface + LIFTED)


def _from_foot(foot: _Foot, pressure: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how far (T,) [m] forces act from a foot's line, and at which share (T,) of heel to ball."""
    heel, tip, point = foot.heel[:, :2], foot.tip, pressure[:, :2]
    along = tip - heel
    length = np.maximum(np.linalg.norm(along, axis=1), 1e-9)
    share = np.sum((point - heel) * along, axis=1) / length**2
    nearest = heel + np.clip(share, 0.0, 1.0)[:, None] * along
    distance = np.linalg.norm(point - nearest, axis=1)
    whole = np.maximum(np.linalg.norm((foot.ball - foot.heel)[:, :2], axis=1), 1e-9)
    return np.nan_to_num(distance, nan=np.inf), np.nan_to_num(share * length / whole)


def _is_over(foot: _Foot, corners: np.ndarray) -> np.ndarray:
    """Return (T,) whether a whole foot is over a plate with corners (4, 3)."""
    inside = foot.known.copy()
    centre = corners[:, :2].mean(axis=0)
    for first, second in zip(corners[:, :2], np.roll(corners[:, :2], -1, axis=0), strict=True):
        edge = second - first
        normal = np.array([-edge[1], edge[0]])
        normal = normal * np.sign(normal @ (centre - first))
        for point in (foot.heel[:, :2], foot.tip):
            inside &= np.nan_to_num((point - first) @ normal, nan=-1.0) > 0.0
    return inside


def _is_over_any(plate: ForcePlate, feet: dict[str, _Foot], to_world: np.ndarray) -> bool:
    return any(_is_over(foot, plate.corners @ to_world.T).any() for foot in feet.values())
