"""A robot performs a motion in simulation: from a ``RobotMotion`` to a ``Rollout``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import Provenance, RobotMotion, Rollout
from understudy.motion.pictures import PictureKind
from understudy.motion.rollout import label_arrays
from understudy.motion.tape import Tape
from understudy.robots.robot import Robot
from understudy.simulate.options import SimulationOptions
from understudy.simulate.senses.drawable import drawable
from understudy.simulate.setting import Setting, choose_setting
from understudy.simulate.simulation import no_log_file
from understudy.simulate.staging import set_stage
from understudy.simulate.takes import Progress, dynamic_take, kinematic_take
from understudy.simulate.target_take import target_take

Say = Callable[[str], None]


@dataclass(frozen=True)
class Labels:
    """What of a rollout does not grow with time, see ``motion.rollout``."""

    words: Mapping[str, str]
    joints: tuple[str, ...]
    units: Mapping[str, str]
    provenance: Provenance
    of_senses: Mapping[str, np.ndarray]
    pictures: Mapping[str, PictureKind]

    def arrays(self) -> dict[str, np.ndarray]:
        """Return it as a saved rollout has it."""
        own = label_arrays(self.words, self.joints, self.units, self.provenance, self.pictures)
        return own | dict(self.of_senses)


def simulate(
    motion: RobotMotion,
    robot: Robot,
    options: SimulationOptions | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> Rollout:
    """Let a simulated robot perform a motion.

    Args:
        motion: The motion.
        robot: Its robot.
        options: How; what is left open is chosen.
        say: Told in a sentence what was chosen, and where the simulation had to be stopped.
        progress: Told frames done and frames in all.

    Raises:
        OptionError: What was asked for does not fit the robot.
        InvalidMotionError: The motion is another robot's, or diverged at once.
    """
    with Tape() as tape:
        labels = _perform(motion, robot, options or SimulationOptions(), tape, say, progress)
        return Rollout.from_arrays(tape.arrays() | labels.arrays())


def simulate_to_file(
    path: str | Path,
    motion: RobotMotion,
    robot: Robot,
    options: SimulationOptions | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> str:
    """Let a simulated robot perform a motion and save the rollout, in memory that does not grow with it.

    Args:
        path: The ``.npz`` file.
        motion: The motion.
        robot: Its robot.
        options: How; what is left open is chosen.
        say: Told in a sentence what was chosen, and where the simulation had to be stopped.
        progress: Told frames done and frames in all.

    Returns:
        Why the simulation ended early, empty where it did not.
    """
    with Tape() as tape:
        labels = _perform(motion, robot, options or SimulationOptions(), tape, say, progress)
        tape.save(path, labels.arrays())
    return labels.words["ending"]


@no_log_file()
def _perform(
    motion: RobotMotion,
    robot: Robot,
    options: SimulationOptions,
    tape: Tape,
    say: Say | None,
    progress: Progress | None,
) -> Labels:
    require_robot(motion, robot)
    kept, missing = drawable(options.senses)
    if missing:
        options = replace(options, senses=kept)
        if say is not None:
            say(f"Warning: {missing}")
    setting = choose_setting(motion, robot, options)
    if say is not None:
        say(setting.sentence)
    stage = set_stage(motion, robot, options, setting)
    take = dynamic_take if setting.mode == "dynamic" else kinematic_take
    if setting.controller == "targets":
        take = target_take
    ending = take(stage, tape, progress)
    if ending and not tape.count("time"):
        raise InvalidMotionError(f"{ending}: its first pose cannot be simulated")
    if ending and say is not None:
        say(f"Warning: {ending}")
    words = {
        "robot": motion.robot,
        "model": motion.model or robot.fingerprint,
        "mode": setting.mode,
        "base": setting.base,
        "controller": setting.controller,
        "ending": ending,
    }
    units = {name: unit for sampler in stage.samplers for name, unit in sampler.units.items()}
    of_senses = {name: values for sampler in stage.samplers for name, values in sampler.labels.items()}
    pictures = {name: kind for sampler in stage.samplers for name, kind in sampler.pictures.items()}
    return Labels(words, motion.joints, units, _history(motion, options, setting), of_senses, pictures)


def _history(motion: RobotMotion, options: SimulationOptions, setting: Setting) -> Provenance:
    return motion.provenance.then(
        "simulate",
        mode=setting.mode,
        base=setting.base,
        controller=setting.controller,
        bandwidth=options.bandwidth,
        senses=[request.told() for request in options.senses],
        toys=options.toys,
        mobile=options.mobile,
        objects=[each.name for each in options.objects],
        seed=options.seed,
        **_further(options, setting),
    )


def _further(options: SimulationOptions, setting: Setting) -> dict[str, object]:
    """Return what is said only where it was asked for."""
    said: dict[str, object] = {} if options.start == "motion" else {"start": options.start}
    said |= {} if options.servos == "tuned" else {"servos": options.servos}
    said |= {"push": options.push} if options.push else {}
    return said | ({"targets": asdict(options.targets)} if setting.controller == "targets" else {})


def require_robot(motion: RobotMotion, robot: Robot) -> None:
    """Require a motion's coordinates to be laid out as the robot's model has them."""
    if motion.joints != robot.joints or motion.q.shape[1] != robot.model.nq:
        raise InvalidMotionError(
            f"the motion has {len(motion.joints)} joints and {motion.q.shape[1]} coordinates a frame, "
            f"expected those of robot '{robot.name}', {len(robot.joints)} and {robot.model.nq}"
        )
