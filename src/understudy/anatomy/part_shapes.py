"""The parts of a body as thick lines with frames, from its landmarks: how far apart two are, and where.

The same lines are found on people and, through their landmarks, on robots. So a place that is stated along
a line and around it means the same on bodies of all sizes. Thicknesses are those of people of the same age.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from understudy.anthropometry.growth import GROWN_UP, stature_at
from understudy.anthropometry.proportions import sizes_at
from understudy.anthropometry.sizes import Sizes
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

_DOWN, _FORWARD = np.array([0.0, 0.0, -1.0]), np.array([1.0, 0.0, 0.0])

_THIGH_FROM = 0.35
"""Where along the thigh legs begin that are apart from each other."""

_SKULL, _JAW = (0.0, 0.0, 0.42), (0.28, 0.0, -0.1)
"""Middles of skull and jaw from between the ears: forward, left and up, in radii of the head."""

_BETWEEN_EARS = {"head_top": (0.0, 0.0, -1.42), "nose": (-1.15, 0.0, 0.18)}
"""From landmarks to the place between the ears, where those were not seen, in radii of the head."""

_JAW_THICKNESS, _EARS_APART = 0.75, 1.8
"""Radius of the jaw, and distance of the ears, in radii of the head."""

_TRUNK_SIDE = (0.55, 0.8)
"""Where the trunk's sides run, as a share of the way to hips and shoulders, and how thick they are."""

_HAND_THICKNESS, _HEEL_UP = 0.5, 0.35
"""Half thickness of a hand in that of an arm; how far inside the heel a foot's line begins, to the ankle."""


@dataclass(frozen=True, eq=False)
class Line:
    """A thick line of a part over T frames.

    Attributes:
        part: One of ``motion.touches.PARTS``.
        segment: Its segment, such as ``forearm_l``.
        start, end: (T, 3) [m] its ends.
        radii: Thickness at both ends [m].
        frame: (T, 4) the segment's orientation wxyz: x forward, y left, z up of a body that stands.
        known: (T,) where all of it is known.
        is_axis: Whether places are stated by it; else it adds to another line's thickness.
    """

    part: str
    segment: str
    start: np.ndarray
    end: np.ndarray
    radii: tuple[float, float]
    frame: np.ndarray
    known: np.ndarray
    is_axis: bool = True


@dataclass(frozen=True, eq=False)
class Nearness:
    """How far apart two parts are over T frames, and where they are nearest.

    Attributes:
        gap: (T,) [m] between the skins, negative where they overlap, infinite where not known.
        thickness: (T,) [m] the smaller of the two parts' thicknesses there.
        lines: (T, 2) the nearest line of either part, its place in the list of lines.
        points: (T, 2, 3) [m] the nearest points on these lines.
    """

    gap: np.ndarray
    thickness: np.ndarray
    lines: np.ndarray
    points: np.ndarray


def part_lines(human: HumanMotion) -> tuple[Line, ...]:
    """Return the lines of all parts of a body that its landmarks show; those of the trunk come first."""
    sizes = person_sizes(human)
    trunk = _trunk_frame(human)
    lines = [*_trunk(human, sizes, trunk), *_head(human, sizes, trunk[0])]
    for side in SIDES:
        lines += _arm(human, side, sizes, trunk[0]) + _leg(human, side, sizes, trunk[0])
    return tuple(line for line in lines if line.known.any())


def head_line(human: HumanMotion, sizes: Sizes) -> list[Line]:
    """Return the line of the head from the middle of the skull to the jaw, of a person of some sizes."""
    return _head(human, sizes, _trunk_frame(human)[0])


def person_sizes(human: HumanMotion) -> Sizes:
    """Return the sizes of a person: of the stated age or one with legs as long, scaled to the limbs."""
    age = human.subject.age
    if age is None:
        ages, legs = _legs_by_age()
        age = float(np.interp(human.sizes.get("leg", legs[-1]), legs, ages))
    sizes = sizes_at(age, stature_at(age))
    names = ("upper_arm", "forearm", "thigh", "shin")
    ratios = [
        human.sizes[f"{name}_{side}"] / getattr(sizes, name)
        for name in names
        for side in SIDES
        if human.sizes.get(f"{name}_{side}", 0.0) > 0.0
    ]
    return sizes.scaled(float(np.mean(ratios))) if ratios else sizes


