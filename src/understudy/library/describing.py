"""What a file is and what can be read off it: the one place at which a library looks into files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from understudy.batch.figures import figures_of
from understudy.capture import Sidecar
from understudy.errors import UnderstudyError
from understudy.library.descriptor.descriptor import describe_motion
from understudy.motion import Evaluation, HumanMotion, Provenance, RobotMotion, Rollout, Subject
from understudy.motion.rollout import load_robot_motion
from understudy.robots.known_models import robot_of
from understudy.robots.source import human_from_motion
from understudy.takes import Take, read_take

CAPTURE, HUMAN, ROBOT, ROLLOUT, EVALUATION, SIDECAR, OTHER = KINDS = (
    *("capture", "human", "robot", "rollout", "evaluation", "sidecar", "other"),
)
"""What a file may be."""

MOTIONS = frozenset((CAPTURE, HUMAN, ROBOT, ROLLOUT))
"""Kinds that show a motion."""


@dataclass(frozen=True, eq=False)
class Described:
    """What was found in a file.

    Attributes:
        kind: One of ``KINDS``.
        frames: How many, None where it is no motion.
        fps: [1/s].
        seconds: Length [s].
        subject: The person, as far as the file tells.
        lengths: Of a fitted body [m].
        objects: Names of objects beside the person.
        robot: Who performs it, empty for a person.
        method: Of retargeting.
        figures: Of an evaluation.
        provenance: Its history.
        notes: What was inferred, one sentence each.
        warnings: What to know before trusting it.
        descriptor: For similar motions, None where it is no motion.
    """

    kind: str
    frames: int | None = None
    fps: float | None = None
    seconds: float | None = None
    subject: Subject = Subject()
    lengths: Mapping[str, float] = field(default_factory=dict)
    objects: tuple[str, ...] = ()
    robot: str = ""
    method: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
    provenance: Provenance = field(default_factory=Provenance)
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    descriptor: np.ndarray | None = None

    def inferred(self) -> dict[str, Any]:
        """Return what a person is shown before the file is saved."""
        return {
            "kind": self.kind,
            "frames": self.frames,
            "fps": self.fps,
            "seconds": self.seconds,
            "height": self.subject.height,
            "mass": self.subject.mass,
            "robot": self.robot,
            "method": self.method,
            "objects": list(self.objects),
            "notes": list(self.notes),
            "warnings": list(self.warnings),
        }


def describe_file(path: str | Path, stated: Sidecar | None = None) -> Described:
    """Read a file of a motion.

    Args:
        path: A capture in any format, a folder with one file a frame, or anything that Understudy saved.
        stated: What is known of a capture; takes precedence over what would be inferred.

    Raises:
        UnderstudyError: One sentence that says what is wrong with it.
    """
    if HumanMotion.is_saved_in(path):
        return _person(read_take(path))
    if Evaluation.is_saved_in(path):
        evaluation = Evaluation.load(path)
        frames = next((len(m.per_frame) for m in evaluation.metrics if m.per_frame is not None), 0)
        return Described(
            EVALUATION,
            robot=evaluation.robot,
            method=evaluation.method,
            figures=figures_of(evaluation, frames),
            provenance=evaluation.provenance,
        )
    if RobotMotion.is_saved_in(path) or Rollout.is_saved_in(path):
        return _robot_motion(path)
    return _person(read_take(path, stated))


def _person(take: Take) -> Described:
    recorded = take.recording
    kind = HUMAN if recorded is None else CAPTURE
    human = take.human
    return Described(
        kind,
        human.frame_count,
        human.fps,
        human.frame_count / human.fps,
        human.subject if recorded is None else recorded.subject,
        dict(human.lengths),
        tuple(human.objects),
        provenance=human.provenance,
        notes=() if recorded is None else (recorded.dialect, *recorded.notes),
        warnings=(*(() if recorded is None else recorded.warnings), *take.warnings),
        descriptor=describe_motion(human),
    )


def _robot_motion(path: str | Path) -> Described:
    kind = ROLLOUT if Rollout.is_saved_in(path) else ROBOT
    motion = load_robot_motion(path)
    warnings: tuple[str, ...] = ()
    descriptor = None
    try:
        descriptor = describe_motion(human_from_motion(robot_of(motion), motion))
    except UnderstudyError as error:
        # A robot that is not installed here can be kept all the same; only similar ones are not found.
        warnings = (f"similar motions are not looked for: {error}",)
    return Described(
        kind,
        motion.frame_count,
        motion.fps,
        motion.frame_count / motion.fps,
        robot=motion.robot,
        method=motion.method,
        provenance=motion.provenance,
        warnings=warnings,
        descriptor=descriptor,
    )
