"""All anatomical angles of a motion, frame by frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from understudy.anatomy import limbs, trunk
from understudy.anatomy.body_vectors import LIMBS, BodyVectors, body_vectors, chest_axes, pelvis_axes
from understudy.anatomy.components import in_axes, turned_axes
from understudy.anatomy.head import THESIS_REFERENCE, find_head
from understudy.anatomy.limbs import Reading
from understudy.anatomy.names import ANGLES, ARM, ESTIMATED, HELD, LEG, MEASURED, NECK, TORSO, sided
from understudy.anatomy.plausibility import require_plausible
from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion import HumanMotion
from understudy.motion import validation as check
from understudy.motion.landmarks import SIDES

_BLOCK = 2048
"""Frames computed at a time, few enough for their vectors to stay in the processor's cache."""

Named = Iterator[tuple[str, Reading, int | np.ndarray]]
"""Angles with the flag that their known values bear."""


@dataclass(frozen=True)
class AngleOptions:
    """How angles are read.

    Attributes:
        neck_reference: Angle [rad] between the spine and the normal of neck and eyes when the neck's
            pitch is zero, Fiala (3.35). None reads the neck off the head's frame where the motion has one,
            since where a capture puts neck and eyes differs by tens of degrees from one to the next.
        torso: Where the torso's joint is; the spine runs from the hips, so it tilts less than a joint above
            them turns.
        rigid_trunk: Whether hips are measured against the chest, for bodies whose torso has no joint.
        by_trunk: Whether arms and neck are measured in the frame in which directions are compared
            (Fiala 5.1), with the line from the middle of the hips to that of the shoulders kept exactly.
            Otherwise the spine ends at the neck, and pitch, roll and yaw of a shoulder keep the line of the
            shoulders; both are the same in a body whose shoulders are square to its trunk.
    """

    neck_reference: float | None = THESIS_REFERENCE
    torso: trunk.TorsoShape = trunk.TorsoShape()
    rigid_trunk: bool = False
    by_trunk: bool = False


@dataclass(frozen=True, eq=False)
class AnatomicalAngles:
    """Anatomical angles over time.

    Attributes:
        names: A of ``ANGLES``: those that the capture shows in any frame.
        values: (T, A) [rad], within half a turn, always finite.
        flags: (T, A) ``MEASURED``, ``ESTIMATED`` or ``HELD``, see :mod:`understudy.anatomy.names`.
        fps: Frames a second [1/s].
    """

    names: tuple[str, ...]
    values: np.ndarray
    flags: np.ndarray
    fps: float

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        object.__setattr__(self, "names", tuple(self.names))
        object.__setattr__(self, "values", check.frozen_array(self.values))
        object.__setattr__(self, "flags", check.frozen_array(self.flags, np.uint8))
        check.require_unique("names", self.names)
        check.require_fps(self.fps)
        for name in self.names:
            if name not in ANGLES:
                raise InvalidMotionError(unknown_name("anatomical angle", name, ANGLES))
        check.require_shape("values", self.values, (None, len(self.names)))
        check.require_shape("flags", self.flags, self.values.shape)
        check.require_finite("values", self.values)

    @property
    def frame_count(self) -> int:
        """T."""
        return len(self.values)

    def __getitem__(self, name: str) -> np.ndarray:
        """Return one angle (T,) [rad]."""
        return self.values[:, self._column(name)]

    def flag(self, name: str) -> np.ndarray:
        """Return the flags (T,) of one angle."""
        return self.flags[:, self._column(name)]

    def _column(self, name: str) -> int:
        if name not in self.names:
            raise InvalidMotionError(unknown_name("angle of this motion", name, self.names))
        return self.names.index(name)


def anatomical_angles(
    human: HumanMotion, options: AngleOptions | None = None, chest_from_torso: np.ndarray | None = None
) -> AnatomicalAngles:
    """Read all anatomical angles off a motion, in closed form.

    An angle that a frame does not define (a straight elbow leaves yaw open, a missing point everything
    beyond it) keeps its last value, before the first one that value, and is flagged.

    Args:
        human: The motion of a person, or of a robot through ``robots.source.human_from_robot``.
        options: How angles are read.
        chest_from_torso: (T, 3, 3) rotations from the axes of shoulders and spine to the frame from which
            arms and neck count, where the two differ; see :mod:`understudy.retarget.robot_angles`.

    Raises:
        InvalidMotionError: Where left and right are swapped or a bone has no length at all.
    """
    options = options or AngleOptions()
    vectors = body_vectors(human, "mid_shoulders" if options.by_trunk else "neck")
    require_plausible(vectors, human.provenance.source)
    frames = human.frame_count
    values = np.zeros((len(ANGLES), frames))
    flags = np.full((len(ANGLES), frames), HELD, dtype=np.uint8)
    rows = {name: row for row, name in enumerate(ANGLES)}
    for start in range(0, frames, _BLOCK):
        block = slice(start, min(start + _BLOCK, frames))
        turn = None if chest_from_torso is None else chest_from_torso[block]
        for name, reading, flag in _block_angles(vectors.cut(block), options, turn):
            values[rows[name], block] = reading.values
            np.copyto(flags[rows[name], block], flag, where=reading.known, casting="unsafe")
    seen = np.flatnonzero((flags != HELD).any(axis=1))
    hold_last(values, flags)
    names = tuple(ANGLES[row] for row in seen)
    return AnatomicalAngles(names, values[seen].T, flags[seen].T, human.fps)


