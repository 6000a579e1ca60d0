"""A made-up performance with everything about it known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np

from understudy.capture.skeletons.skeleton import Skeleton
from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion import validation as check
from understudy.motion.landmarks import CONTACTS
from understudy.motion.part_contacts import PartContacts, frozen_part_contacts
from understudy.motion.terrain import LEVEL, Terrain
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import ANGLES
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body


@dataclass(frozen=True, eq=False)
class SyntheticMotion:
    """A performance in the world frame (metres, z up, x forward, y left; the floor is z = 0).

    Attributes:
        name: What is performed.
        body: Who performs it.
        root_positions: (T, 3) [m] of the pelvis's centre.
        local_rotations: (T, J, 4) wxyz of all joints relative to their parents, from the T-pose.
        fps: Frames a second [1/s].
        contacts: (T, 4) bool, weight on ``CONTACTS``.
        angles: Anatomical angle → (T,) [rad], the truth from which the rotations were made.
        terrain: What is walked on; none on level ground.
        part_contacts: Part of ``PART_CONTACTS`` → (T,) bool, where it touches the floor; those that never do
            are left out.
    """

    name: str
    body: Body
    root_positions: np.ndarray
    local_rotations: np.ndarray
    fps: float
    contacts: np.ndarray
    angles: Mapping[str, np.ndarray]
    terrain: Terrain = LEVEL
    part_contacts: PartContacts = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        put(self, "root_positions", check.frozen_array(self.root_positions))
        put(self, "local_rotations", check.frozen_array(self.local_rotations))
        put(self, "contacts", check.frozen_array(self.contacts, bool))
        put(self, "angles", MappingProxyType({k: check.frozen_array(v) for k, v in self.angles.items()}))
        frames = len(self.root_positions)
        check.require_fps(self.fps)
        check.require_shape("root_positions", self.root_positions, (frames, 3))
        check.require_shape("local_rotations", self.local_rotations, (frames, self.skeleton.joint_count, 4))
        check.require_shape("contacts", self.contacts, (frames, len(CONTACTS)))
        put(self, "part_contacts", frozen_part_contacts(self.part_contacts, frames))
        check.require_finite("root_positions", self.root_positions)
        check.require_unit_quaternions("local_rotations", self.local_rotations)
        for angle, values in self.angles.items():
            if angle not in ANGLES:
                raise InvalidMotionError(unknown_name("anatomical angle", angle, ANGLES))
            check.require_shape(f"angle '{angle}'", values, (frames,))
            check.require_finite(f"angle '{angle}'", values)

    @property
    def skeleton(self) -> Skeleton:
        """Joints and ends of the performer."""
        return self.body.skeleton

    @property
    def frame_count(self) -> int:
        """T."""
        return len(self.root_positions)

    @cached_property
    def _poses(self) -> tuple[np.ndarray, np.ndarray]:
        return forward_kinematics(self.skeleton, self.root_positions, self.local_rotations)

    @property
    def joint_positions(self) -> np.ndarray:
        """(T, J, 3) [m] all joints in the world."""
        return self._poses[0]

    @property
    def joint_orientations(self) -> np.ndarray:
        """(T, J, 4) wxyz all joints' frames in the world; the T-pose's are unturned."""
        return self._poses[1]

    @property
    def end_positions(self) -> np.ndarray:
        """(T, E, 3) [m] all ends in the world, in the order of ``skeleton.ends``."""
        return np.stack([self._point(joint, offset) for _, joint, offset in self.skeleton.ends], axis=1)

    @property
    def contact_points(self) -> np.ndarray:
        """(T, 4, 3) [m] the soles under ``CONTACTS``: the heels' ends, and under the toe joints."""
        sizes = self.body.sizes
        heel = np.array([-sizes.heel_back, 0.0, -sizes.ankle_height])
        ball = np.array([0.0, 0.0, -sizes.ball_height])
        points = []
        for _, prefix, _ in SIDES:
            points.append(self._point(self.body.index(f"{prefix}Foot"), heel))
            points.append(self._point(self.body.index(f"{prefix}ToeBase"), ball))
        return np.stack(points, axis=1)

    def _point(self, joint: int, offset: np.ndarray) -> np.ndarray:
        positions, orientations = self._poses
        return positions[:, joint] + rot.rotate(orientations[:, joint], offset)
