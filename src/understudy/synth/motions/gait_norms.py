"""How healthy adults walk at a comfortable speed, over one stride from heel strike to heel strike.

Courses of joint angles as key points (percent of the stride, degrees), drawn after the curves that
clinical gait analysis takes as normal (Perry and Burnfield 2010; Winter 2009; Kadaba et al. 1990), and
within their spread moved by a degree or two so that one leg's angles agree with the other's. The ankle has
no table: it follows from shin and foot. Signs are those of :mod:`understudy.synth.body.angles`. Each table
describes the limb whose heel strikes at 0.
"""

from __future__ import annotations

import math
from functools import cache

from understudy.synth.curves import PeriodicCurve

Keys = tuple[tuple[float, float], ...]
"""Pairs of percent of the stride and degrees."""

TOE_OFF = 0.60
"""Share of the stride after which the foot has left the floor."""

HIP_FLEXION: Keys = (
    (0, 31),
    (6, 29.5),
    (12, 26.5),
    (20, 18),
    (30, 7),
    (40, -3),
    (48, -10),
    (53, -11.5),
    (58, -7.5),
    (63, 1.5),
    (68, 12),
    (75, 25),
    (81, 32.5),
    (86, 34),
    (94, 32.5),
)
KNEE_FLEXION: Keys = (
    (0, 7.5),
    (6, 12),
    (13, 17),
    (20, 13.5),
    (30, 6),
    (38, 5),
    (45, 8),
    (51, 15),
    (57, 26),
    (62, 39),
    (67, 53),
    (72, 61),
    (77, 58.5),
    (83, 42),
    (89, 21),
    (93, 12),
    (97, 8),
)
HIP_ABDUCTION: Keys = ((0, -1), (15, -6), (30, -4.5), (45, -1.5), (60, 4), (67, 4.5), (80, 1.5), (92, -0.5))
FOOT_PITCH: Keys = (
    (0, 19),
    (3, 12),
    (6, 5),
    (10, 0.2),
    (14, 0),
    (20, 0),
    (30, -0.5),
    (37, -4),
    (44, -12),
    (50, -25),
    (55, -41),
    (60, -65),
    (64, -74),
    (70, -59),
    (78, -28),
    (84, -8),
    (90, 11),
    (97, 22),
)
"""Sole against the floor, toes up positive."""

PELVIS_OBLIQUITY: Keys = (
    (0, 0),
    (6, 2),
    (12, 3.2),
    (20, 2),
    (30, 0.7),
    (40, 0.1),
    (50, 0),
    (56, -2),
    (62, -3.2),
    (70, -2),
    (80, -0.7),
    (90, -0.1),
)
"""The side of the limb up."""

PELVIS_TILT: Keys = ((0, 8.3), (15, 9.2), (30, 9.8), (50, 8.3), (65, 9.2), (80, 9.8))
PELVIS_ROTATION: Keys = ((0, -5), (50, 5))
"""Away from the limb, which has stepped forward at 0: negative turns its side to the front."""

SHOULDER_FLEXION: Keys = ((2, -19), (25, -5), (52, 14), (78, -3))
ELBOW_FLEXION: Keys = ((0, 18), (25, 22), (52, 38), (75, 28))

HARMONICS = 12
"""Walking has next to nothing above its twelfth harmonic, about 11 Hz."""


@cache
def course(keys: Keys) -> PeriodicCurve:
    """Return a table as a smooth curve over the phase of a stride [0, 1) → [rad]."""
    return PeriodicCurve.through_keys([(p / 100.0, math.radians(a)) for p, a in keys], HARMONICS)
