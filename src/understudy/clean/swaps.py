"""Left and right taken for each other, found and set right.

Trackers without markers at times call a left hand the right one, for some frames, one joint or a whole
body. Two things then break: both points jump to where the other was, and both leave their bones. For each
pair the cheapest course of "as named" and "swapped" over all frames is found (Viterbi), where jumps cost
their length, bones their change of length, and each change of mind a fixed price. Pairs are gone
through from the trunk outwards, so that bones are measured to what is right already. Names are taken to be
right most of the time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from understudy.clean.body import body_height, leg_length
from understudy.clean.bone_kernel import least_evidence, weigh_bones
from understudy.clean.courses import courses
from understudy.clean.report import counted, listed, reported
from understudy.clean.sides import side_pairs
from understudy.kinematics.problem import as_kernels_take
from understudy.motion import Recording
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import median, medians
from understudy.motion.speed import speed_scale
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import lengths, norms

_PARENTS = {
    "knee": "hip",
    "ankle": "knee",
    "heel": "ankle",
    "toe": "ankle",
    "toe_tip": "ankle",
    "elbow": "shoulder",
    "wrist": "elbow",
    "knuckle": "wrist",
    "fingertip": "wrist",
    "thumb_tip": "wrist",
}
"""Landmark → the one at the other end of its bone, from the trunk outwards."""

TRUNK = ("hip", "shoulder", "clavicle")
"""Landmarks that nothing but a turn of the whole body swaps."""

_PRICE = 0.1
_TURN_PRICE = 0.2
"""Of a change from named to swapped or back, of a pair and of the trunk, in body heights."""

_TURN = 0.5
"""Cost of turning the trunk round from one frame to the next, in body heights."""

_WIDTH_SLACK = 0.25
"""Share by which the width of the trunk may differ from its median."""

_MIN_WIDTH = 0.05
"""Pairs that are nearer to each other, in body heights, show no direction."""

_SPEED = 2.0
"""Speed [m/s] of an adult's joints that costs nothing."""

_BONE_SLACK = 0.03
_BONE_LIMIT = 0.3
"""Bones speak for one side where lengths tell by more than the first, and never louder than the second, in
body heights."""

_DOUBT = 1e-6
"""Cost of each swapped frame, in body heights: without a reason names are right."""


@dataclass(frozen=True)
class Pair:
    """Indices of a left and a right point, and the landmark that they belong to, or their name."""

    left: int
    right: int
    part: str


def repair_swaps(recording: Recording) -> Recording:
    """Return the recording with left and right points exchanged back where they had been swapped."""
    height, leg = body_height(recording), leg_length(recording)
    reach = _SPEED * (speed_scale(leg) if np.isfinite(leg) else 1.0) / recording.fps
    is_swapped = np.zeros(recording.frame_count, dtype=bool)
    parts: list[str] = []
    excess = np.maximum(_largest_steps(recording) - reach, 0.0).tolist()
    seen = _as_kernels_take(recording)
    for group in ordered_groups(recording):
        # Whose steps cost less than the price of a change can be told as swapped by bones alone.
        is_slow = excess[group[0].left] + excess[group[0].right] <= _PRICE * height
        if is_slow and seen is not None and _bones_fit(recording, *seen, group[0], height):
            continue
        swapped = _swapped_frames(recording, group, height, reach, is_slow)
        if swapped.any():
            recording = _exchanged(recording, group, swapped)
            seen = _as_kernels_take(recording)
            is_swapped |= swapped
            parts += [pair.part for pair in group]
    count = int(is_swapped.sum())
    sentence = "Left and right are never swapped."
    if parts:
        sentence = f"Exchanged left and right back in {counted(count, 'frame')}: {listed(parts)}."
    return reported(recording, "swaps", sentence, frames=count, parts=parts)


def _as_kernels_take(recording: Recording) -> tuple[np.ndarray, np.ndarray] | None:
    """Return points and where they are valid for a first look by a kernel, None where none is worth it."""
    if not least_evidence.is_worth_it(recording.frame_count):
        return None
    return as_kernels_take(recording.points), as_kernels_take(recording.valid_mask)


def _bones_fit(
    recording: Recording, points: np.ndarray, valid: np.ndarray, pair: Pair, height: float
) -> bool:
    """Tell at a first look whether the bones of a pair speak for its names in all frames, as most do.

    Args:
        recording: The recording.
        points: (T, K, 3) [m] its points.
        valid: (T, K).
        pair: A pair.
        height: Of the body [m].

    Returns:
        False also where that takes a closer look: of the trunk, and of bones that begin between points.
    """
    if pair.part in TRUNK:
        return False
    parent = _PARENTS.get(pair.part)
    if parent is None:
        return _DOUBT * height > 0.0
    starts = [recording.landmark_points.get(f"{parent}_{side}", ()) for side in SIDES]
    if any(len(start) != 1 for start in starts):
        return False
    places = [recording.names.index(start) for (start,) in starts]
    bones = np.array([[places[0], pair.left], [places[1], pair.right]])
    least = least_evidence(points, valid, bones, _BONE_SLACK * height, _BONE_LIMIT * height)
    return _DOUBT * height + least > 0.0


