"""``understudy robots export``."""

from __future__ import annotations

import json
from pathlib import Path

import mujoco
import pytest

from understudy.cli import BAD_INPUT, main

JOINTS = 22
"""Hinges of the infant figure."""


def test_the_infant_figure_is_written_as_urdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out" / "infant.urdf"
    assert main(["robots", "export", "dummy", "-o", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"robot": "dummy", "urdf": str(path)}
    model = mujoco.MjModel.from_xml_path(str(path))
    assert model.njnt == JOINTS


def test_it_is_named_after_the_robot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["robots", "export", "qtrobot"]) == 0
    assert (tmp_path / "qtrobot.urdf").is_file()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["export"], "which robot? `understudy robots export NAME`"),
        (["export", "dummy", "--lock", "neck*"], "--lock and --upper-body are for `robots onboard`"),
        (["list", "dummy"], "`understudy robots show dummy` shows one"),
        (["export", "dummi"], "unknown robot 'dummi' (did you mean 'dummy'?)"),
        (["export", "dummy", "-o", "dummy.xml"], "expected a file that ends in .urdf"),
    ],
)
def test_a_slip_gets_a_sentence(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", *words]) == BAD_INPUT
    error = capsys.readouterr().err
    assert problem in error
    assert error.count("\n") == 1
