"""Nominal footholds: where soles stand while the person's feet do, chosen with each whole stance in view.

A foothold lies where the robot's own leg reaches when it points as the person's does, on the average of the
stance, and has the heading of the person's foot. The clip solver moves and turns it at a price. A foot that
creeps or turns while it stands takes its foothold along; trembling up to a small play does not. A foot that
is never seen during a stance has no foothold. On steps and ramps it lies on the patch that the person stands
on, as near as the sole fits there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS
from understudy.motion.stretches import stretches
from understudy.retarget.ground import RobotGround, on_terrain
from understudy.retarget.lazy_path import follow_with_play, nearest_where, slow_mean
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.signals.noise_smoother import AROUND
from understudy.spatial import rotations as rot

PLAY, TURN_PLAY = 0.015, 0.035
"""Distance [m] that a standing foot may creep, in the robot's size, and angle [rad] that it may turn, before
its foothold does. The angle is half of what counts as a foot turned wrongly: where a foot pivots and its
foothold does not, the knee above it has to go elsewhere."""

_AHEAD = np.array([1.0, 0.0, 0.0])


@dataclass(frozen=True, eq=False)
class SoleCourse:
    """Where the corners of one sole stand.

    Attributes:
        corners: (T, 4, 3) [m] heel left, heel right, toe left, toe right; between two stances they lie on the
            ground below the foot.
        firmness: (T, 4) 0 to 1, how firmly each stands.
    """

    corners: np.ndarray
    firmness: np.ndarray

    @property
    def stands(self) -> np.ndarray:
        """(T,) whether any corner stands."""
        return self.firmness.max(axis=1) > 0.0


def footholds(
    human: HumanMotion,
    robot: Robot,
    side: str,
    hips: np.ndarray,
    ground: RobotGround,
    partial: float,
) -> SoleCourse:
    """Return where a robot's sole stands over time.

    Args:
        human: The person's motion.
        robot: A robot with that sole.
        side: ``l`` or ``r``.
        hips: (T, 3) [m] where the middle of the robot's hips should be.
        ground: What the robot stands on.
        partial: Firmness, 0 to 1, of a foot that stands on its heel or toe alone.
    """
    heel, toe = (human.contact_mask[:, CONTACTS.index(f"{part}_{side}")] for part in ("heel", "toe"))
    flat, either = heel & toe, heel | toe
    sole = corners_about_ankle(robot, side)[:, :2]
    ankles, seen = natural_ankles(human, robot, side, hips, ground.factor)
    ankles, headings = ankles[nearest_where(seen)], foot_headings(human, side)
    way, way_seen = _way(human, side, heel, toe)
    # About what stands a foot turns, from below the ankle: its middle, or the edge of its heel or toe.
    edges = [sole.mean(axis=0), sole[:2].mean(axis=0), sole[2:].mean(axis=0)]
    pivots = np.select([flat[:, None], heel[:, None]], edges[:2], edges[2])
    window = max(1, round(AROUND * human.fps))
    places, turned, stands = ankles[:, :2].copy(), headings.copy(), np.zeros(human.frame_count, dtype=bool)
    for first, stop in stretches(either):
        own = slice(first, stop)
        rests = seen[own] & flat[own] if (seen[own] & flat[own]).any() else seen[own]
        if not rests.any():
            continue
        stands[own] = True
        path = np.column_stack([ground.factor * way[own], headings[own]])
        known = way_seen[own] if way_seen[own].any() else rests
        path = slow_mean(path, known, window)
        path -= path[rests].mean(axis=0)
        crept = follow_with_play(path[:, :2], PLAY)
        turned[own] = headings[own][rests].mean() + follow_with_play(path[:, 2:], TURN_PLAY)[:, 0]
        about = _turned(pivots[own], turned[own])
        rolled = np.zeros_like(about)
        np.cumsum(_turned(pivots[own][1:], turned[own][:-1]) - about[1:], axis=0, out=rolled[1:])
        middle = ankles[own, :2][rests].mean(axis=0)
        places[own] = middle + crept + rolled - rolled[rests].mean(axis=0)
    corners = np.zeros((human.frame_count, len(sole), 3))
    corners[..., :2] = places[:, None] + _turned(sole[None], turned[:, None])
    if not ground.terrain.is_level:
        nearest = nearest_where(stands)
        corners = on_terrain(corners, ground.terrain, ground.patches[side][nearest], either, nearest)
    firmness = np.where(flat[:, None], 1.0, partial * np.stack([heel, heel, toe, toe], axis=1))
    return SoleCourse(corners, np.where(stands[:, None], firmness, 0.0))


def _turned(points: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Return points (…, 2) turned by angles (…) [rad]."""
    cos, sin, (x, y) = np.cos(angles), np.sin(angles), np.moveaxis(points, -1, 0)
    return np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1)


