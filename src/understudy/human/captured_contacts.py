"""Contacts of a fitted body: by its own feet on level ground, by the captured ones on steps and ramps.

On a terrain a centimetre decides which surface a foot is on and when. The body's feet are as exact as its
fit is, and the captured points of the feet are exact.
"""

from __future__ import annotations

import numpy as np

from understudy.human.contacts import measured_or_detected
from understudy.human.ground import tells_ground
from understudy.human.landmarks import human_from_recording
from understudy.motion import HumanMotion, Recording


def contacts_of_fit(fitted: HumanMotion, captured: Recording) -> np.ndarray:
    """Return (T, 4) bool, weight on ``CONTACTS``, of a body that was fitted to a recording."""
    if fitted.terrain.is_level or not tells_ground(captured):
        return measured_or_detected(fitted, captured)
    return human_from_recording(captured).contact_mask
