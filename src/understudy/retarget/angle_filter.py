"""The filter of angles over time (Fiala 5.2.1): Winter's Butterworth with the cutoff by Yu."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.anatomy import AnatomicalAngles
from understudy.signals import yu_cutoffs, zero_phase_low_pass


@dataclass(frozen=True, eq=False)
class FilteredAngles:
    """Angles before and after filtering, as Fiala's Fig. 5.2 shows them.

    Attributes:
        before: As read off, unwound: where an angle passed half a turn it goes on instead of jumping.
        after: Filtered.
        cutoffs: (A,) [Hz], infinite where the filter found nothing to take away.
    """

    before: AnatomicalAngles
    after: AnatomicalAngles
    cutoffs: np.ndarray


def filter_angles(angles: AnatomicalAngles) -> FilteredAngles:
    """Return the angles without what is too fast to be motion, each with a cutoff of its own.

    A clip of one frame has nothing to filter and comes back as it is.
    """
    unwound = np.unwrap(angles.values, axis=0)
    before = replace(angles, values=unwound)
    if angles.frame_count < 2 or not angles.names:
        return FilteredAngles(before, before, np.full(len(angles.names), np.inf))
    cutoffs = yu_cutoffs(unwound[:, :, None], angles.fps)
    after = replace(angles, values=zero_phase_low_pass(unwound, cutoffs, angles.fps))
    return FilteredAngles(before, after, cutoffs)