def foot_headings(human: HumanMotion, side: str) -> np.ndarray:
    """Return headings (T,) [rad] of the person's foot about the vertical, which go on over a whole turn."""
    ahead = foot_ahead(human, side)
    return np.unwrap(np.arctan2(ahead[:, 1], ahead[:, 0]))


def foot_ahead(human: HumanMotion, side: str) -> np.ndarray:
    """Return where (T, 3) the person's foot points: by its frame, else its toes, else as the pelvis faces."""
    if f"foot_{side}" in human.frames:
        return rot.rotate(human.frames[f"foot_{side}"], _AHEAD)
    (toes, toes_known), (left, left_known) = human.direction(f"foot_{side}"), human.direction("hip_line")
    facing = np.stack([left[:, 1], -left[:, 0], np.zeros(len(left))], axis=1)
    return np.where(toes_known[:, None], toes, facing)[nearest_where(toes_known | left_known)]


def _way(human: HumanMotion, side: str, heel: np.ndarray, toe: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the way (T, 2) [m] of what stands of a person's foot, and where (T,) the foot was seen.

    On its heel alone a foot tilts about that: what counts is the sole under the ankle. On its toe alone it
    is the toe. Where neither stands, the way is the ankle's. It goes on only while that is seen.
    """
    (ankle, seen), (toes, toes_seen) = (human.landmark(f"{part}_{side}") for part in ("ankle", "toe"))
    frame, height = human.frames.get(f"foot_{side}"), human.sizes.get("ankle_height", 0.0)
    under = ankle if frame is None else ankle - rot.rotate(frame, np.array([0.0, 0.0, height]))
    is_heel, is_toe = heel & ~toe, toe & ~heel
    steps, known = np.diff(ankle[:, :2], axis=0), seen[1:] & seen[:-1]
    steps = np.where(is_heel[1:, None], np.diff(under[:, :2], axis=0), steps)
    steps = np.where(is_toe[1:, None], np.diff(toes[:, :2], axis=0), steps)
    known = np.where(is_toe[1:], toes_seen[1:] & toes_seen[:-1], known)
    way = np.zeros((human.frame_count, 2))
    np.cumsum(np.where(known[:, None], steps, 0.0), axis=0, out=way[1:])
    return way, seen


def natural_ankles(
    human: HumanMotion, robot: Robot, side: str, hips: np.ndarray, scale: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return where (T, 2) [m] an ankle comes to lie when the robot's leg points as the person's does.

    Where the person's leg is not known, it is where the person's ankle is, scaled. The second array (T,)
    tells where either is known.
    """
    own, own_known = human.landmark(f"ankle_{side}")
    own = scale * np.where(own_known[:, None], own, 0.0)
    place, known = np.array(hips), np.ones(human.frame_count, dtype=bool)
    for segment, share in leg_shares(robot, side).items():
        direction, seen = human.direction(segment)
        place = place + share * direction
        known = known & seen & (share != 0.0)
    return np.where(known[:, None], place, own), known | own_known


@lru_cache(maxsize=64)
def leg_shares(robot: Robot, side: str) -> dict[str, float]:
    """Return the segments from the middle of the hips to an ankle → their lengths [m] on the robot.

    The way along the line of the hips, which points left, is half of it, for the right leg backwards.
    """
    outwards = 0.5 if side == "l" else -0.5
    shares = {"hip_line": outwards, f"thigh_{side}": 1.0, f"shin_{side}": 1.0}
    return {segment: share * robot.segment_length(segment) for segment, share in shares.items()}


@lru_cache(maxsize=64)
def corners_about_ankle(robot: Robot, side: str) -> np.ndarray:
    """Return a sole's corners (4, 2) [m] from below the ankle, x along the foot, as in the home pose.

    Of a robot whose card names no ankle it is the origin of the sole's body.
    """
    data, sole = home_data(robot.model, robot.home), robot.soles[side]
    corners = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
    landmark = robot.landmarks.get(f"ankle_{side}", Attachment(sole.body, np.zeros(3)))
    ankle = point_in_world(data, landmark)
    frame = robot.frames.get(f"foot_{side}")
    ahead = _AHEAD
    if frame is not None:
        ahead = rot.rotate(rot.multiply(np.array(data.xquat[frame.body]), frame.offset), _AHEAD)
    heading = np.arctan2(ahead[1], ahead[0])
    back = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.array(-heading))
    return rot.rotate(back, corners - ankle)
