"""The whole path on one page: a capture file, a person, a robot, what it does in physics, and how faithful.

    file ─▶ Recording ─▶ HumanMotion ─▶ RobotMotion ─▶ Rollout ─▶ Evaluation
                                             └─────────────────────▲

Every stage is a pure function from one noun to the next; nothing here does work of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.capture import Sidecar
from understudy.evaluate import evaluate, evaluate_rollout
from understudy.human.stood_up import stood_up, without_legs
from understudy.motion import Evaluation, HumanMotion, Recording, RobotMotion, Rollout
from understudy.motion.pace import as_performed
from understudy.retarget import Method, MethodOptions, find_method
from understudy.retarget.method import Progress, Say
from understudy.robots import Robot, load_robot
from understudy.robots.legs_at_home import with_legs_at_home
from understudy.takes import read_take

if TYPE_CHECKING:
    from understudy.simulate import SimulationOptions


@dataclass(frozen=True, eq=False)
class Performance:
    """A person's motion, a robot's rendering of it, and how faithful that is."""

    human: HumanMotion
    robot: Robot
    motion: RobotMotion
    evaluation: Evaluation


@dataclass(frozen=True, eq=False)
class Play:
    """What a simulated robot did with a motion, and what that amounts to in numbers."""

    robot: Robot
    rollout: Rollout
    evaluation: Evaluation


def retarget(
    human: HumanMotion,
    robot: Robot,
    method: str | Method = "track",
    options: MethodOptions | None = None,
    recording: Recording | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> RobotMotion:
    """Make a robot perform a person's motion.

    Args:
        human: The person's motion.
        robot: The robot.
        method: A method's name, the path of a Python file that defines one, or a method itself.
        options: The method's own, such as ``TrackOptions(stance=20)``; its defaults where there are none.
        recording: The capture that the motion was read off, for methods that look at its markers.
        say: Told in a sentence when something takes long.
        progress: Told how far long work has come.
    """
    return find_method(method).retarget(human, robot, options, recording, say, progress)


def perform(
    human: HumanMotion,
    robot: Robot,
    method: str | Method = "track",
    options: MethodOptions | None = None,
    recording: Recording | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> Performance:
    """Make a robot perform a person's motion, see :func:`retarget`, and evaluate it.

    The person of the performance is as slow as the robot, where the method slowed them down.
    """
    motion = retarget(human, robot, method, options, recording, say, progress)
    human = as_performed(human, motion)
    wanted = find_method(method).wanted_joints(human, robot, options)
    return Performance(human, robot, motion, evaluate(human, motion, robot, wanted))


def perform_upper_body(
    human: HumanMotion,
    robot: Robot,
    method: str | Method = "track",
    options: MethodOptions | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
    legs_at_home: bool = True,
) -> Performance:
    """Make a robot perform what the upper body of a person does, who stands for it on straight legs.

    Args:
        human: The person's motion; legs are neither needed nor looked at.
        robot: The robot.
        method: A method's name, the path of a Python file that defines one, or a method itself.
        options: The method's own.
        say: Told in a sentence when something takes long.
        progress: Told how far long work has come.
        legs_at_home: Whether the robot's legs stay in its home pose; else they stand as the straight legs do.
    """
    standing = stood_up(human)
    motion = retarget(standing, robot, method, options, None, say, progress)
    standing = as_performed(standing, motion)
    if legs_at_home:
        standing, motion = without_legs(standing), with_legs_at_home(motion, robot)
    return Performance(standing, robot, motion, evaluate(standing, motion, robot))


def simulate(
    motion: RobotMotion,
    robot: Robot,
    options: SimulationOptions | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
    path: str | Path | None = None,
    with_senses: bool | tuple[str, ...] = False,
) -> Rollout:
    """Let a simulated robot perform a motion: its joints, torques, contacts and senses over time.

    Args:
        motion: The robot's motion.
        robot: The robot.
        options: How; what is left open is chosen.
        say: Told in a sentence what was chosen, and where the simulation had to be stopped.
        progress: Told frames done and frames in all.
        path: A file to which the rollout is saved while it goes on, in memory that does not grow with it.
        with_senses: Of a rollout that is saved, whether the senses' readings are returned as well as kept in
            the file, or how the names of those begin that are.
    """
    # Physics is not kept waiting for by those who do not simulate.
    from understudy.simulate import simulate as simulate_in_memory
    from understudy.simulate import simulate_to_file

    if path is None:
        return simulate_in_memory(motion, robot, options, say, progress)
    simulate_to_file(path, motion, robot, options, say, progress)
    return Rollout.load(path, with_senses=with_senses)


def play(
    motion: RobotMotion,
    robot: Robot,
    options: SimulationOptions | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
    path: str | Path | None = None,
    with_senses: bool | tuple[str, ...] = False,
    human: HumanMotion | None = None,
) -> Play:
    """Let a simulated robot perform a motion, see :func:`simulate`, and evaluate what it did.

    Where the person's motion is given too, what the robot reached is compared with it.
    """
    rollout = simulate(motion, robot, options, say, progress, path, with_senses)
    return Play(robot, rollout, evaluate_rollout(rollout, robot, human))


def retarget_file(
    path: str | Path,
    robot: str = "g1",
    method: str | Method = "track",
    options: MethodOptions | None = None,
    stated: Sidecar | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> Performance:
    """Go the whole path: from a capture file to an evaluated motion of a robot.

    Args:
        path: A capture file in any format that :mod:`understudy.capture` reads.
        robot: A robot's name in the catalogue, or the path of a card.
        method: A method's name, the path of a Python file that defines one, or a method itself.
        options: The method's own; its defaults where there are none.
        stated: What the user knows of the capture; takes precedence over what would be inferred.
        say: Told in a sentence when something takes long.
        progress: Told how far long work has come.
    """
    take = read_take(path, stated, say).wanted_by(method)
    return perform(take.human, load_robot(robot), method, options, take.recording, say, progress)
