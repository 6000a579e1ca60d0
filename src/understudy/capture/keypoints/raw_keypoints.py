"""From the people of a take to a raw capture of one: which set their points are of, whom to follow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.capture.keypoints.people import follow
from understudy.capture.keypoints.sets import BLAZEPOSE_33, KeypointSet, sizes
from understudy.capture.keypoints.take import POINT_VALUES, Person, Take, is_seen, seen_with_confidence
from understudy.capture.placing.body_proportions import body_segments, misfits
from understudy.capture.placing.limits import FARTHEST, flat_error
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.table_points import require_points
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError
from understudy.spatial.vectors import norms

USUAL_FPS = 30.0
"""Frames a second of most cameras, where a file does not tell."""

_NEVER_SEEN = 1.0
"""Stands for the misfit of a segment that no frame shows."""

_MAX_FRAMES = 1000


def raw_take(source: Source, take: Take, sets: Sequence[KeypointSet], format_name: str) -> RawCapture:
    """Return what a file says of one person; of several one is followed.

    Args:
        source: The file or folder.
        take: The people of every frame.
        sets: The sets that the points may be of.
        format_name: What people call the format.

    Raises:
        CaptureError: Where there is nobody, points lie in a picture, or they are of none of the sets.
    """
    require_depth(source, take)
    possible = find_sets(source, take, sets)
    require_points(source, len(take.frames), possible[0].size)
    values, about_people = _alone(take, possible[0].size), list[str]()
    if values is None:
        values, about_people = follow(in_order(source, take, possible[0]), possible[0].size)
    points = values[..., :3]
    keypoints, about_set = tell_set(possible, points)
    notes = (*about_people, *about_set)
    if keypoints is not BLAZEPOSE_33:
        return raw_keypoints(source, format_name, keypoints, points, take, notes)
    from understudy.capture.mediapipe.raw_blazepose import raw_blazepose

    return raw_blazepose(source, points, take, notes)


def require_depth(source: Source, take: Take) -> None:
    """Refuse keypoints of which none has a depth."""
    people = [person for frame in take.frames for person in frame]
    if people and not any(np.isfinite(person.values[:, 2]).any() for person in people):
        raise flat_error(source.path, "x, y and z of each (pose_keypoints_3d)")


def find_sets(source: Source, take: Take, sets: Sequence[KeypointSet]) -> list[KeypointSet]:
    """Return the sets that the points of a take may be of: one if they have names, else all of that size.

    Raises:
        CaptureError: Where there is nobody, or the points are of none of the sets.
    """
    people = [person for frame in take.frames for person in frame]
    if not people:
        raise CaptureError(source.path, f"shows nobody in any of its {len(take.frames)} frames")
    names = list(dict.fromkeys(name for person in people for name in person.names))
    if names:
        best = max(sets, key=lambda each: (len(each.columns(names)), -each.size))
        if not best.columns(names):
            known = "; ".join(f"{each.name}: {', '.join(each.names)}" for each in sets)
            raise CaptureError(source.path, f"names points {shown_list(names)}, expected those of {known}")
        return [best]
    possible = [each for each in sets if each.size == len(people[0].values)]
    if not possible:
        raise CaptureError(source.path, f"has {len(people[0].values)} keypoints, expected {sizes(sets)}")
    return possible


def _alone(take: Take, size: int) -> np.ndarray | None:
    """Return the person (T, K, 4) of a take in whose frames there is just one, whose points have no names.

    That is who would be followed, with NaN where a point is not seen. None where it takes a closer look.
    """
    if any(len(frame) != 1 or frame[0].names or len(frame[0].values) != size for frame in take.frames):
        return None
    values = np.stack([frame[0].values for frame in take.frames])
    values[~seen_with_confidence(values)] = np.nan
    return None if (np.abs(values[..., :3]) > FARTHEST).any() else values


def in_order(source: Source, take: Take, keypoints: KeypointSet) -> list[list[np.ndarray]]:
    """Return people (K, 4) of every frame with their points in the order of a set, NaN where not seen.

    Raises:
        CaptureError: Where a frame has another number of points, or there are too many in all.
    """
    require_points(source, len(take.frames), keypoints.size)
    return [
        [_in_order(source, shown(place)[1:-1], person, keypoints) for person in frame]
        for frame, place in zip(take.frames, take.places, strict=True)
    ]


def _in_order(source: Source, place: str, person: Person, keypoints: KeypointSet) -> np.ndarray:
    values = np.where(person.seen[:, None], person.values, np.nan)
    if (np.abs(values[:, :3]) > FARTHEST).any():
        problem = f"{place} holds a coordinate beyond {FARTHEST:g}, expected a person's place"
        raise CaptureError(source.path, problem)
    if person.names:
        ordered = np.full((keypoints.size, POINT_VALUES), np.nan)
        columns = keypoints.columns(person.names)
        for name, value in zip(person.names, values, strict=True):
            if name in columns:
                ordered[columns[name]] = value
        return ordered
    if len(values) != keypoints.size:
        problem = f"{place} has {len(values)} keypoints, expected {keypoints.size} as in the others"
        raise CaptureError(source.path, problem)
    return values


def tell_set(sets: Sequence[KeypointSet], points: np.ndarray) -> tuple[KeypointSet, list[str]]:
    """Return the set whose body has the most human proportions, and a sentence that says so.

    In the right order a body has human proportions, equal sides, and lengths that stay; in a wrong one an arm
    ends at a hip.

    Args:
        sets: Sets of K points.
        points: (T, K, 3) in any unit, NaN where not seen.
    """
    if len(sets) == 1:
        return sets[0], []
    ranked = sorted((disproportion(each, points), rank) for rank, each in enumerate(sets))
    (least, best), (next_least, second) = ranked[:2]
    return sets[best], [
        f"The {sets[best].size} keypoints are taken as {sets[best].name}, in which the body is within "
        f"{least:.0%} of human proportions; as {sets[second].name} it would be {next_least:.0%} off."
    ]


def disproportion(keypoints: KeypointSet, points: np.ndarray) -> float:
    """Return by how much the body is off human proportions in a set's order, mean over its segments."""
    some = points[:: -(-len(points) // _MAX_FRAMES)]
    tracks = landmark_tracks(keypoints.names, some, keypoints.landmarks)
    off = misfits(norms(body_segments(tracks)))
    known = np.isfinite(off)
    means = np.where(known, off, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    return float(np.where(known.any(axis=1), means, _NEVER_SEEN).mean())


def raw_keypoints(
    source: Source,
    format_name: str,
    keypoints: KeypointSet,
    points: np.ndarray,
    take: Take | None,
    notes: Sequence[str],
) -> RawCapture:
    """Return what a file of keypoints says.

    Args:
        source: The file or folder.
        format_name: What people call its format.
        keypoints: The set that the points are of.
        points: (T, K, 3) in the file's unit and axes, NaN where not seen.
        take: What the file says about itself, or None.
        notes: What the reader has to say.
    """
    shown = {keypoints.names[column] for column in np.flatnonzero(is_seen(points).any(axis=0))}
    fps = None if take is None else take.stated.get("fps")
    return RawCapture(
        source=source,
        format=format_name,
        names=tuple(keypoints.names),
        points=points,
        naming=keypoints.name,
        landmark_points={
            landmark: names for landmark, names in keypoints.landmarks.items() if shown.issuperset(names)
        },
        fps=fps,
        times=None if take is None or fps is not None else take.times,
        usual_fps=USUAL_FPS,
        may_lie_under_camera=True,
        notes=tuple(notes),
    )
