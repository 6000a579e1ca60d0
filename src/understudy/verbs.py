"""What one does with Understudy from Python, one function a verb; ``understudy`` itself offers them all.

    import understudy as us

    human = us.read("walk.bvh")
    motion = us.retarget(human, "g1")
    print(us.evaluate(motion, human)["direction/thigh_l"].summary["median"])

A person's motion may be given as one of four: the path of a capture or of a saved motion, a ``Recording``, a
``HumanMotion``, or a ``Take``. A robot is a name of the catalogue, the path of a card, of a URDF or MJCF, or
a ``Robot``.
"""

from __future__ import annotations

import logging
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.capture import Sidecar
from understudy.clean import CleaningOptions
from understudy.errors import OptionError, UnderstudyWarning, unknown_name
from understudy.evaluate import evaluate as compare
from understudy.evaluate import evaluate_rollout
from understudy.human import human_from_recording
from understudy.kernels.compilation import telling
from understudy.motion import Evaluation, HumanMotion, Recording, RobotMotion, Rollout
from understudy.motion.rollout import load_robot_motion
from understudy.pipeline import Performance
from understudy.pipeline import perform as perform_take
from understudy.pipeline import retarget as retarget_take
from understudy.pipeline import simulate as simulate_motion
from understudy.retarget import Method, MethodOptions, find_method
from understudy.retarget.option_settings import changed_options
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.known_models import remember, robot_of
from understudy.takes import WARNING, Take, fit_take, read_take, take_warnings

if TYPE_CHECKING:
    from understudy.simulate import SimulationOptions

Person = str | Path | Recording | HumanMotion | Take
"""A person's motion, however it is at hand."""

AnyOptions = MethodOptions | dict[str, Any] | None
"""A method's options: its own dataclass, or some of them by name."""

_log = logging.getLogger("understudy")


def read(path: str | Path, *, fit: bool = False, smooth: float | None = None, **stated: Any) -> HumanMotion:
    """Read a capture, clean it, and return the person's motion in canonical landmarks.

    Args:
        path: A capture in any format, a saved ``HumanMotion``, or a saved ``RobotMotion``, which is read as
            the motion of a person of the robot's shape.
        fit: Whether the reference human is fitted to it: identified lengths, joint angles, residuals.
        smooth: Frequency [Hz] at which all points are filtered, without delay; by default only noisy ones
            are, each at its own.
        **stated: What is known of the capture, which takes precedence over what would be inferred: ``fps``
            [1/s], ``up`` (``"z"``, ``"-y"`` …), ``unit`` [m], ``height`` [m], ``aspect``, ``marker_set``.

    Raises:
        UnderstudyError: One sentence that says what is wrong with the file, and where.
    """
    return _take(path, fit, stated, CleaningOptions(cutoff=smooth)).human


def robot(name: str) -> Robot:
    """Return a robot: a name of the catalogue, or the path of a card, a URDF or an MJCF.

    Raises:
        RobotError: Where there is none, or it cannot be used.
    """
    found = load_robot(str(name))
    remember(str(name), found)
    return found


def robots() -> tuple[str, ...]:
    """Return the names of all robots of the catalogue; those from pip packages may not be installed."""
    return robot_names()


def retarget(
    source: Person, robot: str | Path | Robot, method: str | Method = "track", options: AnyOptions = None
) -> RobotMotion:
    """Make a robot perform a person's motion.

    Args:
        source: The person's motion: a path, or what :func:`read` returned.
        robot: The robot.
        method: A method's name, the path of a Python file that defines one, or a method itself.
        options: ``TrackOptions(stance=20)``, or some by name: ``{"stance": 20, "parts": {"head": 0.5}}``.

    Returns:
        The robot's coordinates, frame by frame.
    """
    take, played_by = _take(source).wanted_by(method), _robot(robot)
    with telling(tell):
        chosen = _options(method, options)
        return retarget_take(take.human, played_by, method, chosen, take.recording, tell)


def perform(
    source: Person, robot: str | Path | Robot, method: str | Method = "track", options: AnyOptions = None
) -> Performance:
    """Make a robot perform a person's motion, as :func:`retarget` does, and evaluate it.

    Returns:
        The person's motion, the robot, its motion, and the evaluation.
    """
    take, played_by = _take(source).wanted_by(method), _robot(robot)
    with telling(tell):
        chosen = _options(method, options)
        return perform_take(take.human, played_by, method, chosen, take.recording, tell)


