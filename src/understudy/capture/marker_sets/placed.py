"""On which places of the skin a recording's markers sit, by the marker set that it was read with."""

from __future__ import annotations

from dataclasses import replace

from understudy.capture.marker_sets.catalogue import built_in_sets, match_marker_set, stated_set
from understudy.capture.marker_sets.marker_set import resolve
from understudy.capture.marker_sets.names import UNLABELLED
from understudy.capture.source import Source
from understudy.motion import Recording


def with_marker_places(recording: Recording, source: Source) -> Recording:
    """Return the recording with its ``marker_places``; as it is where its points are no known markers.

    Args:
        recording: What was read; its dialect names the marker set.
        source: The file, for which a set of its own may be stated.
    """
    custom = stated_set(source)
    sets = built_in_sets() if custom is None else (custom,)
    used = next((each for each in sets if recording.dialect.endswith(f"({each.name})")), None)
    if used is None:
        return recording
    labels = [name for name in recording.names if not name.startswith(UNLABELLED)]
    spoken = match_marker_set(source.path, labels, used).spoken
    places = {place: resolve(markers, spoken) for place, markers in used.anatomy.items()}
    return replace(recording, marker_places={place: found for place, found in places.items() if found})
