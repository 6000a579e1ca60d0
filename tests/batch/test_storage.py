"""One storage behind folders, memory and web servers."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.batch.inputs import find_inputs
from understudy.batch.local_storage import LocalStorage
from understudy.batch.storage import open_storage
from understudy.errors import CaptureError, OutputError

pytest.importorskip("fsspec", reason="the extra 'batch' is not installed")

LINES = [b"one", b"two", b"three"]


@pytest.fixture(params=["folder", "file", "memory"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return an empty place of each kind that can be written to."""
    memory = f"memory://{tmp_path.name}"
    return {"folder": str(tmp_path), "file": f"file://{tmp_path}", "memory": memory}[request.param]


def test_what_is_written_is_listed_read_and_moved(place: str) -> None:
    storage = open_storage(place)
    assert storage.sizes() == {}
    storage.write("a/b/c.txt", b"hello")
    before = storage.digest("a/b/c.txt")
    storage.move("a/b/c.txt", "d/c.txt")
    again = open_storage(place)
    assert again.sizes() == {"d/c.txt": 5}
    assert again.read("d/c.txt") == b"hello"
    assert again.digest("d/c.txt") == before
    with again.fetched(["d/c.txt"]) as folder:
        assert (folder / "d/c.txt").read_bytes() == b"hello"


def test_a_log_keeps_the_lines_of_all_who_wrote(place: str) -> None:
    storage = open_storage(place)
    for line in LINES:
        with storage.log("lines.jsonl") as log:
            log.append(line)
    with storage.log("lines.jsonl") as log:
        assert [line.strip() for line in log.read()] == LINES


def test_a_line_that_was_cut_short_is_dropped(tmp_path: Path) -> None:
    storage = LocalStorage(str(tmp_path))
    (tmp_path / "lines.jsonl").write_bytes(b"one\ntw")
    with storage.log("lines.jsonl") as log:
        assert list(log.read()) == [b"one\n"]
        log.append(b"two")
    assert (tmp_path / "lines.jsonl").read_bytes() == b"one\ntwo\n"


def test_two_do_not_write_the_same_log(tmp_path: Path) -> None:
    storage = LocalStorage(str(tmp_path))
    with (
        storage.log("lines.jsonl"),
        pytest.raises(OutputError, match="another batch"),
        storage.log("lines.jsonl"),
    ):
        pass


def test_what_a_killed_process_left_half_written_is_removed(tmp_path: Path) -> None:
    (tmp_path / "motions").mkdir()
    left = tmp_path / "motions" / ".walk.npz.0123.part"
    left.write_bytes(b"half")
    with LocalStorage(str(tmp_path)).log("lines.jsonl"):
        assert not left.exists()


def test_captures_are_read_from_a_web_server(clips: Path, served: str) -> None:
    found = {each.label: each for each in find_inputs([served])}
    storage = open_storage(served)
    assert set(found) == {each.label for each in find_inputs([str(clips)])}
    assert storage.read("more/wave.csv") == (clips / "more" / "wave.csv").read_bytes()
    with pytest.raises(CaptureError, match="cannot be read"):
        storage.read("absent.bvh")


def test_a_web_server_is_not_written_to(served: str) -> None:
    with pytest.raises(OutputError, match="cannot write"):
        open_storage(served).write("a.txt", b"hello")


def test_an_unknown_kind_of_place_is_refused() -> None:
    with pytest.raises(OutputError, match="nonsense"):
        open_storage("nonsense://somewhere")
