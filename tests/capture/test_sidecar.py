"""What a user states beside a capture is read, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from understudy.capture.sidecar import SUFFIX, Sidecar, read_sidecar, sidecar_path, write_sidecar
from understudy.errors import CaptureError

STATED = Sidecar(fps=25.0, up="-z", unit=0.001, height=0.62, aspect=4 / 3)


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    path = tmp_path / "take.1.json"
    path.touch()
    return path


def test_what_was_stated_comes_back(capture: Path) -> None:
    write_sidecar(capture, STATED)
    assert read_sidecar(capture) == STATED


def test_where_nothing_is_stated_nothing_is_known(capture: Path) -> None:
    assert read_sidecar(capture) == Sidecar()
    write_sidecar(capture, Sidecar())
    assert read_sidecar(capture) == Sidecar()


def test_file_and_folder_have_it_in_the_same_place(capture: Path) -> None:
    (capture.parent / "take.1").mkdir()
    beside = capture.parent / f"take.1{SUFFIX}"
    assert sidecar_path(capture) == sidecar_path(capture.parent / "take.1") == beside


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fps = 'fast'", "states fps = 'fast', expected a number from 1e-09 to 100000"),
        ("fps = true", "states fps = 'True'"),
        ("fps = -1", "states fps = '-1'"),
        ("unit = 1e-320", "states unit = '1e-320'"),
        ("height = nan", "states height = 'nan'"),
        ("unit = inf", "states unit = 'inf'"),
        ("up = 'w'", "states up = 'w', expected one of x, y, z"),
        ("up = 3", "states up = '3'"),
        ("marker_set = '../lab.toml'", "marker_set = '../lab.toml', expected the name of a file in"),
        ("marker_set = '/lab.toml'", "in the same folder or below it"),
        ("marker_set = 3", "in the same folder or below it"),
        ("fsp = 25", "unknown setting 'fsp' .did you mean 'fps'"),
        ("fps 25", "cannot be read as settings of a capture in TOML"),
        ("\udcff", "cannot be read as settings of a capture in TOML"),
        ("#" * (1 << 21), "holds over 1048576 bytes"),
    ],
)
def test_faults_are_one_sentence(capture: Path, text: str, message: str) -> None:
    sidecar_path(capture).write_bytes(text.encode("utf-8", errors="surrogateescape"))
    with pytest.raises(CaptureError, match=message) as caught:
        read_sidecar(capture)
    assert len(str(caught.value).splitlines()) == 1


def test_what_goes_before_replaces_only_what_it_states() -> None:
    assert Sidecar(fps=50.0).before(STATED) == replace(STATED, fps=50.0)
    assert Sidecar().before(STATED) == STATED
