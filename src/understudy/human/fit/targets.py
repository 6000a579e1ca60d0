"""Which points of a capture are fitted, and where they sit on the reference human."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.body.skin_places import BONY
from understudy.human.human import Human
from understudy.motion import HumanMotion, Recording
from understudy.robots.parts import Attachment

FEWEST_MARKERS = 12
"""A capture with fewer known markers is fitted by its landmarks."""

MARKER_DEVIATION = 0.008
"""Standard deviation [m], in each direction, of where a marker sits from where the reference human has it."""

ALIKE_DEVIATION = 0.03
"""The same for markers of other sets, whose instructions put them only near a reference marker."""

BONY_DEVIATION = 0.012
"""The same for markers of other sets over bony points, which fingers find."""

LANDMARK_DEVIATION = 0.012
"""The same for joint centres of limbs and hips; captures agree on them but for how they are computed."""

LOOSE_DEVIATION = 0.04
"""The same for landmarks that captures place as they like: on neck, face, hands and feet."""

VAGUE_DEVIATION = 0.12
"""The same for wands, and for points of pelvis, trunk and head that each capture has at another height."""

_VAGUE = ("mid_hip", "spine", "chest", "head", "TIB", "SHN", "THI")
_LIMB_JOINTS = ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")

_FINGERS = ("fingertip", "thumb_tip")
"""Landmarks that move on a stiff hand, and so say nothing about the body's pose."""

_MIDLINE = {name: (name,) for name in ("C7", "CLAV", "STRN", "T10")}
_SAME = {name: (name,) for name in ("FHD", "BHD", "SHO", "BAK", "UPA", "THI", "KNE", "ANK", "HEE")}
_ARM = {"ELB": ("AEL",), "FRM": ("FRA",), "WRA": ("WTS",), "WRB": ("WPS",), "FIN": ("IFD",)}

OTHER_SETS: dict[str, dict[str, tuple[str, ...]]] = {
    # Here the toe's marker is over the second metatarsal, in the reference set at the toes' tip.
    "Plug-in Gait": _SAME | _ARM | {"ASI": ("ASI",), "PSI": ("PSI",), "TIB": ("TIP",), "TOE": ("MT1", "MT5")},
    "CMU": _SAME
    | _ARM
    | {"FWT": ("ASI",), "BWT": ("PSI",), "SHN": ("TIP",), "MT1": ("MT1",), "MT5": ("MT5",), "TOE": ("TOE",)},
}
"""Marker sets beside the reference one: marker without the side's letter → the reference markers whose mean
is near it. Only these labels are markers there: ``LTIP`` is one of the reference set, but a bone of the model
behind Plug-in Gait.
"""

REFERENCE_SET = "MMM"


Site = tuple[str, ...] | Attachment


@dataclass(frozen=True, eq=False)
class Targets:
    """Points of a capture that are fitted.

    Attributes:
        names: P names in the capture.
        sites: For each, the markers, places on the skin or landmarks of the reference human whose mean it is,
            or where on it a marker was found to sit that no set knows.
        deviations: (P,) [m] how far it may sit from there, in each direction.
        places: (T, P, 3) [m].
        seen: (T, P).
        kind: ``"markers"`` or ``"landmarks"``.
    """

    names: tuple[str, ...]
    sites: tuple[Site, ...]
    deviations: np.ndarray
    places: np.ndarray
    seen: np.ndarray
    kind: str

    def attached(self, human: Human) -> tuple[list[int], np.ndarray]:
        """Return the body (P,) and the place on it (P, 3) [m] of every target on a person."""
        known = {**human.markers, **human.skin} if self.kind == "markers" else human.landmarks
        found = [
            [site] if isinstance(site, Attachment) else [known[name] for name in site] for site in self.sites
        ]
        points = [np.mean([each.point for each in those], axis=0) for those in found]
        return [those[0].body for those in found], np.array(points)

    def with_sites(
        self,
        names: tuple[str, ...],
        sites: tuple[Attachment, ...],
        places: np.ndarray,
        seen: np.ndarray,
        deviation: float,
    ) -> Targets:
        """Return the targets with further ones: their places (T, N, 3) [m], where seen (T, N)."""
        return Targets(
            (*self.names, *names),
            (*self.sites, *sites),
            np.concatenate([self.deviations, np.full(len(names), deviation)]),
            np.concatenate([self.places, np.nan_to_num(places)], axis=1),
            np.concatenate([self.seen, seen], axis=1),
            self.kind,
        )


