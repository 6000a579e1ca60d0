"""Where feet rest and carry the person, at whatever height.

A foot that is merely held still is no foothold: one held up, one of a person who sits, one at the top of a
jump. A foothold is a rest during which the other foot moves, the hips are above it by about a leg, and the
body does not fall.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from understudy.motion.foot import BREADTH, SOLE_BELOW, toe_tips, usual_heel
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import medians, percentiles
from understudy.motion.speed import centred_speed, half_window, speed_scale
from understudy.motion.stretches import stretches
from understudy.spatial.vectors import lengths
from understudy.terrain.rest_kernel import write_places, write_rests

SLOW = 0.5
"""Speed [m/s] below which an adult's foot rests, and over which the other one moves."""

SHORTEST_REST = 0.15
"""Time [s]; feet at the top of a jump are slow for a tenth of a second."""

SHORTEST_SUPPORT = 0.08
"""Time [s] for which a foot has to carry alone."""

LEAST_HIPS, FARTHEST_HIPS = 0.65, 0.6
"""Leg lengths by which hips are over a foot that carries, at least upwards and at most aside."""

FALLING = -5.0
"""Acceleration [m/s²] of the hips below which nothing carries the person."""

FLATTEST = np.radians(18.0)
"""Angle by which a foot on any ground may be pitched against what is usual in the clip."""

_STILLEST = 30.0
"""Percentile of a rest's speeds: up to it the foot is flat, neither landing nor lifting off."""

_UNSEEN = 1e3
"""Speed [m/s] of a point in frames that do not show it."""


