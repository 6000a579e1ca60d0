"""Uploads lie under names of our own making."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.errors import OutputError
from understudy.studio import shelf as shelf_module
from understudy.studio.shelf import Shelf, fit_name


@pytest.mark.parametrize(
    ("name", "fit"),
    [
        ("walk.bvh", "walk.bvh"),
        ("../../etc/passwd", "passwd"),
        ("C:\\takes\\my walk (1).c3d", "my_walk_1_.c3d"),
        (".hidden", "hidden"),
        ("-rf", "rf"),
        ("\x00\n", "_"),
        ("", "file"),
        ("x" * 500 + ".bvh", "x" * 68 + ".bvh"),
    ],
)
def test_names_hold_no_path_and_nothing_hidden(name: str, fit: str) -> None:
    assert fit_name(name) == fit


def test_files_of_one_name_do_not_meet_and_all_go_with_the_shelf() -> None:
    shelf = Shelf()
    first, second = shelf.keep("a.bvh", b"1"), shelf.keep("a.bvh", b"2")
    assert (first.read_bytes(), second.read_bytes()) == (b"1", b"2")
    assert Path(shelf.folder) in first.parents
    shelf.close()
    assert not shelf.folder.exists()


def test_a_file_that_is_too_large_is_refused_and_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf_module, "MOST_BYTES", 10)
    monkeypatch.setattr(shelf_module, "MOST_FILES", 2)
    shelf = Shelf()
    with pytest.raises(OutputError, match="11 bytes, more than the 10"):
        shelf.keep("big.bvh", b"x" * 11)
    kept = [shelf.keep(f"{number}.bvh", b"") for number in range(3)]
    assert [path.exists() for path in kept] == [False, True, True]
    shelf.close()
