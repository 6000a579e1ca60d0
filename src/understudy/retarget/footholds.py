"""Footholds: where soles stand while the person's feet do, chosen with each whole stance in view.

A foothold lies where the robot's own legs reach when they point as the person's do, on the average of the
stance, and turns its toes as the person does. A foot that turns or creeps while it stands takes its foothold
along; trembling up to a small play does not. A foot that is never seen during a stance has no foothold. On
steps and ramps it lies on the patch that the person stands on, as near as the sole fits there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS
from understudy.motion.stretches import stretches
from understudy.retarget.foot_headings import TURN, foot_turns, heading_windows
from understudy.retarget.ground import RobotGround, on_terrain
from understudy.retarget.lazy_path import nearest_where
from understudy.retarget.stance_courses import stance_buffers, write_corners, write_stances, write_way
from understudy.retarget.swings import swings
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

CREEP = 0.015
"""Distance [m] that a standing foot may wander, in the robot's size, before its foothold follows."""

SLOW = 0.25
"""Half of the time [s] over which a standing foot's place is averaged."""

_AHEAD = np.array([1.0, 0.0, 0.0])


@dataclass(frozen=True, eq=False)
class Footholds:
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
) -> Footholds:
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
    flat = heel & toe
    places, headings = np.zeros((human.frame_count, 2)), np.zeros(human.frame_count)
    sole = np.ascontiguousarray(corners_about_ankle(robot, side)[:, :2])
    ankles, seen = natural_ankles(human, robot, side, hips, ground.factor)
    ankles = ankles[nearest_where(seen)]
    natural = np.ascontiguousarray(ankles[:, :2])
    foot, pull, bearable = foot_turns(human, side)
    crept, ankle_seen = _crept(human, side, heel, toe)
    stands = np.zeros(human.frame_count, dtype=bool)
    write_stances(
        np.array(stretches(heel | toe), dtype=np.int64).reshape(-1, 2),
        np.stack([heel, toe, seen, ankle_seen, flat]),
        np.stack([foot, pull, *bearable.T]),
        natural,
        ground.factor * crept,
        np.stack([sole[:2].mean(axis=0), sole[2:].mean(axis=0)]),
        heading_windows(human.fps, SLOW),
        TURN,
        CREEP,
        *stance_buffers(human.frame_count),
        headings,
        places,
        stands,
    )
    between, turned = swings(stands), foot + pull
    away, aside = between.led_over(places - natural), between.led_over(headings - turned)
    corners = np.empty((human.frame_count, 4, 3))
    write_corners(sole, turned + aside, natural + away, corners)
    if not ground.terrain.is_level:
        nearest = nearest_where(stands)
        corners = on_terrain(corners, ground.terrain, ground.patches[side][nearest], heel | toe, nearest)
    firmness = np.where(flat[:, None], 1.0, partial * np.stack([heel, heel, toe, toe], axis=1))
    firmness = np.where(stands[:, None], firmness, 0.0)
    return Footholds(corners, firmness)


def _crept(human: HumanMotion, side: str, heel: np.ndarray, toe: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the way (T, 2) [m] of what stands of a person's foot, and where (T,) the foot was seen.

    On its heel alone a foot tilts about that: what counts is the sole under the ankle. On its toe alone it
    is the toe. Where neither stands, the way is the ankle's.
    """
    (ankle, seen), (toes, toes_seen) = (human.landmark(f"{part}_{side}") for part in ("ankle", "toe"))
    frame, height = human.frames.get(f"foot_{side}"), human.sizes.get("ankle_height", 0.0)
    under = ankle if frame is None else ankle - rot.rotate(frame, np.array([0.0, 0.0, height]))
    way = np.empty((human.frame_count, 2))
    paths = np.stack([ankle[:, :2], under[:, :2], toes[:, :2]])
    write_way(paths, *(np.ascontiguousarray(row) for row in (seen, toes_seen, heel, toe)), way)
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


def eased(firmness: np.ndarray, frames: int) -> np.ndarray:
    """Return firmness (T, ...) that rises so many frames before a foot lands and falls after it leaves."""
    out = np.array(firmness)
    for ahead in range(1, min(frames + 1, len(firmness))):
        share = 0.5 + 0.5 * np.cos(np.pi * ahead / (frames + 1))
        out[:-ahead] = np.maximum(out[:-ahead], share * firmness[ahead:])
        out[ahead:] = np.maximum(out[ahead:], share * firmness[:-ahead])
    return out


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
