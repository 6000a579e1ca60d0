"""What the first seconds of a stream tell, kept from then on: unit, axes, names, sizes, floor, facing, noise.

The frames are placed by the rule for files (``capture.placing``), so that a stream and a file of the same
capture lie in the world alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from understudy.capture.placing.place import Placement, place_stream
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.clean import CleaningOptions, clean
from understudy.clean.body import body_height
from understudy.clean.facing import FIRST_SECONDS, facing_angles
from understudy.clean.floor import find_floor
from understudy.clean.noise import noise_levels
from understudy.clean.smoothing import NOISY
from understudy.errors import CaptureError
from understudy.human.frames import body_frames
from understudy.human.sizes import sizes_and_heights
from understudy.live.clock import stream_rate
from understudy.live.options import LEAST_RATE, MOST_RATE, VIAS, LiveOptions
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.standing_pose import standing_pose
from understudy.motion import HumanMotion, Provenance, Recording
from understudy.motion.landmarks import LANDMARKS
from understudy.spatial import rotations as rot

FEWEST_FRAMES = 10
"""Frames without which nothing is calibrated."""

_UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class Calibration:
    """A calibrated stream.

    Attributes:
        names: K names of the stream's points, in the order of the arrays.
        recording: The first seconds in our world, cleaned, on the floor and facing x.
        whole: The same with points that were computed from markers, which later frames do not have.
        human: The person in them, with sizes and frames.
        heights: Landmarks of the feet → their heights [m] in stance.
        fps: Frames a second [1/s].
        height: The person's height [m].
        placement: How the stream lies in our world, None where it is in it already.
        turn: (4,) quaternion wxyz that levels the floor and turns the person to x.
        shift: (3,) [m] that brings the floor to z = 0 afterwards.
        is_noisy: (K,) which points are to be filtered.
        is_centred: Whether each frame has an origin of its own, in the body.
        notes: What was decided, in sentences.
    """

    names: tuple[str, ...]
    recording: Recording
    whole: Recording
    human: HumanMotion
    heights: Mapping[str, float]
    fps: float
    height: float
    placement: Placement | None
    turn: np.ndarray
    shift: np.ndarray
    is_noisy: np.ndarray
    is_centred: bool = False
    notes: tuple[str, ...] = ()

    def place(self, points: np.ndarray, rotations: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
        """Return points (K, 3) [m] and rotations (K, 4) of one more frame, on the floor and in our axes."""
        if self.placement is not None:
            points, rotations = self.placement.frame(points, rotations)
        if self.is_centred and np.isfinite(points[:, 2]).any():
            points = points - np.nanmin(points[:, 2]) * _UP
        turned = None if rotations is None else rot.multiply(self.turn, rotations)
        return points @ self._matrix.T + self.shift, turned

    @cached_property
    def _matrix(self) -> np.ndarray:
        return rot.as_matrix(self.turn)


def calibrate(sightings: Sequence[Sighting], facts: StreamFacts, options: LiveOptions) -> Calibration:
    """Calibrate a stream by its first frames.

    Args:
        sightings: Frames of one person, their times rising.
        facts: What is known of the stream.
        options: What the user states.

    Raises:
        CaptureError: Where the frames show no person, or nothing tells what they show.
    """
    stream = Path(f"the {facts.format} stream")
    if len(sightings) < FEWEST_FRAMES:
        raise CaptureError(
            stream, f"showed {len(sightings)} frames, expected {FEWEST_FRAMES} to calibrate by"
        )
    names, points, rotations = _arrays(sightings)
    fps = options.rate or facts.rate or stream_rate(np.array([each.time for each in sightings]))
    if not LEAST_RATE <= fps <= MOST_RATE:
        raise CaptureError(stream, f"has {fps:.3g} frames a second, expected {LEAST_RATE:g} to {MOST_RATE:g}")
    placement = None
    if facts.placed is not None:
        placed = _window_of(facts.placed, points, rotations, fps)
    else:
        raw = _raw(stream, facts, names, points, rotations, fps)
        placed, placement = place_stream(raw, options.stated)
    cleaned = clean(placed, CleaningOptions(floor=False))
    turn, shift, notes = _floor_and_facing(cleaned)
    whole = replace(
        cleaned,
        points=rot.rotate(turn, cleaned.points) + shift,
        rotations=None if cleaned.rotations is None else rot.multiply(turn, cleaned.rotations),
        floor=None,
        pressure=None,
    )
    moved = _of_stream(whole, names)
    if options.via == VIAS[0]:
        _require_hips(moved, stream)
    human, heights = _person(moved)
    height = body_height(whole)
    own = _of_stream(placed, names)
    noise = noise_levels(own.points, own.valid_mask)
    return Calibration(
        names=names,
        recording=moved,
        whole=whole,
        human=human,
        heights=heights,
        fps=fps,
        height=height,
        placement=placement,
        turn=turn,
        shift=shift,
        is_noisy=noise >= NOISY * height,
        is_centred=facts.is_centred,
        notes=(*cleaned.notes, *notes),
    )


def _arrays(sightings: Sequence[Sighting]) -> tuple[tuple[str, ...], np.ndarray, np.ndarray | None]:
    """Return all names (K,) that occur, points (T, K, 3), NaN where unseen, and rotations (T, K, 4)."""
    names = tuple(dict.fromkeys(name for each in sightings for name in each.names))
    index = {name: column for column, name in enumerate(names)}
    points = np.full((len(sightings), len(names), 3), np.nan)
    has_rotations = any(each.rotations is not None for each in sightings)
    rotations = np.tile(rot.IDENTITY, (len(sightings), len(names), 1)) if has_rotations else None
    for row, each in enumerate(sightings):
        columns = [index[name] for name in each.names]
        points[row, columns] = each.points
        if rotations is not None and each.rotations is not None:
            rotations[row, columns] = each.rotations
    return names, points, rotations


def _window_of(placed: Recording, points: np.ndarray, rotations: np.ndarray | None, fps: float) -> Recording:
    """Return the frames of a recording that were played."""
    return replace(
        placed,
        points=points,
        valid=np.isfinite(points).all(axis=-1),
        rotations=rotations,
        fps=fps,
        contacts=None,
        contacts_known=None,
        pressure=None,
    )


def _raw(
    stream: Path,
    facts: StreamFacts,
    names: tuple[str, ...],
    points: np.ndarray,
    rotations: np.ndarray | None,
    fps: float,
) -> RawCapture:
    parents: tuple[int, ...] = ()
    rest = None
    if facts.parents and rotations is not None:
        parents = tuple(_parent(name, facts.parents, names) for name in names)
        rest = standing_pose(points, rotations, parents)
    return RawCapture(
        source=Source(stream, b""),
        format=facts.format,
        names=names,
        points=np.array(points),
        rotations=None if rotations is None else np.array(rotations),
        landmark_points=facts.landmark_points,
        parents=parents,
        joint_count=len(names) if rest is not None else 0,
        rest=rest,
        fps=fps,
        unit=facts.unit,
        up=facts.up,
        usual_up=facts.usual_up,
        is_before_camera=facts.is_before_camera,
        is_centred=facts.is_centred,
        provenance=Provenance(source=str(stream)),
    )


def _parent(name: str, parents: Mapping[str, str], names: tuple[str, ...]) -> int:
    """Return the index of the nearest joint above one that the stream has, -1 where there is none."""
    above = parents.get(name)
    for _ in range(len(parents)):
        if above is None or above in names:
            break
        above = parents.get(above)
    return names.index(above) if above in names else -1


def _require_hips(placed: Recording, stream: Path) -> None:
    """Refuse a stream whose hips only a fit can tell.

    Raises:
        CaptureError: Where landmarks would have to be computed from markers, frame by frame.
    """
    if "mid_hip" not in placed.landmark_points and not {"hip_l", "hip_r"} <= placed.landmark_points.keys():
        raise CaptureError(
            stream, "shows markers, not joints, of which the hips only follow from a fit: state --via human"
        )


def _of_stream(placed: Recording, names: tuple[str, ...]) -> Recording:
    """Return a recording of the stream's own points alone, and of landmarks that these tell."""
    if placed.names == names:
        return placed
    known = set(names)
    landmarks = {name: own for name, own in placed.landmark_points.items() if known.issuperset(own)}
    columns = [placed.names.index(name) for name in names]

    def own(array: np.ndarray | None, axis: int) -> np.ndarray | None:
        return None if array is None else np.take(array, columns, axis)

    return replace(
        placed,
        names=names,
        points=placed.points[:, columns],
        valid=placed.valid_mask[:, columns],
        rotations=own(placed.rotations, 1),
        reference_points=own(placed.reference_points, 0),
        reference_rotations=own(placed.reference_rotations, 0),
        landmark_points=landmarks,
        objects={},
        marker_places={place: own for place, own in placed.marker_places.items() if known.issuperset(own)},
    )


