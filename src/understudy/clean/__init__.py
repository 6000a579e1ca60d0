"""From a Recording to a better Recording: gaps, outliers, filters, resampling, floor."""

from understudy.clean.cleaning import CleaningOptions, clean
from understudy.clean.facing import face_forward, facing_angles
from understudy.clean.floor import place_on_floor
from understudy.clean.gaps import fill_gaps
from understudy.clean.mirroring import Perspective, in_perspective, mirror
from understudy.clean.movements import Movement, RestOptions, find_movements, split_movements, trim_rests
from understudy.clean.one_euro import OneEuroFilter, OneEuroOptions, filter_causally
from understudy.clean.outliers import drop_outliers, find_outliers
from understudy.clean.resampling import resample
from understudy.clean.smoothing import smooth
from understudy.clean.swaps import repair_swaps
from understudy.clean.trimming import trim

__all__ = [
    "CleaningOptions",
    "Movement",
    "OneEuroFilter",
    "OneEuroOptions",
    "Perspective",
    "RestOptions",
    "clean",
    "drop_outliers",
    "face_forward",
    "facing_angles",
    "fill_gaps",
    "filter_causally",
    "find_movements",
    "find_outliers",
    "in_perspective",
    "mirror",
    "place_on_floor",
    "repair_swaps",
    "resample",
    "smooth",
    "split_movements",
    "trim",
    "trim_rests",
]
