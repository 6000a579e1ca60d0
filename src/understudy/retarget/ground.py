"""The ground under a robot's feet: which patch each stance is on, and where a sole may stand on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.errors import OptionError
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.stretches import stretches
from understudy.motion.terrain import FLOOR, LEVEL, Terrain
from understudy.spatial import rotations as rot
from understudy.spatial.hann_mean import hann_mean

OVERHANG = 0.12
"""Leg lengths by which a person's foot may reach over the edge of what it stands on."""

HIGHER = 0.01
"""A patch that is higher than a sole's ground by this [m] is in the sole's way."""

GAP = 0.005
"""Distance [m] between two soles that stand."""

_OUTLINE = (0, 1, 3, 2)
"""Corners of a sole in the order in which they follow each other: heel left and right, toe right and left."""

_UP = np.array([0.0, 0.0, 1.0])

_EVEN = 0.25
"""Half of the time [s] over which the height of the ground under a person is evened out."""


@dataclass(frozen=True, eq=False)
class RobotGround:
    """The person's ground in the robot's world.

    Attributes:
        terrain: Its patches, those of the person's terrain in the same order.
        factor: The robot's world over the person's: the size of steps, and of the way.
        heights: (T,) [m] of the ground under the person, evened out over time, in the person's world.
        patches: Side → (T,) the patch under the foot while it stands, and FLOOR.
    """

    terrain: Terrain
    factor: float
    heights: np.ndarray
    patches: dict[str, np.ndarray]


def robot_ground(human: HumanMotion, scale: float, is_real: bool = False) -> RobotGround:
    """Return the ground for a robot.

    Args:
        human: The person and the terrain.
        scale: The robot's legs over the person's.
        is_real: Whether steps keep their measures; else they scale with the legs. Level ground has none.
    """
    level = human.terrain.is_level
    factor = 1.0 if is_real and not level else scale
    patches = {side: stance_patches(human, side) for side in SIDES}
    heights = np.zeros(human.frame_count) if level else _heights(human, patches)
    return RobotGround(LEVEL if level else human.terrain.scaled(factor), factor, heights, patches)


def require_level(human: HumanMotion, option: str) -> None:
    """Refuse what is only told on level ground.

    Raises:
        OptionError: For a person on steps or ramps.
    """
    if not human.terrain.is_level:
        raise OptionError(
            f"{option}: the person walks over {len(human.terrain.patches)} steps or ramps, "
            "expected level ground, on which the ZMP is counted"
        )


def stance_patches(human: HumanMotion, side: str) -> np.ndarray:
    """Return (T,) the patch on which a foot stands, by index; FLOOR where it is on the floor or nowhere."""
    found = np.full(human.frame_count, FLOOR)
    if human.terrain.is_level:
        return found
    sole = _sole(human, side)
    near = OVERHANG * human.sizes.get("leg", 0.0)
    for first, stop in stretches(stands(human, side)):
        middle = np.nanmedian(sole[first:stop], axis=0)
        if np.isfinite(middle).all():
            found[first:stop] = human.terrain.footing(middle, near).patch
    return found


def stands(human: HumanMotion, side: str) -> np.ndarray:
    """Return (T,) whether heel or toe of a side carries weight."""
    heel, toe = (human.contact_mask[:, CONTACTS.index(f"{part}_{side}")] for part in ("heel", "toe"))
    return heel | toe


def _sole(human: HumanMotion, side: str) -> np.ndarray:
    """Return (T, 3) [m] a point of the person's sole: under the ball, or under the ankle."""
    for part in ("toe", "ankle"):
        points, known = human.landmark(f"{part}_{side}")
        if known.any():
            down = np.array([0.0, 0.0, human.sizes.get(f"{part}_height", 0.0)])
            return np.where(known[:, None], points - down, np.nan)
    return np.full((human.frame_count, 3), np.nan)


def _heights(human: HumanMotion, patches: dict[str, np.ndarray]) -> np.ndarray:
    """Return (T,) [m] the height of the ground under the feet that stand, even in between."""
    columns = []
    for side, patch in patches.items():
        sole = _sole(human, side)
        surface = np.zeros(human.frame_count)
        for index in set(patch.tolist()) - {FLOOR}:
            here = patch == index
            surface[here] = human.terrain.patches[index].heights(sole[here, :2])
        columns.append(np.where(stands(human, side), surface, np.nan))
    known = np.isfinite(columns).any(axis=0)
    if not known.any():
        return np.zeros(human.frame_count)
    frames = np.arange(human.frame_count)
    mean = np.nansum(columns, axis=0)[known] / np.isfinite(columns).sum(axis=0)[known]
    course = np.interp(frames, frames[known], mean)
    half = max(1, round(_EVEN * human.fps))
    return hann_mean(np.pad(course, half, mode="edge"), half)[half:-half]