def _floor_and_facing(cleaned: Recording) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """Return the turn (4,) and the shift (3,) [m] that put a person on the floor and have them face x."""
    turn, shift, notes = np.array(rot.IDENTITY), np.zeros(3), ()
    floor = find_floor(cleaned)
    if floor is not None and not floor.is_level:
        turn, shift = floor.turn, -floor.drop
        notes = (f"Floor at {100 * floor.height:+.1f} cm, {floor.basis}.",)
    angles = facing_angles(cleaned)
    known = np.flatnonzero(np.isfinite(angles))
    if len(known) == 0:
        return turn, shift, (*notes, "Which way the person faces does not show; x is taken.")
    first = angles[known[known < known[0] + max(1.0, FIRST_SECONDS * cleaned.fps)]]
    angle = float(np.arctan2(np.sin(first).mean(), np.cos(first).mean()))
    yaw = rot.from_axis_angle(_UP, -angle)
    return rot.multiply(yaw, turn), shift, (*notes, f"Turned by {np.rad2deg(-angle):+.1f}° to face x.")


def _person(moved: Recording) -> tuple[HumanMotion, dict[str, float]]:
    """Return the person of a recording on its floor, and the heights of feet in stance."""
    names = tuple(name for name in LANDMARKS if name in moved.landmark_points)
    covered, frames = [moved.landmark(name) for name in names], moved.frame_count
    human = HumanMotion(
        names=names,
        landmarks=np.stack([points for points, _ in covered], axis=1) if names else np.zeros((frames, 0, 3)),
        fps=moved.fps,
        valid=np.stack([known for _, known in covered], axis=1) if names else np.zeros((frames, 0), bool),
        subject=moved.subject,
    )
    sizes, heights = sizes_and_heights(human)
    for name in [name for name in heights if name.endswith("_l") and f"{name[:-2]}_r" in heights]:
        # In a few seconds only one foot may have stood flat, and both are alike.
        other = f"{name[:-2]}_r"
        heights[name] = heights[other] = min(heights[name], heights[other])
        if f"{name[:-2]}_height" in sizes:
            sizes[f"{name[:-2]}_height"] = max(heights[name], 0.0)
    human = replace(human, sizes=sizes)
    return replace(human, frames=body_frames(moved, human, heights).frames), heights
