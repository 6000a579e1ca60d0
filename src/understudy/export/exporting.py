"""A motion written as one of other people's formats: the one function behind command and front door."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from understudy.errors import OutputError
from understudy.export.catalogue import find_format, require_suffix
from understudy.export.clip import Clip, clip_of_human, clip_of_robot
from understudy.export.folders import require_place
from understudy.export.format import ExportFormat, Takes
from understudy.motion import HumanMotion, RobotMotion, Rollout
from understudy.motion.resampling import resample
from understudy.robots.known_models import robot_of
from understudy.robots.robot import Robot


def export(
    motion: RobotMotion | HumanMotion | Rollout,
    format_name: str,
    path: str | Path,
    rate: float | None = None,
    *,
    robot: Robot | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: object,
) -> Path:
    """Write a motion in a format of ``FORMATS``, whole or not at all.

    Args:
        motion: A robot's or a person's, or a rollout: the motion that was reached, and, in formats that have
            a place for it, what was sensed.
        format_name: Name of the format.
        path: The file, whose ending has to be one of the format's, or a new or empty folder.
        rate: Frames a second [1/s] to resample to; as the motion has them by default.
        robot: The robot of the motion, where it is at hand; else it is found by its model.
        progress: Told frames done and frames in all.
        **options: The format's own, see ``FORMATS[name].options``.

    Returns:
        The file or folder that was written.

    Raises:
        OutputError: Where the format is unknown, does not fit the motion or the file's name, or the place
            cannot be written to.
        OptionError: For an option that is unknown or not valid.
        InvalidMotionError: For a rate that is none, or a motion that the format cannot hold.
        RobotError: Where the robot of the motion is not found.
    """
    chosen = find_format(format_name)
    values = chosen.chosen(options)
    require_suffix(path, chosen)
    require_place(path, chosen)
    rollout = motion if isinstance(motion, Rollout) else None
    motion = motion.as_motion() if isinstance(motion, Rollout) else motion
    kind = kind_for(motion, chosen)
    if rate is not None and rate != motion.fps:
        motion = resample(motion, rate)
    chosen.write(Path(path), _written_from(motion, kind, robot, progress, rollout), values)
    return Path(path)


def kind_for(motion: RobotMotion | HumanMotion, chosen: ExportFormat) -> Takes:
    """Return which of the kinds that a format is written from a motion is.

    Raises:
        OutputError: Where it is none of them.
    """
    kinds = kinds_of(motion)
    for kind in chosen.takes:
        if kind in kinds:
            return kind
    wanted = " or ".join(kind.value for kind in chosen.takes)
    hint = "; `understudy fit` fits one" if Takes.BODY in chosen.takes and Takes.PERSON in kinds else ""
    raise OutputError(f"format '{chosen.name}' is written from {wanted}, not from {kinds[0].value}{hint}")


def kinds_of(motion: RobotMotion | HumanMotion) -> tuple[Takes, ...]:
    """Return what a motion can be written as."""
    if isinstance(motion, RobotMotion):
        return (Takes.ROBOT,)
    return (Takes.PERSON,) if motion.coordinates is None else (Takes.PERSON, Takes.BODY)


def _written_from(
    motion: RobotMotion | HumanMotion,
    kind: Takes,
    robot: Robot | None,
    progress: Callable[[int, int], None] | None,
    rollout: Rollout | None,
) -> Clip | HumanMotion:
    if isinstance(motion, RobotMotion):
        return clip_of_robot(motion, robot or robot_of(motion), progress, rollout)
    return motion if kind is Takes.PERSON else clip_of_human(motion, progress)
