"""Marker sets: which marker sits where on a body, and the joints that follow from them."""

from understudy.capture.naming.marker_sets.body import COMPUTED, MarkedBody, find_body
from understudy.capture.naming.marker_sets.catalogue import (
    Match,
    UnknownLabelsError,
    built_in_sets,
    custom_set_path,
    match_marker_set,
    shows_limbs,
    stated_set,
)
from understudy.capture.naming.marker_sets.marker_set import MarkerSet, load_marker_set

__all__ = [
    "COMPUTED",
    "MarkedBody",
    "MarkerSet",
    "Match",
    "UnknownLabelsError",
    "built_in_sets",
    "custom_set_path",
    "find_body",
    "load_marker_set",
    "match_marker_set",
    "shows_limbs",
    "stated_set",
]
