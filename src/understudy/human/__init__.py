"""From a Recording to a HumanMotion: canonical landmarks, body frames, sizes and contacts."""

from understudy.human.contacts import detect_contacts
from understudy.human.landmarks import human_from_recording
from understudy.human.sizes import body_sizes

__all__ = ["body_sizes", "detect_contacts", "human_from_recording"]
