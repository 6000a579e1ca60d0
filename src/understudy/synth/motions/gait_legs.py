"""The legs of a walk whose feet neither slip nor sink.

Normal joint angles alone would leave a standing foot sliding by centimetres. So feet roll exactly over
their footprints; in between they swing as normal angles have it, bent smoothly to meet the footprints;
and the angles of the legs follow from pelvis and feet in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.anthropometry.sizes import Sizes
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import ball_joint_angles, turns_of
from understudy.synth.body.limb import reach
from understudy.synth.curves import fade_out, minimum_jerk
from understudy.synth.motions import gait_norms as norms
from understudy.synth.motions.foot_roll import ankle_over_footprint, toe_pitch
from understudy.synth.motions.gait_pelvis import (
    TOE_OUT,
    foot_yaw,
    half_step_width,
    hip_from_pelvis,
    pelvis_angles,
    pelvis_orientation,
    pelvis_position,
)

_KNEE_SHARE = 0.6
"""Share of the feet's yaw that the knees already have."""

_TOE_STRAIGHTENING = 0.25
"""Share of a stride in which the toes straighten after they have left the floor."""

_LIFTED = np.radians(1.0)
"""Pitch beyond which a heel or ball counts as off the floor; 3 mm for an adult's heel."""

_LIFT_FADE = 0.15
_LANDING_FADE = 0.12
"""Shares of a stride in which a foot in the air passes from its footprint to the normal swing, and back."""

_STEP = 1e-3
"""Step of phase for finite differences, a millisecond."""


@dataclass(frozen=True, eq=False)
class Leg:
    """One leg of a steady walk along +x.

    Attributes:
        side: ``"l"`` or ``"r"``.
        sign: 1 for left, -1 for right.
        lag: Phase of the stride at which its heel strikes.
        sizes: The walker.
        stride_length: [m].
        pelvis_path: See :func:`~understudy.synth.motions.gait_pelvis.fit_pelvis_path`.
    """

    side: str
    sign: float
    lag: float
    sizes: Sizes
    stride_length: float
    pelvis_path: np.ndarray

    def angles(self, phase: np.ndarray) -> dict[str, np.ndarray]:
        """Return the leg's anatomical angles, name → (T,) [rad], at phases of the stride (T,)."""
        flexion, abduction, knee = self._hip_and_knee(phase).T
        solved = {
            "hip_flexion": flexion,
            "hip_abduction": abduction,
            "hip_rotation": self._hip_rotation(phase),
            "knee_flexion": knee,
        }
        angles = {f"{name}_{self.side}": values for name, values in solved.items()}
        prefix = "Left" if self.sign > 0.0 else "Right"
        thigh = rot.multiply(pelvis_orientation(phase), turns_of(f"{prefix}UpLeg", angles, len(phase)))
        shin = rot.multiply(thigh, turns_of(f"{prefix}Leg", angles, len(phase)))
        return angles | self._ankle_angles(shin, phase) | {f"toe_extension_{self.side}": self._toes(phase)}

    def contacts(self, phase: np.ndarray) -> np.ndarray:
        """Return whether heel and ball (T, 2) carry weight."""
        pitch = self._foot_pitch(phase)
        standing = np.mod(phase - self.lag, 1.0) <= norms.TOE_OFF
        heel = standing & (pitch >= -_LIFTED)
        ball = standing & (pitch <= _LIFTED) & (toe_pitch(pitch) >= -_LIFTED)
        return np.stack([heel, ball], axis=-1)

    def _foot_pitch(self, phase: np.ndarray) -> np.ndarray:
        return norms.course(norms.FOOT_PITCH)(phase - self.lag)

    def _hip_rotation(self, phase: np.ndarray) -> np.ndarray:
        return _KNEE_SHARE * TOE_OUT - self.sign * pelvis_angles(phase)["pelvis_rotation"]

    def _hip_and_knee(self, phase: np.ndarray) -> np.ndarray:
        """Return hip flexion, hip abduction and knee flexion (T, 3): exact on the floor, normal in the air.

        What the last footprint asks for fades into the normal swing, and that into what the next one does.
        """
        stride = np.floor(phase - self.lag)
        into = phase - self.lag - stride
        standing = into <= norms.TOE_OFF
        lift = fade_out(*self._misfit(0, norms.TOE_OFF), _LIFT_FADE, into - norms.TOE_OFF)
        # Heel strike is an impact: the angles meet there and their velocities do not.
        at_landing, _ = self._misfit(1, 1.0)
        landing = at_landing * minimum_jerk((into - 1.0) / _LANDING_FADE + 1.0)[:, None]
        result = self._normal(phase) + lift + landing
        result[standing] = self._standing(phase[standing], stride[standing])
        return result

    def _normal(self, phase: np.ndarray) -> np.ndarray:
        """Return normal hip flexion, hip abduction and knee flexion (T, 3) [rad]."""
        tables = (norms.HIP_FLEXION, norms.HIP_ABDUCTION, norms.KNEE_FLEXION)
        return np.stack([norms.course(table)(phase - self.lag) for table in tables], axis=-1)

    def _standing(self, phase: np.ndarray, stride: np.ndarray) -> np.ndarray:
        """Return the same angles of a leg whose foot rolls over the footprint of a stride (T,)."""
        footprint = np.zeros((len(phase), 3))
        footprint[:, 0] = self.stride_length * (stride + self.lag)
        footprint[:, 1] = self.sign * half_step_width(self.sizes)
        roll = ankle_over_footprint(self.sizes, self._foot_pitch(phase))
        pelvis = pelvis_position(self.sizes, self.pelvis_path, self.stride_length, phase)
        hip = pelvis + hip_from_pelvis(self.sizes, self.sign, phase)
        end_w = footprint + rot.rotate(foot_yaw(self.sign), roll) - hip
        end = rot.rotate(rot.conjugate(pelvis_orientation(phase)), end_w)
        turn = self._hip_rotation(phase)
        return np.stack(reach(end, self.sizes.thigh, self.sizes.shin, turn, self.sign, True), axis=-1)

    def _misfit(self, stride: int, into: float) -> tuple[np.ndarray, np.ndarray]:
        """Return value and slope over phase (3,) of what a standing leg differs from normal."""
        phase = self.lag + into + _STEP * np.array([-1.0, 0.0, 1.0])
        before, here, after = self._standing(phase, np.full(3, stride)) - self._normal(phase)
        return here, (after - before) / (2.0 * _STEP)

    def _ankle_angles(self, shin: np.ndarray, phase: np.ndarray) -> dict[str, np.ndarray]:
        """Return the ankle's angles that give the foot its pitch and yaw, from the shin's turn (T, 4)."""
        pitched = rot.from_axis_angle(np.array([0.0, -1.0, 0.0]), self._foot_pitch(phase))
        foot = rot.multiply(foot_yaw(self.sign), pitched)
        flexion, eversion, rotation = ball_joint_angles(rot.multiply(rot.conjugate(shin), foot), self.sign)
        return {
            f"ankle_dorsiflexion_{self.side}": flexion,
            f"ankle_eversion_{self.side}": eversion,
            f"ankle_rotation_{self.side}": rotation,
        }

    def _toes(self, phase: np.ndarray) -> np.ndarray:
        pitch = self._foot_pitch(phase)
        into_swing = np.mod(phase - self.lag, 1.0) - norms.TOE_OFF
        return (toe_pitch(pitch) - pitch) * (1.0 - minimum_jerk(into_swing / _TOE_STRAIGHTENING))
