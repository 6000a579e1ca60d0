"""Senses that see need OpenGL; where there is none, the others go on without them."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.drawing.backend import rendering_available, why_no_rendering
from understudy.simulate.senses.requests import SenseRequest


def drawable(requests: Sequence[SenseRequest]) -> tuple[tuple[SenseRequest, ...], str]:
    """Return the senses that can be on here, and one sentence on those that cannot, empty where all can."""
    seeing = [request.sense.name for request in requests if request.sense.needs_drawing]
    if not seeing or rendering_available() is not None:
        return tuple(requests), ""
    kept = tuple(request for request in requests if not request.sense.needs_drawing)
    return kept, f"the sense '{seeing[0]}' is left out: {why_no_rendering()}"
