"""Draw the reference human at five ages side by side.

Usage: draw_ages.py [PICTURE]
Writes docs/images/ages.png unless another file is named.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

from understudy.human import Human
from understudy.human.line_up import line_up
from understudy.motion.archive import write_bytes
from understudy.motion.terrain import LEVEL, Terrain
from understudy.view.camera import Camera
from understudy.view.performer import Stature
from understudy.view.scene import FINE_SAMPLES, Stage
from understudy.view.stills import encode_png

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "ages.png"
AGES = (0.0, 4 / 12, 1.5, 6.0, 30.0)
"""Newborn, 4 months, 18 months, 6 years, adult [years]."""

SIZE = (960, 640)


@dataclass(frozen=True)
class People:
    """People who stand still in one model, as the stage wants its performer."""

    model: mujoco.MjModel
    coordinates: np.ndarray
    stature: Stature
    label: str = "ages"
    fps: float = 1.0
    fixed_heading: float | None = 0.0
    terrain: Terrain = LEVEL

    @property
    def path_w(self) -> np.ndarray:
        """(1, 3) the middle between them [m]."""
        return np.zeros((1, 3))

    def pose(self, frame: int) -> mujoco.MjData:
        """Return the pose, which is the same at every frame."""
        data = mujoco.MjData(self.model)
        data.qpos[:] = self.coordinates
        mujoco.mj_forward(self.model, data)
        return data

    def points_w(self, frame: int) -> np.ndarray:
        """Return the middles (P, 3) [m] of their shapes."""
        return self.pose(frame).geom_xpos

    def draw(self, scene: mujoco.MjvScene, frame: int) -> None:
        """Add nothing: the model holds everybody."""


def draw(ages: tuple[float, ...] = AGES, size: tuple[int, int] = SIZE, sex: str = "") -> np.ndarray:
    """Return a picture (H, W, 3) uint8 of people of ages [years], seen from a little to the side."""
    humans = [Human(age=age, sex=sex) for age in ages]
    model, coordinates = line_up(humans)
    tallest = max(human.height for human in humans)
    people = People(model, coordinates, Stature(tallest, 0.5 * tallest))
    distance = 2.30 * tallest
    camera = Camera(np.array([0.0, 0.0, 0.48 * tallest]), distance, np.deg2rad(187.0), np.deg2rad(-8.0))
    stage = Stage(people, distance, size, FINE_SAMPLES)
    try:
        return stage.picture(0, camera)
    finally:
        stage.close()


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description="Draw the reference human at five ages.")
    parser.add_argument("picture", type=Path, nargs="?", default=PICTURE)
    write_bytes(parser.parse_args().picture, encode_png(draw()))


if __name__ == "__main__":
    main()
