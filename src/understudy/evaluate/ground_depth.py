"""How deep the shapes of a robot reach into the ground: under the floor, and into steps and ramps on it.

Two convex bodies are apart where some direction separates them, and sunk into each other by the least that
they overlap in any direction. For a patch these are the normals of its faces, and in between, where a shape
leans over an edge, a fan of directions from one face to the next. What is found is never too shallow.
"""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.evaluate.poses import Poses
from understudy.evaluate.shapes import depths_behind, depths_under_floor
from understudy.motion.terrain import Patch, Terrain

FAN = np.radians(np.arange(3.0, 90.0, 3.0))
"""Angles [rad] from a patch's top towards its sides; a bone of 20 cm seems deeper by 3 mm at most."""


def depths_in_ground(model: mujoco.MjModel, poses: Poses, geoms: np.ndarray, ground: Terrain) -> np.ndarray:
    """Return how deep (T, G) [m] each geom reaches into the ground, and 0 where it does not."""
    depths = depths_under_floor(model, poses, geoms)
    for patch in ground.patches:
        depths = np.maximum(depths, _depths_in(model, poses, geoms, patch))
    return depths


def _depths_in(model: mujoco.MjModel, poses: Poses, geoms: np.ndarray, patch: Patch) -> np.ndarray:
    """Return how deep (T, G) [m] each geom reaches into a patch."""
    depths = np.full((poses.frame_count, len(geoms)), np.inf)
    frames, columns = np.arange(poses.frame_count), np.arange(len(geoms))
    for plane in (*patch.planes(), *edge_planes(patch)):
        near = Poses(poses.positions[frames], poses.orientations[frames])
        within = np.ix_(frames, columns)
        depths[within] = np.minimum(depths[within], depths_behind(model, near, geoms[columns], plane))
        # Most shapes are clear of a patch in most frames, and need no look from other directions.
        touching = depths[within] > 0.0
        depths[within] = np.where(touching, depths[within], 0.0)
        frames, columns = frames[touching.any(axis=1)], columns[touching.any(axis=0)]
        if not len(frames):
            break
    depths[np.isinf(depths)] = 0.0
    return depths


def edge_planes(patch: Patch) -> np.ndarray:
    """Return planes (4 F, 4), normals and offsets, that touch a patch at the edges of its top alone."""
    top, *sides = patch.planes()
    planes = []
    for side in sides:
        # A point on both faces: from the middle of the top to the edge.
        out = side[:3] - (side[:3] @ top[:3]) * top[:3]
        edge = patch.centre + out * ((side[3] - side[:3] @ patch.centre) / (side[:3] @ out))
        across = out / np.linalg.norm(out)
        opening = np.arccos(np.clip(top[:3] @ side[:3], -1.0, 1.0))
        for angle in FAN * (opening / (0.5 * np.pi)):
            normal = np.cos(angle) * top[:3] + np.sin(angle) * across
            planes.append(np.append(normal, normal @ edge))
    return np.array(planes)