def shift_onto(terrain: Terrain, patch: int, outline: np.ndarray) -> np.ndarray:
    """Return the shift (2,) [m] that brings a sole onto its ground and clear of what is higher.

    Args:
        terrain: In the robot's world.
        patch: What the sole stands on, by index, or FLOOR.
        outline: (4, 2) [m] the sole's corners over the floor, in the order of its card.
    """
    shift, ground = np.zeros(2), 0.0
    if patch != FLOOR:
        own = terrain.patches[patch]
        places = (outline - own.centre[:2]) @ own.axes.T
        low, high = places.min(axis=0) + own.half, own.half - places.max(axis=0)
        # What is longer than its step reaches over both edges alike.
        inwards = np.where(
            low + high < 0.0, 0.5 * (high - low), np.maximum(-low, 0.0) - np.maximum(-high, 0.0)
        )
        shift = inwards @ own.axes
        ground = float(own.heights(outline.mean(axis=0) + shift))
    for other in terrain.patches:
        moved = outline + shift
        if float(other.heights(moved.mean(axis=0))) > ground + HIGHER and other.tilt == 0.0:
            shift = shift + _apart(moved, other.corners[:, :2])
    return shift


def in_robot_world(points: np.ndarray, scale: float, ground: RobotGround) -> np.ndarray:
    """Return a person's points (T, 3) [m] in the robot's world.

    The way scales with the ground, heights over the ground with the legs; both alike unless steps keep
    their size.
    """
    if ground.factor == scale:
        return scale * points
    moved = ground.factor * points
    moved[:, 2] = ground.factor * ground.heights + scale * (points[:, 2] - ground.heights)
    return moved


def on_terrain(
    corners: np.ndarray, terrain: Terrain, patches: np.ndarray, stand: np.ndarray, nearest: np.ndarray
) -> np.ndarray:
    """Return soles that lie on their patches.

    Args:
        corners: (T, 4, 3) [m] of a sole on the floor z = 0.
        terrain: In the robot's world.
        patches: (T,) what the sole stands on, in between what it stood on or will.
        stand: (T,) whether it stands.
        nearest: (T,) the frame of a stance that each frame belongs to.
    """
    shifts = np.zeros((len(corners), 2))
    for first, stop in stretches(stand):
        # A stance keeps to one place, whatever its foothold creeps by, so that one shift holds for all of it.
        middle = corners[(first + stop) // 2, :, :2]
        shifts[first:stop] = shift_onto(terrain, int(patches[first]), middle)
    plan = corners[..., :2] + shifts[nearest][:, None]
    middle = plan.mean(axis=1)
    normals = terrain.normals(patches)
    tilt = rot.shortest_arc(np.broadcast_to(_UP, normals.shape), normals)
    flat = np.concatenate([plan - middle[:, None], np.zeros((*plan.shape[:2], 1))], axis=2)
    lying = rot.rotate(tilt[:, None], flat)
    heights = np.zeros(len(corners))
    for index in set(patches.tolist()) - {FLOOR}:
        here = patches == index
        heights[here] = terrain.patches[index].heights(middle[here])
    return lying + np.concatenate([middle, heights[:, None]], axis=1)[:, None]


def _apart(outline: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the shortest shift (2,) [m] by which an outline (4, 2) gets clear of another, 0 where it is.

    Two convex outlines are apart where their shadows along the normal of one of their edges are; the least
    overlap of all is how far the first one has to go that way, at least, to be ``GAP`` away.
    """
    edges = np.concatenate([np.diff(each[[*_OUTLINE, 0]], axis=0) for each in (outline, other)])
    normals = rot.normalise(edges[edges.any(axis=1)][:, ::-1] * [-1.0, 1.0])
    ways = np.concatenate([normals, -normals])
    lack = GAP + (other @ ways.T).max(axis=0) - (outline @ ways.T).min(axis=0)
    least = int(lack.argmin())
    return max(lack[least], 0.0) * ways[least]