@lru_cache(maxsize=1)
def _legs_by_age() -> tuple[np.ndarray, np.ndarray]:
    ages = np.concatenate([np.linspace(0.0, 2.0, 9), np.arange(3.0, GROWN_UP + 1.0)])
    return ages, np.array([sizes_at(age, stature_at(age)).leg for age in ages])


def nearness(lines: tuple[Line, ...], part: str, other: str) -> Nearness | None:
    """Return how far apart two parts are; None where either is not among the lines."""
    pairs = [
        (one, two)
        for one, line in enumerate(lines)
        for two, second in enumerate(lines)
        if line.part == part and second.part == other
    ]
    if not pairs:
        return None
    found = [_between(lines[one], lines[two]) for one, two in pairs]
    gaps = np.stack([gap for gap, *_ in found])
    best = gaps.argmin(axis=0)
    frames = np.arange(gaps.shape[1])
    return Nearness(
        gap=gaps[best, frames],
        thickness=np.stack([thickness for _, thickness, _ in found])[best, frames],
        lines=np.array(pairs)[best],
        points=np.stack([points for *_, points in found])[best, frames],
    )


def axis_of(lines: tuple[Line, ...], index: int) -> int:
    """Return the line by which places on a line's segment are stated."""
    segment = lines[index].segment
    return next(i for i, line in enumerate(lines) if line.segment == segment and line.is_axis)


def _between(one: Line, other: Line) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return gap (T,) and thickness (T,) [m], and the nearest points (T, 2, 3) [m] of two lines."""
    s, t = _nearest_shares(one.start, one.end, other.start, other.end)
    points = np.stack(
        [
            line.start + share[:, None] * (line.end - line.start)
            for line, share in ((one, s), (other, t))
        ],
        axis=1,
    )  # fmt: skip
    thick = [
        line.radii[0] + share * (line.radii[1] - line.radii[0]) for line, share in ((one, s), (other, t))
    ]
    distance = np.linalg.norm(points[:, 0] - points[:, 1], axis=1)
    gap = np.where(one.known & other.known, distance - thick[0] - thick[1], np.inf)
    return gap, np.minimum(thick[0], thick[1]), points


def _nearest_shares(
    start: np.ndarray, end: np.ndarray, other_start: np.ndarray, other_end: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return shares (T,) along two lines with ends (T, 3) each at which they are nearest."""
    u, v, w = end - start, other_end - other_start, start - other_start
    uu, vv, uv, uw, vw = (np.einsum("ti,ti->t", a, b) for a, b in ((u, u), (v, v), (u, v), (u, w), (v, w)))
    uu, vv = np.maximum(uu, 1e-18), np.maximum(vv, 1e-18)
    across = uu * vv - uv * uv
    skew = across > 1e-9 * uu * vv
    s = np.clip(np.where(skew, (uv * vw - vv * uw) / np.where(skew, across, 1.0), 0.5), 0.0, 1.0)
    t = np.clip((uv * s + vw) / vv, 0.0, 1.0)
    return np.clip((uv * t - uw) / uu, 0.0, 1.0), t


def _points(human: HumanMotion, *names: str) -> tuple[list[np.ndarray], np.ndarray]:
    """Return landmarks (T, 3) [m] and where all of them are known (T,)."""
    found = [human.landmark(name) for name in names]
    known = np.logical_and.reduce([each[1] for each in found])
    return [np.where(known[:, None], each[0], 0.0) for each in found], known


def _trunk_frame(human: HumanMotion) -> tuple[np.ndarray, np.ndarray]:
    """Return how the trunk is turned (T, 4) wxyz, and where that is known (T,)."""
    (hips, shoulders, hip_l, hip_r, left, right), known = _points(
        human, "mid_hips", "mid_shoulders", "hip_l", "hip_r", "shoulder_l", "shoulder_r"
    )
    up, across = shoulders - hips, rot.normalise(hip_l - hip_r) + rot.normalise(left - right)
    known = known & (np.linalg.norm(np.cross(up, across), axis=1) > 1e-9)
    frame = np.tile(rot.IDENTITY, (human.frame_count, 1))
    frame[known] = rot.from_axes(None, across[known], up[known])
    return frame, known


def _trunk(human: HumanMotion, sizes: Sizes, frame: tuple[np.ndarray, np.ndarray]) -> list[Line]:
    (hips, shoulders), known = _points(human, "mid_hips", "mid_shoulders")
    # Shoulders are higher than the chest is thick.
    top = hips + 0.9 * (shoulders - hips)
    radius = sizes.trunk_radius
    middle = Line("trunk", "trunk", hips, top, (radius, radius), frame[0], known & frame[1])
    share, thick = _TRUNK_SIDE
    sides = []
    for side in SIDES:
        (hip, shoulder), seen = _points(human, f"hip_{side}", f"shoulder_{side}")
        ends = hips + share * (hip - hips), top + share * (shoulder - shoulders)
        radii = (thick * radius, thick * radius)
        sides.append(Line("trunk", "trunk", *ends, radii, frame[0], seen & middle.known, False))
    return [middle, *sides]