def _largest_steps(recording: Recording) -> np.ndarray:
    """Return (K,) [m] the largest step of each point from frame to frame, infinite where it has gaps."""
    largest = np.full(len(recording.names), np.inf)
    for columns, frames, seen in courses(recording.points, recording.valid_mask):
        if len(frames) == recording.frame_count:
            largest[columns] = lengths(np.diff(seen, axis=0)).max(axis=0, initial=0.0)
    return largest


def _exchanged(recording: Recording, group: list[Pair], frames: np.ndarray) -> Recording:
    """Return the recording with the pairs of a group exchanged in some frames (T,)."""
    order = np.arange(len(recording.names))
    for pair in group:
        order[[pair.left, pair.right]] = pair.right, pair.left

    def exchanged(array: np.ndarray) -> np.ndarray:
        result = np.array(array)
        result[frames] = array[frames][:, order]
        return result

    return replace(
        recording,
        points=exchanged(recording.points),
        valid=exchanged(recording.valid_mask),
        rotations=None if recording.rotations is None else exchanged(recording.rotations),
    )


def ordered_groups(recording: Recording) -> list[list[Pair]]:
    """Return pairs that are swapped together: all of the trunk first, then one by one along the limbs."""
    return [list(group) for group in _groups(recording.names, tuple(recording.landmark_points.items()))]


@lru_cache(maxsize=32)
def _groups(
    names: tuple[str, ...], landmark_points: tuple[tuple[str, tuple[str, ...]], ...]
) -> list[list[Pair]]:
    """Return the same by the names of points, and by those of landmarks; not to be changed."""
    part_of = {
        point: landmark[:-2]
        for landmark, points in landmark_points
        for point in points
        if landmark.endswith("_l")
    }
    pairs = [
        Pair(left, right, part_of.get(names[left], names[left]))
        for left, right in side_pairs(names, dict(landmark_points))
    ]
    trunk = [pair for pair in pairs if pair.part in TRUNK]
    order = list(_PARENTS)
    others = [pair for pair in pairs if pair.part not in TRUNK]
    others.sort(key=lambda pair: order.index(pair.part) if pair.part in order else -1)
    return ([trunk] if trunk else []) + [[pair] for pair in others]


def _swapped_frames(
    recording: Recording, group: list[Pair], height: float, reach: float, is_slow: bool
) -> np.ndarray:
    """Return (T,) bool, True where the pairs of a group are swapped.

    Args:
        recording: With all pairs nearer to the trunk repaired.
        group: Pairs that are swapped together.
        height: Of the body [m].
        reach: How far [m] a point may go in a frame without cost.
        is_slow: Whether the steps of a pair of a limb never cost as much as a change.
    """
    being = np.full(recording.frame_count, _DOUBT * height)
    if group[0].part in TRUNK:
        staying, changing = _turn_costs(recording, group, height)
        changing += _TURN_PRICE * height
    else:
        being += bone_evidence(recording, group[0], height)
        if is_slow and (being > 0.0).all():
            return np.zeros(recording.frame_count, dtype=bool)
        staying, changing = _step_costs(recording, group[0], reach)
        changing += _PRICE * height
    if (staying <= changing).all() and (being > 0.0).all():
        return np.zeros(recording.frame_count, dtype=bool)
    return _cheapest_course(staying, changing, being)


def _turn_costs(recording: Recording, group: list[Pair], height: float) -> tuple[np.ndarray, np.ndarray]:
    """Return (T - 1,) [m] what it costs in each step to stay as named or as swapped, and to change.

    The way from right to left points in about the same direction for all pairs of the trunk, so that any
    pair seen in one frame can be compared with any seen in the next. A swap turns it round. The trunk
    is as wide at all times, which tells outliers.
    """
    staying, changing = np.zeros((2, recording.frame_count - 1))
    leftwards = np.zeros((recording.frame_count, 3))
    for pair in group:
        seen = recording.valid_mask[:, pair.left] & recording.valid_mask[:, pair.right]
        if not seen.any():
            continue
        across = recording.points[:, pair.left] - recording.points[:, pair.right]
        widths = norms(across)
        width = median(widths[seen])
        if width >= _MIN_WIDTH * height:
            usual = seen & (np.abs(widths - width) <= _WIDTH_SLACK * width)
            leftwards[usual] += rot.normalise(across[usual])
    leftwards = rot.normalise(leftwards)
    known = np.flatnonzero((leftwards != 0.0).any(axis=1))
    # In most takes all frames tell, and their neighbours need not be gathered.
    is_whole = len(known) == len(leftwards)
    before, behind = (
        (leftwards[:-1], leftwards[1:]) if is_whole else (leftwards[known[:-1]], leftwards[known[1:]])
    )
    agreement = np.sum(behind * before, axis=1)
    steps = slice(None) if is_whole else known[1:] - 1
    # Beyond 120° a turn is rather a swap, the more the nearer it is to half a turn.
    staying[steps] = np.clip(-1.0 - 2.0 * agreement, 0.0, 1.0) * _TURN * height
    changing[steps] = np.clip(1.0 + 2.0 * agreement, 0.0, 1.0) * _TURN * height
    return staying, changing


