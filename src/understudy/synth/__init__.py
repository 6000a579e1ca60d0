"""A synthetic performer: motions made up by us, of which everything is known, in the formats of captures.

    motion = make("teapot", body=performer_body(age=6.0), seed=3)
    take = record(motion, PLUG_IN_GAIT_SET, Corruption(noise=0.005))

Sets of points, and the formats that hold them, are in :mod:`understudy.synth.formats`.
"""

from understudy.synth.body.performer import performer_body
from understudy.synth.corruption import CorruptedPoints, Corruption, corrupt
from understudy.synth.scripts import DEFAULT_FPS, MOTIONS, Script, make
from understudy.synth.synthetic_motion import SyntheticMotion
from understudy.synth.take import Take, record
from understudy.synth.truth import Truth

__all__ = [
    "DEFAULT_FPS",
    "MOTIONS",
    "CorruptedPoints",
    "Corruption",
    "Script",
    "SyntheticMotion",
    "Take",
    "Truth",
    "corrupt",
    "make",
    "performer_body",
    "record",
]
