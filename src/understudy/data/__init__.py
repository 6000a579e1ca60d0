"""Motions that ship with the package, written by ``python -m understudy.synth``."""

from __future__ import annotations

from pathlib import Path

from understudy.errors import InvalidMotionError, unknown_name

BUILT_IN_MOTIONS: tuple[str, ...] = ("walk", "infant_kicking")
"""Names of the shipped motions."""


def built_in_motion(name: str) -> Path:
    """Return the path of a shipped motion's BVH file."""
    if name not in BUILT_IN_MOTIONS:
        raise InvalidMotionError(unknown_name("built-in motion", name, BUILT_IN_MOTIONS))
    return Path(__file__).parent / f"{name}.bvh"
