"""OpenSim's MOT and STO files: points over time, or joint angles of a gait model."""

from __future__ import annotations

import re

from understudy.capture.format import Format
from understudy.capture.opensim.angles import REQUIRED_COORDINATES
from understudy.capture.opensim.motion import coordinate_columns, read_angles
from understudy.capture.opensim.storage import FORMAT_NAME, Storage, looks_like_storage, parse_storage
from understudy.capture.placing.table_points import as_seen, single_names
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.point_columns import LENGTH_UNITS, about_others, find_point_columns
from understudy.capture.text.quoting import shown_list
from understudy.errors import CaptureError

_FORCE = re.compile(r"(?:^|[\W_])(?:ground|force|torque|moment|grf|cop)(?:[\W_\d]|$)", re.IGNORECASE)
"""What titles of ground reaction forces, their moments and their points of application have in common."""

_DERIVATIVES = ("speeds", "accelerations")
"""First lines of files with the columns of a motion and the values of its derivatives."""


def read_opensim(source: Source) -> RawCapture:
    """Read a storage file: points as they are, or angles on a standard skeleton."""
    storage = parse_storage(source)
    if storage.name.lower() in _DERIVATIVES:
        raise CaptureError(
            source.path,
            f"holds {storage.name.lower()}, expected positions or joint angles",
            storage.title_line,
        )
    if any(name in coordinate_columns(storage) for name in REQUIRED_COORDINATES):
        return read_angles(source, storage)
    return _read_points(source, storage)


def _read_points(source: Source, storage: Storage) -> RawCapture:
    is_force = [bool(_FORCE.search(title)) for title in storage.titles]
    found = find_point_columns(
        ["" if force else title for title, force in zip(storage.titles, is_force, strict=True)]
    )
    if not found.names:
        what = "forces only" if any(is_force) else f"the columns {shown_list(storage.titles)}"
        raise CaptureError(
            source.path,
            f"holds {what}, expected points (name_x, name_y, name_z) or joint angles (hip_flexion_r, …)",
            storage.title_line,
        )
    points = storage.values[:, found.columns.reshape(-1)].reshape(-1, len(found.names), 3)
    names, about_names = single_names(found.names)
    others = [storage.titles[column] for column in found.others]
    return RawCapture(
        source=source,
        format=FORMAT_NAME,
        names=names,
        points=as_seen(points),
        times=storage.times,
        lines=storage.lines,
        unit=LENGTH_UNITS.get(storage.settings.get("units", "").lower()),
        notes=(*storage.notes, *about_others(others), *about_names),
    )


OPENSIM = Format(
    FORMAT_NAME, "a text whose head ends in the word endheader", looks_like_storage, read_opensim
)
