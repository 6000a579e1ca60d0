"""The manifest knows what is done, whenever its writer was killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.batch.inputs import Input
from understudy.batch.job import Job, Recipe
from understudy.batch.keep import Keep, read_keep
from understudy.batch.manifest import NAME, open_manifest
from understudy.batch.record import DONE, FAILED, REFUSED, Output, Record
from understudy.batch.storage import Storage, open_storage

CONTENT = b"a motion"
PLACE = "motions/nao/walk.bvh.npz"
ALL, STRICT = Keep(), read_keep("p99<1")


def _job(key: str = "first", keep: Keep = ALL) -> Job:
    return Job(key, Input("clips", "walk.bvh", "walk.bvh", ("walk.bvh",)), "nao", Recipe(), "out", keep)


def _record(key: str = "first", status: str = DONE) -> Record:
    outputs = (Output("motions", ".npz", len(CONTENT), ""),) if status == DONE else ()
    return Record(key, "walk.bvh", "nao", "track", status, outputs=outputs, figures={"p99": 2.0})


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    """Return a folder in which one job has been done."""
    storage = open_storage(str(tmp_path))
    storage.write(PLACE, CONTENT)
    with open_manifest(storage) as manifest:
        manifest.add(_record())
    return storage


def _find(storage: Storage, job: Job) -> Record | None:
    with open_manifest(storage) as manifest:
        return manifest.find(job)


def test_what_is_done_is_known_in_the_next_run(storage: Storage) -> None:
    assert _find(storage, _job()) == _record()


def test_another_key_is_to_be_done(storage: Storage) -> None:
    assert _find(storage, _job("other")) is None


def test_a_job_whose_output_is_gone_or_of_another_size_is_to_be_done(storage: Storage) -> None:
    storage.write(PLACE, CONTENT[:-1])
    assert _find(storage, _job()) is None


@pytest.mark.parametrize(("status", "is_known"), [(REFUSED, True), (FAILED, False)])
def test_what_cannot_be_used_is_known_and_what_failed_is_tried_again(
    tmp_path: Path, status: str, is_known: bool
) -> None:
    storage = open_storage(str(tmp_path))
    with open_manifest(storage) as manifest:
        manifest.add(_record(status=status))
    assert (_find(storage, _job()) is not None) is is_known


@pytest.mark.parametrize("length", [1, 40, 200])
def test_a_record_cut_short_by_a_kill_is_not_known(storage: Storage, tmp_path: Path, length: int) -> None:
    whole = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(whole + whole[:length])
    assert _find(storage, _job()) == _record()
    assert (tmp_path / NAME).read_bytes() == whole
    (tmp_path / NAME).write_bytes(whole[:length])
    assert _find(storage, _job()) is None


def test_lines_of_strangers_say_nothing(storage: Storage, tmp_path: Path) -> None:
    with (tmp_path / NAME).open("ab") as file:
        file.write(b'{"key": "first"}\n[1, 2]\n\xff\xfe\n{"replaced": 3}\n')
    assert _find(storage, _job()) == _record()


def test_outputs_that_were_being_replaced_are_not_trusted(storage: Storage) -> None:
    with open_manifest(storage) as manifest:
        manifest.begin(_job("other"))
    # Killed here: whoever asks for the first job again cannot know whose output lies there.
    assert _find(storage, _job()) is None


def test_a_copy_that_a_kill_left_at_the_other_place_is_removed(storage: Storage) -> None:
    storage.write(f"not_kept/{PLACE}", CONTENT)
    assert _find(storage, _job()) is not None
    assert sorted(storage.sizes()) == sorted([NAME, PLACE])


def test_what_an_earlier_capture_left_is_removed_before_a_job_is_done(storage: Storage) -> None:
    storage.write(f"not_kept/{PLACE}", b"of a killed run")
    with open_manifest(storage) as manifest:
        manifest.begin(_job("other"))
    assert list(storage.sizes()) == [NAME]


def test_another_rule_moves_outputs_and_moves_them_back(storage: Storage) -> None:
    assert _find(storage, _job(keep=STRICT)) is not None
    assert f"not_kept/{PLACE}" in storage.sizes() and PLACE not in storage.sizes()
    assert _find(storage, _job()) is not None
    assert PLACE in storage.sizes() and f"not_kept/{PLACE}" not in storage.sizes()
