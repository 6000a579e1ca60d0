"""Vicon Nexus's CSV: the trajectories of markers, or the places of segments where there are no markers."""

from __future__ import annotations

from understudy.capture.format import Format
from understudy.capture.nexus.sections import find_sections, looks_like_nexus, parse_section
from understudy.capture.placing.table_points import as_seen, require_points
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown_list
from understudy.errors import CaptureError

_SECTIONS: dict[str, tuple[str, str, str]] = {
    "trajectories": ("x", "y", "z"),
    "segments": ("tx", "ty", "tz"),
}
"""Section of points → what its columns are called; the first that a file has is read."""


def read_nexus(source: Source) -> RawCapture:
    """Read the points of an export, as they are.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    sections = find_sections(source.content)
    chosen = next((each for title in _SECTIONS for each in sections if each.title == title), None)
    if chosen is None:
        found = shown_list([section.title.title() for section in sections])
        raise CaptureError(source.path, f"has the sections {found}, expected one of Trajectories or Segments")
    table = parse_section(source, chosen, _SECTIONS[chosen.title])
    require_points(source, len(table.points), len(table.names))
    others = [section.title.title() for section in sections if section is not chosen]
    return RawCapture(
        source=source,
        format=NEXUS.name,
        names=table.names,
        points=as_seen(table.points),
        fps=table.fps,
        times=table.frames / table.fps,
        lines=table.lines,
        unit=table.unit,
        usual_up="z",
        notes=(f"Sections left out: {shown_list(others)}.",) if others else (),
    )


NEXUS = Format(
    "Vicon Nexus",
    "a text that begins with a section such as Trajectories and its rate",
    looks_like_nexus,
    read_nexus,
)
