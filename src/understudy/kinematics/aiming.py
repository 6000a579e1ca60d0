"""Where points are aimed at in a frame: their wishes, pins that hold them, steps that they repeat."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.blocks.point import PointBlock
from understudy.kinematics.blocks.two_bodies import place_point
from understudy.kinematics.compilation import lean_inner_kernel
from understudy.kinematics.forward import Pose
from understudy.kinematics.state import State

LOOSE = 1e-3
"""Strength below which a pin does not hold at all."""


@lean_inner_kernel
def aim_points(
    block: PointBlock,
    frame: int,
    rise: float,
    fall: float,
    state: State,
    target: np.ndarray,
    weight: np.ndarray,
) -> None:
    """Write this frame's point targets and weights (P, 3) each from wishes, pins and where points were.

    Args:
        block: The points.
        frame: The row of their targets.
        rise: Share of the way to a firmer pin that is closed in a frame.
        fall: Share of the way to a looser one.
        state: What the last frame left; the strengths of pins are brought up to this frame.
        target: Receives targets [m].
        weight: Receives weights [1/m].
    """
    is_first = state.done[0] == 0
    for i in range(target.shape[0]):
        leak = 1.0 if is_first else block.leak[i]
        for k in range(3):
            target[i, k] = block.target[frame, i, k]
            if leak < 1.0:
                target[i, k] += (1.0 - leak) * (state.place[i, k] - state.wish[i, k])
            weight[i, k] = block.weight[frame, i, k]
        if block.pin_weight[i] == 0.0:
            continue
        wanted = block.pin[frame, i]
        if is_first:
            state.strength[i] = wanted
        else:
            rate = rise if wanted > state.strength[i] else fall
            state.strength[i] += rate * (wanted - state.strength[i])
        firm = block.pin_weight[i] * state.strength[i] if state.strength[i] > LOOSE else 0.0
        # A pin that begins in this frame has yet to find its place; it only brings the point to the floor.
        begins = wanted > 0.0 and (is_first or state.pin[i] == 0.0)
        for k in range(3):
            if firm == 0.0 or (k < 2 and begins):
                continue
            square = firm * firm + weight[i, k] * weight[i, k]
            share = firm * firm / square
            goal = state.pinned_at[i, k] if k < 2 else 0.0
            target[i, k] = share * goal + (1.0 - share) * target[i, k]
            weight[i, k] = np.sqrt(square)


@lean_inner_kernel
def note_points(block: PointBlock, frame: int, pose: Pose, state: State) -> None:
    """Keep where points are after a frame and were wanted; a pin that began in it holds them there."""
    is_first = state.done[0] == 0
    for i in range(block.body.shape[0]):
        body = block.body[i]
        w = block.weight[frame, i]
        seen = w[0] > 0.0 or w[1] > 0.0 or w[2] > 0.0
        for k in range(3):
            state.wish[i, k] -= state.place[i, k]
        place_point(pose.body_pos[body], pose.body_mat[body], block.local[i], state.place[i])
        begins = block.pin[frame, i] > 0.0 and (is_first or state.pin[i] == 0.0)
        for k in range(3):
            # A wish that nobody had says nothing: the point keeps its distance from where it was wanted.
            state.wish[i, k] = block.target[frame, i, k] if seen else state.wish[i, k] + state.place[i, k]
            if begins:
                state.pinned_at[i, k] = state.place[i, k]
        state.pin[i] = block.pin[frame, i]
