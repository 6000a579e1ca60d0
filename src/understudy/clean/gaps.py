"""Gaps closed: short ones by a spline, longer ones by what the rest of the body did meanwhile."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from understudy.clean.agility import Agility, measure_agility
from understudy.clean.body import body_height
from understudy.clean.bridging import PER_GAP, bridge
from understudy.clean.gap_list import find_gaps, frames_of
from understudy.clean.gap_surroundings import find_neighbours, place_gaps
from understudy.clean.noise import noise_levels
from understudy.clean.report import counted, listed, reported
from understudy.clean.rigidity import measure_rigidity
from understudy.clean.spline import smooth_course
from understudy.motion import Recording
from understudy.spatial import rotations as rot

SPLINE_SECONDS = 0.1
"""Gaps up to this time [s] are closed by a spline through what was seen before and after."""

MAX_ERROR = 0.04
"""Longer gaps whose expected error is over this share of the body's height stay open: 7 cm for an adult."""

_MARGIN = 0.25
"""Time [s] before and after a gap that takes part in bridging it."""

_MIN_MARGIN = 6
"""Frames of it, however few there are in a second."""


class Closing(IntEnum):
    """What closed a gap."""

    OPEN = 0
    SPLINE = 1
    NEIGHBOURS = 2
    SEGMENT = 3


def fill_gaps(
    recording: Recording, *, spline_seconds: float = SPLINE_SECONDS, max_error: float = MAX_ERROR
) -> Recording:
    """Return the recording with its gaps closed as far as anything tells what happened in them.

    Short gaps are closed by a spline. Longer ones are bridged by the points of the same rigid segment, by
    the lengths of bones to neighbours, and by how neighbours moved; the recording itself tells which
    points these are. Where nothing tells or the expected error is too large, gaps stay open, and at the
    ends of the take all do but those of rigid segments. Rotations turn evenly across closed gaps.

    Args:
        recording: Points of which some were not always seen; outliers dropped first.
        spline_seconds: Longest gap [s] that a spline closes; one frame it always does.
        max_error: Largest expected error of a longer gap, as a share of the body's height.
    """
    gaps = find_gaps(recording.valid_mask)
    facts = {"spline_seconds": spline_seconds, "max_error": max_error}
    if len(gaps) == 0:
        return reported(recording, "gaps", "There are no gaps.", **facts)
    longest = max(1, round(spline_seconds * recording.fps))
    course, closing = _close(recording, gaps, longest, max_error * body_height(recording))
    missing = frames_of(gaps)
    closed = closing[missing.gap] != Closing.OPEN
    frames, columns = missing.frame[closed], missing.point[closed]
    points, valid = np.array(recording.points), np.array(recording.valid_mask)
    points[frames, columns] = course[frames, columns]
    valid[frames, columns] = True
    rotations = _turned_evenly(recording, gaps[closing != Closing.OPEN])
    filled = {"points": points, "valid": valid, "rotations": rotations}
    facts |= {way.name.lower(): int((closing == way).sum()) for way in Closing}
    return reported(recording, "gaps", _sentence(recording, gaps, closing), filled, **facts)


