"""The usual way from what was captured to what can be worked with."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.clean.floor import place_on_floor
from understudy.clean.gaps import MAX_ERROR, SPLINE_SECONDS, fill_gaps
from understudy.clean.outliers import drop_outliers
from understudy.clean.smoothing import NOISY, smooth
from understudy.clean.swaps import repair_swaps
from understudy.kinematics.vector_kernels import use_vector_kernels
from understudy.motion import Recording


@dataclass(frozen=True)
class CleaningOptions:
    """Which steps to take, and how.

    Attributes:
        swaps: Whether to exchange left and right back where they were swapped.
        outliers: Whether to drop positions to which points had jumped.
        gaps: Whether to close gaps.
        smoothing: Whether to filter noisy points.
        floor: Whether to bring the floor to z = 0.
        spline_seconds: Longest gap [s] that a spline closes.
        max_error: Largest expected error of a longer gap that is closed, as a share of the body's height.
        cutoff: Frequency [Hz] at which all points are filtered; None finds one for each noisy point.
        noisy: Noise from which on a point is filtered, as a share of the body's height.
    """

    swaps: bool = True
    outliers: bool = True
    gaps: bool = True
    smoothing: bool = True
    floor: bool = True
    spline_seconds: float = SPLINE_SECONDS
    max_error: float = MAX_ERROR
    cutoff: float | None = None
    noisy: float = NOISY


DEFAULT = CleaningOptions()


def clean(recording: Recording, options: CleaningOptions = DEFAULT) -> Recording:
    """Return the recording cleaned: sides, outliers, gaps, noise, floor, in this order.

    The order matters. Swapped points jump, so that they would be dropped as outliers; outliers would bend
    the courses that close gaps; filters need points without gaps; and the floor is found from all of that.
    A recording without faults comes back as it was, on its floor, with notes that say so.
    """
    use_vector_kernels(recording.frame_count)
    if options.swaps:
        recording = repair_swaps(recording)
    if options.outliers:
        recording = drop_outliers(recording)
    if options.gaps:
        recording = fill_gaps(recording, spline_seconds=options.spline_seconds, max_error=options.max_error)
    if options.smoothing:
        recording = smooth(recording, options.cutoff, noisy=options.noisy)
    return place_on_floor(recording) if options.floor else recording
