"""Robots from files on the command line: found again by their model, or said what is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.robots.models.small_urdf import humanoid
from understudy.cli import BAD_INPUT, main
from understudy.data import built_in_motion

WALK = str(built_in_motion("walk"))


@pytest.fixture
def impostor(tmp_path: Path) -> Path:
    """Return a URDF without meshes and speeds that is called like a robot of the catalogue."""
    mesh = "<visual><geometry><mesh filename='package://nao/{}.stl'/></geometry></visual>"
    path = tmp_path / "nao.urdf"
    path.write_text(humanoid(mesh, speed=None), encoding="utf-8")
    return path


def test_a_file_called_like_a_catalogued_robot_is_evaluated_as_itself(impostor: Path, tmp_path: Path, capsys):
    output = tmp_path / "out.npz"
    assert main(["retarget", WALK, "--robot", str(impostor), "-o", str(output), "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["alarms"] == []
    assert main(["evaluate", str(output), "--against", WALK, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["metrics"] == first["metrics"]
    impostor.unlink()
    assert main(["evaluate", str(output), "--against", WALK]) == BAD_INPUT
    told = " ".join(capsys.readouterr().err.split())
    assert "not the 'nao' of the catalogue but another model of that name" in told
    assert "with --robot" in told


def test_people_are_told_what_was_left_out_and_assumed(impostor: Path, tmp_path: Path, capsys):
    output = tmp_path / "out.npz"
    assert main(["retarget", WALK, "--robot", str(impostor), "-o", str(output)]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "22 more files are left out; joints and what shapes there are have to do" in told
    assert "the speed of 24 of 24 joints is stated nowhere" in told


@pytest.mark.parametrize("command", ["retarget", "evaluate", "view"])
def test_help_names_what_a_robot_may_be(command: str, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "URDF" in told
    assert "MJCF" in told


def test_a_template_ends_with_one_sentence(tmp_path: Path, capsys):
    path = tmp_path / "robot.urdf.xacro"
    path.write_text(
        "<robot xmlns:xacro='http://ros.org/wiki/xacro'><xacro:macro name='a'/></robot>", encoding="utf-8"
    )
    assert main(["retarget", WALK, "--robot", str(path), "-o", str(tmp_path / "out.npz")]) == BAD_INPUT
    assert "no <link>" in capsys.readouterr().err
    assert not (tmp_path / "out.npz").exists()
