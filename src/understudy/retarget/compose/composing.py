"""From a robot's motion to weights of motion primitives, and from weights to a motion within limits."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from understudy.errors import OptionError, unknown_name
from understudy.motion import RobotMotion
from understudy.motion.composition import Composition
from understudy.motion.primitives import LIBRARIES, Primitives
from understudy.motion.validation import ROOT_SIZE
from understudy.retarget.compose.composer import Composer, Played, stretches_of
from understudy.retarget.compose.options import ComposeOptions
from understudy.retarget.method import Progress, Say
from understudy.retarget.option_settings import set_options
from understudy.signals.pi_controller import PiController

if TYPE_CHECKING:
    from understudy.motion import HumanMotion, Recording
    from understudy.robots import Robot


def thesis_options() -> ComposeOptions:
    """Return the options of the thesis: five cosines whose clock runs on, windows of 5 s, its controller."""
    return ComposeOptions(library="cosines", window=5.0, hop=5.0, clock="absolute", smoothing="pi")


def find_library(name: str) -> Primitives:
    """Return a library by its name, or from the file that holds one.

    Raises:
        OptionError: Where there is neither.
        InvalidMotionError: Where the file holds something else.
    """
    if name in LIBRARIES:
        return LIBRARIES[name]()
    if not Path(name).exists():
        known = unknown_name("library", name, tuple(LIBRARIES))
        raise OptionError(f"{known}, or a file that `understudy compose --learn` wrote")
    return Primitives.load(name)


def compose(
    motion: RobotMotion, options: ComposeOptions | None = None, say: Say | None = None
) -> Composition:
    """Describe a motion by optimal weights of primitives.

    Args:
        motion: The motion.
        options: Library, windows and smoothing.
        say: Told in a sentence which primitives cannot be told apart.

    Raises:
        OptionError: For an unknown library, or windows shorter than the way between them.
    """
    options = options or ComposeOptions()
    primitives = find_library(options.library)
    window, hop = _frames(options, motion)
    parts = _played(motion, primitives, window, hop, options)
    _tell(primitives, parts, say)
    worst = max(part.window.condition for part in parts)
    share = _share(parts)
    return Composition(
        robot=motion.robot,
        joints=motion.joints,
        fps=motion.fps,
        frame_count=motion.frame_count,
        window=window,
        hop=hop,
        primitives=primitives,
        weights=np.stack([part.weights for part in parts]),
        residual=np.stack([part.residual for part in parts]),
        energy=np.stack([part.energy for part in parts]),
        root=motion.q[:, :ROOT_SIZE] if motion.has_free_base else np.zeros((motion.frame_count, 0)),
        clock=options.clock,
        smoothing=options.smoothing,
        proportional=options.proportional,
        integral=options.integral,
        model=motion.model,
        provenance=motion.provenance.then(
            "compose", **asdict(options), residual_share=round(share, 9), condition=float(f"{worst:.3g}")
        ),
    )


def composed_motion(composition: Composition, contacts: np.ndarray | None = None) -> RobotMotion:
    """Return the motion that weights describe, on the robot that they are of.

    Args:
        composition: The weights.
        contacts: (T, 4) which points of ``CONTACTS`` the motion holds on the floor.
    """
    fps, library = composition.fps, composition.primitives
    pieces = []
    stretches = stretches_of(composition.frame_count, composition.window, composition.hop, composition.clock)
    for stretch, weights in zip(stretches, composition.weights, strict=True):
        pieces.append(library.values(stretch.played_times(fps)).T @ weights)
    joints = np.concatenate(pieces)
    if composition.smoothing == "pi":
        joints = PiController(fps, composition.proportional, composition.integral).follow(joints)
    return RobotMotion(
        robot=composition.robot,
        method="compose",
        joints=composition.joints,
        q=np.hstack([composition.root, joints]),
        fps=fps,
        status=np.zeros(composition.frame_count, dtype=np.int64),
        contacts=contacts,
        model=composition.model,
        provenance=composition.provenance,
    )


def rebuilt(
    motion: RobotMotion, robot: Robot, options: ComposeOptions | None = None, say: Say | None = None
) -> RobotMotion:
    """Return a robot's motion as its weights describe it, brought within limits.

    The share of its energy that the primitives leave out, and the worst condition of Ψ, are in the history
    under ``compose``.

    Args:
        motion: Any method's result.
        robot: Its robot.
        options: Library, windows, smoothing and limits.
        say: Told in a sentence which primitives cannot be told apart.
    """
    # Who describes or plays a motion needs no solver, which takes as long to import as all else.
    from understudy.retarget.limits.near_course import Kept, near_course

    options = options or ComposeOptions()
    composed = composed_motion(compose(motion, options, say), motion.contacts)
    kept = Kept(options.limits, options.velocity_limits, options.acceleration_limits, options.self_collision)
    joints, endings = near_course(np.array(composed.joint_positions), robot, motion.fps, kept, say)
    root = composed.q[:, : composed.q.shape[1] - len(robot.joints)]
    return replace(composed, q=np.hstack([root, joints]), status=endings, terrain=motion.terrain)


def rebuilt_by(
    human: HumanMotion,
    robot: Robot,
    options: ComposeOptions,
    *,
    recording: Recording | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> RobotMotion:
    """Return the result of the method that options name, rebuilt; the method ``compose`` itself."""
    from understudy.retarget.built_in_methods import METHODS

    other = METHODS[options.of]
    try:
        own = set_options(other.Options(), [str(each) for each in options.of_set])
    except OptionError as error:
        raise OptionError(f"of_set, of method '{other.name}': {str(error).removeprefix('--set: ')}") from None
    return rebuilt(other.retarget(human, robot, own, recording, say, progress), robot, options, say)


def _played(
    motion: RobotMotion, primitives: Primitives, window: int, hop: int, options: ComposeOptions
) -> list[Played]:
    """Return every hop of a motion, each found from the frames up to its end alone."""
    composer = Composer(primitives, motion.fps, window, hop, options.clock, options.smoothing == "continuous")
    parts = [composer.push(frame) for frame in motion.joint_positions]
    return [part for part in (*parts, composer.finish()) if part is not None]


def _frames(options: ComposeOptions, motion: RobotMotion) -> tuple[int, int]:
    """Return the frames of a window and of a hop."""
    if options.hop > options.window:
        raise OptionError(
            f"hop is {options.hop:g} s and window {options.window:g} s, expected no more than the window"
        )
    window = max(1, round(options.window * motion.fps))
    hop = window if options.hop == 0.0 else max(1, round(options.hop * motion.fps))
    return window, hop


def _share(parts: list[Played]) -> float:
    total = sum(float(part.energy.sum()) for part in parts)
    return sum(float(part.residual.sum()) for part in parts) / total if total > 0.0 else 0.0


def _tell(primitives: Primitives, parts: list[Played], say: Say | None) -> None:
    """Name the primitives of an ill-conditioned library."""
    worst = max(parts, key=lambda part: part.window.condition).window
    if say is not None and worst.is_regularised:
        names = ", ".join(primitives.names[index] for index in worst.alike)
        say(
            f"Warning: library '{primitives.library}' is ill conditioned over this window "
            f"({worst.condition:.1e}): {names} can hardly be told apart, so their weights were regularised"
        )
