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
from understudy.motion.foot import toe_tips, usual_heel
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


_COLUMNS = np.array([[CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")] for side in SIDES])
"""(2, 2) of heel and ball of each side among the contacts."""


@dataclass(frozen=True, eq=False)
class _Feet:
    """Both feet over time: heels and balls (2, T, 3) [m], and where both are known (2, T)."""

    heel: np.ndarray
    ball: np.ndarray
    known: np.ndarray

    @classmethod
    def of(cls, recording: Recording) -> _Feet:
        """Return the feet of a recording."""
        tracks: dict[str, list[np.ndarray]] = {"heel": [], "ball": [], "known": []}
        for side in SIDES:
            (ball, has_ball), (heel, has_heel), (ankle, has_ankle) = (
                recording.landmark(f"{name}_{side}") for name in ("toe", "heel", "ankle")
            )
            if not has_heel.any():
                heel, has_heel = usual_heel(ankle, ball), has_ankle
            for name, track in (("heel", heel), ("ball", ball), ("known", has_ball & has_heel)):
                tracks[name].append(track)
        return cls(**{name: np.stack(both) for name, both in tracks.items()})

    @property
    def tip(self) -> np.ndarray:
        """(2, T, 2) [m] where the toes end, over the floor."""
        return toe_tips(self.heel, self.ball)[..., :2]

    def are_low(self, surface: float) -> np.ndarray:
        """Return (2, T) whether each may stand on a plate whose surface is at this height [m]."""
        lower = np.minimum(self.heel[..., 2], self.ball[..., 2])
        return self.known & (np.nan_to_num(lower, nan=np.inf) < surface + LIFTED)

    def are_over(self, corners: np.ndarray) -> np.ndarray:
        """Return (2, T) whether the whole of each is over a plate with corners (4, 3)."""
        inside = self.known.copy()
        centre = corners[:, :2].mean(axis=0)
        for first, second in zip(corners[:, :2], np.roll(corners[:, :2], -1, axis=0), strict=True):
            edge = second - first
            normal = np.array([-edge[1], edge[0]])
            normal = normal * np.sign(normal @ (centre - first))
            for point in (self.heel[..., :2], self.tip):
                inside &= np.nan_to_num((point - first) @ normal, nan=-1.0) > 0.0
        return inside

    def from_pressure(self, pressure: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return how far (2, T) [m] forces at (T, 3) act from each, and at which share of heel to ball."""
        heel, point = self.heel[..., :2], pressure[:, :2]
        along = self.tip - heel
        length = np.maximum(np.linalg.norm(along, axis=-1), 1e-9)
        share = np.sum((point - heel) * along, axis=-1) / length**2
        nearest = heel + np.clip(share, 0.0, 1.0)[..., None] * along
        distance = np.linalg.norm(point - nearest, axis=-1)
        whole = np.maximum(np.linalg.norm((self.ball - self.heel)[..., :2], axis=-1), 1e-9)
        return np.nan_to_num(distance, nan=np.inf), np.nan_to_num(share * length / whole)


def with_plate_contacts(
    recording: Recording, plates: Sequence[ForcePlate], to_world: np.ndarray
) -> Recording:
    """Return the recording with the contacts and the floor that force plates measured; notes say which.

    Args:
        recording: The capture, placed in our world.
        plates: Its plates.
        to_world: (3, 3) takes places of the file to metres in our world.
    """
    stepped = [plate for plate in plates if _loaded(plate).any()]
    if not stepped:
        return recording
    recording = replace(recording, pressure=_pressure(stepped, to_world))
    feet = _Feet.of(recording)
    if not feet.known.any():
        return recording
    contacts = np.zeros((recording.frame_count, len(CONTACTS)), dtype=bool)
    known = np.zeros_like(contacts)
    notes = [
        f"Force plate {number} carries {when} where no foot is: its corners may be wrong, or something else "
        "stands on it. Contacts are told by how the feet move there."
        for number, plate in enumerate(plates, start=1)
        for when in _judge(plate, feet, to_world, contacts, known, recording.fps)
    ]
    if not known.any():
        return replace(recording, notes=(*recording.notes, *notes))
    heights = np.concatenate([(plate.corners @ to_world.T)[:, 2] for plate in stepped])
    is_level = float(np.ptp(heights)) < LEVEL
    if not is_level:
        notes.append(
            f"The force plates lie up to {100 * np.ptp(heights):.0f} cm above each other, as stairs do: "
            "where the steps are is found from the feet that stand on them."
        )
    shares = [100 * known[:, columns].all(axis=1).mean() for columns in _COLUMNS]
    notes.append(
        "Contacts of the feet are taken from the force plates where these tell (frames of l: "
        f"{shares[0]:.0f} %, r: {shares[1]:.0f} %), elsewhere from how the feet move."
    )
    return replace(
        recording,
        contacts=contacts,
        contacts_known=known,
        floor=float(np.median(heights)) if is_level else None,
        notes=(*recording.notes, *notes),
    )


def _pressure(plates: Sequence[ForcePlate], to_world: np.ndarray) -> np.ndarray:
    """Return (T, 4) the centre of pressure [m] of all plates that carry, and their vertical force [N]."""
    up = to_world[2] / np.linalg.norm(to_world[2])
    loads = np.stack([np.where(_loaded(plate), plate.forces @ up, 0.0) for plate in plates])
    places = np.stack([np.nan_to_num(plate.pressure @ to_world.T) for plate in plates])
    told = np.stack([np.isfinite(plate.pressure).all(axis=1) for plate in plates])
    loads = np.where(told, np.maximum(loads, 0.0), 0.0)
    total = loads.sum(axis=0)
    centre = np.einsum("pt,pti->ti", loads, places) / np.where(total > 0.0, total, np.nan)[:, None]
    return np.column_stack([centre, total])


def _judge(
    plate: ForcePlate,
    feet: _Feet,
    to_world: np.ndarray,
    contacts: np.ndarray,
    known: np.ndarray,
    fps: float,
) -> list[str]:
    """Fill in what a plate tells; return when it first carries without a foot, if it does."""
    corners, loaded = plate.corners @ to_world.T, _loaded(plate)
    over, low = feet.are_over(corners), feet.are_low(float(corners[:, 2].mean()))
    distance, share = feet.from_pressure(plate.pressure @ to_world.T)
    near = loaded & feet.known & low & (distance < BESIDE)
    alone = near & ~(low & over)[::-1]
    for first, last in stretches(loaded):
        came = np.flatnonzero(alone[:, first:last].any(axis=1))
        if len(came) == 1:
            # The other foot passes over the plate, but only this one was ever alone on it.
            alone[came[0], first:last] = near[came[0], first:last]
    for (heel, ball), stands, along, is_over in zip(_COLUMNS, alone, share, over, strict=True):
        contacts[stands, heel] = along[stands] < HEEL_UNTIL
        contacts[stands, ball] = along[stands] > BALL_FROM
        known[stands, heel] = known[stands, ball] = True
        # Another plate may carry the same foot, so that an empty one under a part of it says nothing then.
        rest = ~loaded & is_over & ~known[:, heel]
        known[rest, heel] = known[rest, ball] = True
    lost = stretches(loaded & feet.known.all(axis=0) & ~near.any(axis=0))
    return [
        f"between {first / fps:.2f} and {(last - 1) / fps:.2f} s"
        for first, last in lost
        if (last - first) / fps > LONGEST_CONFLICT
    ][:1]


def _loaded(plate: ForcePlate) -> np.ndarray:
    """Return (T,) whether a plate carries, with hysteresis."""
    load = np.linalg.norm(plate.forces, axis=1)
    on, off = load > STEPPED_ON, load < STEPPED_OFF
    state = np.where(on, 1, np.where(off, 0, -1))
    last = np.maximum.accumulate(np.where(state >= 0, np.arange(len(state)), 0))
    return state[last] == 1