def simulate(
    motion: RobotMotion | str | Path,
    robot: str | Path | Robot | None = None,
    options: SimulationOptions | None = None,
    path: str | Path | None = None,
) -> Rollout:
    """Let a simulated robot perform a motion: its joints, torques, contacts and senses over time.

    Args:
        motion: The robot's motion, or the path of a saved one.
        robot: The robot, where the motion's own is not found by its name.
        options: ``SimulationOptions(base="fixed", controller="pd")``; what is left open is chosen.
        path: A file to which the rollout is saved while it goes on, in memory that does not grow with it;
            what is returned then leaves the senses' readings in the file.
    """
    motion = as_motion(motion)
    return simulate_motion(motion, as_robot(motion, robot), options, tell, path=path)


def evaluate(
    motion: RobotMotion | Rollout | str | Path,
    against: Person | None = None,
    robot: str | Path | Robot | None = None,
) -> Evaluation:
    """Say with numbers how faithful a robot's motion is to a person's, and whether the robot can do it.

    Args:
        motion: The robot's motion, what came of simulating it, or the path of either.
        against: The person's motion that it came from; a rollout may be judged without.
        robot: The robot, where the motion's own is not found by its name.
    """
    if isinstance(motion, HumanMotion | Recording | Take):
        raise OptionError("the robot's motion comes first, then the person's: evaluate(motion, against)")
    if not isinstance(motion, RobotMotion | Rollout) and Rollout.is_saved_in(motion):
        motion = Rollout.load(motion)
    human = None if against is None else _take(against).human
    if isinstance(motion, Rollout):
        with telling(tell):
            return evaluate_rollout(motion, as_robot(motion.as_motion(), robot), human)
    if human is None:
        raise OptionError("a motion is judged against a person's: give it as 'against'")
    motion = as_motion(motion)
    played_by = as_robot(motion, robot)
    with telling(tell):
        return compare(human, motion, played_by)


def as_motion(motion: RobotMotion | str | Path) -> RobotMotion:
    """Return a robot's motion that is given as such or by its path, or that was reached in a rollout."""
    return motion if isinstance(motion, RobotMotion) else load_robot_motion(motion)


def as_robot(motion: RobotMotion, given: str | Path | Robot | None) -> Robot:
    """Return the robot that is given, else the one that a motion was made with."""
    if isinstance(given, Robot):
        return given
    return robot_of(motion, None if given is None else str(given), tell)


def as_human(source: Person) -> HumanMotion:
    """Return a person's motion, however it is given."""
    return _take(source).human


def _robot(given: str | Path | Robot) -> Robot:
    return given if isinstance(given, Robot) else robot(str(given))


def _take(
    source: Person,
    fit: bool = False,
    stated: dict[str, Any] | None = None,
    cleaning: CleaningOptions | None = None,
) -> Take:
    """Return a person's motion and, where there is one, the capture that it was read off."""
    if isinstance(source, Take):
        return source
    if isinstance(source, HumanMotion):
        return Take(source)
    if isinstance(source, Recording):
        human = human_from_recording(source)
        take = Take(human, source, take_warnings(human))
    else:
        take = (fit_take if fit else read_take)(source, _stated(stated or {}), say=tell, cleaning=cleaning)
    for sentence in take.warnings:
        tell(f"{WARNING}{sentence}")
    return take


def _stated(values: dict[str, Any]) -> Sidecar:
    """Return what the caller knows of a capture."""
    valid = Sidecar.__dataclass_fields__
    for name in values:
        if name not in valid:
            raise OptionError(unknown_name("fact about a capture", name, valid))
    return Sidecar(**values)


def _options(method: str | Method, options: AnyOptions) -> MethodOptions | None:
    """Return a method's options, also where some are given by name."""
    if not isinstance(options, dict):
        return options
    return changed_options(find_method(method).Options(), options, "options")


def tell(sentence: str) -> None:
    """Let the caller know: a doubt as a warning, that something takes long as a line of the log."""
    if sentence.startswith(WARNING):
        warnings.warn(sentence.removeprefix(WARNING), UnderstudyWarning, stacklevel=1 + _depth())
    else:
        _log.warning(sentence)


def _depth() -> int:
    """Return how many calls within this package lie between a warning and whoever used a verb."""
    frame, depth = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("understudy."):
        frame, depth = frame.f_back, depth + 1
    return depth - 1
