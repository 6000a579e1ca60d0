"""``understudy view --source`` beside a motion that was slowed down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.cli import main
from understudy.motion import RobotMotion
from understudy.motion.pace import Pace, slowed
from understudy.robots import load_robot
from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS
from understudy.takes import read_human

FACTOR = 2


def test_the_person_is_as_slow_as_the_robot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendering, walk = RENDERINGS["bvh"], make("walk", 1.0, 60.0, seed=1)
    source = tmp_path / "walk.bvh"
    rendering.write(source, record(walk, rendering.point_set(walk.body), Corruption(), 1))
    human, robot = read_human(source), load_robot("nao")
    count = human.frame_count
    pace = Pace(np.linspace(0.0, human.duration, FACTOR * (count - 1) + 1), human.fps)
    home = np.tile(robot.home, (count, 1))
    motion = RobotMotion("nao", "track", robot.joints, home, human.fps, np.zeros(count, dtype=np.int64))
    slowed(motion, pace).save(tmp_path / "motion.npz")
    shown: list[Any] = []

    def save_stills(folder: Path, person: Any, performances: Any, frames: Any) -> list[Path]:
        shown.append(person)
        return []

    monkeypatch.setattr("understudy.view.save_stills", save_stills)
    words = ["view", str(tmp_path / "motion.npz"), "--source", str(source)]
    assert main([*words, "--stills", str(tmp_path / "stills")]) == 0
    assert shown[0].frame_count == FACTOR * (count - 1) + 1
    np.testing.assert_allclose(shown[0].landmarks[::FACTOR], human.landmarks, atol=1e-9)
