"""A skin of four taxels, and a rollout that felt something with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from understudy.motion import Rollout, Skin, SparseReadings

AREA = 1e-4
FPS = 10.0
COUNT = 10
PARTS, OTHERS = ("trunk", "arm"), ("floor",)
TRUNK_ARM, ARM_FLOOR = 0 * 3 + 1, 1 * 3 + 2
"""Codes of the pairs."""


def skin(**changes: Any) -> Skin:
    fields: dict[str, Any] = {
        "bodies": ("trunk", "arm"),
        "parts": PARTS,
        "frames": ("trunk", "arm"),
        "others": OTHERS,
        "body": [0, 0, 1, 1],
        "part": [0, 0, 1, 1],
        "points": np.array([[0.1, 0, 0], [-0.1, 0, 0], [0.02, 0, -0.2], [-0.02, 0, -0.2]]),
        "normals": np.array([[1.0, 0, 0], [-1, 0, 0], [1, 0, 0], [-1, 0, 0]]),
        "areas": np.full(4, AREA),
    }
    return Skin(**fields | changes)


def sparse(
    rows: dict[int, list[tuple[int, Any]]], size: int, unit: str, width: tuple[int, ...]
) -> SparseReadings:
    """Return readings from reading → its columns and values."""
    count = np.array([len(rows.get(i, [])) for i in range(COUNT)])
    kept = [entry for i in range(COUNT) for entry in rows.get(i, [])]
    values = np.array([value for _, value in kept], dtype=float).reshape(-1, *width)
    return SparseReadings(
        np.arange(COUNT) / FPS, count, np.array([column for column, _ in kept], dtype=int), values, size, unit
    )


def felt_rollout(touch: dict[int, list[tuple[int, Any]]], force: dict[int, list[tuple[int, Any]]]) -> Rollout:
    """Return a rollout of a box with these touches (normal and shear) and forces on taxels."""
    rows = {i: [(code, (0.1, 0.0, 0.0, 0.0, 0.02, -0.2)) for code, _ in found] for i, found in touch.items()}
    return Rollout(
        robot="box",
        joints=("shoulder",),
        time=np.arange(COUNT) / FPS,
        q=np.zeros((COUNT, 1)),
        reference=np.zeros((COUNT, 1)),
        torques=np.zeros((COUNT, 1)),
        energy=np.zeros(COUNT),
        contact_force=np.zeros(COUNT),
        depth=np.zeros(COUNT),
        contacts=np.zeros((COUNT, 4), dtype=bool),
        base="fixed",
        senses={
            "skin/force": sparse(force, 4, "N", (3,)),
            "skin/touch": sparse(touch, 9, "N", (2,)),
            "skin/place": sparse(rows, 9, "m", (6,)),
        },
        skin=skin(),
    )
