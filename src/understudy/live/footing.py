"""Where a robot's soles stand while the person's feet do, without knowing how long they will.

``retarget.footholds`` chooses a foothold with the whole stance in view. Here it is the mean of where the leg
has put the foot since it landed, for a moment; from then on it stays, but for a foot that creeps or turns by
more than a small play, and comes to rest slowly as the person's is turned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from understudy.live.live_person import SEGMENT_ROWS, LivePerson
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.footholds import PLAY, corners_about_ankle, foot_ahead, leg_shares
from understudy.retarget.method_options import StandingOptions
from understudy.robots.robot import Robot

SETTLING, REST = 0.15, 1.0
"""Times [s] after landing in which a foothold is still found, and in which it comes to rest after a turn."""

TURN = np.radians(3.0)
"""Angle [rad] that a standing foot may turn before the robot's follows."""

HEADING = 0.15
"""Squared errors of thigh and shin together, as a share of the heading's, at which it gives way by half: at a
knee bent by 32°."""


@dataclass
class _Stance:
    """What is known of one foot: whether and where it stands."""

    stands: bool = False
    frames: int = 0
    place: np.ndarray = field(default_factory=lambda: np.zeros(2))
    heading: float = 0.0
    crept: np.ndarray = field(default_factory=lambda: np.zeros(2))
    followed: np.ndarray = field(default_factory=lambda: np.zeros(2))
    ankle: np.ndarray | None = None
    level: float = 0.0
    height_level: float = 0.0


