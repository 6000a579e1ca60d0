"""Twelve upper-body dance moves, of which the paper names two: the teapot and the salt shaker."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from understudy.synth.body.skeleton import Body
from understudy.synth.motions import dances
from understudy.synth.motions.gestures import AT_EASE, perform_gesture
from understudy.synth.motions.score import Move, both, left, right
from understudy.synth.motions.wave import make_wave
from understudy.synth.synthetic_motion import SyntheticMotion

Perform = Callable[[Body, float, float, int], SyntheticMotion]
"""Makes a move from a body, seconds, frames a second and a seed."""

SECONDS = 5.0
"""How long a participant shows a move."""


def _scored(name: str, poses: Sequence[tuple[float, dict[str, float]]], times: int = 2) -> Perform:
    """Return a move that goes through poses, some times over, and back to hanging arms."""

    def perform(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
        score: list[Move] = [(0.3, AT_EASE), *(list(poses) * times), (0.8, AT_EASE), (0.3, {})]
        return perform_gesture(name, lambda _: score, body, seconds, fps, seed)

    return perform


_AHEAD = both(shoulder_flexion=80.0, shoulder_abduction=6.0, elbow_flexion=12.0)
_FLEXED = both(shoulder_flexion=5.0, shoulder_abduction=85.0, shoulder_rotation=-80.0, elbow_flexion=115.0)
_OUT = both(shoulder_flexion=5.0, shoulder_abduction=85.0, elbow_flexion=10.0)
_POINT = right(shoulder_flexion=140.0, shoulder_abduction=30.0, elbow_flexion=8.0)
_POINT_DOWN = right(shoulder_flexion=25.0, shoulder_abduction=-8.0, elbow_flexion=15.0)
_DRUM = both(shoulder_flexion=30.0, shoulder_abduction=20.0)
_CHEER = both(shoulder_flexion=150.0, shoulder_abduction=25.0, elbow_flexion=15.0)
_PUMP = both(shoulder_flexion=100.0, shoulder_abduction=30.0, elbow_flexion=95.0)

MOVES: dict[str, Perform] = {
    "teapot": dances.make_teapot,
    "salt_shaker": dances.make_salt_shaker,
    "hands_up": dances.make_hands_up,
    "hands_side": dances.make_hands_side,
    "fly": dances.make_fly,
    "wave": make_wave,
    "sleepwalker": _scored(
        "sleepwalker",
        [
            (0.6, _AHEAD),
            (0.4, left(shoulder_flexion=95.0) | right(shoulder_flexion=65.0)),
            (0.4, left(shoulder_flexion=65.0) | right(shoulder_flexion=95.0)),
        ],
    ),
    "muscles": _scored("muscles", [(0.8, _OUT), (0.6, _FLEXED)]),
    "disco": _scored("disco", [(0.7, _POINT), (0.7, _POINT_DOWN)]),
    "drums": _scored(
        "drums",
        [
            (0.35, _DRUM | left(elbow_flexion=110.0) | right(elbow_flexion=70.0)),
            (0.35, left(elbow_flexion=70.0) | right(elbow_flexion=110.0)),
        ],
        4,
    ),
    "cheer": _scored("cheer", [(0.8, _PUMP), (0.5, _CHEER)]),
    "nod": _scored("nod", [(0.5, {"neck_flexion": 25.0}), (0.5, {"neck_flexion": -12.0})], 3),
}
"""Name → move."""
