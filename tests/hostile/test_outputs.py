"""Commands write results whole, beside what they read and never over it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from understudy.cli import main
from understudy.robots.catalogue import find_card

NAO = Path(find_card("nao").folder)
PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which commands run, with a capture and a model in it."""
    monkeypatch.chdir(tmp_path)
    assert main(["synth", "wave", "--seconds", "0.3", "-o", "take.csv", "--json"]) == 0
    (tmp_path / "nao.xml").write_bytes((NAO / "model.xml").read_bytes())
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["retarget", "take.csv", "--robot", "nao", "-o", "take.csv", "--to", "lafan1"],
        ["retarget", "take.csv", "--robot", "nao", "-o", "link.csv", "--to", "lafan1"],
        ["fit", "take.csv", "-o", "take.csv"],
        ["robots", "onboard", "nao.xml", "-o", "nao.xml"],
        ["robots", "show", "nao.xml", "-o", "nao.xml"],
        ["inspect", "take.csv", "--draft-marker-set", "take.csv"],
        ["synth", "wave", "-o", "new.csv", "--truth", "new.csv"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_an_input_is_not_written_over(
    folder: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "link.csv").symlink_to("take.csv")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert main(words) == 2
    assert "it is the input itself" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_robot_is_not_exported_over_its_own_model(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", "export", "nao", "-o", "nao.urdf"]) == 0
    before = (folder / "nao.urdf").read_bytes()
    assert main(["robots", "export", "nao.urdf", "-o", "nao.urdf"]) == 2
    assert "it is the input itself" in capsys.readouterr().err
    assert (folder / "nao.urdf").read_bytes() == before


def test_a_folder_of_frames_is_there_whole_or_not_at_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written: list[Path] = []
    write = Path.write_bytes

    def fail_late(path: Path, content: bytes) -> int:
        written.append(path)
        if len(written) == 5:
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", fail_late)
    before = sorted(os.listdir(folder))
    assert main(["synth", "wave", "--seconds", "0.3", "--format", "openpose", "-o", "frames"]) == 2
    assert "cannot write frames: No space left" in capsys.readouterr().err
    assert sorted(os.listdir(folder)) == before


def test_meshes_of_a_urdf_are_there_whole_or_not_at_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["robots", "export", "fetus", "-o", "f.urdf"]) == 0
    before = {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}

    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    assert main(["robots", "export", "fetus", "-o", "f.urdf"]) == 2
    assert {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()} == before


def test_a_folder_of_somebody_elses_is_not_taken_for_meshes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "f_meshes").mkdir()
    (folder / "f_meshes" / "thesis.tex").write_text("years of work", encoding="utf-8")
    assert main(["robots", "export", "fetus", "-o", "f.urdf"]) == 2
    assert "holds 'thesis.tex'" in capsys.readouterr().err
    assert os.listdir(folder / "f_meshes") == ["thesis.tex"]
    assert not (folder / "f.urdf").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="commands are killed in forks of one process")
def test_commands_that_are_killed_leave_nothing_half() -> None:
    script = PROJECT / "scripts" / "hostile" / "kills.py"
    done = subprocess.run(
        [sys.executable, str(script), "--kills", "3", "--commands", "export", "synth", "robots export"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert b"half" not in done.stdout
