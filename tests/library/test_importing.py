"""Folder trees are imported in one go or in several, and the layouts of public sets are understood."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.library.conftest import move
from understudy.errors import CaptureError
from understudy.library import schema
from understudy.library.entries import About
from understudy.library.importing.cmu import read_index
from understudy.library.importing.importer import ADDED, DUPLICATE, REFUSED, Looked, import_folder
from understudy.library.importing.into_library import IntoLibrary
from understudy.library.importing.words import categories_of, spaced
from understudy.library.library import Library
from understudy.library.parcel import parcel_of
from understudy.library.query import Query
from understudy.library.refusals import NotAllowedError
from understudy.library.viewer import Viewer

Moves = Callable[[int], Path]
KILLED = """
import os, signal, sys
import sqlalchemy as sa
from understudy.cli import main
from understudy.library.importing.into_library import IntoLibrary

write, begun, inserted = IntoLibrary.write, [], []

def counted(target, source, looked):
    begun.append(len(looked))
    return write(target, source, looked)

@sa.event.listens_for(sa.Engine, "before_cursor_execute")
def kill(connection, cursor, statement, *_):
    inserted.extend([statement] if len(begun) == 2 and statement.startswith("INSERT") else [])
    if len(inserted) == 2:
        os.kill(os.getpid(), signal.SIGKILL)

IntoLibrary.write = counted
sys.exit(main(sys.argv[1:]))
"""
"""The command, which kills itself in the midst of its second transaction."""

INDEX = """CMU Graphics Lab Motion Capture Database
full file listing with descriptions

Subject #2 (various expressions and human behaviors)

02_01\twalk
02_02\twalk slowly backwards
02_03\tUnknown

