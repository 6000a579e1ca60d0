"""What is no humanoid, or no model at all, gets one sentence and exit code 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from understudy.cli import BAD_INPUT, main
from understudy.errors import RobotError
from understudy.robots.onboarding.onboard import onboard

WriteModel = Callable[[str], Path]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("quadruped", "four limbs are alike"),
        ("arm", "no two branches"),
        ("pendulum", "no two branches"),
        ("statue", "no joints"),
        ("empty", "no bodies"),
    ],
)
def test_what_is_no_humanoid_is_refused_in_one_sentence(name: str, why: str, write_model: WriteModel) -> None:
    path = write_model(name)
    with pytest.raises(RobotError, match=why) as caught:
        onboard(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


NO_MESH = """<robot name="x"><link name="a">
<visual><geometry><mesh filename="no.stl"/></geometry></visual></link></robot>"""
NO_INERTIA = """<robot name="x"><link name="a"/><link name="b"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/>
<limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>"""


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("broken.urdf", "<robot name='x'><link"),
        ("other.xml", "<html/>"),
        ("no_mesh.urdf", NO_MESH),
        ("no_inertia.urdf", NO_INERTIA),
    ],
)
def test_a_bad_file_ends_with_one_sentence_and_code_2(
    file: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / file
    path.write_text(text, encoding="utf-8")
    assert main(["robots", "onboard", str(path), "-o", str(tmp_path / "card.toml")]) == BAD_INPUT
    error = capsys.readouterr().err
    assert error.startswith("understudy: ") and file in error
    assert error.count("\n") == 1
    assert not (tmp_path / "card.toml").exists()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match="nowhere.urdf"):
        onboard(tmp_path / "nowhere.urdf")
