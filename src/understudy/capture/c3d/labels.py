"""What the points of a C3D file are called, and which of them are places at all."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from understudy.capture.c3d.parameters import C3dParameters
from understudy.capture.placing.table_points import single_names

_NO_PLACES = {"ANGLES": "angles", "FORCES": "forces", "MOMENTS": "moments", "POWERS": "powers"}
"""POINT parameters that list points which hold something else than a place."""

_NO_PLACE_ENDINGS = re.compile(r"(angle|force|moment|power|grf)s?$", re.IGNORECASE)
"""Names of such points in files that do not list them, for example ``LKneeAngles``."""


@dataclass(frozen=True)
class C3dLabels:
    """The points that are places.

    Attributes:
        names: K names, each once.
        columns: (K,) where each stands in a frame.
        notes: What was left out or renamed.
    """

    names: tuple[str, ...]
    columns: tuple[int, ...]
    notes: tuple[str, ...]


def read_labels(parameters: C3dParameters, point_count: int) -> C3dLabels:
    """Name every point that is a place; those without a label become ``*`` and their number from 1 on."""
    labels = parameters.all_texts("POINT", "LABELS")[:point_count]
    labels += [""] * (point_count - len(labels))
    listed = {
        label: kind for name, kind in _NO_PLACES.items() for label in parameters.all_texts("POINT", name)
    }
    kinds = [_kind(label, listed) for label in labels]
    columns = [column for column, kind in enumerate(kinds) if not kind]
    names, about_names = single_names([labels[column] or f"*{column + 1}" for column in columns])
    notes = []
    left_out = Counter(kind for kind in kinds if kind)
    if left_out:
        what = ", ".join(f"{count} {kind}" for kind, count in left_out.items())
        notes.append(f"Left out {left_out.total()} of {point_count} points that hold no places: {what}.")
    unlabelled = sum(name.startswith("*") for name in names)
    if unlabelled:
        notes.append(f"{unlabelled} points are unlabelled and named by a star and their number.")
    return C3dLabels(names, tuple(columns), (*notes, *about_names))


def _kind(label: str, listed: dict[str, str]) -> str:
    """Return what a point holds if it is no place, else nothing."""
    if listed:
        return listed.get(label, "")
    return "model outputs" if _NO_PLACE_ENDINGS.search(label) else ""
