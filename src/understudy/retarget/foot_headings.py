"""Where a robot's feet point: as the person's do, as far as the robot's legs can do that.

A robot's ankle has no twist. A foot that turns out of the plane of its bent knee turns that plane with it,
about the line from hip to ankle: thigh and shin then miss their directions by the sine of half the knee's
bend times that angle. People's feet turn some 10° out of the knee's plane. Where that costs a leg little, the
heading is the foot's; where it costs much, as of somebody who sits, it is the knee's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.motion import HumanMotion
from understudy.retarget.lazy_path import nearest_where
from understudy.retarget.stance_courses import stance_buffers, write_headings
from understudy.spatial import rotations as rot

HEADING = 0.15
"""Squared errors of thigh and shin together, as a share of the heading's, at which it gives way by half: at a
knee bent by 32°."""

UNNOTICED = np.radians(2.0)
"""Angle [rad] that a knee turns its foot by in any case."""

BORNE, STEEPNESS = np.radians(14.5), 16
"""Error [rad] of thigh and shin together of which half is borne rather than that the knee turns its foot
farther, and the power by which a smaller one is borne and a greater one is not: a heading that cannot be had
is not worth a leg."""

MOST_BORNE = np.radians(11.2)
"""Error [rad] of thigh and shin together beyond which the foot gives way to its knee in any case."""

SIDEWAYS = 0.5
"""Cosine of the angle between a foot and its knee's plane below which the knee counts less, down to not at
all at a right angle: from 60° on."""

TURN = np.radians(3.0)
"""Angle [rad] that a standing foot may turn before the robot's follows."""

SLOW_TURN, SLOW_PULL, REST = 0.1, 0.25, 1.0
"""Half of the times [s] over which a standing foot's heading, the pull of its knee, and what play leaves of a
turn are averaged."""

_AHEAD = np.array([1.0, 0.0, 0.0])

_STRAIGHT = 1e-12
"""Squared sine of the bend of a knee that has no plane."""


def foot_headings(human: HumanMotion, side: str) -> tuple[np.ndarray, np.ndarray]:
    """Return headings (T,) [rad] of the person's foot about the vertical, and the pull (T,) of its knee.

    The sum of both is where a robot's foot should point. A foot without a frame points as its toes
    do; where these are unknown, too, as the pelvis faces. Headings go on over a whole turn.
    """
    return foot_turns(human, side)[:2]


