"""The reference human, and from a Recording to a HumanMotion: landmarks, body frames, sizes, contacts."""

from understudy.human.contacts import detect_contacts
from understudy.human.dynamics import human_dynamics
from understudy.human.fit import FitPlan, fit_human, fitted_body
from understudy.human.hand_conversion import hand_from_markers
from understudy.human.human import Human
from understudy.human.landmarks import human_from_recording
from understudy.human.objects import object_motions
from understudy.human.sizes import body_sizes

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