def _block_angles(vectors: BodyVectors, options: AngleOptions, turn: np.ndarray | None) -> Named:
    """Yield the angles of some frames."""
    across, along = (chest_axes(vectors, exact_is_left=exact) for exact in (True, False))
    if options.by_trunk:
        across = along
    pelvis = across if options.rigid_trunk else pelvis_axes(vectors)
    if turn is not None:
        across, along = turned_axes(across, turn), turned_axes(along, turn)
    at_pelvis = ESTIMATED if vectors.pelvis_is_estimated else MEASURED
    spine, shoulders = in_axes(pelvis, vectors.spine.values), in_axes(pelvis, vectors.shoulders.values)
    spine = trunk.above_joint(spine, options.torso)
    torso = trunk.tilt_and_turn(spine, shoulders, trunk.FORWARDS, trunk.CLOCKWISE)
    yield from _named(TORSO, torso, pelvis.known & across.known, at_pelvis)
    head = find_head(vectors, along, options.neck_reference)
    neck = trunk.tilt_and_turn(head.up, head.left, trunk.BACKWARDS, trunk.ANTICLOCKWISE)
    for name, reading, flag in zip(NECK, neck, head[2:], strict=True):
        yield name, Reading(reading.values, reading.known & (flag != HELD)), flag
    for side in SIDES:
        upper, lower = (vectors.segments[f"{name}_{side}"] for name in LIMBS["arm"])
        in_across, in_along = (
            (in_axes(axes, upper.values), in_axes(axes, lower.values)) for axes in (across, along)
        )
        angles = (
            *limbs.pitch_roll_yaw(*in_across, side, limbs.ARM_BENDS),
            *limbs.horizontal_elevation_rotation(*in_along, side),
            limbs.bend(upper.values, lower.values),
        )
        yield from _limb(sided(ARM, side), angles, (across.known, upper.known, lower.known), MEASURED)
        upper, lower = (vectors.segments[f"{name}_{side}"] for name in LIMBS["leg"])
        turned = in_axes(pelvis, upper.values), in_axes(pelvis, lower.values)
        angles = (
            *limbs.pitch_roll_yaw(*turned, side, limbs.LEG_BENDS),
            limbs.bend(upper.values, lower.values),
        )
        yield from _limb(sided(LEG, side), angles, (pelvis.known, upper.known, lower.known), at_pelvis)


def _limb(
    names: tuple[str, ...],
    angles: tuple[Reading, ...],
    known: tuple[np.ndarray, np.ndarray, np.ndarray],
    flag: int,
) -> Named:
    """Yield a limb's angles: its bend needs no axes, its yaw the lower segment, the others the upper one."""
    has_axes, has_upper, has_lower = known
    for name, reading in zip(names, angles, strict=True):
        kind = name.rpartition("_")[0]
        if kind in ("elbow", "knee"):
            yield name, Reading(reading.values, reading.known & has_upper & has_lower), MEASURED
        elif kind.endswith(("yaw", "rotation")):
            yield name, Reading(reading.values, reading.known & has_axes & has_upper & has_lower), flag
        else:
            yield name, Reading(reading.values, reading.known & has_axes & has_upper), flag


def _named(names: tuple[str, ...], readings: tuple[Reading, ...], known: np.ndarray, flag: int) -> Named:
    for name, reading in zip(names, readings, strict=True):
        yield name, Reading(reading.values, reading.known & known), flag


def hold_last(values: np.ndarray, flags: np.ndarray) -> None:
    """Replace held values of (A, T) rows by the last good one, before the first good one by that."""
    for row, flag in zip(values, flags, strict=True):
        held = flag == HELD
        if held.all() or not held.any():
            continue
        last = np.maximum.accumulate(np.where(held, -1, np.arange(len(row))))
        row[:] = row[np.where(last < 0, int(np.argmin(held)), last)]