class Person(Protocol):
    """A person's landmarks over time, as recordings and human motions have them."""

    @property
    def fps(self) -> float:
        """Frames a second [1/s]."""
        ...

    @property
    def frame_count(self) -> int:
        """T."""
        ...

    def landmark(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return positions (T, 3) [m] and validity (T,)."""
        ...


@dataclass(frozen=True, eq=False)
class Foothold:
    """A foot that stands.

    Attributes:
        side: ``l`` or ``r``.
        frame: In the middle of its rest.
        point: (3,) [m] its ball, or its ankle where the ball is not known.
        heel, tip: (2,) [m] where the sole ends, over the floor.
        pitch: Angle [rad] by which the line from ankle or heel to the ball rises, NaN where it is not known.
    """

    side: str
    frame: int
    point: np.ndarray
    heel: np.ndarray
    tip: np.ndarray
    pitch: float

    @property
    def outline(self) -> np.ndarray:
        """(4, 2) [m] corners of the sole over the floor."""
        along = self.tip - self.heel
        aside = 0.5 * BREADTH * np.array([-along[1], along[0]])
        return np.array([self.heel + aside, self.heel - aside, self.tip + aside, self.tip - aside])


def soles(person: Person, leg: float) -> np.ndarray:
    """Return points (N, 3) [m] below balls and heels of both feet in all frames that show them."""
    found = [np.zeros((0, 3))]
    for part, share in SOLE_BELOW.items():
        for side in SIDES if part != "ankle" else ():
            points, known = person.landmark(f"{part}_{side}")
            found.append(points[known] - np.array([0.0, 0.0, share * leg]))
    return np.concatenate(found)


def told_by(person: Person) -> str | None:
    """Return the part of the feet that tells heights best of those that are known, or None."""
    for part in SOLE_BELOW:
        if all(person.landmark(f"{part}_{side}")[1].any() for side in SIDES):
            return part
    return None


def find_footholds(person: Person, leg: float) -> list[Foothold]:
    """Return the footholds of a person with this leg length [m], in the order of time."""
    part = told_by(person)
    if part is None:
        return []
    tracks, speeds = {}, {}
    for side in SIDES:
        tracks[side], known = person.landmark(f"{part}_{side}")
        speeds[side] = np.where(known, centred_speed(tracks[side], person.fps), np.nan)
    middle, is_seen = person.landmark("mid_hips")
    carried = _carriage(middle, is_seen, person.fps)
    found = []
    for side, other in (SIDES, SIDES[::-1]):
        rests = _rests(speeds[side], speeds[other], carried, middle, tracks[side], leg, person.fps)
        if rests:
            parts = {name: _seen(person, f"{name}_{side}") for name in SOLE_BELOW}
            foot = _Foot(side, part, person.fps, parts)
            found += [foot.hold(slice(first, stop)) for first, stop in rests]
    return _flat(sorted(found, key=lambda foothold: foothold.frame))


def _rests(
    speeds: np.ndarray,
    others: np.ndarray,
    carried: np.ndarray,
    hips: np.ndarray,
    points: np.ndarray,
    leg: float,
    fps: float,
) -> list[tuple[int, int]]:
    """Return (start, stop) of every rest in which a foot carries the person.

    Args:
        speeds: (T,) [m/s] of the foot, NaN where it is not known.
        others: (T,) [m/s] of the other foot.
        carried: (T,) whether the person does not fall.
        hips: (T, 3) [m] the middle of the hips.
        points: (T, 3) [m] of the foot.
        leg: Leg length [m].
        fps: Frames a second [1/s].
    """
    slow, above, aside = SLOW * speed_scale(leg), LEAST_HIPS * leg, FARTHEST_HIPS * leg
    shortest, fewest = SHORTEST_REST * fps, SHORTEST_SUPPORT * fps
    if write_rests.is_worth_it(len(speeds)):
        rests = np.empty((len(speeds) // 2 + 1, 2), dtype=np.int64)
        bounds = np.array([slow, shortest, above, aside, fewest])
        count = write_rests(speeds, others, carried, np.array(hips), np.array(points), bounds, rests)
        return [(start, stop) for start, stop in rests[:count].tolist()]
    found = []
    for first, stop in stretches(speeds < slow):
        if stop - first < shortest:
            continue
        rest = slice(first, stop)
        alone = (others[rest] > slow) & carried[rest]
        is_over = hips[rest, 2] - points[rest, 2] > above
        is_near = lengths(hips[rest, :2] - points[rest, :2]) < aside
        if (alone & is_over & is_near).sum() >= fewest:
            found.append((first, stop))
    return found


def _flat(footholds: list[Foothold]) -> list[Foothold]:
    """Return the footholds without those of feet on their heels or toes, whose points tell no height."""
    pitches = np.array([foothold.pitch for foothold in footholds])
    if not np.isfinite(pitches).any():
        return footholds
    off = np.abs(pitches - np.nanmedian(pitches))
    return [foothold for foothold, far in zip(footholds, off, strict=True) if not far > FLATTEST]


def _carriage(hips: np.ndarray, known: np.ndarray, fps: float) -> np.ndarray:
    """Return (T,) whether the person does not fall: the hips' acceleration over a tenth of a second.

    Args:
        hips: (T, 3) [m] the middle of the hips.
        known: (T,) where it is known.
        fps: Frames a second [1/s].
    """
    half = max(1, round(0.05 * fps))
    carried = np.ones(len(hips), dtype=bool)
    if len(hips) > 2 * half:
        height = np.where(known, hips[:, 2], np.nan)
        bend = height[2 * half :] - 2.0 * height[half:-half] + height[: -2 * half]
        # Where hips are not known, nobody is known to fall.
        carried[half:-half] = ~(bend * (fps / half) ** 2 <= FALLING)
    return carried


def _seen(person: Person, name: str) -> np.ndarray:
    """Return positions (T, 3) [m] of a landmark, NaN where it is not known."""
    points, known = person.landmark(name)
    return np.where(known[:, None], points, np.nan)


@dataclass(frozen=True, eq=False)
class _Foot:
    """The points of one foot over time.

    Attributes:
        side: ``l`` or ``r``.
        part: The part that tells heights.
        fps: Frames a second [1/s].
        tracks: Part → positions (T, 3) [m], NaN where it is not known.
    """

    side: str
    part: str
    fps: float
    tracks: dict[str, np.ndarray]

    @cached_property
    def _stacked(self) -> np.ndarray:
        """(P, T, 3) [m] all tracks."""
        return np.stack(list(self.tracks.values()))

    def hold(self, rest: slice) -> Foothold:
        """Return a rest as a foothold: the median of the frames in which all of the foot is stillest."""
        places = self._places(rest)
        point, middle = places[self.part], (rest.start + rest.stop) // 2
        ball, ankle, heel = (places.get(name) for name in ("toe", "ankle", "heel"))
        if ball is None:
            return Foothold(self.side, middle, point, point[:2], point[:2], np.nan)
        if heel is None and ankle is not None:
            heel = usual_heel(ankle, ball)
        if heel is None:
            heel = ball
        rear = ankle if ankle is not None else heel
        way = ball - rear
        pitch = float(np.arctan2(way[2], np.linalg.norm(way[:2])))
        return Foothold(self.side, middle, point, heel[:2], toe_tips(heel, ball)[:2], pitch)

    def _places(self, rest: slice) -> dict[str, np.ndarray]:
        """Return part → where it is (3,) [m] while all parts that are seen are stillest."""
        if write_places.is_worth_it(rest.stop - rest.start):
            places, room = np.empty((len(self.tracks), 3)), np.empty((2, rest.stop - rest.start))
            half, share = half_window(self.fps), _STILLEST / 100.0
            write_places(
                self._stacked, rest.start, rest.stop, float(self.fps), half, share, _UNSEEN, room, places
            )
            named = zip(self.tracks, places, strict=True)
            return {name: place for name, place in named if not np.isnan(place[0])}
        rests = {name: track[rest] for name, track in self.tracks.items()}
        finite = {name: np.isfinite(track).all(axis=1) for name, track in rests.items()}
        names = [name for name in rests if finite[name].any()]
        # All parts together: rests are short, and NumPy's calls take longer than their arithmetic.
        speeds = centred_speed(np.stack([rests[name] for name in names], axis=1), self.fps)
        motion = np.where(np.isnan(speeds), _UNSEEN, speeds).sum(axis=1)
        still = motion <= percentiles(motion, (_STILLEST,))[0]
        kept = {name: rests[name][still & finite[name]] for name in names}
        return {name: medians(track.T) for name, track in kept.items() if len(track)}
