"""Several takes of one move become one: in step, averaged, with the envelope around them.

Quiroga et al. (2022) learned from one take, and saw in several a model from whose envelope to draw moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.demonstrations.likeness import Likeness, likeness
from understudy.human.demonstrations.placed import (
    Placed,
    bone_lengths,
    place_take,
    trunk_length,
    with_bones,
)
from understudy.motion import HumanMotion
from understudy.motion.provenance import Provenance
from understudy.spatial import rotations as rot

FAR, LEAST_FAR, OTHER = 2.5, np.radians(8.0), np.radians(30.0)
"""A take is an outlier that is so many times as far from the most typical one as takes are in the median, and
at least so far [rad]; from an angle on it is another move in any case."""

SEEN = 0.8
"""Share of a take's frames in which a landmark has to be known to be averaged."""


@dataclass(frozen=True, eq=False)
class Demonstrated:
    """What several takes have in common.

    Attributes:
        mean: The mean move, in the body of the take that is most like all others.
        spread: (T, L) [m] standard deviation of its landmarks over takes: the envelope.
        seconds: (S,) how long each take lasted [s].
        distances: Take → mean angle [rad] of its limbs from the most typical one, of all takes.
        outliers: Takes that were left out.
        courses: (S, T, L, 3) [m] the takes that were averaged, in step, place and size of the mean.
    """

    mean: HumanMotion
    spread: np.ndarray
    seconds: np.ndarray
    distances: Mapping[str, float]
    outliers: tuple[str, ...]
    courses: np.ndarray


def average_takes(takes: Mapping[str, HumanMotion]) -> Demonstrated:
    """Return the mean of several takes of one move, those left out that are unlike the others.

    Args:
        takes: Name → take; people may differ in size, place, heading and pace.

    Raises:
        InvalidMotionError: Where there are fewer than two, or they have no landmarks in common.
    """
    if len(takes) < 2:
        raise InvalidMotionError(f"{len(takes)} takes of a move, expected two at least")
    names, motions = list(takes), list(takes.values())
    table = _distances(motions)
    typical = int(table.sum(axis=1).argmin())
    own = np.delete(table[typical], typical)
    far = table[typical] > min(max(FAR * float(np.median(own)), LEAST_FAR), OTHER)
    kept = [index for index in range(len(names)) if not far[index] or index == typical]
    if len(kept) < 2:
        raise InvalidMotionError("no two of the takes are alike, expected takes of one move")
    outliers = tuple(names[index] for index in range(len(names)) if index not in kept)
    distances = {name: float(value) for name, value in zip(names, table[typical], strict=True)}
    reference = motions[typical]
    matches = [likeness(reference, motions[index]) for index in kept]
    return _averaged(reference, [motions[index] for index in kept], matches, distances, outliers)


def _distances(motions: Sequence[HumanMotion]) -> np.ndarray:
    """Return (S, S) how unlike takes are [rad]."""
    table = np.zeros((len(motions), len(motions)))
    for first in range(len(motions)):
        for second in range(first):
            table[first, second] = table[second, first] = likeness(motions[first], motions[second]).angle
    return table


def _averaged(
    reference: HumanMotion,
    takes: Sequence[HumanMotion],
    matches: Sequence[Likeness],
    distances: Mapping[str, float],
    outliers: tuple[str, ...],
) -> Demonstrated:
    names = _common(takes)
    times = np.stack([match.matched / take.fps for match, take in zip(matches, takes, strict=True)])
    grid, clock = _mean_clock(times - times[:, :1], reference.fps)
    placed = [place_take(take, names) for take in takes]
    sampled = [
        _at(each, np.interp(grid, clock, match.matched)) for each, match in zip(placed, matches, strict=True)
    ]
    size = trunk_length(reference)
    courses = size * np.stack([each.landmarks for each in sampled])
    bones = bone_lengths(names, size * place_take(reference, names).landmarks)
    courses = np.stack([with_bones(names, course, bones) for course in courses])
    points = with_bones(names, courses.mean(axis=0), bones)
    spread = np.sqrt(((courses - points) ** 2).sum(axis=-1).mean(axis=0))
    parts = [part for part in reference.frames if all(part in take.frames for take in takes)]
    mean = HumanMotion(
        names=names,
        landmarks=points,
        fps=reference.fps,
        frames={part: mean_turns(np.stack([each.frames[part] for each in sampled])) for part in parts},
        contacts=np.mean([each.contacts for each in sampled], axis=0) > 0.5,
        sizes=reference.sizes,
        subject=reference.subject,
        provenance=Provenance(source=reference.provenance.source).then(
            "demonstrations", takes=len(takes), outliers=list(outliers)
        ),
    )
    seconds = np.array([take.frame_count / take.fps for take in takes])
    return Demonstrated(mean, spread, seconds, dict(distances), outliers, courses)


def _common(takes: Sequence[HumanMotion]) -> tuple[str, ...]:
    """Return the landmarks that all takes show."""
    shown = [
        {name for name, known in zip(take.names, take.valid_mask.T, strict=True) if known.mean() >= SEEN}
        for take in takes
    ]
    names = tuple(name for name in takes[0].names if all(name in each for each in shown))
    if not names:
        raise InvalidMotionError("the takes have no landmark in common, expected some that all show")
    return names


def _mean_clock(times: np.ndarray, fps: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the frames' times (T,) [s] of the mean, and when (N,) it is at each frame of the reference."""
    clock = np.maximum.accumulate(times.mean(axis=0) + 1e-9 * np.arange(times.shape[1]))
    count = max(2, round(float(clock[-1]) * fps) + 1)
    return np.arange(count) / fps * (clock[-1] * fps / (count - 1)), clock


def _at(placed: Placed, frames: np.ndarray) -> Placed:
    """Return a take at other frames (T,), between its own as well."""
    low = np.clip(np.floor(frames).astype(int), 0, len(placed.landmarks) - 1)
    high = np.minimum(low + 1, len(placed.landmarks) - 1)
    share = (frames - low)[:, None]
    points = placed.landmarks[low] + share[..., None] * (placed.landmarks[high] - placed.landmarks[low])
    turned = {
        part: mean_turns(np.stack([turns[low], turns[high]]), np.stack([1.0 - share[:, 0], share[:, 0]]))
        for part, turns in placed.frames.items()
    }
    nearest = np.where(share[:, 0] < 0.5, low, high)
    return Placed(placed.names, points, turned, placed.contacts[nearest])


def mean_turns(turns: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Return the mean (T, 4) wxyz of orientations (S, T, 4), weighted by (S, T).

    It is the strongest direction of Σ w q qᵀ, in which a quaternion and its negative are the same.
    """
    weights = np.ones(turns.shape[:2]) if weights is None else weights
    tables = np.einsum("st,sti,stj->tij", weights, turns, turns)
    return rot.continuous(np.linalg.eigh(tables)[1][..., -1])
