"""The step of a whole clip against the same equations solved as one dense matrix."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.clip.band import RIDGE, new_room, no_blocks, solve_band

FRAMES, SIZE, SOLES, SHARED = 12, 10, 2, 4
STANCE = np.array(
    [[0, -1], [0, 1], [0, 1], [-1, 1], [-1, 1], [2, 1], [2, 1], [2, 3], [2, 3], [-1, 3], [4, -1], [4, 5]]
)
CLOSE = 1e-9


def _equations(seed: int, shared: int = 0, is_dense: bool = False) -> dict[str, np.ndarray]:
    """Return random equations that are positive definite, footholds and shared parameters among them."""
    random = np.random.default_rng(seed)
    stances = int(STANCE.max()) + 1
    hessian = np.zeros((FRAMES, SIZE, SIZE))
    columns = np.zeros((FRAMES, 3 * SOLES + shared, SIZE))
    own, parameters = np.tile(0.5 * np.eye(3), (stances, 1, 1)), 0.1 * np.eye(shared)
    for t in range(FRAMES):
        goals = random.normal(size=(SIZE + 3, SIZE))
        hessian[t] = goals.T @ goals + 0.1 * np.eye(SIZE)
        for f, k in enumerate(STANCE[t]):
            if k >= 0:
                by_pose, by_foothold = random.normal(size=(4, SIZE)), random.normal(size=(4, 3))
                hessian[t] += by_pose.T @ by_pose
                columns[t, 3 * f : 3 * f + 3] = by_foothold.T @ by_pose
                own[k] += by_foothold.T @ by_foothold
        by_pose, by_shared = random.normal(size=(4, SIZE)), random.normal(size=(4, shared))
        if shared:
            hessian[t] += by_pose.T @ by_pose
            columns[t, 3 * SOLES :] = by_shared.T @ by_pose
            parameters += by_shared.T @ by_shared
    blocks = np.zeros((FRAMES, 3, SIZE, SIZE)) if is_dense else no_blocks(SIZE)
    for t in range(2, FRAMES if is_dense else 0):
        by = random.normal(size=(3, 5, SIZE))
        for a in range(3):
            for b in range(a, 3):
                blocks[t - 2 + a, b - a] += by[a].T @ by[b]
    bands = np.zeros((FRAMES, 3, SIZE))
    for t in range(2, FRAMES):
        weight = random.uniform(0.1, 3.0, size=SIZE)
        for a, b in ((0, 1.0), (1, -2.0), (2, 1.0)):
            for c, d in ((0, 1.0), (1, -2.0), (2, 1.0)):
                if c >= a:
                    bands[t - c, c - a] += b * d * weight
    return {
        "hessian": hessian,
        "bands": bands,
        "blocks": blocks,
        "shared": parameters,
        "shared_slope": random.normal(size=shared),
        "columns": columns,
        "own": own,
        "slope": random.normal(size=(stances, 3)),
        "gradient": random.normal(size=(FRAMES, SIZE)),
        "damping": random.uniform(0.0, 0.1, size=FRAMES),
    }


def _dense(e: dict[str, np.ndarray], free: np.ndarray, first: int, stop: int, stance: np.ndarray):
    """Return the least of the model by one dense matrix."""
    stances, poses, shared = len(e["own"]), FRAMES * SIZE, len(e["shared"])
    others = poses + 3 * stances
    matrix, side = np.zeros((others + shared,) * 2), np.zeros(others + shared)
    blocks = e["blocks"] if len(e["blocks"]) else np.zeros((FRAMES, 3, SIZE, SIZE))
    for t in range(FRAMES):
        here = slice(t * SIZE, (t + 1) * SIZE)
        own = e["hessian"][t] + np.diag(e["bands"][t, 0]) + blocks[t, 0]
        matrix[here, here] = (
            own + e["damping"][t] * np.diag(np.diag(e["hessian"][t])) + np.diag(RIDGE + 1.0 * ~free)
        )
        side[here] = -e["gradient"][t]
        for a in (1, 2):
            if t + a < FRAMES:
                there = slice((t + a) * SIZE, (t + a + 1) * SIZE)
                matrix[here, there] = np.diag(e["bands"][t, a]) + blocks[t, a]
                matrix[there, here] = matrix[here, there].T
        matrix[others:, here] = e["columns"][t, 3 * SOLES :]
        matrix[here, others:] = matrix[others:, here].T
        for f, k in enumerate(stance[t]):
            if k >= 0:
                z = slice(poses + 3 * k, poses + 3 * k + 3)
                matrix[z, here] += e["columns"][t, 3 * f : 3 * f + 3]
                matrix[here, z] = matrix[z, here].T
    for k in range(stances):
        z = slice(poses + 3 * k, poses + 3 * k + 3)
        matrix[z, z], side[z] = e["own"][k], -e["slope"][k]
    matrix[others:, others:], side[others:] = e["shared"], -e["shared_slope"]
    moves = np.zeros(len(side), dtype=bool)
    moves[others:] = True
    moves[first * SIZE : stop * SIZE] = np.tile(free, stop - first)
    known = np.unique(stance[first:stop])
    for k in known[known >= 0]:
        moves[poses + 3 * k : poses + 3 * k + 3] = True
    found = np.zeros(len(side))
    found[moves] = np.linalg.solve(matrix[np.ix_(moves, moves)], side[moves])
    return found[:poses].reshape(FRAMES, SIZE), found[poses:others].reshape(-1, 3), found[others:]


def _banded(e: dict[str, np.ndarray], free: np.ndarray, first: int, stop: int, stance: np.ndarray):
    room = new_room(FRAMES, SIZE, SOLES, len(e["own"]), len(e["shared"]), len(e["blocks"]) > 0)
    room.columns[:] = e["columns"]
    change, moved, shared = e["gradient"].copy(), np.zeros((len(e["own"]), 3)), np.zeros(len(e["shared"]))
    assert solve_band(
        room, e["hessian"], e["bands"], e["blocks"], e["damping"], free, first, stop, stance, e["own"],
        e["slope"], e["shared"], e["shared_slope"], change, moved, shared,
    )  # fmt: skip
    return change, moved, shared


@pytest.mark.parametrize("is_dense", [False, True])
@pytest.mark.parametrize("shared", [0, SHARED])
@pytest.mark.parametrize("seed", range(3))
def test_all_frames_footholds_and_parameters_agree_with_a_dense_solution(
    seed: int, shared: int, is_dense: bool
):
    e, free = _equations(seed, shared, is_dense), np.ones(SIZE, dtype=bool)
    found, wanted = _banded(e, free, 0, FRAMES, STANCE), _dense(e, free, 0, FRAMES, STANCE)
    for part, expected in zip(found, wanted, strict=True):
        np.testing.assert_allclose(part, expected, atol=CLOSE)


def test_an_interval_moves_alone_with_the_footholds_that_are_all_its_own():
    e, free, first, stop = _equations(3), np.ones(SIZE, dtype=bool), 4, 10
    stance = np.where(np.isin(STANCE, (2, 3)), STANCE, -1)
    change, moved, _ = _banded(e, free, first, stop, stance)
    wanted, feet, _ = _dense(e, free, first, stop, stance)
    np.testing.assert_allclose(change[first:stop], wanted[first:stop], atol=CLOSE)
    np.testing.assert_allclose(moved, feet, atol=CLOSE)


def test_variables_that_are_not_free_stay():
    e, free = _equations(4), np.ones(SIZE, dtype=bool)
    free[[2, 7]] = False
    for name in ("hessian", "columns"):
        e[name][:, :, ~free] = 0.0
    e["hessian"][:, ~free] = 0.0
    e["bands"][:, :, ~free] = 0.0
    change, *_ = _banded(e, free, 0, FRAMES, STANCE)
    assert not change[:, ~free].any()
    np.testing.assert_allclose(change, _dense(e, free, 0, FRAMES, STANCE)[0], atol=CLOSE)


def test_a_matrix_that_is_not_definite_is_refused():
    e, free = _equations(5), np.ones(SIZE, dtype=bool)
    e["hessian"][6] *= -1.0
    room = new_room(FRAMES, SIZE, SOLES, len(e["own"]))
    assert not solve_band(
        room, e["hessian"], e["bands"], e["blocks"], e["damping"], free, 0, FRAMES, STANCE, e["own"],
        e["slope"], e["shared"], e["shared_slope"], e["gradient"].copy(), np.zeros((len(e["own"]), 3)),
        np.zeros(0),
    )  # fmt: skip
