"""The reference human, and from a Recording to a HumanMotion: landmarks, body frames, sizes, contacts.

What belongs to the reference human is imported when it is asked for: most captures pass without it, and a
retargeted clip should not wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from understudy.human.contacts import detect_contacts
from understudy.human.landmarks import human_from_recording
from understudy.human.objects import object_motions
from understudy.human.sizes import body_sizes
from understudy.lazy_names import import_when_used

if TYPE_CHECKING:
    from understudy.human.dynamics import human_dynamics
    from understudy.human.fit import FitPlan, fit_human, fitted_body
    from understudy.human.hand_conversion import hand_from_markers
    from understudy.human.human import Human

__all__ = [
    "FitPlan",
    "Human",
    "body_sizes",
    "detect_contacts",
    "fit_human",
    "fitted_body",
    "hand_from_markers",
    "human_dynamics",
    "human_from_recording",
    "object_motions",
]

import_when_used(
    __name__,
    {
        "FitPlan": "understudy.human.fit",
        "Human": "understudy.human.human",
        "fit_human": "understudy.human.fit",
        "fitted_body": "understudy.human.fit",
        "hand_from_markers": "understudy.human.hand_conversion",
        "human_dynamics": "understudy.human.dynamics",
    },
)
