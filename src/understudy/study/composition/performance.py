"""A person's arm motion on NAO, composed in several ways (Bartholomew 2014, Figs. 8 and 15 to 24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from understudy.clean import clean
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.composition import Composition
from understudy.motion.resampling import resample
from understudy.retarget import ComposeOptions
from understudy.retarget.compose.composing import compose, composed_motion, thesis_options
from understudy.robots import Robot
from understudy.study.composition import published
from understudy.study.composition.arm_angles import arm_angles
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats.point_sets import KINECT_V1_SET

MOVES = (("wave", 12.0), ("hands_up", 9.0), ("reach", 16.0), ("salt_shaker", 8.0))
"""What the made-up person does before the camera, one after the other, and for how long [s]."""

CAMERA = Corruption(noise=0.008, jitter=0.005)

WAYS: dict[str, ComposeOptions] = {
    "thesis, no smoothing": replace(thesis_options(), smoothing="none"),
    "thesis, PI": thesis_options(),
    "thesis, continuous": replace(thesis_options(), smoothing="continuous"),
    "sinusoids, PI": ComposeOptions(smoothing="pi"),
    "sinusoids, continuous": ComposeOptions(),
    "sinusoids, 0.5 s late": ComposeOptions(hop=0.5),
}
"""What is compared: the thesis's five cosines with and without its controller, and what is here besides."""

THESIS = "thesis, PI"
BEST = "sinusoids, continuous"


@dataclass(frozen=True, eq=False)
class ArmMotion:
    """NAO's arm joints as a person moved them, and composed.

    Attributes:
        human: The person.
        robot: NAO, or another robot with its joints.
        captured: The robot with the person's angles in its arms, beyond its ranges, too.
        compositions: Way → weights.
        motions: Way → the composed motion.
    """

    human: HumanMotion
    robot: Robot
    captured: RobotMotion
    compositions: Mapping[str, Composition]
    motions: Mapping[str, RobotMotion]

    def columns(self) -> list[int]:
        """Return where the eight joints are among the robot's."""
        return [self.robot.joints.index(name) for name in published.JOINTS]

    def arms(self, way: str | None = None) -> np.ndarray:
        """Return (T, 8) [rad] the joints as captured, or as composed in a way."""
        motion = self.captured if way is None else self.motions[way]
        return np.array(motion.joint_positions)[:, self.columns()]

    def jump(self, way: str) -> float:
        """Return the largest change of step [rad] from frame to frame at the beginning of a window."""
        bends = np.abs(np.diff(self.arms(way), n=2, axis=0)).max(axis=1)
        hop = self.compositions[way].hop
        return max(
            (float(bends[start - 2 : start + 1].max()) for start in range(hop, len(bends), hop)), default=0.0
        )

    def within_limits(self, way: str) -> RobotMotion:
        """Return a composed motion with joints cropped to their ranges, to be drawn."""
        motion = self.motions[way]
        q = np.array(motion.q)
        first = q.shape[1] - len(self.robot.joints)
        q[:, first:] = np.clip(q[:, first:], self.robot.lower, self.robot.upper)
        return replace(motion, q=q)


def made_up_person(seed: int) -> HumanMotion:
    """Return somebody who moves both arms before a Kinect for 45 s, the noise cleaned."""
    body = performer_body()
    parts = []
    for index, (move, seconds) in enumerate(MOVES):
        motion = make(move, seconds, published.FPS, seed + index, body)
        parts.append(record(motion, KINECT_V1_SET, CAMERA, seed + index).recording())
    points = np.concatenate([part.points for part in parts])
    return human_from_recording(clean(replace(parts[0], points=points, valid=None)))


def perform(human: HumanMotion, robot: Robot) -> ArmMotion:
    """Return a person's arm motion on a robot with NAO's arms, composed in all ways."""
    human = human if np.isclose(human.fps, published.FPS) else resample(human, published.FPS)
    angles = arm_angles(human)
    q = np.tile(robot.home, (human.frame_count, 1))
    columns = [q.shape[1] - len(robot.joints) + robot.joints.index(name) for name in published.JOINTS]
    q[:, columns] = angles
    history = human.provenance.then("arm_angles", robot=robot.name)
    still = np.zeros(human.frame_count, dtype=np.int64)
    captured = RobotMotion(
        robot.name,
        "appendix A",
        robot.joints,
        q,
        human.fps,
        still,
        model=robot.fingerprint,
        provenance=history,
    )
    compositions = {way: compose(captured, options) for way, options in WAYS.items()}
    motions = {way: composed_motion(found) for way, found in compositions.items()}
    return ArmMotion(human, robot, captured, compositions, motions)
