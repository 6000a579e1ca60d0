"""Motions of the SMPL family of body models: pose and shape parameters, as a file states them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.smpl.joints import KINDS, SmplKind
from understudy.errors import InvalidMotionError
from understudy.motion import validation as check

GENDERS = ("neutral", "female", "male")


@dataclass(frozen=True, eq=False)
class SmplMotion:
    """Pose parameters over time and the shape of the body.

    Attributes:
        kind: The body model.
        poses: (T, J, 3) [rad] rotation vectors of the joints relative to their parents, in the model's own
            axes: x left, y up, z forward. The first is the root's, relative to the file's axes.
        translations: (T, 3) [m] in the file's axes.
        fps: Frames a second [1/s].
        betas: (B,) shape parameters.
        gender: One of ``GENDERS``: which of the kind's body models the shape parameters belong to.
    """

    kind: SmplKind
    poses: np.ndarray
    translations: np.ndarray
    fps: float
    betas: np.ndarray
    gender: str = GENDERS[0]

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        if self.kind not in KINDS:
            raise InvalidMotionError(f"kind is {self.kind}, expected one of the SMPL family")
        if self.gender not in GENDERS:
            raise InvalidMotionError(f"gender is '{self.gender}', expected one of {', '.join(GENDERS)}")
        check.require_fps(self.fps)
        for name in ("poses", "translations", "betas"):
            object.__setattr__(self, name, check.frozen_array(getattr(self, name)))
        frames = len(self.poses)
        check.require_shape("poses", self.poses, (None, len(self.kind.joints), 3))
        check.require_shape("translations", self.translations, (frames, 3))
        check.require_shape("betas", self.betas, (None,))
        if frames == 0:
            raise InvalidMotionError("a motion needs at least one frame")
        for name in ("poses", "translations", "betas"):
            check.require_finite(name, getattr(self, name))
