"""Lengths of the Master Motor Map's reference model as shares of body height.

Terlemez et al. (2014), Table II, and MMM's own description of the model, which adds the head's height and
says what is vertical and what horizontal. Two rows of the table are read by that description: ``BT to
LSC/RSC`` is horizontal to the side, and ``BP to LH/RH`` is the hips below BP.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LENGTH_SHARES: Mapping[str, float] = MappingProxyType(
    {
        "pelvis": 0.040,  # hips to BP, up
        "abdomen": 0.060,  # BP to BT, up
        "thorax": 0.210,  # BT to BLN, up
        "neck": 0.030,  # BLN to BUN, up
        "head": 0.130,  # BUN to the crown, up
        "eye_half_width": 0.015,  # BUN to the eyes, to the side
        "eye_forward": 0.030,
        "eye_height": 0.066,
        "clavicle_half_width": 0.087,  # BT to SC, to the side
        "clavicle_height": 0.188,  # BT to SC, up
        "clavicle": 0.023,  # SC to S, to the side
        "upper_arm": 0.188,  # S to E, down
        "forearm": 0.145,  # E to W, down
        "hand": 0.108,  # W to the fingertips, down
        "hip_half_width": 0.052,  # between the hips to H, to the side
        "thigh": 0.245,  # H to K, down
        "shin": 0.246,  # K to A, down
        "ankle_height": 0.039,  # A to M, down
        "hindfoot": 0.020,  # A to M, forward
        "forefoot": 0.048,  # M to F, forward
        "toes": 0.034,  # F to the tips of the toes, forward
    }
)
"""Length → share of body height."""

KNUCKLE_SHARE = 0.050
"""Wrist to knuckles, which lie a little before the middle of the hand, as a share of height."""

TOE_ABOVE_SOLE_SHARE = 0.0145
"""The model's toe joint lies in the sole; the ball of a foot has its centre above it (Delp 1990)."""

HIP_SHARE = LENGTH_SHARES["thigh"] + LENGTH_SHARES["shin"] + LENGTH_SHARES["ankle_height"]
"""Height of the hips above the floor when the model stands, as a share of body height."""


def reference_lengths(height: float) -> dict[str, float]:
    """Return length → metres of the reference model scaled to a body height [m]."""
    return {name: height * share for name, share in LENGTH_SHARES.items()}
