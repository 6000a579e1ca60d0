"""The body under the markers: canonical landmarks, read off markers or computed from several of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from understudy.capture.naming.marker_sets import limbs, trunk
from understudy.capture.naming.marker_sets.catalogue import Match
from understudy.capture.naming.marker_sets.marker_set import Offset
from understudy.capture.naming.marker_sets.markers import (
    UNSEEN,
    Markers,
    Track,
    mean,
    median_length,
    seen_tracks,
)
from understudy.capture.naming.tables import Place
from understudy.capture.raw import RawCapture
from understudy.motion.landmarks import LANDMARKS, SIDES
from understudy.spatial import rotations as rot

_Key = TypeVar("_Key")

COMPUTED = "*"
"""Names of points that no marker shows begin with this."""

MODEL_TOLERANCE = 0.03
"""Joint centres that a program computed are believed this near to those from the markers [m]."""


@dataclass(frozen=True, eq=False)
class MarkedBody:
    """The landmarks that a marker set finds in a capture.

    Attributes:
        landmark_points: Canonical landmark → names of the points whose mean it is.
        names: C names of computed points, for example ``*hip_l``.
        points: (T, C, 3) computed points in the file's unit and axes, NaN where a marker was not seen.
        notes: How they were computed.
    """

    landmark_points: dict[str, tuple[str, ...]]
    names: tuple[str, ...]
    points: np.ndarray
    notes: tuple[str, ...]


def find_body(raw: RawCapture, match: Match) -> MarkedBody:
    """Return the landmarks that the markers of a person show, and those that can be computed from them."""
    unit, marker_set = raw.source.sidecar.unit or raw.unit, match.marker_set

    def tracks(places: Mapping[_Key, Place]) -> dict[_Key, Track]:
        return seen_tracks(places, match.spoken, raw.names, raw.points)

    anatomy, outputs = tracks(marker_set.anatomy), tracks(marker_set.model_outputs)
    landmarks = _Landmarks(Markers(anatomy, unit, raw.widths), outputs)
    landmarks.add(tracks(marker_set.landmarks))
    for name, offset in marker_set.offsets.items():
        ends = tracks(dict(enumerate((offset.start, *offset.along))))
        landmarks.add({name: _beside(offset, ends, unit)})
    landmarks.complete()
    found = {name: landmarks.found[name] for name in LANDMARKS if name in landmarks.found}
    computed = {COMPUTED + name: track.points for name, track in found.items() if not track.labels}
    if computed:
        landmarks.notes.append(f"Computed from several markers: {', '.join(computed)}.")
    return MarkedBody(
        {name: track.labels or (COMPUTED + name,) for name, track in found.items()},
        tuple(computed),
        np.stack(list(computed.values()), axis=1) if computed else np.empty((len(raw.points), 0, 3)),
        tuple(landmarks.notes),
    )


def _beside(offset: Offset, ends: Mapping[int, Track], unit: float | None) -> Track:
    """Return the landmark beside three places, by their numbers; metres mean nothing without a unit."""
    start, first, second = (ends.get(number, UNSEEN).points for number in range(3))
    if offset.share is not None:
        return Track(start + offset.share * (second - first))
    return Track(start + (offset.metres or 0.0) / (unit or np.nan) * rot.normalise(second - first))


@dataclass(eq=False)
class _Landmarks:
    """Collects landmarks from the pelvis outwards; what is there already is kept."""

    markers: Markers
    outputs: Mapping[str, Track]
    found: dict[str, Track] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, tracks: Mapping[str, Track]) -> None:
        for name, track in tracks.items():
            if name not in self.found and track.is_seen:
                self.found[name] = track

    def points(self, landmark: str) -> np.ndarray:
        return self.found.get(landmark, UNSEEN).points

    def between(self, landmark: str) -> Track:
        return mean(*(self.found.get(f"{landmark}_{side}", UNSEEN) for side in SIDES))

    def complete(self) -> None:
        markers, pelvis = self.markers, trunk.find_pelvis(self.markers)
        self._add_hips(*trunk.hip_centres(pelvis, markers.unit))
        hips = self.between("hip").points
        self._settle(
            [limbs.knee_and_ankle(markers, side, self.points(f"hip_{side}"), pelvis) for side in SIDES]
        )
        up = trunk.trunk_up(markers, hips)
        self._settle([limbs.shoulders(markers, up)])
        arms = [limbs.elbow_and_wrist(markers, side, self.points(f"shoulder_{side}"), up) for side in SIDES]
        for joint in ("elbow", "wrist"):
            self._settle([{name: track for name, track in arm.items() if joint in name} for arm in arms])
        for side in SIDES:
            self.add(limbs.foot(markers, side, self.points(f"knee_{side}"), self.points(f"ankle_{side}")))
            self.add(limbs.knuckle(markers, side))
        self.add({"spine": trunk.lower_spine(pelvis, hips, self.between("shoulder").points)})
        self.add(trunk.chest_and_neck(markers))
        self.add(trunk.head_landmarks(markers))
        self.add(self.outputs)

    def _add_hips(self, computed: Mapping[str, Track], author: str) -> None:
        self._settle([computed])
        # Where no marker tells, knees follow from the hips that the recording program computed.
        self.add({name: track for name, track in self.outputs.items() if name in computed})
        pair = [self.found.get(f"hip_{side}", UNSEEN) for side in SIDES]
        if pair[0].is_seen and not pair[0].labels:
            self.notes.append(f"Hips are computed from the pelvis's markers by the regression of {author}.")
        # The mean of two computed joints is the mean of the two points that are appended for them.
        named = [
            Track(hip.points, hip.labels or (f"{COMPUTED}hip_{side}",))
            for hip, side in zip(pair, SIDES, strict=True)
        ]
        self.add({"mid_hip": mean(*named)})

    def _settle(self, limbs: Sequence[Mapping[str, Track]]) -> None:
        """Take joints as the recording program computed them where markers agree, else from the markers."""
        computed = {name: track for limb in limbs for name, track in limb.items() if track.is_seen}
        offered = {name: self.outputs[name] for name in computed if name in self.outputs}
        apart = [self._apart(computed[name], track) for name, track in offered.items()]
        if max(apart, default=0.0) <= MODEL_TOLERANCE:
            self.add(offered)
        else:
            labels = ", ".join(label for track in offered.values() for label in track.labels)
            self.notes.append(
                f"The file's own joint centres {labels} were not used, as they lie up to "
                f"{max(apart) * 100:.1f} cm from where the markers put these joints."
            )
        self.add(computed)

    def _apart(self, first: Track, second: Track) -> float:
        """Return how far two tracks are apart on the median [m], 0 where that cannot be told."""
        return float(
            np.nan_to_num(median_length(first.points - second.points) * (self.markers.unit or np.nan))
        )
