"""The body under the markers: canonical landmarks, read off markers or computed from several of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from understudy.capture.naming.marker_sets import arms, legs, trunk
from understudy.capture.naming.marker_sets.head import head_landmarks
from understudy.capture.naming.marker_sets.marker_set import MarkerSet
from understudy.capture.naming.marker_sets.pelvis import Pelvis, find_pelvis, hip_centres
from understudy.capture.naming.marker_sets.robust import median_length
from understudy.capture.naming.marker_sets.seen_markers import SeenMarkers
from understudy.capture.naming.marker_sets.tracks import Places, Track, mean
from understudy.capture.naming.names import Spoken
from understudy.motion.landmarks import LANDMARKS, SIDES

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


def find_body(
    marker_set: MarkerSet,
    spoken: Spoken,
    names: Sequence[str],
    points: np.ndarray,
    unit: float | None = None,
    widths: Mapping[str, float] | None = None,
) -> MarkedBody:
    """Return the landmarks that markers show, and those that can be computed from them.

    Args:
        marker_set: Which marker is where.
        spoken: Plain name → label, of the person's markers.
        names: K labels of the points.
        points: (T, K, 3) in the file's unit and axes, NaN where a point was not seen.
        unit: Metres per unit of the file, or None where that is not known.
        widths: Measured widths of joints in the file's unit, by ``knee_l``, ``ankle_l``, ``elbow_l`` …
    """
    seen = SeenMarkers(spoken, {name: column for column, name in enumerate(names)}, points)
    builder = _Builder(
        Places(seen.tracks(marker_set.anatomy), unit, widths or {}), seen.tracks(marker_set.model_outputs)
    )
    builder.add(seen.tracks(marker_set.landmarks))
    builder.add(seen.offsets(marker_set.offsets, unit))
    builder.build()
    computed = {
        COMPUTED + name: builder.found[name].points
        for name in LANDMARKS
        if name in builder.found and not builder.found[name].labels
    }
    tracks = np.empty((len(points), len(computed), 3))
    for column, track in enumerate(computed.values()):
        tracks[:, column] = track
    landmark_points = {
        name: builder.found[name].labels or (COMPUTED + name,) for name in LANDMARKS if name in builder.found
    }
    if computed:
        builder.notes.append(f"Computed from several markers: {', '.join(computed)}.")
    return MarkedBody(landmark_points, tuple(computed), tracks, tuple(builder.notes))


@dataclass(eq=False)
class _Builder:
    """Collects landmarks from the pelvis outwards; what is there already is kept."""

    places: Places
    outputs: Mapping[str, Track]
    found: dict[str, Track] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, tracks: Mapping[str, Track]) -> None:
        for name, track in tracks.items():
            self.found.setdefault(name, track)

    def points(self, landmark: str) -> np.ndarray | None:
        track = self.found.get(landmark)
        return None if track is None else track.points

    def between(self, landmark: str) -> Track | None:
        pair = [self.found[name] for side in SIDES if (name := f"{landmark}_{side}") in self.found]
        return mean(pair) if len(pair) == len(SIDES) else None

    def build(self) -> None:
        pelvis = find_pelvis(self.places)
        self._add_hips(pelvis)
        hips = self.between("hip")
        self._settle(
            [legs.knee_and_ankle(self.places, side, self.points(f"hip_{side}"), pelvis) for side in SIDES]
        )
        up = trunk.trunk_up(self.places, None if hips is None else hips.points)
        self._settle([arms.shoulders(self.places, up)])
        forearms = [
            arms.elbow_and_wrist(self.places, side, self.points(f"shoulder_{side}"), up) for side in SIDES
        ]
        for joint in ("elbow", "wrist"):
            self._settle([{name: track for name, track in arm.items() if joint in name} for arm in forearms])
        for side in SIDES:
            self.add(legs.foot(self.places, side, self.points(f"knee_{side}"), self.points(f"ankle_{side}")))
            knuckle = arms.knuckle(self.places, side)
            self.add({} if knuckle is None else {f"knuckle_{side}": knuckle})
        self._add_trunk(pelvis, hips)
        self.add(head_landmarks(self.places))
        self.add(self.outputs)

    def _add_hips(self, pelvis: Pelvis | None) -> None:
        if pelvis is None:
            self.add({name: track for name, track in self.outputs.items() if name in ("hip_l", "hip_r")})
            return
        left, right, author = hip_centres(pelvis, self.places.unit)
        self._settle([{"hip_l": Track(left), "hip_r": Track(right)}])
        if not self.found["hip_l"].labels:
            self.notes.append(f"Hips are computed from the pelvis's markers by the regression of {author}.")

    def _add_trunk(self, pelvis: Pelvis | None, hips: Track | None) -> None:
        shoulders = self.between("shoulder")
        if hips is not None:
            # The mean of two computed joints is the mean of the two points that are appended for them.
            pair = [self.found[f"hip_{side}"].labels or (f"{COMPUTED}hip_{side}",) for side in SIDES]
            labels = (*pair[0], *pair[1]) if len(pair[0]) == len(pair[1]) else ()
            self.add({"mid_hip": Track(hips.points, labels)})
        if pelvis is not None and hips is not None and shoulders is not None:
            spine = trunk.lower_spine(pelvis, hips.points, shoulders.points)
            self.add({} if spine is None else {"spine": spine})
        self.add(trunk.chest_and_neck(self.places))

    def _settle(self, limbs: Sequence[Mapping[str, Track]]) -> None:
        """Take joints as the recording program computed them where markers agree, else from the markers."""
        computed = {name: track for limb in limbs for name, track in limb.items()}
        offered = {name: self.outputs[name] for name in computed if name in self.outputs}
        apart = max((self._apart(computed[name], track) for name, track in offered.items()), default=0.0)
        if apart <= MODEL_TOLERANCE:
            self.add(offered)
        else:
            labels = ", ".join(label for track in offered.values() for label in track.labels)
            self.notes.append(
                f"The file's own joint centres {labels} were not used, as they lie up to "
                f"{apart * 100:.1f} cm from where the markers put these joints."
            )
        self.add(computed)

    def _apart(self, first: Track, second: Track) -> float:
        """Return how far two tracks are apart on the median [m], 0 where that cannot be told."""
        distance = median_length(first.points - second.points)
        return 0.0 if distance is None or self.places.unit is None else distance * self.places.unit
