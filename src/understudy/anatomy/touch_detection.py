"""Touches found in a person's motion: parts whose skins come nearer than a share of their thickness.

A touch begins where two parts are nearer than ``NEAR`` of the thinner one's thickness, and ends where they
are farther apart than ``FAR`` of it, so that noise does not part it. One that is interrupted for less than a
tenth of a second is one, and shorter ones are none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.anatomy.part_shapes import Line, Nearness, axis_of, nearness, part_lines
from understudy.motion import HumanMotion
from understudy.motion.stretches import stretches
from understudy.motion.touches import PAIRS, Pair, Place, Touch, Touches, touches_of_masks
from understudy.spatial import rotations as rot
from understudy.spatial.hann_mean import hann_mean

NEAR, FAR = 0.35, 0.8
"""Gaps at which a touch begins and ends, as shares of the thinner part's half thickness there."""

_STEADY = 0.15
"""Time [s] over which places are averaged."""

SHORTEST = 0.1
"""Time [s] that a touch lasts at least, and for which it may be interrupted."""


@dataclass(frozen=True, eq=False)
class Spots:
    """Where two parts are nearest over T frames, on the axes of their segments.

    Attributes:
        segments: (T,) rows of ``lines``, the axis of the part's segment.
        along: (T,) where along the axis the skin is touched, 0 to 1.
        direction: (T, 3) from the axis to the nearest point of the skin, in the segment's frame.
        normal: (T, 3) from this part to the other one, in the segment's frame.
    """

    segments: np.ndarray
    along: np.ndarray
    direction: np.ndarray
    normal: np.ndarray


def touches_of(human: HumanMotion) -> Touches:
    """Return the touches that a motion states, or those that are found in it."""
    return find_touches(human) if human.touches is None else human.touches


def find_touches(human: HumanMotion) -> Touches:
    """Return the touches in a person's motion, with their places."""
    lines = part_lines(human)
    masks, near = {}, {}
    for pair in PAIRS:
        found = nearness(lines, *pair)
        if found is not None:
            masks[pair] = touching(found, human.fps)
            near[pair] = found
    return _placed(touches_of_masks(masks, human.fps), lines, near, human.fps)


def with_places(touches: Touches, human: HumanMotion) -> Touches:
    """Return touches that somebody states with the places at which the person's parts are nearest then."""
    lines = part_lines(human)
    near = {pair: found for pair in touches.pairs if (found := nearness(lines, *pair)) is not None}
    return _placed(touches, lines, near, human.fps)


def touching(near: Nearness, fps: float) -> np.ndarray:
    """Return (T,) where two parts touch."""
    share = near.gap / near.thickness
    # What lies between the two thresholds is as it was before.
    stated = np.where(share < NEAR, 1, np.where(share > FAR, 0, -1))
    last = np.maximum.accumulate(np.where(stated >= 0, np.arange(len(share)), -1))
    holds = np.where(last >= 0, stated[last], 0) == 1
    few = SHORTEST * fps
    for start, stop in stretches(~holds):
        if stop - start < few and start > 0 and stop < len(holds):
            holds[start:stop] = True
    for start, stop in stretches(holds):
        if stop - start < few:
            holds[start:stop] = False
    return holds


def spots_on(
    lines: tuple[Line, ...], near: Nearness, which: int, fps: float, around: np.ndarray | None = None
) -> Spots:
    """Return where two parts are nearest on one of them, the first (0) or the second (1).

    Parts that overlap have axes that cross, whose nearest points and the way between them jump about; so both
    are averaged over a while, longer ways counting more.

    Args:
        lines: The lines of all parts.
        near: Where the two parts are nearest.
        which: The one of them that is asked for.
        fps: Frames a second [1/s].
        around: (T,) stretches of frames in which one segment stands for the part all the time, the one that
            is nearest in most of them.
    """
    reach = round(_STEADY * fps)
    own, other = near.points[:, which], near.points[:, 1 - which]
    way = rot.normalise(hann_mean(other - own, reach))
    radii = np.array([0.5 * sum(line.radii) for line in lines])[near.lines[:, which]]
    skin = own + radii[:, None] * way
    axes = np.array([axis_of(lines, index) for index in range(len(lines))])
    segments = axes[near.lines[:, which]]
    for start, stop in stretches(np.zeros(len(way), dtype=bool) if around is None else around):
        gaps = near.gap[start:stop]
        nearest = gaps <= np.median(gaps)
        segments[start:stop] = np.bincount(segments[start:stop][nearest]).argmax()
    along, direction, normal = np.zeros(len(way)), np.zeros((len(way), 3)), np.zeros((len(way), 3))
    for axis in np.unique(segments):
        here = (segments == axis) & lines[axis].known
        start, vector = lines[axis].start[here], (lines[axis].end - lines[axis].start)[here]
        square = np.maximum(np.einsum("ti,ti->t", vector, vector), 1e-18)
        share = np.clip(np.einsum("ti,ti->t", skin[here] - start, vector) / square, 0.0, 1.0)
        runs = np.split(share, np.flatnonzero(np.diff(np.flatnonzero(here)) > 1) + 1)
        share = np.concatenate([hann_mean(run, reach) for run in runs])
        into = rot.conjugate(lines[axis].frame[here])
        outward = rot.normalise(hann_mean(skin[here] - start - share[:, None] * vector, reach))
        along[here], direction[here] = share, rot.rotate(into, outward)
        normal[here] = rot.rotate(into, way[here])
    return Spots(segments, along, direction, normal)


def _placed(touches: Touches, lines: tuple[Line, ...], near: dict[Pair, Nearness], fps: float) -> Touches:
    spots = {pair: [spots_on(lines, near[pair], which, fps) for which in (0, 1)] for pair in near}
    items: list[Touch] = []
    for touch in touches.items:
        if touch.pair not in near:
            items.append(touch)
            continue
        gap = near[touch.pair].gap
        first = min(round(touch.start * fps), len(gap) - 1)
        span = slice(first, max(round(touch.end * fps), first) + 1)
        places = [_place(lines, each, span, gap[span]) for each in spots[touch.pair]]
        items.append(replace(touch, place_a=places[0], place_b=places[1]))
    return Touches(tuple(items))


def _place(lines: tuple[Line, ...], spots: Spots, span: slice, gap: np.ndarray) -> Place | None:
    """Return where a part is touched on the whole, None where that is not known in any frame."""
    known = np.isfinite(gap)
    if not known.any():
        return None
    rows = spots.segments[span][known]
    row = int(np.bincount(rows).argmax())
    own = np.flatnonzero(rows == row)
    x, y, z = rot.normalise(spots.direction[span][known][own].mean(axis=0)).tolist()
    along = float(np.median(spots.along[span][known][own]))
    return Place(lines[row].segment, round(along, 4), (round(x, 4), round(y, 4), round(z, 4)))