def _step_costs(recording: Recording, pair: Pair, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """Return (T - 1,) [m] what it costs in each step to stay as named or as swapped, and to change.

    Steps lead from one frame that shows both points to the next. A swap moves points by their distance;
    whatever moves them further is an outlier, which could be on either side, and costs no more than a
    swap would.
    """
    staying, changing = np.zeros((2, recording.frame_count - 1))
    both = np.flatnonzero(recording.valid_mask[:, [pair.left, pair.right]].all(axis=1))
    if len(both) < 2:
        return staying, changing
    left, right = recording.points[both, pair.left], recording.points[both, pair.right]
    apart = lengths(left - right)
    most = np.minimum(np.minimum(apart[:-1], apart[1:]), median(apart))
    free = reach * np.diff(both)

    def cost(earlier: np.ndarray, later: np.ndarray) -> np.ndarray:
        way = lengths(later[1:] - earlier[:-1])
        return np.maximum(np.minimum(way, most) - free, 0.0)

    staying[both[1:] - 1] = cost(left, left) + cost(right, right)
    changing[both[1:] - 1] = cost(left, right) + cost(right, left)
    return staying, changing


def bone_evidence(recording: Recording, pair: Pair, height: float) -> np.ndarray:
    """Return (T,) [m] by how much better bone lengths fit as named than swapped, 0 where they do not tell."""
    none = np.zeros(recording.frame_count)
    parent = _PARENTS.get(pair.part)
    if parent is None:
        return none
    (left_end, left_seen), (right_end, right_seen) = (recording.landmark(f"{parent}_{s}") for s in SIDES)
    seen = left_seen & right_seen & recording.valid_mask[:, [pair.left, pair.right]].all(axis=1)
    if not seen.any():
        return none
    if weigh_bones.is_worth_it(len(seen)):
        named = recording.points[:, [pair.left, pair.right]].swapaxes(0, 1).copy()
        ends = np.stack([left_end, right_end])
        weigh_bones(ends, named, seen, _BONE_SLACK * height, _BONE_LIMIT * height, none)
        return none
    ends = np.stack([left_end[seen], right_end[seen]])
    named = np.stack([recording.points[seen, side] for side in (pair.left, pair.right)])
    own, crossed = (lengths(order - ends) for order in (named, named[::-1]))
    usual = medians(own)[:, None]
    better = np.sum(np.abs(crossed - usual) - np.abs(own - usual), axis=0)
    better[np.abs(better) < _BONE_SLACK * height] = 0.0
    none[seen] = np.clip(better, -_BONE_LIMIT * height, _BONE_LIMIT * height)
    return none


def _cheapest_course(staying: np.ndarray, changing: np.ndarray, being: np.ndarray) -> np.ndarray:
    """Return (N,) bool, the cheapest course of two states over N frames, True for swapped.

    All that counts is by how much the cheapest way to be swapped is dearer than the one to be as named. A
    step leaves that as it is, but never more than the price of changing, and turns it round where changing
    is cheaper than staying.

    Args:
        staying: (N - 1,) cost of going on in the same state.
        changing: (N - 1,) cost of going over to the other.
        being: (N,) cost of being swapped; to be as named costs nothing.
    """
    dearer = float(being[0])
    course = [dearer]
    prices = changing - staying
    for price, cost in zip(prices.tolist(), being[1:].tolist(), strict=True):
        if -price <= dearer <= price:
            dearer += cost
        elif price >= 0.0:
            dearer = cost + (price if dearer > 0.0 else -price)
        else:
            dearer = cost - min(max(dearer, price), -price)
        course.append(dearer)
    swapped = course.pop() < 0.0
    earlier = np.array(course)
    came_over = {False: earlier < -prices, True: earlier > prices}
    found = np.empty(len(being), dtype=bool)
    # Going back, the state is the same until a frame into which one had come over from the other.
    stop = len(being)
    for frame in (np.flatnonzero(came_over[False] | came_over[True]) + 1)[::-1].tolist():
        if came_over[swapped][frame - 1]:
            found[frame:stop] = swapped
            swapped, stop = not swapped, frame
    found[:stop] = swapped
    return found
