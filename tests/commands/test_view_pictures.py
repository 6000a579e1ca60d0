"""``understudy view -o``: a picture where the file's name says so, of captures, motions and robots."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.cli import main
from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS
from understudy.view import rendering_available

drawing = pytest.mark.skipif(not rendering_available(), reason="pictures need OpenGL: libosmesa6 or libegl1")


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    rendering, walk = RENDERINGS["bvh"], make("walk", 0.3, 30.0, seed=1)
    path = tmp_path / "walk.bvh"
    rendering.write(path, record(walk, rendering.point_set(walk.body), Corruption(), 1))
    return path


@drawing
def test_a_picture_of_a_capture_and_of_a_robot(capture: Path, tmp_path: Path) -> None:
    person, robot = tmp_path / "person.png", tmp_path / "robot.png"
    assert main(["view", str(capture), "-o", str(person), "--frames", "3"]) == 0
    assert main(["view", "dummy", "-o", str(robot)]) == 0
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in (person, robot))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "still.png", "--frames", "1", "2"], "is a picture of one frame, found 2: --stills DIR takes"),
        (["-o", "still.gif"], "films are .mp4 files, found '.gif'"),
    ],
)
def test_what_is_no_picture_is_refused(
    capture: Path,
    words: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(capture.parent)
    assert main(["view", str(capture), *words]) == 2
    assert sentence in capsys.readouterr().err
    assert list(capture.parent.iterdir()) == [capture]


def test_one_person_is_shown(capture: Path, capsys: pytest.CaptureFixture) -> None:
    assert main(["view", str(capture), str(capture), "-o", str(capture.with_suffix(".png"))]) == 2
    assert "pictures show one person beside robots, found 2" in capsys.readouterr().err
