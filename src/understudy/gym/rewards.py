"""What is rewarded: to be where the motion is, with little torque, on one's feet."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from understudy.errors import OptionError
from understudy.evaluate.joints import joint_groups
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.parts import Attachment, point_in_world
from understudy.robots.source import robot_body
from understudy.simulate.extent import body_length
from understudy.simulate.playing import Playing
from understudy.simulate.staging import Stage
from understudy.spatial import rotations as rot

SCALES = {"joints": 0.35, "rates": 4.0, "root": 0.15, "turn": 0.5, "ends": 0.1}
"""Term → error at which it is worth 1/e of its weight: joints and the root's turn in rad, rates in rad/s, the
root's place and the ends of limbs in lengths of the robot."""

ENDS = ("wrist_l", "wrist_r", "ankle_l", "ankle_r", "head_top")
"""Landmarks that are ends of limbs, those that a robot has."""


@dataclass(frozen=True)
class RewardWeights:
    """Weights of what is rewarded.

        r = Σ wᵢ exp(−(eᵢ / sᵢ)²) / Σ wᵢ − torque · mean (τ / τ_max)² − fall

    where the sum goes over what is to be tracked, with sᵢ of ``SCALES``. The root's terms are left out of a
    robot that is bolted down. The last one is taken off once, where an episode ends by a fall or diverges.

    Attributes:
        joints: RMS error of angles.
        rates: RMS error of their velocities.
        root: Distance of the root from where it is wanted.
        turn: Angle by which it is turned away from that.
        ends: RMS distance of wrists, ankles and head from where they are wanted.
        torque: Mean square of torques, as shares of the largest.
        fall: A fall or a divergence.
    """

    joints: float = 0.5
    rates: float = 0.1
    root: float = 0.15
    turn: float = 0.1
    ends: float = 0.15
    torque: float = 0.05
    fall: float = 1.0

    def __post_init__(self) -> None:
        """Check every weight."""
        for each in fields(self):
            value = getattr(self, each.name)
            if not 0.0 <= value < float("inf"):
                raise OptionError(f"weight '{each.name}' of the reward is {value:g}, expected 0 or more")
        if not self.joints + self.rates + self.ends > 0.0:
            raise OptionError("weights 'joints', 'rates' and 'ends' are all 0, expected one that is more")


class Judge:
    """Rewards states of a simulation."""

    def __init__(self, stage: Stage, weights: RewardWeights) -> None:
        """Work out where everything should be in every frame."""
        plant, robot, reference = stage.plant, stage.plant.robot, stage.reference
        self._stage, self._weights = stage, weights
        self._turning = joint_groups(robot)[0].columns
        self._length = body_length(robot)
        names = tuple(name for name in ENDS if name in robot.landmarks)
        q = np.array(reference.q)
        if len(plant.fixed_root):
            q[:, :ROOT_SIZE] = plant.fixed_root
        self._ends = robot_body(robot, q, names)[0]
        self._points = [_carried(stage, robot.landmarks[name]) for name in names]
        self._tracked = [name for name in SCALES if plant.is_afloat or name not in ("root", "turn")]
        self._total = sum(getattr(weights, name) for name in self._tracked)

    def reward(self, playing: Playing, frame: int, ended: bool) -> tuple[float, dict[str, float]]:
        """Return the reward of a state in a frame, and its terms by name.

        Args:
            playing: The performance; one that has diverged is rewarded with what it loses.
            frame: The frame of the motion.
            ended: Whether the episode ends by a fall or a divergence.
        """
        weights, lost = self._weights, self._weights.fall if ended else 0.0
        if playing.has_diverged:
            none = {f"reward_{name}": 0.0 for name in (*self._tracked, "torque")}
            return -lost, none | {"reward_fall": -lost}
        errors, terms = self._errors(playing, frame), dict[str, float]()
        for name in self._tracked:
            share = getattr(weights, name) / self._total
            terms[f"reward_{name}"] = float(share * np.exp(-((errors[name] / SCALES[name]) ** 2)))
        plant = self._stage.plant
        used = playing.data.actuator_force[plant.motors] / plant.gains.torque
        terms["reward_torque"] = -weights.torque * float(np.mean(used**2))
        terms["reward_fall"] = -lost
        return sum(terms.values()), terms

    def _errors(self, playing: Playing, frame: int) -> dict[str, float]:
        plant, reference, data = self._stage.plant, self._stage.reference, playing.data
        last = min(frame, self._stage.frame_count - 2)
        wanted = reference.between(last, 1, float(frame - last)).at(0)
        turning = self._turning
        ends = np.array([point_in_world(data, point) for point in self._points]).reshape(-1, 3)
        found = {
            "joints": _rms((data.qpos[plant.positions] - wanted.joints)[turning]),
            "rates": _rms((data.qvel[plant.dofs] - wanted.rates)[turning]),
            "ends": float(np.sqrt(((ends - self._ends[frame]) ** 2).sum(axis=1).mean())) / self._length
            if len(ends)
            else 0.0,
        }
        if plant.is_afloat:
            root = reference.q[frame, :ROOT_SIZE]
            away = rot.multiply(rot.conjugate(root[3:]), data.qpos[3:ROOT_SIZE])
            found["root"] = float(np.linalg.norm(data.qpos[:3] - root[:3])) / self._length
            found["turn"] = float(np.linalg.norm(rot.as_rotation_vector(rot.with_positive_w(away))))
        return found


def _carried(stage: Stage, point: Attachment) -> Attachment:
    """Return a point of the robot on the body that it has in the scene."""
    name = stage.plant.robot.model.body(point.body).name
    return Attachment(int(stage.plant.model.body(name).id), point.point)


def _rms(values: np.ndarray) -> float:
    return float(np.sqrt(np.mean(values**2)))
