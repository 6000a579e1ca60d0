"""Where a robot's feet point: as the person's do, as far as the robot's legs can do that.

A robot's ankle has no twist. A foot that turns out of the plane of its bent knee turns that plane with it,
about the line from hip to ankle: thigh and shin then miss their directions by the sine of half the knee's
bend times that angle. People's feet turn some 10° out of the knee's plane. Where that costs a leg little, the
heading is the foot's; where it costs much, as of somebody who sits, it is the knee's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from understudy.motion import HumanMotion
from understudy.retarget.lazy_path import follow_with_play, nearest_where, slow_mean
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
    (thigh, thigh_known), (shin, shin_known) = (
        human.direction(f"{part}_{side}") for part in ("thigh", "shin")
    )
    heading, pull = heading_and_pull(thigh.T, shin.T, foot_ahead(human, side).T)
    return np.unwrap(heading), np.where(thigh_known & shin_known, pull, 0.0)


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
    pull = lever**2 / (lever**2 + HEADING**2) * off
    # What is left of it: thigh and shin together would be off by so much if the foot pointed as the person's.
    lost = np.sqrt(np.maximum(lever, 0.0)) * off
    beyond = np.sign(pull) * np.maximum(np.abs(pull) - UNNOTICED, 0.0)
    left = pull - beyond / (1.0 + (np.abs(lost) / BORNE) ** STEEPNESS)
    least = 1.0 - MOST_BORNE / np.maximum(np.abs(lost), MOST_BORNE)
    return heading, np.where(np.abs(left) < least * np.abs(off), least * off, left)


def bearable_turns(human: HumanMotion, side: str) -> np.ndarray:
    """Return the least and the most (T, 2) [rad] by which a foot may be turned to the left of the person's.

    In between thigh and shin together miss theirs by no more than they bear. A leg that is not known, or
    straight, bears anything.
    """
    (thigh, thigh_known), (shin, shin_known) = (
        human.direction(f"{part}_{side}") for part in ("thigh", "shin")
    )
    _, off, lever = _knee_turn(thigh.T, shin.T, foot_ahead(human, side).T)
    room = MOST_BORNE / np.maximum(np.sqrt(np.maximum(lever, 0.0)), MOST_BORNE / np.pi)
    off, room = (np.where(thigh_known & shin_known, *pair) for pair in ((off, 0.0), (room, np.pi)))
    return np.stack([off - room, off + room], axis=1)


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
    quick, slow, rest = (max(1, round(time * fps)) for time in (SLOW_TURN, SLOW_PULL, REST))
    heading = slow_mean(foot[:, None], seen, quick) + slow_mean(pull[:, None], seen, slow)
    middle = heading[judged].mean(axis=0)
    lazy = middle + follow_with_play(heading - middle, TURN)
    # Play leaves a foot aside for as long as it stands, so it comes to rest too slowly to be seen turning.
    lazy = (lazy + slow_mean(heading - lazy, seen, rest))[:, 0]
    least, most = (foot[:, None] + bearable).T
    for lack, way in ((least - lazy, 1.0), (lazy - most, -1.0)):
        lazy = lazy + way * _ahead_of(np.where(seen, lack, 0.0), slow)
    return lazy


def _ahead_of(lack: np.ndarray, window: int) -> np.ndarray:
    """Return a slow course (S,) that is 0 or above and nowhere below another one."""
    if not (lack > 0.0).any():
        return np.zeros(len(lack))
    widest = sliding_window_view(np.pad(np.maximum(lack, 0.0), window), 2 * window + 1).max(axis=1)
    return slow_mean(widest[:, None], np.ones(len(lack), dtype=bool), window)[:, 0]


def about_standing_edge(
    headings: np.ndarray, flat: np.ndarray, heel: np.ndarray, toe: np.ndarray, sole: np.ndarray
) -> np.ndarray:
    """Return shifts (S, 2) [m] of the ankle by which a foot on its heel or toe alone turns about that.

    Args:
        headings: (S,) [rad] over a stance.
        flat: (S,) where the foot has the heading to which it turns relatively; in between that is even.
        heel: (S,) whether the heel stands.
        toe: (S,) whether the toe does.
        sole: (4, 2) [m] corners from below the ankle, those of the heel first.
    """
    if (heel & toe).all():
        return np.zeros((len(headings), 2))
    frames = np.arange(len(headings))
    from_heading = np.interp(frames, frames[flat], headings[flat])
    edge = np.where((heel & ~toe)[:, None], sole[:2].mean(axis=0), sole[2:].mean(axis=0))
    edge = np.where((heel & toe)[:, None], 0.0, edge)
    return _turned(from_heading, edge) - _turned(headings, edge)


def _turned(angle: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Return vectors (S, 2) turned by angles (S,) [rad]."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.stack(
        [cos * vector[:, 0] - sin * vector[:, 1], sin * vector[:, 0] + cos * vector[:, 1]], axis=1
    )