Subject #143 (General Subject Capture)
143_01\tRun Left
"""


def copies(folder: Path, moves: Moves, names: dict[str, int]) -> Path:
    for name, number in names.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(moves(number).read_bytes())
    return folder


def outcomes(library: Library, folder: Path, about: About | None = None) -> dict[str, str]:
    result = import_folder(IntoLibrary(library), str(folder), about)
    return {outcome.name: outcome.status for outcome in result.outcomes}


def test_a_tree_is_imported_once_and_problems_are_listed(
    library: Library, tmp_path: Path, moves: Moves
) -> None:
    folder = copies(tmp_path / "set", moves, {"walks/a.npz": 1, "walks/deep/b.npz": 2, "again/a.npz": 1})
    (folder / "broken.bvh").write_text("HIERARCHY\nnonsense", encoding="utf-8")
    (folder / "readme.md").write_text("not a capture", encoding="utf-8")
    first = import_folder(IntoLibrary(library), str(folder), About(project="Set", tags=("mine",)))
    found = {outcome.name: outcome.status for outcome in first.outcomes}
    assert sorted(found.values()) == [ADDED, ADDED, DUPLICATE, REFUSED]
    assert found["walks/deep/b.npz"] == ADDED and found["broken.bvh"] == REFUSED
    (refused,) = (outcome.sentence for outcome in first.outcomes if outcome.status == REFUSED)
    assert refused.startswith("broken.bvh, line 2")
    motion = library.find(Query(text="b deep")).motions[0]
    assert (motion.title, motion.project, motion.tags) == ("b", "Set", ("deep", "mine", "walks"))
    again = import_folder(IntoLibrary(library), str(folder))
    assert (again.outcomes, again.before, library.find().count) == ((), 4, 2)


def test_what_is_new_or_changed_is_imported_later(
    local_library: Library, tmp_path: Path, moves: Moves
) -> None:
    folder = copies(tmp_path / "set", moves, {"a.npz": 1})
    outcomes(local_library, folder)
    copies(folder, moves, {"a.npz": 2, "b.npz": 3})
    assert outcomes(local_library, folder) == {"a.npz": ADDED, "b.npz": ADDED}
    assert local_library.find().count == 3


def test_a_moved_folder_is_not_imported_twice(local_library: Library, tmp_path: Path, moves: Moves) -> None:
    outcomes(local_library, copies(tmp_path / "here", moves, {"a.npz": 1}))
    assert outcomes(local_library, copies(tmp_path / "there", moves, {"x.npz": 1})) == {"x.npz": DUPLICATE}


def test_what_is_written_together_is_sorted_out_one_by_one(
    library: Library, tmp_path: Path, moves: Moves
) -> None:
    library.add(moves(2), About(subject="S1"))
    folder = copies(tmp_path / "set", moves, {"a.npz": 1, "again.npz": 1, "b.npz": 2, "c.npz": 3})
    target = IntoLibrary(library)
    looked = [looked_at(folder / name) for name in ("a.npz", "again.npz", "b.npz", "c.npz")]
    wrong = replace(looked[3], about=About(categories=("no//path",)))
    beside = replace(looked[0], attached=(("a.npz", b"other"), ("notes.txt", b"more")))
    told = target.write("here", [beside, looked[1], looked[2], wrong])
    assert [outcome.status for outcome in told] == [ADDED, DUPLICATE, DUPLICATE, REFUSED]
    assert "no//path" in told[3].sentence
    motion = library.get(library.find().motions[0].id)
    assert [file.name for file in motion.files] == ["a.npz", "a-2.npz", "notes.txt"]
    assert library.find(Query(text="notes")).count == 1
    again = target.write("here", [replace(wrong, about=About(tags=("x", "X"), objects=("cup",)))])
    assert again[0].status == ADDED and target.done("here")["c.npz"] == ("c.npz", ADDED)
    newest = library.find().motions[0]
    assert (newest.tags, newest.objects, library.find().count) == (("x",), ("cup",), 3)
    lines = [line for line in library.audit_log(None) if line.action == "add"]
    assert len(lines) == 3


def looked_at(path: Path) -> Looked:
    parcel = parcel_of(path)
    return Looked(path.name, path.name, About(), parcel, parcel.describe_at(path))


def test_a_file_that_changes_while_it_is_read_is_described_as_it_is_kept(
    tmp_path: Path, moves: Moves
) -> None:
    path = copies(tmp_path, moves, {"a.npz": 1}) / "a.npz"
    parcel = parcel_of(path)
    kept = parcel.describe().descriptor
    path.write_bytes(moves(2).read_bytes())
    described = parcel.describe_at(path).descriptor
    assert kept is not None and described is not None and (kept == described).all()


def test_similar_motions_are_ready_after_an_import(
    local_library: Library, tmp_path: Path, moves: Moves
) -> None:
    outcomes(local_library, copies(tmp_path / "set", moves, {"a.npz": 1, "b.npz": 2}))
    assert (tmp_path / "library" / "similar.usearch").is_file()


def test_an_empty_folder_is_told(local_library: Library, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(CaptureError, match="no captures"):
        import_folder(IntoLibrary(local_library), str(empty))


def test_only_an_editor_imports(local_library: Library) -> None:
    with pytest.raises(NotAllowedError):
        IntoLibrary(local_library.seen_by(Viewer("mo", "member")))


def test_cmu_by_its_index(local_library: Library, tmp_path: Path, moves: Moves) -> None:
    names = {"02/02_01.npz": 1, "02/02_02.npz": 2, "02/02_03.npz": 3, "143/143_01.npz": 4}
    folder = copies(tmp_path / "cmu", moves, names)
    (folder / "cmu-mocap-index-text.txt").write_text(INDEX, encoding="utf-8")
    result = import_folder(IntoLibrary(local_library), str(folder))
    assert (result.layout, result.counts) == ("CMU", {ADDED: 4})
    by_title = {motion.title: motion for motion in local_library.find().motions}
    assert set(by_title) == {"02_01 walk", "02_02 walk slowly backwards", "02_03", "143_01 Run Left"}
    backwards = by_title["02_02 walk slowly backwards"]
    assert backwards.categories == ("direction/backward", "locomotion/bipedal/walk", "speed/slow")
    assert (backwards.subject, backwards.licence) == ("CMU 02", "free for all uses")
    assert local_library.projects()[0].institution == "Carnegie Mellon University"
    assert local_library.find(Query(categories=("locomotion/bipedal/run",))).count == 1


def test_an_index_as_a_table_is_read_as_well() -> None:
    motions, _ = read_index('motion,description\n02_01,"walk, then run"\n02_02.bvh,jump\n')
    assert motions == {(2, 1): "walk, then run", (2, 2): "jump"}


def test_kit_motion_language_files_are_one_motion_each(
    local_library: Library, tmp_path: Path, moves: Moves
) -> None:
    folder = copies(tmp_path / "2017-06-22", moves, {"00017_mmm.npz": 1, "00018_mmm.npz": 2})
    for number, said in (("00017", ["A person walks forward slowly.", "Someone walks."]), ("00018", [])):
        (folder / f"{number}_raw.c3d").write_bytes(f"raw {number}".encode())
        (folder / f"{number}_annotations.json").write_text(json.dumps(said), encoding="utf-8")
        meta = {"source": {"institution": {"identifier": "cmu"}}} if number == "00018" else ["odd"]
        (folder / f"{number}_meta.json").write_text(json.dumps(meta), encoding="utf-8")
    result = import_folder(IntoLibrary(local_library), str(folder))
    assert (result.layout, result.counts) == ("KIT Motion-Language", {ADDED: 2})
    second, first = (local_library.get(motion.id) for motion in local_library.find().motions)
    assert first.title == "00017 A person walks forward slowly."
    assert first.categories == ("direction/forward", "locomotion/bipedal/walk", "speed/slow")
    assert [file.kind for file in first.files] == ["human", "other", "other", "other"]
    assert (second.title, second.tags) == ("00018", ("cmu", "kit"))


def test_kit_folders_of_subjects(local_library: Library, tmp_path: Path, moves: Moves) -> None:
    names = {"KIT/3/walking_slow08_poses.npz": 1, "KIT/11/WalkInClockwiseCircle02_poses.npz": 2}
    result = import_folder(IntoLibrary(local_library), str(copies(tmp_path / "amass", moves, names)))
    assert result.layout == "KIT whole-body"
    second, first = local_library.find().motions
    titles = {first.title: first.subject, second.title: second.subject}
    assert titles == {"walking slow 8": "KIT 3", "walk in clockwise circle 2": "KIT 11"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", ()), ("run/jog", ("locomotion/bipedal/run",)), ("swordplay", ("sport/fight",)), ("cat", ())],
)
def test_words_stand_for_descriptions(text: str, expected: tuple[str, ...]) -> None:
    assert categories_of(text) == expected


def test_names_are_read_as_words() -> None:
    assert spaced("WalkInClockwiseCircle") == "walk in clockwise circle"
    assert spaced("bend_left-arm") == "bend left arm"


def test_a_sidecar_comes_along_and_counts_again(local_library: Library, tmp_path: Path) -> None:
    from understudy.capture.sidecar import Sidecar

    path = tmp_path / "points.csv"
    human = move(1)
    rows = ["frame,name,x,y,z"]
    for frame, points in enumerate(human.landmarks[:40]):
        rows += [f"{frame},{name},{x},{y},{z}" for name, (x, y, z) in zip(human.names, points, strict=True)]
    path.write_text("\n".join(rows), encoding="utf-8")
    motion = local_library.add(path, stated=Sidecar(fps=25.0, up="z", unit=1.0))
    assert motion.fps == 25.0
    assert [(file.name, file.kind) for file in motion.files][1] == ("points.capture.toml", "sidecar")
    assert local_library.take(motion.id).human.fps == 25.0


def test_an_import_that_is_killed_goes_on_where_it_was(tmp_path: Path, moves: Moves) -> None:
    folder = copies(tmp_path / "set", moves, {f"{index:03d}.npz": index for index in range(100)})
    place = tmp_path / "library"
    command = [sys.executable, "-c", KILLED, "library", "import", str(folder), "--library", str(place)]
    done = subprocess.run(command, stderr=subprocess.DEVNULL, check=False)
    assert done.returncode == -signal.SIGKILL
    with Library.open(place) as library:
        before = library.find(Query(limit=500)).count
        assert 0 < before < 100
        result = import_folder(IntoLibrary(library), str(folder))
        assert result.before == before, "what was written is not done again"
        assert library.find(Query(limit=500)).count == 100
        with library.database.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
            files = connection.scalar(sa.select(sa.func.count()).select_from(schema.files))
            words = connection.exec_driver_sql("SELECT count(*) FROM motion_words").scalar()
        assert (files, words) == (100, 100)
        assert len(library.blobs.names()) == 100
