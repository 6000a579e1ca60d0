"""What was captured: named points over time, as the file had them, in metres with z up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.archive import naming_file, number
from understudy.motion.camera_view import MOST_VIEWS, PREFIX, CameraView, views_of
from understudy.motion.landmarks import CONTACTS, DERIVED_LANDMARKS, LANDMARKS, require_landmark
from understudy.motion.noun_archive import load_noun, save_noun
from understudy.motion.provenance import Provenance

KIND = "recording"
_ARRAYS = ("points", "fps", "names", "valid", "landmark_points", "provenance")
_FURTHER = (
    "pressure",
    "rotations",
    "reference_points",
    "reference_rotations",
    "contacts",
    "contacts_known",
    "floor",
    "objects",
    "marker_places",
    "subject",
    "dialect",
    "notes",
    "warnings",
)
"""What its archive says it is, the arrays that it has, and those that it may have."""


_LANDMARKS = frozenset(LANDMARKS)


@dataclass(frozen=True)
class Subject:
    """The person, as far as the capture tells.

    Attributes:
        height: Body height [m].
        mass: Body mass [kg].
        age: Age [years].
        sex: ``"female"``, ``"male"`` or empty.
    """

    height: float | None = None
    mass: float | None = None
    age: float | None = None
    sex: str = ""


@dataclass(frozen=True, eq=False)
class Recording:
    """Named points over time in the world frame (metres, z up, x forward, y left).

    Attributes:
        names: K point names as the file has them.
        points: (T, K, 3) [m]; NaN is allowed where ``valid`` is False.
        fps: Frames a second [1/s].
        valid: (T, K), False where a point was not seen; all True by default.
        rotations: (T, K, 4) world orientation of each point's frame, unit quaternions wxyz, or None.
        landmark_points: For every canonical landmark that the capture covers, the names of the points
            whose mean it is.
        marker_places: For every place on the skin that a marker set knows, such as ``knee_outer_l``, the
            names of the points whose mean it is; empty where points are no markers.
        reference_points: (K, 3) [m] the same points in a standing reference pose (facing +x), or None.
        reference_rotations: (K, 4) orientations in that reference pose, or None.
        contacts: (T, 4) bool, weight on ``CONTACTS``, or None where the capture does not say.
        contacts_known: (T, 4) bool, where ``contacts`` were measured; all of them by default.
        pressure: (T, 4) of all force plates together: centre of pressure x, y, z [m], NaN where they carry
            nothing, and vertical force [N]; None where there are none.
        floor: Height of the floor [m] where the capture itself says it, as force plates do, or None.
        objects: For every rigid object beside the person, the names of the points on it.
        views: What cameras saw of the points, where these come from pictures, as measured: at the cameras'
            own times, and without what cleaning changed of the points.
        subject: The person.
        dialect: Format and naming, for example ``"BVH (CMU)"``.
        notes: What the reader inferred or changed, one sentence each.
        warnings: What contradicts something else in the capture or may well be wrong, one sentence each.
        provenance: The file and its hash.
    """

    names: tuple[str, ...]
    points: np.ndarray
    fps: float
    valid: np.ndarray | None = None
    rotations: np.ndarray | None = None
    landmark_points: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    marker_places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reference_points: np.ndarray | None = None
    reference_rotations: np.ndarray | None = None
    contacts: np.ndarray | None = None
    contacts_known: np.ndarray | None = None
    pressure: np.ndarray | None = None
    floor: float | None = None
    objects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    views: tuple[CameraView, ...] = ()
    subject: Subject = Subject()
    dialect: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)

    def __repr__(self) -> str:
        """Return one line, since arrays of a clip fill pages of a notebook."""
        kind = f", {self.dialect}" if self.dialect else ""
        return f"<Recording{kind}: {self.frame_count} frames at {self.fps:g} Hz, {len(self.names)} points>"

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        put(self, "names", tuple(self.names))
        put(self, "points", check.frozen_array(self.points))
        check.require_shape("points", self.points, (None, len(self.names), 3))
        check.require_unique("names", self.names)
        check.require_fps(self.fps)
        frames, count = self.points.shape[:2]
        if frames == 0 or count == 0:
            raise InvalidMotionError("a recording needs at least one frame and one point")
        valid = np.ones((frames, count), dtype=bool) if self.valid is None else self.valid
        put(self, "valid", check.frozen_array(valid, bool))
        check.require_shape("valid", self.valid_mask, (frames, count))
        check.require_finite("points", self.points, self.valid_mask)
        self._freeze_optional("rotations", (frames, count, 4))
        self._freeze_optional("reference_points", (count, 3))
        self._freeze_optional("reference_rotations", (count, 4))
        if self.contacts is not None:
            put(self, "contacts", check.frozen_array(self.contacts, bool))
            check.require_shape("contacts", self.contacts, (frames, len(CONTACTS)))
            known = np.ones_like(self.contacts) if self.contacts_known is None else self.contacts_known
            put(self, "contacts_known", check.frozen_array(known, bool))
            check.require_shape("contacts_known", known, (frames, len(CONTACTS)))
        elif self.contacts_known is not None:
            raise InvalidMotionError("contacts_known says where contacts were measured, but there are none")
        if self.pressure is not None:
            put(self, "pressure", check.frozen_array(self.pressure))
            check.require_shape("pressure", self.pressure, (frames, 4))
        if self.floor is not None and not np.isfinite(self.floor):
            raise InvalidMotionError(f"floor is {self.floor}, expected a height in metres")
        self._check_landmarks()
        self._check_groups("objects", "object")
        self._check_groups("marker_places", "marker place")
        self._check_views()

    def _freeze_optional(self, name: str, shape: tuple[int, ...]) -> None:
        values = getattr(self, name)
        if values is None:
            return
        array = check.frozen_array(values)
        object.__setattr__(self, name, array)
        check.require_shape(name, array, shape)
        if shape[-1] == 4:
            check.require_finite_turns(name, array)
        else:
            check.require_finite(name, array)

    def _check_landmarks(self) -> None:
        frozen = MappingProxyType({k: tuple(v) for k, v in self.landmark_points.items()})
        object.__setattr__(self, "landmark_points", frozen)
        known = frozenset(self.names)
        for landmark, points in frozen.items():
            if landmark not in _LANDMARKS:
                raise InvalidMotionError(f"landmark_points names '{landmark}', not a canonical landmark")
            if not points or not known.issuperset(points):
                raise InvalidMotionError(f"landmark '{landmark}' needs points of the recording, got {points}")

    def _check_groups(self, kind: str, word: str) -> None:
        frozen = MappingProxyType({k: tuple(v) for k, v in getattr(self, kind).items()})
        object.__setattr__(self, kind, frozen)
        known = frozenset(self.names) if frozen else frozenset()
        for name, points in frozen.items():
            if not points or not known.issuperset(points):
                raise InvalidMotionError(f"{word} '{name}' needs points of the recording, got {points}")

    def _check_views(self) -> None:
        object.__setattr__(self, "views", tuple(self.views))
        if len(self.views) > MOST_VIEWS:
            raise InvalidMotionError(f"has {len(self.views)} views, expected at most {MOST_VIEWS}")
        for view in self.views:
            if view.points.shape[1] != len(self.names):
                found, wanted = view.points.shape[1], len(self.names)
                raise InvalidMotionError(f"view '{view.name}' has {found} points, expected {wanted} as names")

    def noted(self, sentence: str, provenance: Provenance | None = None) -> Recording:
        """Return the recording with one more note and, where it is given, another history.

        Nothing else changes, so that nothing need be checked again.
        """
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        object.__setattr__(found, "notes", (*self.notes, sentence))
        if provenance is not None:
            object.__setattr__(found, "provenance", provenance)
        return found

    @property
    def valid_mask(self) -> np.ndarray:
        """(T, K) True where a point was seen."""
        assert self.valid is not None
        return self.valid

    @property
    def frame_count(self) -> int:
        """T."""
        return self.points.shape[0]

    @property
    def duration(self) -> float:
        """Time from the first to the last frame [s]."""
        return (self.frame_count - 1) / self.fps

    def landmark(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return positions (T, 3) [m] and validity (T,) of a landmark or of a derived one.

        A landmark is the mean of its points and known where all of them were seen. One that the capture
        does not cover comes back as NaN, nowhere valid.

        Raises:
            InvalidMotionError: For a name that is no landmark at all.
        """
        if name in DERIVED_LANDMARKS:
            first, second = (self.landmark(part) for part in DERIVED_LANDMARKS[name])
            return 0.5 * (first[0] + second[0]), first[1] & second[1]
        if name not in self.landmark_points:
            require_landmark(name)
            return np.full((self.frame_count, 3), np.nan), np.zeros(self.frame_count, dtype=bool)
        columns = [self._column[point] for point in self.landmark_points[name]]
        if len(columns) == 1:
            # Most landmarks are one point, of which there is no need of a copy.
            return self.points[:, columns[0]], self.valid_mask[:, columns[0]]
        if len(columns) == 2:
            first, second = columns
            both = self.valid_mask[:, first] & self.valid_mask[:, second]
            return (self.points[:, first] + self.points[:, second]) / 2.0, both
        return self.points[:, columns].mean(axis=1), np.asarray(self.valid_mask[:, columns].all(axis=1))

    @cached_property
    def _column(self) -> dict[str, int]:
        """Point → its column."""
        return {name: column for column, name in enumerate(self.names)}

    def save(self, path: str | Path) -> None:
        """Save to one ``.npz`` file."""
        arrays = {"points": self.points, "valid": self.valid_mask, **self.still_arrays()}
        for name in ("rotations", "contacts", "contacts_known", "pressure"):
            if getattr(self, name) is not None:
                arrays[name] = getattr(self, name)
        for place, view in enumerate(self.views):
            arrays |= view.arrays(place)
        save_noun(path, KIND, arrays)

    def still_arrays(self) -> dict[str, np.ndarray]:
        """Return what a saved recording holds besides its frames, see ``live.recorder``."""
        arrays: dict[str, np.ndarray] = {
            "fps": np.array(self.fps, dtype=np.float64),
            "names": np.array(self.names),
            "landmark_points": np.array(json.dumps(dict(self.landmark_points), sort_keys=True)),
            "objects": np.array(json.dumps(dict(self.objects), sort_keys=True)),
            "marker_places": np.array(json.dumps(dict(self.marker_places), sort_keys=True)),
            "subject": np.array(json.dumps(self.subject.__dict__, sort_keys=True)),
            "dialect": np.array(self.dialect),
            "notes": np.array(json.dumps(self.notes)),
            "warnings": np.array(json.dumps(self.warnings)),
            "provenance": np.array(self.provenance.to_json()),
        }
        for name in ("reference_points", "reference_rotations"):
            if getattr(self, name) is not None:
                arrays[name] = getattr(self, name)
        if self.floor is not None:
            arrays["floor"] = np.array(self.floor, dtype=np.float64)
        return arrays

    @classmethod
    def load(cls, path: str | Path) -> Recording:
        """Load what :meth:`save` wrote."""
        data = load_noun(path, KIND, _ARRAYS, _FURTHER, (PREFIX,))
        with naming_file(path):
            mapping = json.loads(str(data["landmark_points"]))
            # Recordings that were saved before these were known have none.
            groups = {
                kind: json.loads(str(data[kind])) if kind in data else {}
                for kind in ("objects", "marker_places")
            }
            return cls(
                names=tuple(str(name) for name in data["names"]),
                points=data["points"],
                fps=number(data["fps"]),
                valid=data["valid"],
                rotations=data.get("rotations"),
                landmark_points={landmark: tuple(points) for landmark, points in mapping.items()},
                reference_points=data.get("reference_points"),
                reference_rotations=data.get("reference_rotations"),
                contacts=data.get("contacts"),
                contacts_known=data.get("contacts_known"),
                pressure=data.get("pressure"),
                floor=number(data["floor"]) if "floor" in data else None,
                objects={name: tuple(points) for name, points in groups["objects"].items()},
                marker_places={name: tuple(points) for name, points in groups["marker_places"].items()},
                views=views_of(data),
                subject=Subject(**json.loads(str(data["subject"]))),
                dialect=str(data["dialect"]),
                notes=tuple(json.loads(str(data["notes"]))),
                # Recordings that were saved before there were warnings have none.
                warnings=tuple(json.loads(str(data["warnings"]))) if "warnings" in data else (),
                provenance=Provenance.from_json(str(data["provenance"])),
            )
