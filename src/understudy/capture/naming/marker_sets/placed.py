"""On which places of the skin the markers of a person sit."""

from __future__ import annotations

from understudy.capture.naming.marker_sets.marker_set import MarkerSet
from understudy.capture.naming.marker_sets.names import Spoken
from understudy.capture.naming.tables import resolve


def marker_places(marker_set: MarkerSet, spoken: Spoken) -> dict[str, tuple[str, ...]]:
    """Return place on the skin, such as ``knee_outer_l`` → the labels of the markers whose mean it is.

    Args:
        marker_set: Which marker is where.
        spoken: Plain name → label, of the person's markers.
    """
    found = {place: resolve(markers, spoken) for place, markers in marker_set.anatomy.items()}
    return {place: labels for place, labels in found.items() if labels}
