"""Results: whole or not at all, where links lead, and never in the place of their input."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from understudy.errors import OutputError
from understudy.motion import output
from understudy.motion.output import (
    replace_folder,
    require_new_folder,
    require_other_file,
    require_writable,
    write_bytes,
    write_folder,
)

OLD, NEW = b"what was there before", b"what is there now"


def fail(*_arguments: object) -> NoReturn:
    raise OSError(28, "No space left on device")


def interrupt(*_arguments: object) -> NoReturn:
    raise KeyboardInterrupt


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "result.npz"
    path.write_bytes(OLD)
    write_bytes(path, NEW)
    assert path.read_bytes() == NEW
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "result.npz"
    path.write_bytes(OLD)
    monkeypatch.setattr(output.os, step, fail)
    with pytest.raises(OutputError, match=r"result\.npz: No space left"):
        write_bytes(path, NEW)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "result.npz"
    path.write_bytes(OLD)
    monkeypatch.setattr(output.os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(path, NEW)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_the_longest_valid_name_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".npz")
    write_bytes(path, NEW)
    assert path.read_bytes() == NEW


@pytest.mark.skipif(os.name == "nt", reason="permissions are a matter of Unix")
def test_results_are_readable_by_a_labs_other_accounts(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        write_bytes(tmp_path / "result.npz", NEW)
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "result.npz").stat().st_mode) == 0o644


@pytest.mark.parametrize(
    ("place", "words"),
    [("absent/result.npz", "No such file"), ("file/result.npz", "Not a directory"), ("folder", "directory")],
)
def test_a_bad_place_is_named(place: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match=words):
        write_bytes(tmp_path / place, NEW)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("folder", "it is a directory"),
        ("absent/result.npz", "does not exist"),
        ("file/result.npz", "does not exist"),
        ("n" * 300, "too long"),
    ],
)
def test_a_bad_place_is_found_before_the_work(place: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match=words):
        require_writable(tmp_path / place)


def test_a_place_without_permission_is_found_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output.os, "access", lambda *_arguments: False)
    with pytest.raises(OutputError, match="permission denied"):
        require_writable(tmp_path / "result.npz")


def test_a_good_place_passes_and_stays_empty(tmp_path: Path) -> None:
    require_writable(tmp_path / "result.npz")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="links need privileges there")
def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "result.npz").write_bytes(OLD)
    (tmp_path / "link.npz").symlink_to(tmp_path / "there" / "result.npz")
    write_bytes(tmp_path / "link.npz", NEW)
    assert (tmp_path / "link.npz").is_symlink()
    assert (tmp_path / "there" / "result.npz").read_bytes() == NEW
    assert len(list((tmp_path / "there").iterdir())) == 1


@pytest.mark.skipif(os.name == "nt", reason="links need privileges there")
def test_a_link_to_what_is_not_there_yet_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link.npz").symlink_to(tmp_path / "result.npz")
    require_writable(tmp_path / "link.npz")
    write_bytes(tmp_path / "link.npz", NEW)
    assert (tmp_path / "link.npz").is_symlink()
    assert (tmp_path / "result.npz").read_bytes() == NEW


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are a matter of Unix")
@pytest.mark.parametrize("write", [require_writable, lambda path: write_bytes(path, NEW)])
def test_a_pipe_is_not_replaced(tmp_path: Path, write: Callable[[Path], None]) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link"):
        with pytest.raises(OutputError, match="it is a pipe or a device"):
            write(tmp_path / name)
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("name", ["a\0b.npz", "\ud800.npz", "n" * 300])
def test_what_is_no_name_is_one_sentence(tmp_path: Path, name: str) -> None:
    for write in (
        require_writable,
        lambda path: write_bytes(path, NEW),
        lambda path: write_folder(path, {}.items()),
    ):
        with pytest.raises(OutputError, match="cannot write"):
            write(tmp_path / name)


def test_an_input_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "take.npz").write_bytes(OLD)
    (tmp_path / "same.npz").hardlink_to(tmp_path / "take.npz")
    for name in ("take.npz", "same.npz", f"../{tmp_path.name}/take.npz"):
        with pytest.raises(OutputError, match="it is the input itself, expected another file"):
            require_other_file(tmp_path / name, None, tmp_path / "take.npz")
    require_other_file(tmp_path / "other.npz", tmp_path / "take.npz", tmp_path / "absent")


def test_a_folder_is_written_whole(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    write_folder(tmp_path / "out", {"a/b.txt": OLD, "c.txt": NEW}.items())
    assert (tmp_path / "out" / "a" / "b.txt").read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_a_folder_that_fails_half_way_is_not_there(tmp_path: Path) -> None:
    def files() -> Iterator[tuple[str, bytes]]:
        yield "a.txt", OLD
        raise OSError(28, "No space left on device")

    for write in (write_folder, replace_folder):
        with pytest.raises(OutputError, match="out: No space left"):
            write(tmp_path / "out", files())
        assert not list(tmp_path.iterdir())


def test_a_folder_with_files_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_bytes(OLD)
    for write in (require_new_folder, lambda path: write_folder(path, {"a": NEW}.items())):
        with pytest.raises(OutputError, match="it holds files already"):
            write(tmp_path / "out")
    assert os.listdir(tmp_path / "out") == ["mine.txt"]


def test_a_folder_takes_the_place_of_another(tmp_path: Path) -> None:
    replace_folder(tmp_path / "out", {"a": OLD, "b": OLD}.items())
    replace_folder(tmp_path / "out", {"a": NEW}.items())
    assert os.listdir(tmp_path) == ["out"]
    assert os.listdir(tmp_path / "out") == ["a"]
    assert (tmp_path / "out" / "a").read_bytes() == NEW
