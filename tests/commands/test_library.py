"""``understudy library`` from the shell: what it prints, writes and refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.library_moves import bodies, make_up, perform
from understudy.cli import BAD_INPUT, main
from understudy.motion import HumanMotion

Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs an action on a library of the test's own and returns exit code and JSON."""
    monkeypatch.setenv("UNDERSTUDY_LIBRARY", str(tmp_path / "library"))

    def run_action(*words: str) -> tuple[int, Any]:
        code = main(["library", *words, "--json"])
        said = capsys.readouterr()
        return code, json.loads(said.out) if said.out else said.err

    return run_action


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("moves") / "walk.npz"
    perform(make_up(1), bodies()[0], 0).save(path)
    return path


def test_a_motion_goes_in_and_comes_out(run: Run, walk: Path, tmp_path: Path) -> None:
    code, said = run("add", str(walk), "--category", "dance/waltz", "--tag", "x", "--title", "A waltz")
    assert code == 0 and said["added"][0]["title"] == "A waltz"
    assert run("find", "waltz", "--category", "dance")[1]["count"] == 1
    assert run("find", "--like", str(walk))[1][0]["distance"] < 0.01
    assert run("find", "--like", "1")[1] == []
    code, said = run("get", "1", "-o", str(tmp_path / "out"))
    assert (tmp_path / "out" / "walk.npz").read_bytes() == walk.read_bytes()
    code, said = run("export", "1", "--to", "trc", "-o", str(tmp_path / "a.trc"))
    assert code == 0 and (tmp_path / "a.trc").read_bytes().startswith(b"PathFileType")
    code, said = run("backup", str(tmp_path / "all.zip"))
    assert code == 0 and said["files"] == 1
    code, said = run("restore", str(tmp_path / "all.zip"), "--library", str(tmp_path / "again"))
    assert (code, said["motions"]) == (0, 1)
    assert run("find", "waltz", "--library", str(tmp_path / "again"))[1]["count"] == 1


def test_what_is_refused_is_told_and_counts(run: Run, walk: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.bvh"
    broken.write_text("HIERARCHY", encoding="utf-8")
    code, said = run("add", str(walk), str(broken), str(walk))
    assert code == BAD_INPUT and len(said["added"]) == 1 and len(said["problems"]) == 2
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "broken.bvh").write_bytes(broken.read_bytes())
    code, said = run("import", str(tmp_path / "set"))
    assert code == BAD_INPUT and said["counts"] == {"set aside": 1}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("find", "x"), "there is no library"),
        (("get", "1"), "there is no library"),
        (("backup", "x.zip"), "there is no library"),
        (("add", "a", "b", "--title", "x"), "one file with it"),
        (("find", "--library", "http://127.0.0.1:9"), "does not answer"),
        (("serve", "--port", "99999999"), "cannot be listened at"),
        (("restore", "nothing.zip"), "no back-up"),
    ],
)
def test_bad_input_is_one_sentence(run: Run, words: tuple[str, ...], problem: str) -> None:
    code, said = run(*words)
    assert code == BAD_INPUT and problem in said


def test_a_number_that_is_none_and_a_wrong_rule_are_told(run: Run, walk: Path) -> None:
    run("add", str(walk))
    for words, problem in (
        (("get", "9"), "there is no motion 9"),
        (("get", "1", "--file", "wlk.npz"), "did you mean 'walk.npz'"),
        (("find", "--figures", "p98<1"), "unknown figure"),
        (("export", "1", "--to", "nonsense"), "unknown format"),
        (("token", "jo", "--role", "king"), "unknown role"),
    ):
        code, said = run(*words)
        assert code == BAD_INPUT and problem in said


def test_a_token_is_given_once_and_revoked(run: Run, walk: Path) -> None:
    run("add", str(walk))
    code, said = run("token", "jo", "--role", "member")
    assert code == 0 and len(said["token"]) > 30
    assert run("token", "jo")[0] == BAD_INPUT
    assert run("token", "jo", "--revoke")[0] == 0


def test_the_motion_is_the_same(run: Run, walk: Path, tmp_path: Path) -> None:
    run("add", str(walk))
    run("get", "1", "-o", str(tmp_path))
    assert len(HumanMotion.load(tmp_path / "walk.npz")) == len(HumanMotion.load(walk))


def test_a_new_library_is_named_by_a_word_or_an_option(run: Run, tmp_path: Path) -> None:
    assert run("init", str(tmp_path / "lab"))[0] == 0
    assert run("find", "--library", str(tmp_path / "lab"))[1]["count"] == 0
    code, said = run("init", str(tmp_path / "one"), "--library", str(tmp_path / "two"))
    assert code == BAD_INPUT and "expected one library" in said
    assert run("sweep", str(tmp_path / "lab"))[1] == {"removed": 0}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("init", "new", "--database", "mysql://x"), "expected sqlite:///FILE or postgresql://"),
        (("init", "new", "--files", "nowhere://x"), "nowhere"),
        (("init", "http://127.0.0.1:1"), "expected a folder"),
        (("restore", "notes.txt", "new"), "is no back-up"),
        (("add", "a.bvh", "b.bvh", "--library", "new"), "a.bvh: there is no such file or folder"),
        (("import", "nowhere", "--library", "new"), "nowhere: there is no such file or folder"),
        (("serve", "new", "--port", "70000"), "expected 0 to 65535"),
        (("serve", "new", "--port", "0"), "`understudy library init FOLDER` makes a new one"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("no archive", encoding="utf-8")
    code, said = run(*words)
    assert code == BAD_INPUT and sentence in said
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_nothing_found_is_said(run: Run, walk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("add", str(walk))[0] == 0
    assert main(["library", "find", "pirouette"]) == 0
    assert capsys.readouterr().err.strip() == "nothing was found"
    assert main(["library", "find", "--like", "1"]) == 0
    assert capsys.readouterr().err.strip() == "nothing was found"


def test_a_mistyped_folder_is_not_served_and_the_library_that_is_meant_is_named(
    run: Run, tmp_path: Path
) -> None:
    assert run("init", str(tmp_path / "motions"))[0] == 0
    for typed in (tmp_path / "motoins", tmp_path):
        code, said = run("serve", str(typed), "--port", "0")
        assert code == BAD_INPUT and f"did you mean '{tmp_path / 'motions'}'?" in said
    assert [path.name for path in tmp_path.iterdir()] == ["motions"]


def test_adding_to_a_folder_without_a_library_says_that_it_is_new(
    run: Run, walk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["library", "add", str(walk), "--library", str(tmp_path / "new")]
    assert main(words) == 0
    assert "a new library:" in capsys.readouterr().err
    assert main(words) == BAD_INPUT
    assert "a new library:" not in capsys.readouterr().err
