"""Bad input from the shell: one clear sentence, exit code 2, nothing half-written, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.forbidden import forbidden_folder
from understudy.cli import BAD_INPUT, main
from understudy.data import built_in_motion


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Return the built-in walk's lines."""
    return built_in_motion("walk").read_text().splitlines()


def _motion_line(lines: list[str]) -> int:
    """Return the index of the first line of numbers."""
    return next(index for index, line in enumerate(lines) if line.startswith("Frame Time")) + 1


def _truncated(lines: list[str]) -> str:
    whole = "\n".join(lines)
    return whole[: int(0.6 * len(whole))]


def _with_nan(lines: list[str]) -> str:
    damaged = list(lines)
    at = _motion_line(lines) + 7
    damaged[at] = " ".join(["nan", *damaged[at].split()[1:]])
    return "\n".join(damaged)


def _no_frames(lines: list[str]) -> str:
    head = lines[: _motion_line(lines)]
    return "\n".join("Frames: 0" if line.startswith("Frames:") else line for line in head)


def _short_line(lines: list[str]) -> str:
    damaged = list(lines)
    at = _motion_line(lines) + 3
    damaged[at] = " ".join(damaged[at].split()[:-2])
    return "\n".join(damaged)


def _no_motion_at_all(lines: list[str]) -> str:
    return "Dear diary,\ntoday I walked to the shop.\n"


CASES = {
    "cut within a line": (_truncated, ("line", "numbers")),
    "cut between lines": (lambda lines: "\n".join(lines[:-40]), ("frames", "200", "240")),
    "nan": (_with_nan, ("line", "nan")),
    "no frames": (_no_frames, ("frame",)),
    "short line": (_short_line, ("line", "numbers")),
    "not a capture": (_no_motion_at_all, ("BVH",)),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("command", ["inspect", "retarget"])
def test_a_damaged_file_gives_one_sentence(case, command, lines, tmp_path, capsys):
    damage, expected = CASES[case]
    file, output = tmp_path / "broken.bvh", tmp_path / "out.npz"
    file.write_text(damage(lines))
    extra = ["--robot", "nao", "-o", str(output)] if command == "retarget" else []
    _assert_refused([command, str(file), *extra], capsys, ("broken.bvh", *expected))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.bvh"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--robot", "noa"], ("'noa'", "nao", "valid")),
        (["--robot", "nowhere/card.toml"], ("nowhere/card.toml",)),
        (["--robot", "nao", "--method", "trak"], ("'trak'", "track")),
        (["--robot", "nao", "-o", "no/such/folder/out.npz"], ("no/such/folder", "does not exist")),
        (["--robot", "nao", "-o", "."], ("directory",)),
        (["--robot", "nao", "--report", "taken.txt"], ("taken.txt",)),
        (["--robot", "nao", "--video", "no/such/folder/out.mp4"], ("no/such/folder",)),
    ],
)
def test_a_wrong_word_on_the_command_line_gives_one_sentence(words, expected, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.txt").write_text("mine")
    _assert_refused(["retarget", str(built_in_motion("walk")), *words], capsys, expected)
    assert [path.name for path in tmp_path.iterdir()] == ["taken.txt"]
    assert (tmp_path / "taken.txt").read_text() == "mine"


def test_a_folder_without_permission_gives_one_sentence(tmp_path, capsys):
    folder, told = forbidden_folder(tmp_path)
    words = ["retarget", str(built_in_motion("walk")), "--robot", "nao", "-o", str(folder / "out.npz")]
    _assert_refused(words, capsys, (told,))


@pytest.mark.parametrize("name", ["missing.bvh", "empty.bvh", "folder"])
def test_no_file_an_empty_file_and_an_empty_folder_give_one_sentence(name, tmp_path, capsys):
    (tmp_path / "empty.bvh").touch()
    (tmp_path / "folder").mkdir()
    _assert_refused(["inspect", str(tmp_path / name)], capsys, (name,))


def test_a_motion_that_is_none_gives_one_sentence(tmp_path, capsys):
    file = tmp_path / "motion.npz"
    file.write_bytes(b"PK\x03\x04 but not really")
    _assert_refused(
        ["evaluate", str(file), "--against", str(built_in_motion("walk"))], capsys, ("motion.npz", "npz")
    )


def test_a_motion_of_another_clip_gives_one_sentence(tmp_path, capsys):
    output = tmp_path / "out.npz"
    assert (
        main(["retarget", str(built_in_motion("walk")), "--robot", "nao", "-o", str(output), "--json"]) == 0
    )
    capsys.readouterr()
    words = ["evaluate", str(output), "--against", str(built_in_motion("infant_kicking"))]
    _assert_refused(words, capsys, ("frames",))


def test_an_unknown_command_exits_with_2(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["perform"])
    assert stop.value.code == BAD_INPUT
    assert "retarget" in capsys.readouterr().err


def _assert_refused(words: list[str], capsys: pytest.CaptureFixture[str], expected: tuple[str, ...]) -> None:
    assert main(words) == BAD_INPUT
    captured = capsys.readouterr()
    sentences = [line for line in captured.err.splitlines() if line]
    assert captured.out == ""
    assert len(sentences) == 1, captured.err
    for word in expected:
        assert word.lower() in sentences[0].lower(), sentences[0]
    assert "Traceback" not in captured.err


def test_results_are_where_they_are_said_to_be(tmp_path: Path):
    output = tmp_path / "out.npz"
    assert (
        main(["retarget", str(built_in_motion("walk")), "--robot", "hrp4", "-o", str(output), "--json"]) == 0
    )
    assert output.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["out.npz"]


@pytest.mark.parametrize(
    "words",
    [
        ["batch", "clips", "--robot", "nao", "-o", "out", "--jobs"],
        ["study", "infant", "-o", "out", "--jobs"],
        ["library", "import", "clips", "--jobs"],
        ["compose", "motion.npz", "--learn", "--primitives"],
    ],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("count", ["0", "-2", "1.5", "9" * 5000])
def test_no_processes_and_no_primitives_are_refused(
    words: list[str], count: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main([*words, count])
    assert ended.value.code == BAD_INPUT
    assert "expected a whole number from 1 to 100000" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_lack_of_memory_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("understudy.commands.synth._take", greedy)
    _assert_refused(
        ["synth", "walk", "-o", str(tmp_path / "walk.bvh")], capsys, ("more memory than there is",)
    )


def test_a_capture_without_end_is_not_made_up(tmp_path: Path, capsys) -> None:
    words = ["synth", "walk", "--seconds", "1e9", "-o", str(tmp_path / "walk.bvh")]
    _assert_refused(words, capsys, ("seconds is 1e+09", "at most", "60 frames a second"))
