"""A person's motion in canonical landmarks and body frames, whatever it was captured with."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType

import numpy as np

from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion import validation as check
from understudy.motion.archive import naming_file, number
from understudy.motion.direction_kernel import write_directions
from understudy.motion.landmarks import (
    CONTACTS,
    DERIVED_LANDMARKS,
    FRAMES,
    LANDMARKS,
    SEGMENTS,
    require_landmark,
)
from understudy.motion.noun_archive import archive_holds, load_noun, save_noun
from understudy.motion.object_motion import ObjectMotion, arrays_of_objects, objects_of_arrays
from understudy.motion.part_contacts import (
    PART_CONTACT_ARRAYS,
    PartContacts,
    arrays_of_part_contacts,
    frozen_part_contacts,
    part_contacts_at,
    part_contacts_of_arrays,
)
from understudy.motion.provenance import Provenance
from understudy.motion.recording import Subject
from understudy.motion.sides import FLIP, contacts_of_other_side, other_side, reflect_turns, renamed
from understudy.motion.terrain import LEVEL, TERRAIN_ARRAY, Terrain, arrays_of_terrain, terrain_of_arrays
from understudy.motion.timeline import Timeline
from understudy.motion.touches import Touches
from understudy.spatial.vectors import lengths

KIND = "human_motion"
_FURTHER = (
    TERRAIN_ARRAY,
    "touches",
    "subject",
    "coordinates",
    "coordinate_names",
    "lengths",
    "length_errors",
    "residuals",
    *PART_CONTACT_ARRAYS,
)
_PREFIXES = ("frame_", "object_")
ARRAYS = ("landmarks", "names", "fps", "valid", "contacts", "sizes", "provenance")


_LANDMARKS = frozenset(LANDMARKS)

_SHORTEST = 1e-9
"""Length [m] up to which a segment has no direction."""

_REMEMBERED_FRAMES = 4096
"""Frames of the longest clip that remembers the directions of its segments."""


@lru_cache(maxsize=1024)
def columns_of(names: tuple[str, ...], start: str, end: str) -> np.ndarray | None:
    """Return (4,) columns of both landmarks in whose middle each end of a segment is, not to be changed.

    An end that is a landmark itself has its column twice. None where a landmark is not covered.

    Args:
        names: The landmarks that are covered, in the order of their columns.
        start: Landmark at which the segment begins.
        end: And ends.
    """
    parts = [part for name in (start, end) for part in DERIVED_LANDMARKS.get(name, (name, name))]
    if any(part not in names for part in parts):
        return None
    return np.array([names.index(part) for part in parts], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class HumanMotion(Timeline):
    """Canonical landmarks and body frames over time; the floor is z = 0, and a terrain may stand on it.

    Attributes:
        names: L canonical landmarks that are covered.
        landmarks: (T, L, 3) [m]; NaN is allowed where ``valid`` is False.
        fps: Frames a second [1/s].
        valid: (T, L), False where a landmark is unknown; all True by default.
        frames: Orientation of body parts (see ``FRAMES``), name → (T, 4) unit quaternions wxyz.
        contacts: (T, 4) bool, weight on ``CONTACTS``.
        sizes: Lengths of the person [m]: segments by name, ``leg`` (thigh + shin), and the heights of
            ankle and toe landmarks above the floor in stance, ``ankle_height``, ``toe_height``.
        objects: Rigid objects beside the person, name → poses over the same T frames.
        subject: The person, as far as known.
        coordinates: (T, 7 + J) of the reference human where it was fitted, else None: root position [m],
            root quaternion wxyz, joint angles [rad].
        coordinate_names: J joint names behind the root's seven numbers.
        residuals: (T,) [m] mean distance of the fitted body's points from the captured ones, NaN in
            frames that show too few; None where nothing was fitted.
        lengths: Lengths of the fitted body [m], by the reference human's names.
        length_errors: Their standard errors [m], where they were identified.
        provenance: The history.
        terrain: Steps, kerbs and ramps that the person walks on; none on level ground.
        touches: Touches of the body with itself that somebody states; None where they are to be found.
        part_contacts: Part of ``PART_CONTACTS`` → (T,) bool, where it carries weight; parts that never do are
            left out.
    """

    names: tuple[str, ...]
    landmarks: np.ndarray
    fps: float
    valid: np.ndarray | None = None
    frames: Mapping[str, np.ndarray] = field(default_factory=dict)
    contacts: np.ndarray | None = None
    sizes: Mapping[str, float] = field(default_factory=dict)
    objects: Mapping[str, ObjectMotion] = field(default_factory=dict)
    subject: Subject = Subject()
    coordinates: np.ndarray | None = None
    coordinate_names: tuple[str, ...] = ()
    residuals: np.ndarray | None = None
    lengths: Mapping[str, float] = field(default_factory=dict)
    length_errors: Mapping[str, float] = field(default_factory=dict)
    provenance: Provenance = field(default_factory=Provenance)
    terrain: Terrain = LEVEL
    touches: Touches | None = None
    part_contacts: PartContacts = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return one line, since arrays of a clip fill pages of a notebook."""
        return f"<HumanMotion: {self.frame_count} frames at {self.fps:g} Hz, {len(self.names)} landmarks>"

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        put(self, "names", tuple(self.names))
        put(self, "landmarks", check.frozen_array(self.landmarks))
        check.require_shape("landmarks", self.landmarks, (None, len(self.names), 3))
        check.require_unique("names", self.names)
        check.require_fps(self.fps)
        for name in self.names:
            if name not in _LANDMARKS:
                raise InvalidMotionError(unknown_name("landmark", name, LANDMARKS))
        count = self.frame_count
        if count == 0:
            raise InvalidMotionError("a human motion needs at least one frame")
        valid = np.ones(self.landmarks.shape[:2], dtype=bool) if self.valid is None else self.valid
        put(self, "valid", check.frozen_array(valid, bool))
        check.require_shape("valid", self.valid_mask, self.landmarks.shape[:2])
        check.require_finite("landmarks", self.landmarks, self.valid_mask)
        self._check_contacts()
        put(self, "part_contacts", frozen_part_contacts(self.part_contacts, count))
        self._check_frames()
        self._check_objects()
        for kind, word in (("sizes", "size"), ("lengths", "length"), ("length_errors", "length error")):
            self._check_lengths(kind, word)
        self._check_fit()

    def amended(
        self,
        *,
        frames: Mapping[str, np.ndarray] | None = None,
        contacts: np.ndarray | None = None,
        part_contacts: PartContacts | None = None,
        sizes: Mapping[str, float] | None = None,
        terrain: Terrain | None = None,
        provenance: Provenance | None = None,
    ) -> HumanMotion:
        """Return the motion with some fields changed, see the attributes; None leaves one as it is.

        What stays as it is need not be checked again, and directions of segments that were found stay found.
        """
        put = object.__setattr__
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        if sizes is not None:
            put(found, "sizes", sizes)
            found._check_lengths("sizes", "size")
        if contacts is not None:
            put(found, "contacts", contacts)
            found._check_contacts()
        if part_contacts is not None:
            put(found, "part_contacts", frozen_part_contacts(part_contacts, self.frame_count))
        if frames is not None:
            put(found, "frames", frames)
            found._check_frames()
        if terrain is not None:
            put(found, "terrain", terrain)
        if provenance is not None:
            put(found, "provenance", provenance)
        return found

    def _check_contacts(self) -> None:
        shape = self.frame_count, len(CONTACTS)
        contacts = np.zeros(shape, bool) if self.contacts is None else self.contacts
        object.__setattr__(self, "contacts", check.frozen_array(contacts, bool))
        check.require_shape("contacts", self.contact_mask, shape)

    def _check_lengths(self, kind: str, word: str) -> None:
        lengths = MappingProxyType({name: float(value) for name, value in getattr(self, kind).items()})
        object.__setattr__(self, kind, lengths)
        for name, value in lengths.items():
            if not (math.isfinite(value) and value >= 0.0):
                raise InvalidMotionError(f"{word} '{name}' is {value}, expected a length in metres")

    def _check_fit(self) -> None:
        put = object.__setattr__
        put(self, "coordinate_names", tuple(self.coordinate_names))
        check.require_unique("coordinate_names", self.coordinate_names)
        if self.coordinates is not None:
            put(self, "coordinates", check.frozen_array(self.coordinates))
            width = check.ROOT_SIZE + len(self.coordinate_names)
            check.require_shape("coordinates", self.coordinates, (self.frame_count, width))
            check.require_finite("coordinates", self.coordinates)
            check.require_unit_quaternions("coordinates", self.coordinates[:, 3:7])
        if self.residuals is not None:
            put(self, "residuals", check.frozen_array(self.residuals))
            check.require_shape("residuals", self.residuals, (self.frame_count,))

    def _check_frames(self) -> None:
        frozen: dict[str, np.ndarray] = {}
        for name, quaternions in self.frames.items():
            if name not in FRAMES:
                raise InvalidMotionError(unknown_name("body frame", name, FRAMES))
            frozen[name] = check.frozen_array(quaternions)
            check.require_shape(f"frame '{name}'", frozen[name], (self.frame_count, 4))
            check.require_finite_turns(f"frame '{name}'", frozen[name])
        object.__setattr__(self, "frames", MappingProxyType(frozen))

    def _check_objects(self) -> None:
        object.__setattr__(self, "objects", MappingProxyType(dict(self.objects)))
        count = self.frame_count
        for name, motion in self.objects.items():
            if motion.frame_count != count:
                raise InvalidMotionError(
                    f"object '{name}' has {motion.frame_count} frames, expected the person's {count}"
                )

    @property
    def valid_mask(self) -> np.ndarray:
        """(T, L) True where a landmark is known."""
        assert self.valid is not None
        return self.valid

    @property
    def contact_mask(self) -> np.ndarray:
        """(T, 4) True where the point of ``CONTACTS`` carries weight."""
        assert self.contacts is not None
        return self.contacts

    @property
    def frame_count(self) -> int:
        """T."""
        return self.landmarks.shape[0]

    def landmark(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return positions (T, 3) [m] and validity (T,) of a landmark or of a derived one.

        A landmark that the capture does not cover comes back as NaN, nowhere valid.

        Raises:
            InvalidMotionError: For a name that is no landmark at all.
        """
        if name in DERIVED_LANDMARKS:
            first, second = (self.landmark(part) for part in DERIVED_LANDMARKS[name])
            return 0.5 * (first[0] + second[0]), first[1] & second[1]
        index = self._column.get(name)
        if index is None:
            require_landmark(name)
            return np.full((self.frame_count, 3), np.nan), np.zeros(self.frame_count, dtype=bool)
        return self.landmarks[:, index], self.valid_mask[:, index]

    def direction(self, segment: str) -> tuple[np.ndarray, np.ndarray]:
        """Return unit directions (T, 3) of a segment and where they are known (T,), not to be written to.

        Raises:
            InvalidMotionError: For a name that is no segment.
        """
        found = self._directions.get(segment)
        if found is None:
            found = self._found_direction(segment)
            # Directions of a long clip would take more memory than finding them again takes time.
            if self.frame_count <= _REMEMBERED_FRAMES:
                self._directions[segment] = found
        return found

    def _found_direction(self, segment: str) -> tuple[np.ndarray, np.ndarray]:
        if segment not in SEGMENTS:
            raise InvalidMotionError(unknown_name("segment", segment, SEGMENTS))
        unit, known = self._measured_direction(*SEGMENTS[segment])
        unit.setflags(write=False)
        known.setflags(write=False)
        return unit, known

    def _measured_direction(self, start: str, end: str) -> tuple[np.ndarray, np.ndarray]:
        """Return unit directions (T, 3) from one landmark to another, and where they are known (T,)."""
        columns = columns_of(self.names, start, end)
        # Live there is one frame at a time, in which nobody waits for kernels.
        is_clip = columns is not None and self.frame_count > 1
        if is_clip and write_directions.is_worth_it(self.frame_count):
            unit, known = np.empty((self.frame_count, 3)), np.empty(self.frame_count, dtype=bool)
            write_directions(self.landmarks, self.valid_mask, columns, _SHORTEST, unit, known)
            return unit, known
        (first, first_valid), (last, last_valid) = self.landmark(start), self.landmark(end)
        vector = last - first
        length = lengths(vector)
        known = first_valid & last_valid & (length > _SHORTEST)
        return np.divide(vector, length[:, None], out=np.zeros_like(vector), where=known[:, None]), known

    @cached_property
    def _column(self) -> dict[str, int]:
        """Landmark → its column."""
        return {name: column for column, name in enumerate(self.names)}

    @cached_property
    def _directions(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        return {}

    def shows(self, segment: str) -> np.ndarray:
        """Return where the direction of a segment is known (T,), which is found once.

        Raises:
            InvalidMotionError: For a name that is no segment.
        """
        if segment not in self._shown:
            self._shown[segment] = check.frozen_array(self.direction(segment)[1], bool)
        return self._shown[segment]

    @cached_property
    def _shown(self) -> dict[str, np.ndarray]:
        return {}

    def body_positions(self, names: Sequence[str] | None = None) -> np.ndarray:
        """Return positions (T, N, 3) [m] of landmarks, NaN where one is not known.

        Args:
            names: Landmarks or derived ones, in the order to return them; all of ``names`` by default.

        Raises:
            InvalidMotionError: For a name that is no landmark.
        """
        found = [self.landmark(name) for name in (self.names if names is None else names)]
        columns = [np.where(known[:, None], points, np.nan) for points, known in found]
        return np.stack(columns, axis=1) if columns else np.zeros((self.frame_count, 0, 3))

    def joint(self, name: str) -> np.ndarray:
        """Return angles (T,) [rad] of a joint of the fitted reference human.

        Raises:
            InvalidMotionError: Where nothing was fitted, or the reference human has no such joint.
        """
        if self.coordinates is None:
            raise InvalidMotionError(
                f"joint '{name}': no reference human was fitted to this motion, expected one that was"
            )
        if name not in self.coordinate_names:
            raise InvalidMotionError(unknown_name("joint", name, self.coordinate_names))
        return self.coordinates[:, check.ROOT_SIZE + self.coordinate_names.index(name)]

    def mirror(self) -> HumanMotion:
        """Return the mirror image in the plane y = 0: positions reflected, left and right exchanged.

        Joint coordinates of a fitted reference human are left out; fit the mirrored recording for those.
        """
        return replace(
            self,
            names=tuple(other_side(name) for name in self.names),
            landmarks=self.landmarks * FLIP,
            frames={name: reflect_turns(turns) for name, turns in renamed(self.frames).items()},
            contacts=contacts_of_other_side(self.contact_mask),
            part_contacts=renamed(self.part_contacts),
            sizes=renamed(self.sizes),
            terrain=self.terrain.mirror(),
            touches=None if self.touches is None else self.touches.mirror(),
            objects={name: motion.mirror() for name, motion in self.objects.items()},
            coordinates=None,
            coordinate_names=(),
            residuals=None,
            lengths={},
            length_errors={},
            provenance=self.provenance.then("mirror"),
        )

    def section(self, start: int, stop: int) -> HumanMotion:
        """Return frames ``start`` to ``stop`` (excluded) of the same person."""
        first, last = start / self.fps, (stop - 1) / self.fps
        return replace(
            self,
            touches=None if self.touches is None else self.touches.between(first, last),
            landmarks=self.landmarks[start:stop],
            valid=self.valid_mask[start:stop],
            contacts=self.contact_mask[start:stop],
            part_contacts=part_contacts_at(self.part_contacts, slice(start, stop)),
            frames={name: values[start:stop] for name, values in self.frames.items()},
            objects={name: motion.section(start, stop) for name, motion in self.objects.items()},
            coordinates=None if self.coordinates is None else self.coordinates[start:stop],
            residuals=None if self.residuals is None else self.residuals[start:stop],
        )

    def save(self, path: str | Path) -> None:
        """Save to one ``.npz`` file."""
        arrays: dict[str, np.ndarray] = {
            "landmarks": self.landmarks,
            "names": np.array(self.names),
            "fps": np.array(self.fps, dtype=np.float64),
            "valid": self.valid_mask,
            "contacts": self.contact_mask,
            "sizes": _as_text(self.sizes),
            "subject": _as_text(self.subject.__dict__),
            "provenance": np.array(self.provenance.to_json()),
        }
        arrays |= arrays_of_objects(self.objects) | arrays_of_terrain(self.terrain)
        arrays |= arrays_of_part_contacts(self.part_contacts)
        if self.coordinates is not None:
            arrays |= {
                "coordinates": self.coordinates,
                "coordinate_names": np.array(self.coordinate_names),
                "lengths": _as_text(self.lengths),
                "length_errors": _as_text(self.length_errors),
            }
        if self.residuals is not None:
            arrays["residuals"] = self.residuals
        if self.touches is not None:
            arrays["touches"] = np.array(self.touches.to_json())
        save_noun(path, KIND, arrays | {f"frame_{name}": values for name, values in self.frames.items()})

    @staticmethod
    def is_saved_in(path: str | Path) -> bool:
        """Return whether a file is an archive with all arrays of a human motion, by their names alone."""
        return archive_holds(path, ARRAYS, KIND)

    @classmethod
    def load(cls, path: str | Path) -> HumanMotion:
        """Load what :meth:`save` wrote."""
        data = load_noun(path, KIND, ARRAYS, _FURTHER, _PREFIXES)
        with naming_file(path):
            prefix = "frame_"
            # Motions that were saved before bodies were fitted, or without a fit, have no such arrays.
            texts = {
                name: json.loads(str(data[name])) if name in data else {}
                for name in ("subject", "lengths", "length_errors")
            }
            return cls(
                names=tuple(str(name) for name in data["names"]),
                landmarks=data["landmarks"],
                fps=number(data["fps"]),
                valid=data["valid"],
                frames={k.removeprefix(prefix): v for k, v in data.items() if k.startswith(prefix)},
                contacts=data["contacts"],
                part_contacts=part_contacts_of_arrays(data),
                sizes=json.loads(str(data["sizes"])),
                terrain=terrain_of_arrays(data),
                touches=Touches.from_rows(json.loads(str(data["touches"]))) if "touches" in data else None,
                objects=objects_of_arrays(data),
                subject=Subject(**texts["subject"]),
                coordinates=data.get("coordinates"),
                coordinate_names=tuple(str(name) for name in data.get("coordinate_names", ())),
                residuals=data.get("residuals"),
                lengths=texts["lengths"],
                length_errors=texts["length_errors"],
                provenance=Provenance.from_json(str(data["provenance"])),
            )


def _as_text(values: Mapping[str, object]) -> np.ndarray:
    """Return a mapping as JSON text with sorted keys, in an array without axes."""
    return np.array(json.dumps(dict(values), sort_keys=True))
