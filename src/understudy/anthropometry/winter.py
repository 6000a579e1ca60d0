"""Lengths of an adult's segments as shares of body height: Drillis and Contini (1966), as Winter prints them.

Heights are those of joints above the sole of a person who stands. The reference model of the Master Motor
Map has its own table, in ``reference_lengths``.
"""

from __future__ import annotations

ANKLE_HEIGHT, KNEE_HEIGHT, HIP_HEIGHT, SHOULDER_HEIGHT = 0.039, 0.285, 0.530, 0.818
UPPER_ARM, FOREARM, HAND, FOOT = 0.186, 0.146, 0.108, 0.152

SHIN = KNEE_HEIGHT - ANKLE_HEIGHT
THIGH = HIP_HEIGHT - KNEE_HEIGHT
LEG = HIP_HEIGHT - ANKLE_HEIGHT
TRUNK = SHOULDER_HEIGHT - HIP_HEIGHT
ARM = UPPER_ARM + FOREARM
