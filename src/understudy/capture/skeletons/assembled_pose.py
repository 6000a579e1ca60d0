"""A T-pose put together from the motion, for skeletons whose own rest pose does not stand.

Some programs lay all bones along one axis of their joints, so that the skeleton without rotations is a heap
of bones (LAFAN1, Bandai Namco). How the joints' frames lie in a standing body then shows in the motion: where
up, forward and the bone itself are on average, seen from the joint, and about which axis an elbow bends. Such
skeletons are built with every frame along the axes of a standing body, so that an average near that is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from understudy.capture.naming.topology.tree import PointTree
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.posture import AXES, is_t_pose
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.frame_directions import (
    Directions,
    body_directions,
    frame_of,
    mean_rotation,
    nearest_axis,
    nearest_square_turn,
)
from understudy.capture.skeletons.poses import Poses
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

_Target = tuple[np.ndarray, np.ndarray]
"""A vector (3,) seen from a joint, and where it is to point."""

_SNAP = np.deg2rad(20.0)
"""An average this near to a square position means that one."""

_SNAP_TWIST = np.deg2rad(40.0)
"""The same of limbs, whose bones are met already and which only twist: forearms are seldom held straight."""

_LEAST_BEND = 0.4
"""Sine of the mean bend of an elbow that shows its axis; one that is nearly straight bends any way."""

_LOW = 10.0
"""Percentile of the heights of ankle and toe, which are those of a flat foot."""


def assemble_t_pose(raw: RawCapture, up: str) -> Poses | None:
    """Return a T-pose (T = 1) in the file's unit and axes, None where the motion does not tell.

    Args:
        raw: A capture that knows its landmarks.
        up: The file's axis that points up.
    """
    if raw.poses is None or not raw.parents:
        return None
    directions = body_directions(raw.tracks, up)
    if directions is None:
        return None
    points = {name: raw.names.index(found[0]) for name, found in raw.landmark_points.items()}
    pose = _Assembly(raw.poses, PointTree.of(raw), points, directions).pose()
    tracks = landmark_tracks(raw.names, pose.points, raw.landmark_points)
    return pose if is_t_pose({name: track[0] for name, track in tracks.items()}, AXES[up]) else None


@dataclass(frozen=True, eq=False)
class _Assembly:
    """What the pose is put together from.

    Attributes:
        poses: The skeleton's motion.
        tree: Its tree.
        points: Landmark → point.
        directions: Of the body, in frames in which it is upright.
    """

    poses: Poses
    tree: PointTree
    points: Mapping[str, int]
    directions: Directions

    def pose(self) -> Poses:
        """Return all points and rotations, one after the other down the tree."""
        known = self._trunk()
        for side in SIDES:
            known |= self._leg(side)
            known |= self._arm(side)
        offsets, bends = self._mean_joints()
        above = set(self.tree.ancestors(self.points["mid_hip"]))
        places, turns = np.zeros((1, len(offsets), 3)), np.tile(rot.IDENTITY, (1, len(offsets), 1))
        for point, parent in enumerate(self.tree.parents):
            if parent >= 0:
                places[0, point] = places[0, parent] + rot.rotate(turns[0, parent], offsets[point])
            if point in known:
                turns[0, point] = known[point]
            elif point not in above:
                turns[0, point] = rot.multiply(turns[0, parent], bends[point])
        return Poses(places, turns)

    def _mean_joints(self) -> tuple[np.ndarray, np.ndarray]:
        """Return where all points are seen from their parents (K, 3), and how they are turned (K, 4)."""
        parents = np.maximum(self.tree.parents, 0)
        points, turns = (array[self.directions.frames] for array in (self.poses.points, self.poses.rotations))
        back = rot.conjugate(turns[:, parents])
        offsets = rot.rotate(back, points - points[:, parents]).mean(axis=0)
        return offsets, mean_rotation(rot.multiply(back, turns))

    def _trunk(self) -> dict[int, np.ndarray]:
        """Return the turns of all joints from the pelvis to the head, and of the collar bones."""
        ends = [
            self.points[name] for name in ("chest", "head", "clavicle_l", "clavicle_r") if name in self.points
        ]
        pelvis = self.points["mid_hip"]
        joints = {pelvis, *(point for end in ends for point in self.tree.way_down(pelvis, end))}
        return {joint: self._by_averages(joint) for joint in joints}

    def _leg(self, side: str) -> dict[int, np.ndarray]:
        """Return the turns of a straight leg, and of its foot."""
        turns: dict[int, np.ndarray] = {}
        for start, end in pairwise(f"{name}_{side}" for name in ("hip", "knee", "ankle")):
            turns |= self._segment(start, end, -self.directions.reference_up, self._facing)
        ankle = self.points[f"ankle_{side}"]
        turns[ankle] = self._foot(ankle, side) if f"toe_{side}" in self.points else self._by_averages(ankle)
        return turns

    def _foot(self, ankle: int, side: str) -> np.ndarray:
        """Return the turn of a flat foot: its own left points left, its length as it does in stance."""
        toe = self.points[f"toe_{side}"]
        ankles, toes = (self.poses.points[:, point] for point in (ankle, toe))
        up, forward = self.directions.reference_up, self.directions.reference_forward
        # A lifted heel takes the ankle up, a swung foot both ends: a flat foot is low at both.
        drop = np.subtract(*(np.percentile(points @ up, _LOW) for points in (ankles, toes)))
        length = np.median(np.linalg.norm(toes - ankles, axis=1))
        slope = float(np.arcsin(np.clip(drop / length, -1.0, 1.0)))
        left = nearest_axis(self._average(ankle, self.directions.left), _SNAP)
        bone = self._average(ankle, self._way(ankle, toe))
        along = np.cos(slope) * forward - np.sin(slope) * up
        return frame_of((left, self.directions.reference_left), (bone, along))

    def _arm(self, side: str) -> dict[int, np.ndarray]:
        """Return the turns of a stretched arm whose elbow would bend forward, and of its hand."""
        outwards = self.directions.reference_left * (1.0 if side == "l" else -1.0)
        names = [f"{name}_{side}" for name in ("shoulder", "elbow", "wrist")]
        shoulder, elbow, wrist = (self.points[name] for name in names)
        upper, lower = rot.normalise(self._way(shoulder, elbow)), rot.normalise(self._way(elbow, wrist))
        axis, axis_of_t_pose = np.cross(upper, lower), np.cross(outwards, self.directions.reference_forward)

        def bending(joint: int) -> _Target:
            seen_axis = self._average(joint, axis)
            is_bent = np.linalg.norm(seen_axis) >= _LEAST_BEND
            return (seen_axis, axis_of_t_pose) if is_bent else self._facing(joint)

        turns: dict[int, np.ndarray] = {}
        for start, end in pairwise(names):
            turns |= self._segment(start, end, outwards, bending)
        above, frames = self.tree.parents[wrist], self.directions.frames
        before, after = (self.poses.rotations[frames, joint] for joint in (above, wrist))
        bend = mean_rotation(rot.multiply(rot.conjugate(before), after))
        turns[wrist] = rot.multiply(turns[above], nearest_square_turn(bend, _SNAP_TWIST))
        return turns

    def _segment(
        self, start: str, end: str, towards: np.ndarray, second: Callable[[int], _Target]
    ) -> dict[int, np.ndarray]:
        """Return the turns of a segment's joints, of which there are several where some only twist.

        Its bone points towards a vector (3,), and the second target of each joint is met as nearly as it can.
        """
        first, last = self.points[start], self.points[end]
        turns: dict[int, np.ndarray] = {}
        for joint in [first, *self.tree.way_down(first, last)[:-1]]:
            bone = self._average(joint, self._way(joint, last))
            turns[joint] = nearest_square_turn(frame_of((bone, towards), second(joint)), _SNAP_TWIST)
        return turns

    def _by_averages(self, joint: int) -> np.ndarray:
        """Return the turn in which the joint's average up is up and its average forward is forward."""
        up = self.directions.reference_up
        seen_up = self._average(joint, np.broadcast_to(up, self.directions.forward.shape))
        return nearest_square_turn(frame_of((seen_up, up), self._facing(joint)), _SNAP)

    def _facing(self, joint: int) -> _Target:
        """Return where forward is on average, seen from a joint, and where it is to be."""
        return self._average(joint, self.directions.forward), self.directions.reference_forward

    def _average(self, joint: int, vectors: np.ndarray) -> np.ndarray:
        """Return (3,) the mean of vectors (N, 3) of all upright frames, seen from a joint."""
        turns = self.poses.rotations[self.directions.frames, joint]
        return rot.rotate(rot.conjugate(turns), vectors).mean(axis=0)

    def _way(self, start: int, end: int) -> np.ndarray:
        """Return (N, 3) from one point to another in the upright frames."""
        points, frames = self.poses.points, self.directions.frames
        return points[frames, end] - points[frames, start]
