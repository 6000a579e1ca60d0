"""The source: a person drawn as a jointed figure from canonical landmarks, left and right in two colours."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.view.body_parts import MIDDLE_COLOUR, SIDE_COLOURS, BodyPart, Bone
from understudy.view.head import head_parts
from understudy.view.torso import torso_parts

_MIDLINE = ("mid_hip", "spine", "chest", "neck", "head")
_TRUNK: tuple[tuple[tuple[str, ...], float], ...] = (
    (("mid_hip", "spine", "chest", "neck"), 0.050),
    (("neck", "head"), 0.032),
)
_LIMBS: tuple[tuple[tuple[str, ...], float], ...] = (
    (("neck", "clavicle", "shoulder"), 0.030),
    (("shoulder", "elbow"), 0.026),
    (("elbow", "wrist"), 0.022),
    (("wrist", "knuckle", "fingertip"), 0.017),
    (("wrist", "thumb_tip"), 0.010),
    (("mid_hip", "hip"), 0.042),
    (("hip", "knee"), 0.037),
    (("knee", "ankle"), 0.029),
    (("ankle", "toe", "toe_tip"), 0.021),
    (("ankle", "heel"), 0.021),
    (("heel", "toe"), 0.021),
)
"""Chains of landmarks and the radius of their bones relative to body height.

Inside a chain a landmark that the capture does not cover is passed over; an elbow or a knee never is.
"""

_STAND_INS = {"mid_hip": "mid_hips", "neck": "mid_shoulders"}
"""What takes the place of a landmark that the capture does not cover."""

_SHORTEST_BONE = 1e-3
"""Landmarks nearer to each other than this [m] make one point, not a bone."""


class Skeleton:
    """A person's motion ready to be drawn frame by frame.

    Attributes:
        parts: What the person is made of.
    """

    def __init__(self, human: HumanMotion, height: float) -> None:
        """Find the parts that the capture covers.

        Args:
            human: The motion.
            height: Body height [m], to which the thickness of the parts is scaled.
        """
        self._human = human
        self._height = height
        self.parts: list[BodyPart] = [*torso_parts(human, height), *head_parts(human, height)]
        for side, chains in (("", _TRUNK), *((side, _LIMBS) for side in SIDES)):
            for chain, radius in chains:
                self.parts += self._bones(chain, radius, side)

    def draw(self, scene: mujoco.MjvScene, frame: int) -> None:
        """Add the person at a frame; what is not valid there is left out."""
        for part in self.parts:
            part.draw(scene, frame)

    def _bones(self, chain: tuple[str, ...], radius: float, side: str) -> list[Bone]:
        """Return the bones between neighbours in a chain among the landmarks that are ever known."""
        colour = MIDDLE_COLOUR if chain[0] in _MIDLINE else SIDE_COLOURS[side]
        tracks = [self._track(name if name in _MIDLINE else f"{name}_{side}") for name in chain]
        tracks = [(points_w, valid) for points_w, valid in tracks if valid.any()]
        bones: list[Bone] = []
        for (start_w, start_valid), (end_w, end_valid) in zip(tracks[:-1], tracks[1:], strict=True):
            length = np.linalg.norm(end_w - start_w, axis=1)
            known = start_valid & end_valid & (np.nan_to_num(length) > _SHORTEST_BONE)
            bones.append(Bone(start_w, end_w, known, radius * self._height, colour))
        return bones

    def _track(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        points_w, valid = self._human.landmark(name)
        if name in _STAND_INS and not valid.any():
            return self._human.landmark(_STAND_INS[name])
        return points_w, valid
