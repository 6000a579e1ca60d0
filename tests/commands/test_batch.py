"""The batch from the shell: JSON and an exit code for machines, one sentence for bad input."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from understudy.cli import BAD_INPUT, main
from understudy.data import built_in_motion


@pytest.fixture
def clips(tmp_path: Path) -> Path:
    """Return a folder with a capture and a text that is none."""
    folder = tmp_path / "clips"
    folder.mkdir()
    shutil.copy(built_in_motion("walk"), folder)
    (folder / "diary.txt").write_text("Dear diary,\ntoday I walked to the shop.\n")
    return folder


def test_machines_learn_what_was_made_and_what_was_set_aside(
    clips: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out"
    words = ["batch", str(clips), "--robot", "nao", "-o", str(output), "--keep", "seconds>100", "--jobs", "1"]
    assert main([*words, "--pictures", "1", "--json"]) == BAD_INPUT
    found = json.loads(capsys.readouterr().out)
    assert (found["jobs"], found["made_now"]) == (2, 2)
    assert found["verdicts"] == {"not kept": 1, "set aside": 1}
    assert [each["capture"] for each in found["set_aside"]] == ["diary.txt"]
    assert all(Path(path).is_file() for path in found["files"].values())
    assert (output / "not_kept" / "motions" / "nao" / "walk.bvh.npz").is_file()
    sheet = (output / "sheet.html").read_text()
    assert "data:image/jpeg" in sheet or "No pictures" in sheet


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--robot", "nao", "--keep", "p98<1"], "did you mean 'p99'"),
        (["--robot", "nao", "--rate", "50"], "--to FORMAT with it"),
        (["--robot", "nao", "--to", "trackin"], "did you mean 'tracking'"),
        (["--robot", "nao", "--address", "auto"], "expected --engine ray with it"),
        (["--robot", "noa"], "did you mean 'nao'"),
        (["--robot", ","], "robots separated by commas"),
        (["--robot", "nao", "--set", "stanc=1"], "did you mean 'stance'"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing(
    clips: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert main(["batch", str(clips), "-o", str(tmp_path / "out"), *words]) == BAD_INPUT
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_help_lists_what_keep_may_judge_by(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["batch", "--help"])
    assert "sliding" in capsys.readouterr().out
