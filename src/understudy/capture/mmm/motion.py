"""MMM motions: joint angles of the Master Motor Map's reference model over time, as a file states them.

A ``Recording`` holds where the joints are; the angles themselves are kept here, for whoever wants them and
for writing the file back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check

VERSIONS = ("1.0", "2.0")
"""The older data format with ``MotionFrames``, and the newer one with ``Sensors``."""


@dataclass(frozen=True, eq=False)
class MmmMotion:
    """One ``Motion`` of an MMM file: a person's, or a thing's, which has no joints.

    Coordinates are the file's own: z up, and the model faces +y when nothing is turned.

    Attributes:
        name: What the file calls it.
        times: (T,) [s].
        root_positions: (T, 3) [m] the point between the hip joints.
        root_rotations: (T, 3) [rad] roll, pitch and yaw: R = Rz(yaw) Ry(pitch) Rx(roll).
        joints: J joint names in the file's order, such as ``LSx_joint``.
        joint_positions: (T, J) [rad].
        joint_velocities: (T, J) [rad/s], None where the file has none.
        joint_accelerations: (T, J) [rad/s²], None where the file has none.
        model: The model's file, as the motion names it.
        processor: What scales the model, ``Winter`` as a rule.
        height: Body height [m] that it is scaled to, None where the file does not say.
        mass: Body mass [kg], None where the file does not say.
        attributes: Further attributes of the motion, such as ``type``.
        custom: Further tags of the motion as XML, each with all that is inside.
        processor_custom: Further tags of the model's processor as XML.
        frame_custom: Further tags of every frame as XML, one tuple a frame; empty where no frame has any.
    """

    name: str
    times: np.ndarray
    root_positions: np.ndarray
    root_rotations: np.ndarray
    joints: tuple[str, ...] = ()
    joint_positions: np.ndarray | None = None
    joint_velocities: np.ndarray | None = None
    joint_accelerations: np.ndarray | None = None
    model: str = ""
    processor: str = ""
    height: float | None = None
    mass: float | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)
    custom: tuple[str, ...] = ()
    processor_custom: tuple[str, ...] = ()
    frame_custom: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        put(self, "joints", tuple(self.joints))
        put(self, "times", check.frozen_array(self.times))
        put(self, "attributes", MappingProxyType(dict(self.attributes)))
        put(self, "custom", tuple(self.custom))
        put(self, "processor_custom", tuple(self.processor_custom))
        put(self, "frame_custom", tuple(tuple(tags) for tags in self.frame_custom))
        check.require_unique("joints", self.joints)
        check.require_shape("times", self.times, (None,))
        frames, joints = len(self.times), len(self.joints)
        if frames == 0:
            raise InvalidMotionError("an MMM motion needs at least one frame")
        check.require_finite("times", self.times)
        check.require_increasing("times", self.times)
        if self.joint_positions is None:
            put(self, "joint_positions", np.zeros((frames, joints)))
        self._freeze("root_positions", (frames, 3))
        self._freeze("root_rotations", (frames, 3))
        for name in ("joint_positions", "joint_velocities", "joint_accelerations"):
            self._freeze(name, (frames, joints))
        if len(self.frame_custom) not in (0, frames):
            raise InvalidMotionError(f"frame_custom has {len(self.frame_custom)} entries for {frames} frames")
        for name in ("height", "mass"):
            value = getattr(self, name)
            if value is not None and not (np.isfinite(value) and value > 0.0):
                raise InvalidMotionError(f"{name} is {value}, expected a number over 0")

    def _freeze(self, name: str, shape: tuple[int, int]) -> None:
        if getattr(self, name) is not None:
            array = check.frozen_array(getattr(self, name))
            object.__setattr__(self, name, array)
            check.require_shape(name, array, shape)
            check.require_finite(name, array)

    @property
    def frame_count(self) -> int:
        """T."""
        return len(self.times)

    def angle(self, joint: str) -> np.ndarray:
        """Return (T,) [rad] of a joint; 0 where the motion does not name it, as the model then rests."""
        assert self.joint_positions is not None
        if joint not in self.joints:
            return np.zeros(self.frame_count)
        return self.joint_positions[:, self.joints.index(joint)]


@dataclass(frozen=True)
class MmmDocument:
    """An MMM file.

    Attributes:
        motions: All its motions, persons and things, in the file's order.
        version: One of ``VERSIONS``.
        custom: Further tags beside the motions as XML.
    """

    motions: tuple[MmmMotion, ...]
    version: str = VERSIONS[0]
    custom: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the version."""
        object.__setattr__(self, "motions", tuple(self.motions))
        object.__setattr__(self, "custom", tuple(self.custom))
        if self.version not in VERSIONS:
            raise InvalidMotionError(f"version is '{self.version}', expected one of {', '.join(VERSIONS)}")
