"""On which places of the skin a recording's markers sit, by the marker set that it was read with."""

from __future__ import annotations

from dataclasses import replace

from understudy.capture.marker_sets.catalogue import built_in_sets, stated_set
from understudy.capture.marker_sets.marker_set import MarkerSet, resolve
from understudy.capture.marker_sets.names import UNLABELLED, Spoken, by_subject, spoken_names
from understudy.capture.source import Source
from understudy.motion import Recording


def with_marker_places(recording: Recording, source: Source) -> Recording:
    """Return the recording with its ``marker_places``; as it is where its points are no known markers.

    Args:
        recording: What was read; its dialect names the marker set.
        source: The file, for which a set of its own may be stated.
    """
    # Skeletons may bear the name of a marker set, but their joints turn.
    if recording.rotations is not None:
        return recording
    custom = stated_set(source)
    sets = built_in_sets() if custom is None else (custom,)
    used = next((each for each in sets if recording.dialect.endswith(f"({each.name})")), None)
    if used is None:
        return recording
    labels = [name for name in recording.names if not name.startswith(UNLABELLED)]
    # Of several persons the one was read whose markers the set knows best.
    persons = [_places(used, spoken_names(own)) for own in by_subject(labels).values()]
    return replace(recording, marker_places=max(persons, key=len, default={}))


def _places(used: MarkerSet, spoken: Spoken) -> dict[str, tuple[str, ...]]:
    found = {place: resolve(markers, spoken) for place, markers in used.anatomy.items()}
    return {place: labels for place, labels in found.items() if labels}
