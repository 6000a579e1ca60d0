"""Understudy's solver against mink: the same costs, the same limits, the same optimum, one thread."""

from __future__ import annotations

from typing import Any

import numpy as np

from understudy.bench.growth import best_time
from understudy.bench.problem import Problem, prepare

REPEATS = 20
MINK_REPEATS = 2
"""Both sides count by their best run, which a noisy machine disturbs least."""


def compare(problem: Problem, native_poses: bool) -> dict[str, Any]:
    """Solve a problem both ways and return frames a second, their ratio, and the costs reached."""
    from understudy.bench.mink_side import MinkSide, cost_of

    own = prepare(problem)
    solution = own()
    peers = [MinkSide(problem, native_poses).run() for _ in range(MINK_REPEATS)]
    peer = min(peers, key=lambda result: result.seconds)
    seconds = best_time(own, REPEATS)
    own_cost, peer_cost = cost_of(problem, solution.q), cost_of(problem, peer.q)
    count = problem.frame_count
    return {
        "robot": problem.robot.name,
        "frames": count,
        "understudy_fps": count / seconds,
        "mink_fps": count / peer.seconds,
        "ratio": peer.seconds / seconds,
        "understudy_iterations": float(solution.iterations.mean()),
        "mink_iterations": float(peer.iterations.mean()),
        "understudy_cost": float(own_cost.mean()),
        "mink_cost": float(peer_cost.mean()),
        "frames_with_equal_or_lower_cost": float(np.mean(own_cost <= peer_cost * (1.0 + 1e-6) + 1e-9)),
        "largest_difference": float(np.abs(solution.q - peer.q).max()),
    }
