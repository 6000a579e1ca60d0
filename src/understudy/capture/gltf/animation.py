"""Animations of a glTF file: keys of nodes' places, turns and scales, and their values between keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.gltf.accessors import read_accessor
from understudy.capture.gltf.document import Entry, GltfDocument
from understudy.capture.skeletons.key_rate import even_rate
from understudy.capture.skeletons.node_tree import MAX_SAMPLES, Moves
from understudy.capture.text.quoting import shown
from understudy.spatial import rotations as rot

UNEVEN_FPS = 30.0
"""Frames a second at which keys are sampled that follow each other unevenly."""

_SAME_MOMENT = 1e-3
"""The share of the shortest step between keys that is no time."""

LONGEST = 1e6
"""Seconds that an animation may take."""

_KINDS = {"translation": "VEC3", "rotation": "VEC4", "scale": "VEC3"}
_WAYS = ("LINEAR", "STEP", "CUBICSPLINE")


@dataclass(frozen=True, eq=False)
class Track:
    """Keys of one property of a node.

    Attributes:
        times: (N,) [s] when keys are, rising.
        values: (N, 3) or (N, 4), quaternions wxyz; of splines (N, 3, …): slope before, value, slope after.
        way: How values go from key to key, one of ``LINEAR``, ``STEP`` and ``CUBICSPLINE``.
    """

    times: np.ndarray
    values: np.ndarray
    way: str

    def at(self, moments: np.ndarray) -> np.ndarray:
        """Return values at moments (T,) [s], those of the first and last key before and after them."""
        moments = np.clip(moments, self.times[0], self.times[-1])
        after = np.clip(np.searchsorted(self.times, moments, side="right"), 1, max(len(self.times) - 1, 1))
        if len(self.times) == 1:
            return np.repeat(self._keys()[:1], len(moments), axis=0)
        before = after - 1
        step = self.times[after] - self.times[before]
        share = (moments - self.times[before]) / step
        keys = self._keys()
        if self.way == "STEP":
            # Times are in single precision, and a moment just before a key is meant to be there.
            late = _SAME_MOMENT * float(np.diff(self.times).min())
            return keys[np.maximum(np.searchsorted(self.times, moments + late, side="right") - 1, 0)]
        if self.way == "CUBICSPLINE":
            return self._spline(before, share[:, None], step[:, None])
        if keys.shape[1] == 4:
            return rot.slerp(keys[before], keys[after], share)
        return keys[before] + share[:, None] * (keys[after] - keys[before])

    def _keys(self) -> np.ndarray:
        return self.values[:, 1] if self.way == "CUBICSPLINE" else self.values

    def _spline(self, before: np.ndarray, share: np.ndarray, step: np.ndarray) -> np.ndarray:
        """Return Hermite's cubic between keys, whose slopes are a second's."""
        start, end = self.values[before], self.values[before + 1]
        square, cube = share**2, share**3
        found = (
            (2.0 * cube - 3.0 * square + 1.0) * start[:, 1]
            + (cube - 2.0 * square + share) * step * start[:, 2]
            + (3.0 * square - 2.0 * cube) * end[:, 1]
            + (cube - square) * step * end[:, 0]
        )
        return rot.normalise(found) if found.shape[1] == 4 else found


@dataclass(frozen=True, eq=False)
class Animation:
    """What moves.

    Attributes:
        name: What it is called.
        tracks: Node and property → its keys.
    """

    name: str
    tracks: Mapping[tuple[int, str], Track]

    @property
    def span(self) -> tuple[float, float]:
        """First and last time [s] of all keys."""
        times = [track.times for track in self.tracks.values()]
        return min(float(each[0]) for each in times), max(float(each[-1]) for each in times)

    def rate(self) -> tuple[float, bool]:
        """Return frames a second, and whether keys follow each other so."""
        begin, end = self.span
        longest = max((track.times for track in self.tracks.values()), key=len)
        found = even_rate(longest, end - begin)
        return (UNEVEN_FPS, False) if found is None else (found, True)

    def moves(self, node: int, rest: Moves, moments: np.ndarray) -> Moves:
        """Return how a node moves that rests as stated, at moments (T,) [s]."""
        found = dict(zip(_KINDS, (rest.places, rest.turns, rest.scales), strict=True))
        for kind in _KINDS:
            track = self.tracks.get((node, kind))
            if track is not None:
                found[kind] = track.at(moments)
        return Moves(found["translation"], found["rotation"], found["scale"])


def read_animations(document: GltfDocument, nodes: Sequence[int]) -> list[Animation]:
    """Return the animations that move some of these nodes.

    Raises:
        CaptureError: Where keys are broken.
    """
    wanted, count = set(nodes), len(document.entries("nodes"))
    animations: list[Animation] = []
    for entry in document.entries("animations"):
        samplers = entry.entries("samplers")
        tracks: dict[tuple[int, str], Track] = {}
        numbers = 0
        for channel in entry.entries("channels"):
            target = channel.entry("target")
            node = None if target is None else target.index("node", count)
            kind = "" if target is None else target.text("path")
            if node not in wanted or kind not in _KINDS:
                continue
            if (node, kind) in tracks:
                raise channel.error(f"moves the {kind} of node {node} a second time")
            sampler = channel.index("sampler", len(samplers))
            if sampler is None:
                raise channel.error("names no sampler")
            track = tracks[node, kind] = _track(document, samplers[sampler], kind)
            numbers += track.values.size
            if numbers > 10 * MAX_SAMPLES:
                raise entry.error("refers to more keys than a capture of a person has")
        if tracks:
            animations.append(Animation(entry.text("name"), tracks))
    return animations


def _track(document: GltfDocument, sampler: Entry, kind: str) -> Track:
    count = len(document.entries("accessors"))
    given, wanted = sampler.index("input", count), sampler.index("output", count)
    if given is None or wanted is None:
        raise sampler.error("has no input or no output")
    way = sampler.text("interpolation") or "LINEAR"
    if way not in _WAYS:
        raise sampler.error(f"goes from key to key by {shown(way)}, expected one of {', '.join(_WAYS)}")
    times = read_accessor(document, given, "SCALAR")[:, 0]
    if len(times) == 0 or times[0] < 0.0 or times[-1] > LONGEST or (np.diff(times) <= 0.0).any():
        raise sampler.error(f"has times that do not rise from 0 s to at most {LONGEST:g} s")
    values = read_accessor(document, wanted, _KINDS[kind])
    expected = 3 * len(times) if way == "CUBICSPLINE" else len(times)
    if len(values) != expected:
        raise sampler.error(f"has {len(values)} values for {len(times)} keys, expected {expected}")
    if kind == "rotation":
        values = values[:, [3, 0, 1, 2]]
    if way == "CUBICSPLINE":
        values = values.reshape(len(times), 3, -1)
    if kind == "rotation":
        keys = values[:, 1] if way == "CUBICSPLINE" else values
        if (np.abs(np.linalg.norm(keys, axis=1) - 1.0) > 0.1).any():
            raise sampler.error("has turns that are no unit quaternions")
        values = values if way == "CUBICSPLINE" else rot.normalise(values)
    return Track(times, values, way)
