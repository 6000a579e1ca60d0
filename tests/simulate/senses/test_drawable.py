"""Without OpenGL the other senses go on, and one sentence says what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulate.box_robot import build, motion_of, swing
from understudy.simulate import SimulationOptions, parse_senses, simulate
from understudy.simulate.senses.drawable import drawable


def test_senses_that_see_are_left_out_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUJOCO_GL", "disabled")
    kept, reason = drawable(parse_senses("imu,eyes,proprioception"))
    assert [request.sense.name for request in kept] == ["imu", "proprioception"]
    assert reason.startswith("the sense 'eyes' is left out: no pictures: MUJOCO_GL is 'disabled'")
    assert "\n" not in reason
    assert drawable(parse_senses("imu")) == (parse_senses("imu"), "")


def test_a_simulation_goes_on_without_eyes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUJOCO_GL", "disabled")
    robot, said = build(tmp_path, "fixed"), []
    options = SimulationOptions(senses=parse_senses("proprioception,eyes"))
    rollout = simulate(motion_of(robot, swing(seconds=0.2), 50.0), robot, options, said.append)
    assert rollout.pictures == {} and "proprioception/angles" in rollout.senses
    assert [sentence for sentence in said if "eyes" in sentence] == [
        f"Warning: {drawable(options.senses)[1]}"
    ]
    steps = rollout.provenance.steps[-1]
    assert "eyes" not in str(steps)