class Footing:
    """Footholds of one foot.

    Args:
        robot: A robot with that sole.
        side: ``l`` or ``r``.
        scale: The robot's legs over the person's.
        fps: Frames a second [1/s].
        options: How firmly soles stand, and how they come to the floor and leave it.
    """

    def __init__(self, robot: Robot, side: str, scale: float, fps: float, options: StandingOptions) -> None:
        """Begin in the air."""
        self._side, self._scale, self._fps = side, scale, fps
        self._options, self._state = options, _Stance()
        self._sole = corners_about_ankle(robot, side)[:, :2]
        self._firm = np.zeros(4)
        self._corners = np.zeros((4, 3))
        self._columns = [CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")]
        leg = leg_shares(robot, side)
        self._rows = np.array([SEGMENT_ROWS[name] for name in leg])
        self._leg = np.array(list(leg.values()))
        self._has_leg = bool(self._leg.all())
        self._ankle = f"ankle_{side}"

    def lift(self) -> None:
        """Forget where the foot stood."""
        self._state = _Stance()

    def move(self, shift_w: np.ndarray) -> None:
        """Have the person be elsewhere (3,) [m] all at once, which is no step."""
        if self._state.ankle is not None:
            self._state.ankle = self._state.ankle + shift_w[:2]

    def step(self, human: LivePerson, hips: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return where (4, 3) [m] the sole's corners stand, and weights (4, 3) [1/m] of that.

        Args:
            human: The person of this frame, with contacts.
            hips: (3,) [m] where the middle of the robot's hips should be.
        """
        state = self._state
        heel, toe = (bool(human.contact_mask[0, column]) for column in self._columns)
        ankle, known = human.landmark(self._ankle)
        here = ankle[0, :2] if known[0] else None
        natural = self._natural(human, hips, here)
        stands = (heel or toe) and (natural is not None or state.stands)
        if natural is not None:
            self._follow(natural, self._heading(human), here, stands)
        state.stands = stands
        cos, sin = math.cos(state.heading), math.sin(state.heading)
        self._corners[:, :2] = state.place + self._sole @ np.array([[cos, sin], [-sin, cos]])
        return self._corners, self._weights(heel, toe)

    def _natural(self, human: LivePerson, hips: np.ndarray, here: np.ndarray | None) -> np.ndarray | None:
        """Return where (2,) [m] the ankle comes to lie when the robot's leg points as the person's does.

        As ``retarget.footholds.natural_ankles``: where the leg is not known, where the ankle is, scaled.
        """
        if self._has_leg and human.shown[self._rows].all():
            return (hips + self._leg @ human.ways[self._rows])[:2]
        return None if here is None else self._scale * here

    def _heading(self, human: LivePerson) -> float:
        """Return where [rad] the robot's foot should point."""
        _, thigh, shin = human.ways[self._rows].tolist()
        turn = human.frames.get(f"foot_{self._side}")
        if turn is None:
            ahead = foot_ahead(human, self._side)[0].tolist()
        else:
            w, x, y, z = turn[0].tolist()
            ahead = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)
        heading = math.atan2(ahead[1], ahead[0])
        return heading + knee_pull(thigh, shin, heading) if human.shown[self._rows[1:]].all() else heading

    def _follow(self, natural: np.ndarray, heading: float, here: np.ndarray | None, stands: bool) -> None:
        state = self._state
        if not stands:
            state.frames = 0
            state.place, state.heading, state.ankle = natural, heading, here
            return
        if not state.stands:
            state.frames, state.place, state.heading = 0, natural, heading
            state.crept, state.followed, state.ankle = np.zeros(2), np.zeros(2), here
        state.frames += 1
        off = (heading - state.heading + math.pi) % (2.0 * math.pi) - math.pi
        if state.frames <= SETTLING * self._fps:
            state.place = state.place + (natural - state.place) / state.frames
            state.heading += off / state.frames
        else:
            # What play leaves is followed slowly, so that a foot comes to rest as the person's does.
            state.heading += off * max(1.0 / (REST * self._fps), 1.0 - TURN / max(abs(off), 1e-9))
            self._creep(here)
        state.ankle = here

    def _creep(self, here: np.ndarray | None) -> None:
        """Take the foothold along with a standing foot that wanders beyond its play."""
        state = self._state
        if here is None or state.ankle is None:
            return
        state.crept = state.crept + self._scale * (here - state.ankle)
        away = state.crept - state.followed
        distance = float(np.linalg.norm(away))
        if distance > PLAY:
            step = away * (1.0 - PLAY / distance)
            state.followed, state.place = state.followed + step, state.place + step

    def _weights(self, heel: bool, toe: bool) -> np.ndarray:
        state, options = self._state, self._options
        if state.stands:
            ends = (heel, heel, toe, toe)
            self._firm[:] = 1.0 if heel and toe else [options.partial_stance * end for end in ends]
        change = 1.0 if state.stands else -1.0
        state.level = self._eased(state.level, change, options.place_time)
        state.height_level = self._eased(state.height_level, change, options.height_time)
        over, up = (0.5 - 0.5 * math.cos(math.pi * level) for level in (state.level, state.height_level))
        return options.stance * self._firm[:, None] * np.array([over, over, up])

    def _eased(self, level: float, change: float, time: float) -> float:
        """Return a level a frame later, of those that rise from 0 to 1 in a time [s]."""
        return min(max(level + change / max(1.0, round(time * self._fps) + 1.0), 0.0), 1.0)


def knee_pull(thigh: Sequence[float], shin: Sequence[float], heading: float) -> float:
    """Return by how much [rad] a foot is to be turned so that its leg and its heading share the error.

    A robot's ankle has no twist. A foot that turns by ψ out of the plane of its bent knee turns that plane
    with it, about the line from hip to ankle; thigh and shin then miss their directions by the sine of half
    of the knee's bend times ψ. The sum of squared errors is least at a share of ψ; a clip's solver finds it
    by itself.

    Args:
        thigh: Unit vector.
        shin: Unit vector.
        heading: [rad] of the person's foot.
    """
    x = thigh[1] * shin[2] - thigh[2] * shin[1]
    y = thigh[2] * shin[0] - thigh[0] * shin[2]
    z = thigh[0] * shin[1] - thigh[1] * shin[0]
    flat = x * x + y * y
    if flat == 0.0:
        return 0.0
    # A plane that lies on the floor, as that of somebody lying on the side, points nowhere over it.
    bent = 1.0 - (thigh[0] * shin[0] + thigh[1] * shin[1] + thigh[2] * shin[2])
    lever = bent * flat / (flat + z * z)
    # A knee that is bent backwards by a degree has the same plane, which points the other way.
    off = (math.atan2(-x, y) - heading + 0.5 * math.pi) % math.pi - 0.5 * math.pi
    # One that seems to be bent sideways was badly seen, and turns no foot.
    lever *= max(math.cos(off), 0.0)
    return lever**2 / (lever**2 + HEADING**2) * off
