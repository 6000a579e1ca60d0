"""The floor under a recorded person, brought to z = 0."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.clean.body import leg_length, trunk
from understudy.clean.lying_floor import floor_under_lying_body
from understudy.clean.pressure import moved_pressure
from understudy.clean.standing_floor import floor_under_feet
from understudy.motion import Recording
from understudy.motion.ranks import median
from understudy.spatial import rotations as rot
from understudy.terrain.finding import find_ground

LEVEL_ENOUGH = 0.01
"""A floor this near to z = 0 [m] is left where it is."""

DISAGREEING = 0.04
"""Distance [m] between floors found in two ways from which on that is said."""

LYING_ANGLE = np.deg2rad(60.0)
"""A trunk further than this from upright, on the median, is that of a lying body."""

_UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Floor:
    """A plane under the person.

    Attributes:
        height: Where it crosses the z axis [m].
        normal: (3,) unit vector, up from the plane.
        basis: What it was found from, to complete "found from ...".
    """

    height: float
    normal: np.ndarray
    basis: str

    @property
    def tilt(self) -> float:
        """Angle between the plane and the horizontal [rad]."""
        return float(rot.angle_between(self.normal, _UP))

    @property
    def is_level(self) -> bool:
        """Whether it is near enough to z = 0 to be left where it is."""
        return self.tilt == 0.0 and abs(self.height) <= LEVEL_ENOUGH

    @property
    def turn(self) -> np.ndarray:
        """(4,) the quaternion wxyz that levels it."""
        return rot.shortest_arc(self.normal, _UP)

    @property
    def drop(self) -> np.ndarray:
        """(3,) [m] by how much it is above z = 0 once it is level."""
        return self.height * float(self.normal[2]) * _UP


def place_on_floor(recording: Recording) -> Recording:
    """Return the recording moved so that the floor is z = 0, saying so in its notes.

    Feet tell where the floor is under standing, walking, running and jumping persons, the lowest parts
    of the body under lying ones. A floor that rises steadily along the way, as some captures have it
    from a tilted calibration, is levelled by turning the whole motion. The reference pose stays upright
    and is moved down or up like the motion.
    """
    floor = find_floor(recording)
    if recording.floor is not None:
        recording, floor = _as_measured(recording, recording.floor, floor)
    if floor is None:
        return _noted(
            recording, "The floor was not looked for, since neither feet nor a lying body are known."
        )
    if floor.is_level:
        return _noted(recording, f"The floor is at z = 0 within {LEVEL_ENOUGH * 100:.0f} cm.")
    turn, drop = floor.turn, floor.drop
    reference = recording.reference_points
    sentence = (
        f"Moved the motion by {-drop[2] * 100:+.1f} cm in z, so that the floor, {floor.basis}, is z = 0."
    )
    if floor.tilt > 0.0:
        sentence += f" It was tilted by {np.rad2deg(floor.tilt):.1f}° and is level now."
    return replace(
        recording,
        points=rot.rotate(turn, recording.points) - drop,
        rotations=None if recording.rotations is None else rot.multiply(turn, recording.rotations),
        reference_points=None if reference is None else reference - drop,
        pressure=None if recording.pressure is None else moved_pressure(recording.pressure, turn, drop),
        floor=None if recording.floor is None else 0.0,
        provenance=recording.provenance.then(
            "floor", height=round(floor.height, 6), tilt=round(floor.tilt, 6)
        ),
        notes=(*recording.notes, sentence),
    )


def _as_measured(recording: Recording, height: float, seen: Floor | None) -> tuple[Recording, Floor]:
    """Return the floor that the capture itself states; the recording is noted where feet disagree."""
    if seen is not None and abs(seen.height - height) > DISAGREEING:
        recording = _noted(
            recording,
            f"The feet would put the floor {100 * (seen.height - height):+.1f} cm from where the force "
            "plates have it; the plates are believed, but their corners or the feet's markers may be wrong.",
        )
    return recording, Floor(height, _UP, "measured by the force plates")


def find_floor(recording: Recording) -> Floor | None:
    """Return the floor under a person, or None where nothing tells."""
    trunks = trunk(recording)
    if trunks is not None and median(rot.angle_between(trunks, _UP)) > LYING_ANGLE:
        height = floor_under_lying_body(recording)
        return (
            None if height is None else Floor(height, _UP, "found under the lowest parts of the lying body")
        )
    plane = floor_under_feet(recording)
    if plane is None:
        return None
    ground = find_ground(recording, leg_length(recording)) if plane[1][2] == 1.0 else None
    if ground is not None:
        return Floor(ground.floor, _UP, "found under the lowest feet in stance, others on steps or ramps")
    return Floor(*plane, "found under the feet in stance")


def _noted(recording: Recording, sentence: str) -> Recording:
    return recording.noted(sentence)