def _close(
    recording: Recording, gaps: np.ndarray, longest: int, largest_error: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return (T, K, 3) [m] best knowledge of all positions, and (N,) what closes each of gaps (N, 3)."""
    points, valid = recording.points, recording.valid_mask
    noise = noise_levels(points, valid)
    agility = measure_agility(points, valid, recording.fps, noise)
    course = smooth_course(points, valid, noise**2 / agility.own)
    inside = (gaps[:, 1] > 0) & (gaps[:, 2] < len(points))
    short = inside & (gaps[:, 2] - gaps[:, 1] <= longest)
    closing = np.where(short, Closing.SPLINE, Closing.OPEN)
    if not short.all():
        missing = frames_of(gaps)
        variance, known = np.zeros(valid.shape), np.array(valid)
        stray = (missing.before * missing.after / (missing.before + missing.after)) ** 3 / 3.0
        variance[missing.frame, missing.point] = agility.own[missing.point] * stray
        known[missing.frame, missing.point] = short[missing.gap]
        closing[~short] = _bridge_long(
            recording, gaps[~short], (course, variance, known), (noise, agility), largest_error
        )
    return course, closing


def _bridge_long(
    recording: Recording,
    gaps: np.ndarray,
    knowledge: tuple[np.ndarray, np.ndarray, np.ndarray],
    statistics: tuple[np.ndarray, Agility],
    largest_error: float,
) -> np.ndarray:
    """Return (N,) what closes each of gaps (N, 3).

    Args:
        recording: What was captured.
        gaps: Gaps that a spline does not close.
        knowledge: Course (T, K, 3) [m] and variance (T, K) [m²] of all positions, improved in place, and
            where they are as good as seen (T, K).
        statistics: Noise (K,) [m] and agility.
        largest_error: Expected error [m] over which a gap stays open.
    """
    points, valid = recording.points, recording.valid_mask
    course, variance, known = knowledge
    rigidity = measure_rigidity(points, valid, statistics[0])
    neighbours = find_neighbours(*statistics, rigidity, recording.fps)
    placed = place_gaps(gaps, course, known, rigidity, statistics[0], recording.fps)
    by_segment = np.logical_and.reduceat(np.isfinite(placed.placed[:, 0]), placed.first)
    inside = (gaps[:, 1] > 0) & (gaps[:, 2] < len(points))
    chosen = np.flatnonzero(inside | by_segment)
    closing = np.full(len(gaps), Closing.OPEN)
    if len(chosen) == 0:
        return closing
    some = placed._replace(**{name: getattr(placed, name)[chosen] for name in PER_GAP})
    margin = max(_MIN_MARGIN, round(_MARGIN * recording.fps))
    errors, carriers = bridge(np.nan_to_num(points), valid, course, variance, neighbours, some, margin)
    is_held = by_segment[chosen] | (carriers >= 0) | (neighbours.mates[some.point, 0] >= 0)
    ways = np.where(by_segment[chosen], Closing.SEGMENT, Closing.NEIGHBOURS)
    closing[chosen] = np.where(is_held & (errors <= largest_error), ways, Closing.OPEN)
    return closing


def _turned_evenly(recording: Recording, gaps: np.ndarray) -> np.ndarray | None:
    """Return rotations (T, K, 4) that turn evenly across gaps (N, 3); at the ends of a take they stay."""
    if recording.rotations is None:
        return None
    rotations = np.array(recording.rotations)
    missing = frames_of(gaps)
    start, stop = (gaps[missing.gap, 1] - 1, gaps[missing.gap, 2])
    first = np.where(start >= 0, start, stop)
    last = np.where(stop < recording.frame_count, stop, start)
    share = missing.before / (missing.before + missing.after)
    columns = missing.point
    rotations[missing.frame, columns] = rot.slerp(
        recording.rotations[first, columns], recording.rotations[last, columns], share
    )
    return rotations


def _sentence(recording: Recording, gaps: np.ndarray, closing: np.ndarray) -> str:
    """Say what became of gaps (N, 3)."""
    lengths = gaps[:, 2] - gaps[:, 1]
    ways = {
        Closing.SPLINE: "by splines",
        Closing.NEIGHBOURS: "by bone lengths and the motion of neighbours",
        Closing.SEGMENT: "by rigid segments",
    }
    told = [f"{count} {words}" for way, words in ways.items() if (count := int((closing == way).sum()))]
    closed, left = closing != Closing.OPEN, closing == Closing.OPEN
    sentences = []
    if closed.any():
        share = 100.0 * lengths[closed].sum() / recording.valid_mask.size
        sentences.append(
            f"Closed {counted(int(closed.sum()), 'gap')} ({share:.2f} % of all positions, up to "
            f"{lengths[closed].max() / recording.fps:.2f} s): {', '.join(told)}."
        )
    if left.any():
        share = 100.0 * lengths[left].sum() / recording.valid_mask.size
        names = [recording.names[k] for k in dict.fromkeys(gaps[left][::-1, 0])]
        sentences.append(
            f"Left {counted(int(left.sum()), 'gap')} open ({share:.2f} % of all positions, up to "
            f"{lengths[left].max() / recording.fps:.2f} s) in which nothing tells where points were: "
            f"{listed(names)}."
        )
    return " ".join(sentences)
