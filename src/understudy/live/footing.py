"""Where a robot's soles stand while the person's feet do, without knowing how long they will.

``retarget.footholds`` chooses a foothold with the whole stance in view. Here it is the mean of where the leg
has put the foot since it landed, for a moment; from then on it stays, but for a foot that creeps or turns by
more than a small play.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.foot_headings import TURN, foot_headings
from understudy.retarget.footholds import CREEP, corners_about_ankle, natural_ankles
from understudy.retarget.standing_options import StandingOptions
from understudy.robots.robot import Robot

SETTLING = 0.15
"""Time [s] after landing in which a foothold is still found."""


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
        self._robot, self._side, self._scale, self._fps = robot, side, scale, fps
        self._options, self._state = options, _Stance()
        self._sole = corners_about_ankle(robot, side)
        self._firm = np.zeros(4)
        self._corners = np.zeros((4, 3))
        self._columns = [CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")]

    def lift(self) -> None:
        """Forget where the foot stood."""
        self._state = _Stance()

    def move(self, shift_w: np.ndarray) -> None:
        """Have the person be elsewhere (3,) [m] all at once, which is no step."""
        if self._state.ankle is not None:
            self._state.ankle = self._state.ankle + shift_w[:2]

    def step(self, human: HumanMotion, hips: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return where (4, 3) [m] the sole's corners stand, and weights (4, 3) [1/m] of that.

        Args:
            human: The person of this frame, with contacts.
            hips: (3,) [m] where the middle of the robot's hips should be.
        """
        state = self._state
        natural, seen = natural_ankles(human, self._robot, self._side, hips[None], self._scale)
        foot, pull = foot_headings(human, self._side)
        heel, toe = (bool(human.contact_mask[0, column]) for column in self._columns)
        stands = (heel or toe) and (bool(seen[0]) or state.stands)
        if seen[0]:
            self._follow(human, natural[0], float(foot[0] + pull[0]), stands)
        state.stands = stands
        cos, sin = np.cos(state.heading), np.sin(state.heading)
        self._corners[:, :2] = state.place + self._sole @ np.array([[cos, sin], [-sin, cos]])
        return self._corners, self._weights(heel, toe)

    def _follow(self, human: HumanMotion, natural: np.ndarray, heading: float, stands: bool) -> None:
        state = self._state
        ankle, known = human.landmark(f"ankle_{self._side}")
        here = ankle[0, :2] if known[0] else None
        if not stands:
            state.frames = 0
            state.place, state.heading, state.ankle = natural, heading, here
            return
        if not state.stands:
            state.frames, state.place, state.heading = 0, natural, heading
            state.crept, state.followed, state.ankle = np.zeros(2), np.zeros(2), here
        state.frames += 1
        off = (heading - state.heading + np.pi) % (2.0 * np.pi) - np.pi
        if state.frames <= SETTLING * self._fps:
            state.place = state.place + (natural - state.place) / state.frames
            state.heading += off / state.frames
        else:
            state.heading += off * max(0.0, 1.0 - TURN / max(abs(off), 1e-9))
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
        if distance > CREEP:
            step = away * (1.0 - CREEP / distance)
            state.followed, state.place = state.followed + step, state.place + step

    def _weights(self, heel: bool, toe: bool) -> np.ndarray:
        state, options = self._state, self._options
        if state.stands:
            partial = options.partial_stance * np.array([heel, heel, toe, toe], dtype=float)
            self._firm = np.ones(4) if heel and toe else partial
        change = 1.0 if state.stands else -1.0
        for name, time in (("level", options.place_time), ("height_level", options.height_time)):
            step = change / max(1.0, round(time * self._fps) + 1.0)
            setattr(state, name, min(max(getattr(state, name) + step, 0.0), 1.0))
        over, up = (0.5 - 0.5 * np.cos(np.pi * level) for level in (state.level, state.height_level))
        return options.stance * self._firm[:, None] * np.array([over, over, up])
