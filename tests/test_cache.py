"""What is kept comes back whole or not at all, wherever there is a place for it."""

from __future__ import annotations

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from understudy import cache

KIND, NAME = "things", "thing"
CONTENT = bytes(range(256)) * 40
PLENTY = 1 << 30


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a folder that nobody can make, not even root, and put all caches there."""
    (tmp_path / "file").write_bytes(b"")
    folder = str(tmp_path / "file" / "folder")
    for variable in (cache.VARIABLE, "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, folder)
    monkeypatch.setattr(tempfile, "tempdir", folder)
    return folder


@pytest.fixture
def kept_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which things are kept."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache" / KIND


def save(content: bytes = CONTENT, name: str = NAME, most_bytes: int = PLENTY) -> bool:
    return cache.save(KIND, name, content, most_bytes)


def test_what_is_saved_comes_back(kept_in: Path) -> None:
    assert cache.load(KIND, NAME) is None
    assert save()
    assert cache.load(KIND, NAME) == CONTENT
    assert [path.name for path in kept_in.iterdir()] == [NAME]
    assert save(b"other")
    assert cache.load(KIND, NAME) == b"other"


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:20],
        lambda content: content[:-1],
        lambda content: content + b"x",
        lambda content: content[:100] + bytes([content[100] ^ 1]) + content[101:],
        lambda content: b"garbage" * 50,
    ],
)
def test_what_was_damaged_is_not_there(kept_in: Path, damage) -> None:
    save()
    file = kept_in / NAME
    file.write_bytes(damage(file.read_bytes()))
    assert cache.load(KIND, NAME) is None
    save()
    assert cache.load(KIND, NAME) == CONTENT


def test_a_folder_where_the_entry_should_be_is_no_error(kept_in: Path) -> None:
    (kept_in / NAME).mkdir(parents=True)
    assert cache.load(KIND, NAME) is None
    assert not save()


def test_a_bare_file_holds_nothing_else_and_is_found_by_its_checksum(kept_in: Path) -> None:
    checksum = cache.save_bare(KIND, NAME, CONTENT, PLENTY)
    assert checksum is not None
    path = cache.find_bare(KIND, NAME, checksum)
    assert path is not None
    assert path.read_bytes() == CONTENT
    path.write_bytes(CONTENT[:-1])
    assert cache.find_bare(KIND, NAME, checksum) is None


def test_everything_goes_where_the_user_says(kept_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(kept_in / "numba"))
    assert list(cache.cache_folders(KIND)) == [kept_in]


@pytest.mark.parametrize("variable", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_the_next_place_serves_where_one_cannot_be_written(
    nowhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "next"))
    assert save()
    assert cache.load(KIND, NAME) == CONTENT
    assert list((tmp_path / "next").rglob(NAME)) == [tmp_path / "next" / "understudy" / KIND / NAME]


def test_without_any_place_nothing_is_kept_and_nothing_fails(nowhere: str) -> None:
    assert list(cache.cache_folders(KIND)) == []
    assert not save()
    assert cache.save_bare(KIND, NAME, CONTENT, PLENTY) is None
    assert cache.load(KIND, NAME) is None
    assert cache.find_bare(KIND, NAME, 0) is None


def test_a_home_that_does_not_exist_is_not_made(
    nowhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "missing"))
    assert not save()
    assert not (tmp_path / "missing").exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no owners of files here")
class TestTemporaryFolder:
    """The last place, in a folder that everybody can write to."""

    @pytest.fixture
    def folder(self, nowhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        (tmp_path / "tmp").mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
        return tmp_path / "tmp" / f"understudy-{os.getuid()}"

    def test_it_is_private(self, folder: Path) -> None:
        assert save()
        assert cache.load(KIND, NAME) == CONTENT
        assert folder.stat().st_mode & 0o777 == 0o700

    def test_one_that_others_can_write_to_is_not_trusted(self, folder: Path) -> None:
        folder.mkdir()
        folder.chmod(0o777)
        assert not save()

    def test_a_link_is_not_followed(self, folder: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
        assert not save()
        assert list((tmp_path / "elsewhere").iterdir()) == []


def test_what_was_used_longest_ago_goes_first(kept_in: Path) -> None:
    for age, name in enumerate(("new", "old", "oldest")):
        save(name=name)
        os.utime(kept_in / name, (1e9 - age, 1e9 - age))
    assert cache.load(KIND, "oldest") == CONTENT, "which is a use"
    save(name="newest", most_bytes=3 * (len(CONTENT) + 32))
    assert sorted(path.name for path in kept_in.iterdir()) == ["new", "newest", "oldest"]


def test_something_larger_than_all_that_may_be_kept_is_kept_alone(kept_in: Path) -> None:
    save(name="other")
    assert save(most_bytes=1)
    assert [path.name for path in kept_in.iterdir()] == [NAME]


def test_readers_never_see_a_half(kept_in: Path) -> None:
    contents = [bytes([value]) * 100_000 for value in range(8)]
    with ThreadPoolExecutor(8) as pool:
        written = pool.map(save, contents * 5)
        seen = list(pool.map(lambda _: cache.load(KIND, NAME), range(100)))
        assert all(written)
    assert {content for content in seen if content is not None} <= set(contents)
    assert cache.load(KIND, NAME) in contents
    assert [path.name for path in kept_in.iterdir()] == [NAME], "nothing unfinished is left behind"


def test_a_digest_tells_every_byte(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(CONTENT)
    (tmp_path / "b").write_bytes(CONTENT[:-1] + b"\0")
    assert cache.file_digest(tmp_path / "a") != cache.file_digest(tmp_path / "b")