def find_targets(motion: Recording | HumanMotion, human: Human) -> Targets:
    """Return the points of a capture that are fitted: markers where enough are known, else landmarks.

    Raises:
        InvalidMotionError: Where the capture has neither.
    """
    if isinstance(motion, Recording):
        markers = _markers(motion, human)
        if markers is not None:
            return markers
    names = [name for name in human.landmarks if not name.startswith(_FINGERS)]
    tracks = {name: motion.landmark(name) for name in names}
    tracks = {name: track for name, track in tracks.items() if track[1].any()}
    if len(tracks) < 3:
        raise InvalidMotionError(
            "the capture covers fewer than three landmarks of the reference human, so no body can be fitted; "
            f"found {', '.join(tracks) or 'none'}"
        )
    deviations = [
        VAGUE_DEVIATION
        if name in _VAGUE
        else LANDMARK_DEVIATION
        if name.startswith(_LIMB_JOINTS)
        else LOOSE_DEVIATION
        for name in tracks
    ]
    return _targets(tracks, [(name,) for name in tracks], deviations, "landmarks")


def _markers(recording: Recording, human: Human) -> Targets | None:
    """Return the markers of a known set, or None where there are too few."""
    sites = marker_sites(recording.names, recording.dialect, human.markers)
    told = {
        points[0]: place
        for place, points in recording.marker_places.items()
        if len(points) == 1 and place in human.skin and REFERENCE_SET not in recording.dialect
    }
    sites |= {label: (place,) for label, place in told.items()}
    if len(sites) < FEWEST_MARKERS:
        return None
    tracks = {}
    for label in sites:
        column = recording.names.index(label)
        tracks[label] = (recording.points[:, column], recording.valid_mask[:, column])
    deviations = [
        MARKER_DEVIATION
        if site == (plain_label(label),)
        else (BONY_DEVIATION if _unsided(told[label]) in BONY else ALIKE_DEVIATION)
        if label in told
        else VAGUE_DEVIATION
        if plain_label(label)[1:] in _VAGUE
        else ALIKE_DEVIATION
        for label, site in sites.items()
    ]
    return _targets(tracks, list(sites.values()), deviations, "markers")


def marker_sites(labels: Iterable[str], dialect: str, known: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return label → the reference markers whose mean it is, for every label of a known marker set.

    Args:
        labels: Names of a recording's points.
        dialect: Format and marker set, such as ``"C3D (Plug-in Gait)"``.
        known: Markers of the reference human.
    """
    names = set(known)
    if REFERENCE_SET in dialect:
        return {label: (plain_label(label),) for label in labels if plain_label(label) in names}
    table = next((table for name, table in OTHER_SETS.items() if name in dialect), None)
    if table is None:
        return {}
    sites = dict(_MIDLINE)
    for side in ("L", "R"):
        sites |= {side + name: tuple(side + other for other in alike) for name, alike in table.items()}
    return {label: sites[plain_label(label)] for label in labels if plain_label(label) in sites}


def _unsided(place: str) -> str:
    return place[:-2] if place.endswith(("_l", "_r")) else place


def plain_label(label: str) -> str:
    """Return a label without the subject's name before a colon, in capitals."""
    return label.rpartition(":")[2].strip().upper()


def _targets(
    tracks: Mapping[str, tuple[np.ndarray, np.ndarray]],
    sites: Sequence[Site],
    deviations: list[float],
    kind: str,
) -> Targets:
    places = np.stack([points for points, _ in tracks.values()], axis=1)
    seen = np.stack([known for _, known in tracks.values()], axis=1)
    return Targets(tuple(tracks), tuple(sites), np.array(deviations), np.nan_to_num(places), seen, kind)