def foot_turns(human: HumanMotion, side: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what :func:`foot_headings` and :func:`bearable_turns` do, by one look at the knee."""
    (thigh, thigh_known), (shin, shin_known) = (
        human.direction(f"{part}_{side}") for part in ("thigh", "shin")
    )
    heading, off, lever = _knee_turn(thigh.T, shin.T, foot_ahead(human, side).T)
    room = MOST_BORNE / np.maximum(np.sqrt(np.maximum(lever, 0.0)), MOST_BORNE / np.pi)
    known = thigh_known & shin_known
    pull, off, room = (
        np.where(known, *pair) for pair in ((_pull(off, lever), 0.0), (off, 0.0), (room, np.pi))
    )
    return np.unwrap(heading), pull, np.stack([off - room, off + room], axis=1)


def heading_and_pull(thigh: Sequence, shin: Sequence, ahead: Sequence) -> tuple:
    """Return the heading of a foot about the vertical [rad], within half a turn, and the pull of its knee.

    All are x, y and z, each of them a number or an array (T,): of a single frame, as live, numbers are
    quicker by far.

    Args:
        thigh: Unit vector.
        shin: Unit vector.
        ahead: Where the foot points.
    """
    heading, off, lever = _knee_turn(thigh, shin, ahead)
    return heading, _pull(off, lever)


def _pull(off: float | np.ndarray, lever: float | np.ndarray) -> np.ndarray:
    """Return the pull [rad] of a knee turned from its foot by ``off`` [rad]; see :func:`_knee_turn`."""
    pull = lever**2 / (lever**2 + HEADING**2) * off
    # What is left of it: thigh and shin together would be off by so much if the foot pointed as the person's.
    lost = np.sqrt(np.maximum(lever, 0.0)) * off
    beyond = np.sign(pull) * np.maximum(np.abs(pull) - UNNOTICED, 0.0)
    left = pull - beyond / (1.0 + (np.abs(lost) / BORNE) ** STEEPNESS)
    least = 1.0 - MOST_BORNE / np.maximum(np.abs(lost), MOST_BORNE)
    return np.where(np.abs(left) < least * np.abs(off), least * off, left)


def bearable_turns(human: HumanMotion, side: str) -> np.ndarray:
    """Return the least and the most (T, 2) [rad] by which a foot may be turned to the left of the person's.

    In between thigh and shin together miss theirs by no more than they bear. A leg that is not known, or
    straight, bears anything.
    """
    return foot_turns(human, side)[2]


def _knee_plane(thigh: Sequence, shin: Sequence) -> tuple:
    """Return where [rad] the plane of a knee points over the floor, and what turning that costs a leg.

    The latter is the squared error of thigh and shin together, for a turn by 1 rad.
    """
    x = thigh[1] * shin[2] - thigh[2] * shin[1]
    y = thigh[2] * shin[0] - thigh[0] * shin[2]
    z = thigh[0] * shin[1] - thigh[1] * shin[0]
    # A plane that lies on the floor, as that of somebody lying on the side, points nowhere over it.
    upright = (x * x + y * y) / np.maximum(x * x + y * y + z * z, _STRAIGHT)
    # Twice the squared sine of half the bend, of thigh and shin.
    lever = upright * (1.0 - (thigh[0] * shin[0] + thigh[1] * shin[1] + thigh[2] * shin[2]))
    return np.arctan2(-x, y), lever


def _knee_turn(thigh: Sequence, shin: Sequence, ahead: Sequence) -> tuple:
    """Return the heading [rad] of a foot, by how much [rad] its knee is turned from it, and what that costs.

    A knee that is bent backwards by a degree has the same plane, which points the other way. One that seems
    to be bent sideways was badly seen, and turns no foot.
    """
    knee, lever = _knee_plane(thigh, shin)
    heading = np.arctan2(ahead[1], ahead[0])
    off = (knee - heading + 0.5 * np.pi) % np.pi - 0.5 * np.pi
    return heading, off, lever * np.minimum(np.cos(off) / SIDEWAYS, 1.0)


def foot_ahead(human: HumanMotion, side: str) -> np.ndarray:
    """Return where (T, 3) the person's foot points, by what tells it best."""
    if f"foot_{side}" in human.frames:
        return rot.rotate(human.frames[f"foot_{side}"], _AHEAD)
    (toes, toes_known), (left, left_known) = human.direction(f"foot_{side}"), human.direction("hip_line")
    facing = np.stack([left[:, 1], -left[:, 0], np.zeros(len(left))], axis=1)
    known = toes_known | left_known
    return np.where(toes_known[:, None], toes, facing)[nearest_where(known)]


def standing_headings(
    foot: np.ndarray,
    pull: np.ndarray,
    bearable: np.ndarray,
    seen: np.ndarray,
    judged: np.ndarray,
    fps: float,
) -> np.ndarray:
    """Return where (S,) [rad] a robot's foot points over a stance: as the person's, without trembling.

    Args:
        foot: (S,) [rad] headings of the person's foot.
        pull: (S,) [rad] what the knee adds, which is followed more slowly: by that nobody's foot turns.
        bearable: (S, 2) [rad] the least and the most that may be added to the person's, see
            :func:`bearable_turns`.
        seen: (S,) where they are known, at least once.
        judged: (S,) frames whose mean is the foot's place of rest.
        fps: Frames a second [1/s].
    """
    known = np.stack([np.ones(len(foot), dtype=bool), *(seen,) * 2, seen, judged])
    angles, headings = np.stack([foot, pull, *bearable.T]), np.empty(len(foot))
    windows = heading_windows(fps)
    write_headings(known, angles, 0, len(foot), windows, TURN, *stance_buffers(len(foot)), headings)
    return headings


def heading_windows(fps: float, creeping: float = 0.0) -> np.ndarray:
    """Return half of the times, in frames, over which stances are averaged; see ``stance_courses``.

    Args:
        fps: Frames a second [1/s].
        creeping: Half of the time [s] over which a standing foot's place is.
    """
    return np.array([max(1, round(time * fps)) for time in (SLOW_TURN, SLOW_PULL, REST, creeping)])
