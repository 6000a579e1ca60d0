"""Motion descriptions out of what people wrote: a word that begins so is a motion of this kind."""

from __future__ import annotations

import re

from understudy.library.texts import search_words

_STEMS: dict[str, tuple[str, ...]] = {
    "locomotion/bipedal/walk": ("walk", "stroll", "stride", "march", "gait"),
    "locomotion/bipedal/run": ("run", "jog", "sprint"),
    "locomotion/bipedal/jump": ("jump", "hop", "leap"),
    "locomotion/stairs": ("stair", "upstairs", "downstairs"),
    "locomotion/crawl": ("crawl",),
    "locomotion/climb": ("climb",),
    "manipulation/lift": ("lift",),
    "manipulation/throw": ("throw", "toss"),
    "manipulation/reach": ("reach", "grab", "grasp", "pick"),
    "manipulation/push": ("push", "shove"),
    "gesture/wave": ("wave", "waving"),
    "posture/sit": ("sit", "sat"),
    "posture/squat": ("squat", "crouch"),
    "posture/kneel": ("kneel",),
    "posture/lie": ("lying", "lies"),
    "dance": ("danc", "waltz", "salsa", "ballet", "pirouette"),
    "sport/fight": ("punch", "kick", "box", "sword", "karate"),
    "sport/ball": ("basketball", "football", "soccer", "dribbl"),
    "exercise": ("stretch", "exercis", "jumping jacks", "pushup"),
    "direction/forward": ("forward", "ahead"),
    "direction/backward": ("backward",),
    "direction/left": ("left",),
    "direction/right": ("right",),
    "direction/upwards": ("upward", "upstairs"),
    "direction/downwards": ("downward", "downstairs"),
    "speed/slow": ("slow",),
    "speed/fast": ("fast", "quick"),
}
"""Node of the tree → how words begin that stand for it."""


def categories_of(text: str) -> tuple[str, ...]:
    """Return the nodes that a description's words stand for, in the order of the table."""
    words = search_words(text)
    return tuple(path for path, stems in _STEMS.items() if any(word.startswith(stems) for word in words))


def spaced(name: str) -> str:
    """Return a name such as ``walking_slow`` or ``WalkInClockwiseCircle`` as words."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.replace("_", " ").replace("-", " "))
    return " ".join(parted.split()).lower() or name
