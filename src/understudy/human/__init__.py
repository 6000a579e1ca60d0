"""The reference human, and from a Recording to a HumanMotion: landmarks, body frames, sizes, contacts.

What belongs to the reference human is imported when it is asked for: most captures pass without it, and a
retargeted clip should not wait for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from understudy.human.contacts import detect_contacts
from understudy.human.landmarks import human_from_recording
from understudy.human.objects import object_motions
from understudy.human.sizes import body_sizes

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

_PLACES = {
    "FitPlan": "fit",
    "Human": "human",
    "fit_human": "fit",
    "fitted_body": "fit",
    "hand_from_markers": "hand_conversion",
    "human_dynamics": "dynamics",
}


def __getattr__(name: str) -> Any:
    """Import a part of the reference human at its first use."""
    if name not in _PLACES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
