"""What a file says, as it says it: the one thing that every reader returns, before anybody believes it.

Nothing in here is in our world yet. ``placing.place`` decides about unit, axes, size and rate, and turns it
into a Recording.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from understudy.capture.force_plate import ForcePlate
from understudy.capture.placing.length_units import LengthUnit
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.skeletons.poses import Poses
from understudy.capture.source import Source
from understudy.motion import CameraView, Provenance, Subject


@dataclass(frozen=True, eq=False)
class RawCapture:
    """A capture in the file's own unit, axes and times.

    What a format is certain of or a file states is in ``fps``, ``unit``, ``up`` and ``forward``; what is
    merely usual in a format is in fields that say so, and counts where nothing else tells.

    Attributes:
        source: The file.
        format: What people call its format.
        names: K point names.
        points: (T, K, 3), NaN where a point was not seen.
        rotations: (T, K, 4) orientations of the points' frames, unit quaternions wxyz, or None.
        naming: What people call the names, where the format itself tells landmarks.
        landmark_points: Canonical landmark → names of the points whose mean it is, where the format or the
            file itself says so; else they are found by names, or by the body's shape.
        parents: K indices of the points' parents, -1 for the root, of a skeleton; else empty.
        joint_count: How many of the points are joints, which come first; the others are tips of segments.
        rest: The one pose (T = 1) of a skeleton in which no joint is turned, or None.
        rest_is_moment: Whether that pose may be a moment of the motion, which tells nothing unless it is a
            T-pose.
        rest_up: The axis along which that pose stands, where the format defines it, as body models do; the
            axes of the frames may be others.
        fps: Frames a second [1/s] that the file states.
        times: (T,) [s] when the frames were taken.
        lines: (T,) the line of a text on which each frame stands, for messages.
        usual_fps: Frames a second [1/s] that the format usually has.
        unit: Metres per unit of length that the file states or its format defines.
        usual_unit: The unit that is usual where names are such as these.
        is_sized: Whether the reader made the body as tall as the user states, so that what the file has of
            lengths, such as a way through the room, stays as it is.
        has_no_scale: Whether lengths are of no unit at all, as in a single picture.
        up: The file's axis that points up, as the file states or its format defines: x, y, z, -x, -y, -z.
        up_is_defined: Whether the format itself defines that axis, so that no file of it states it.
        forward: The file's axis that points forward, as the file states.
        usual_up: The axis that usually points up in the format.
        usually_mirrored: Whether the format's axes usually are left-handed.
        is_before_camera: Whether the person is before a camera in the origin.
        may_lie_under_camera: Whether an infant seen frontally may lie under the camera.
        is_placed: Whether Understudy wrote the file, in our world already: only the user changes anything.
        is_centred: Whether each frame has an origin of its own, in the body.
        widths: Measured widths of joints in the file's unit, by ``knee_l``, ``ankle_l``, ``elbow_l`` …
        marker_places: Place on the skin, such as ``knee_outer_l`` → names of the markers there.
        plates: Force plates, in the file's unit and axes.
        contacts: (T, 4) bool, weight on ``CONTACTS``, or None.
        contacts_known: (T, 4) bool, where these were measured.
        floor: Height of the floor where the file says it, in its unit.
        objects: For every rigid object the names of the points on it.
        views: What cameras saw of the points.
        subject: The person.
        notes: What the reader has to say.
        warnings: What the reader doubts.
        provenance: Where it comes from; by default from the file.
    """

    source: Source
    format: str
    names: tuple[str, ...]
    points: np.ndarray
    rotations: np.ndarray | None = None
    naming: str = ""
    landmark_points: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parents: tuple[int, ...] = ()
    joint_count: int = 0
    rest: Poses | None = None
    rest_is_moment: bool = False
    rest_up: str | None = None
    fps: float | None = None
    times: np.ndarray | None = None
    lines: np.ndarray | None = None
    usual_fps: float | None = None
    unit: float | None = None
    usual_unit: LengthUnit | None = None
    is_sized: bool = False
    has_no_scale: bool = False
    up: str | None = None
    up_is_defined: bool = False
    forward: str | None = None
    usual_up: str | None = None
    usually_mirrored: bool = False
    is_before_camera: bool = False
    may_lie_under_camera: bool = False
    is_placed: bool = False
    is_centred: bool = False
    widths: Mapping[str, float] = field(default_factory=dict)
    marker_places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plates: tuple[ForcePlate, ...] = ()
    contacts: np.ndarray | None = None
    contacts_known: np.ndarray | None = None
    floor: float | None = None
    objects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    views: tuple[CameraView, ...] = ()
    subject: Subject = Subject()
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    provenance: Provenance | None = None

    @property
    def tracks(self) -> dict[str, np.ndarray]:
        """Canonical landmark → (T, 3), NaN where it was not seen."""
        return landmark_tracks(self.names, self.points, self.landmark_points)

    @property
    def poses(self) -> Poses | None:
        """The frames of a skeleton, None where the capture is one of bare points."""
        return None if self.rest is None or self.rotations is None else Poses(self.points, self.rotations)

    def mirrored(self, axis: int) -> RawCapture:
        """Return the capture with one axis reversed, 0 for x and 1 for y, in its frames and its rest pose."""
        signs = np.where(np.arange(3) == axis, -1.0, 1.0)
        poses = None if self.rotations is None else Poses(self.points, self.rotations).mirrored(axis)
        return replace(
            self,
            points=self.points * signs,
            rotations=None if poses is None else poses.rotations,
            plates=tuple(
                replace(
                    plate,
                    corners=plate.corners * signs,
                    forces=plate.forces * signs,
                    pressure=plate.pressure * signs,
                )
                for plate in self.plates
            ),
            rest=None if self.rest is None else self.rest.mirrored(axis),
        )