def _head(human: HumanMotion, sizes: Sizes, trunk: np.ndarray) -> list[Line]:
    frame = human.frames.get("head", trunk)
    (left, right), known = _points(human, "ear_l", "ear_r")
    radius, middle = sizes.head_radius, 0.5 * (left + right)
    if known.any():
        radius = float(np.median(np.linalg.norm(left - right, axis=1)[known])) / _EARS_APART
    for name, place in _BETWEEN_EARS.items():
        (point,), seen = _points(human, name)
        inferred = point + rot.rotate(frame, radius * np.array(place))
        middle = np.where((seen & ~known)[:, None], inferred, middle)
        known = known | seen
    skull, jaw = (middle + rot.rotate(frame, radius * np.array(place)) for place in (_SKULL, _JAW))
    return [Line("head", "head", skull, jaw, (radius, _JAW_THICKNESS * radius), frame, known)]


def _limb(line: Line, parent: np.ndarray, rest: np.ndarray = _DOWN) -> Line:
    """Return a line with its parent's frame (T, 4) turned to where the line points."""
    along = line.end - line.start
    known = line.known & (np.linalg.norm(along, axis=1) > 1e-9)
    frame = np.array(parent)
    turn = rot.shortest_arc(rot.rotate(parent[known], rest), rot.normalise(along[known]))
    frame[known] = rot.multiply(turn, parent[known])
    return replace(line, frame=frame, known=known)


def _arm(human: HumanMotion, side: str, sizes: Sizes, trunk: np.ndarray) -> list[Line]:
    (shoulder, elbow, wrist), known = _points(human, *(f"{n}_{side}" for n in ("shoulder", "elbow", "wrist")))
    thick, thin = sizes.arm_radius, 0.62 * sizes.arm_radius
    part = f"arm_{side}"
    upper = _limb(Line(part, f"upper_arm_{side}", shoulder, elbow, (thick, thick), trunk, known), trunk)
    fore = _limb(Line(part, f"forearm_{side}", elbow, wrist, (thick, thin), trunk, known), upper.frame)
    # A hand that nobody sees goes on as the forearm does.
    end = wrist + (sizes.palm + 0.5 * sizes.fingers) / sizes.forearm * (wrist - elbow)
    (knuckle,), seen = _points(human, f"knuckle_{side}")
    (tip,), tip_seen = _points(human, f"fingertip_{side}")
    tip = np.where(tip_seen[:, None], 0.5 * (knuckle + tip), knuckle)
    end = np.where(seen[:, None], tip, end)
    radius = _HAND_THICKNESS * sizes.arm_radius
    hand = Line(f"hand_{side}", f"hand_{side}", wrist, end, (radius, radius), trunk, known)
    return [upper, fore, _limb(hand, fore.frame)]


def _leg(human: HumanMotion, side: str, sizes: Sizes, trunk: np.ndarray) -> list[Line]:
    (hip, knee, ankle), known = _points(human, *(f"{n}_{side}" for n in ("hip", "knee", "ankle")))
    around_knee = 0.47 * (sizes.thigh_radius + sizes.ankle_radius)
    part = f"leg_{side}"
    begin = hip + _THIGH_FROM * (knee - hip)
    radii = sizes.thigh_radius, around_knee
    thigh = _limb(Line(part, f"thigh_{side}", begin, knee, radii, trunk, known), trunk)
    radii = around_knee, sizes.ankle_radius
    shin = _limb(Line(part, f"shin_{side}", knee, ankle, radii, trunk, known), thigh.frame)
    (heel,), heel_seen = _points(human, f"heel_{side}")
    (toe,), toe_seen = _points(human, f"toe_{side}")
    heel = np.where(heel_seen[:, None], heel + _HEEL_UP * (ankle - heel), ankle)
    radii = 0.8 * sizes.ankle_radius, 0.5 * sizes.ankle_radius
    foot = Line(f"foot_{side}", f"foot_{side}", heel, toe, radii, trunk, known & toe_seen)
    return [thigh, shin, _limb(foot, shin.frame, _FORWARD)]
