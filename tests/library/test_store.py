"""Motions are kept with everything that is known of them, on either database alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from understudy.errors import UnderstudyError
from understudy.library import schema
from understudy.library.entries import About, Institution, Person, Project, Thing
from understudy.library.library import Library
from understudy.library.query import Query
from understudy.library.refusals import DuplicateError, LibraryError, NotAllowedError, NotInLibraryError
from understudy.library.shelf import LARGEST_FILE, require_size
from understudy.library.viewer import ANYBODY, Viewer

Moves = Callable[[int], Path]
WALK = "locomotion/bipedal/walk/forward"
ABOUT = About(
    title="A walk",
    description="Slow, über Stock und Stein",
    project="Gaits",
    subject="S01",
    categories=(WALK, "speed/slow"),
    tags=("Treadmill", "barefoot"),
    objects=("rail",),
    licence="CC-BY-4.0",
)


def test_a_motion_comes_back_with_all_that_was_said_of_it(library: Library, moves: Moves) -> None:
    added = library.add(moves(1), ABOUT)
    found = library.get(added.id)
    assert found == added
    assert (found.title, found.project, found.subject, found.licence) == (
        "A walk",
        "Gaits",
        "S01",
        "CC-BY-4.0",
    )
    assert found.categories == (WALK, "speed/slow")
    assert found.tags == ("barefoot", "treadmill")
    assert found.objects == ("rail",)
    assert found.kind == "human" and found.frames and found.seconds == found.frames / (found.fps or 0)
    assert [file.name for file in found.files] == ["move_001.npz"]
    name, content = library.read(found.id, found.files[0].id)
    assert (name, content) == ("move_001.npz", moves(1).read_bytes())


def test_what_is_not_said_is_left_open(library: Library, moves: Moves) -> None:
    found = library.add(moves(2))
    assert found.title == "move_002"
    assert (found.project, found.subject, found.categories, found.access) == ("", "", (), "open")


def test_the_same_file_is_refused_and_named(library: Library, moves: Moves) -> None:
    first = library.add(moves(1))
    with pytest.raises(DuplicateError, match=f"as motion {first.id}") as refused:
        library.add(moves(1), About(title="again"))
    assert refused.value.motion_id == first.id
    assert library.find().count == 1


def test_a_file_that_cannot_be_read_leaves_nothing_behind(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "broken.bvh"
    path.write_text("HIERARCHY\nROOT", encoding="utf-8")
    with pytest.raises(UnderstudyError, match="broken.bvh, line") as refused:
        library.add(path)
    assert "understudy-" not in str(refused.value)
    assert library.find().count == 0


@pytest.mark.parametrize(
    ("about", "problem"),
    [
        (About(title="\x07"), "title"),
        (About(title="x" * 201), "title"),
        (About(categories=("a//b",)), "category"),
        (About(categories=("../up",)), "category"),
        (About(access="nobody"), "unknown access"),
        (About(tags=tuple(f"t{i}" for i in range(101))), "at most 100"),
        (About(description="a\x00b"), "control"),
        (About(subject="\ud800"), "subject"),
    ],
)
def test_what_is_not_valid_is_said(local_library: Library, moves: Moves, about: About, problem: str) -> None:
    with pytest.raises(LibraryError, match=problem):
        local_library.add(moves(1), about)
    assert local_library.find().count == 0


def test_files_in_any_number_belong_to_a_motion(library: Library, moves: Moves) -> None:
    motion = library.add(moves(1))
    notes = library.attach(motion.id, "../../notes.txt", b"looks good")
    twin = library.attach(motion.id, "notes.txt", b"other")
    other = library.attach(motion.id, "again.npz", moves(2).read_bytes())
    assert (notes.name, notes.kind, twin.name, other.kind) == ("notes.txt", "other", "notes-2.txt", "human")
    assert library.read(motion.id, notes.id) == ("notes.txt", b"looks good")
    assert len(library.get(motion.id).files) == 4


def test_the_same_content_is_kept_once(local_library: Library, moves: Moves) -> None:
    motion = local_library.add(moves(1))
    local_library.attach(motion.id, "copy.npz", moves(1).read_bytes())
    assert len(local_library.blobs.names()) == 1


def test_deleted_contents_are_swept_and_others_stay(library: Library, moves: Moves) -> None:
    gone, kept = library.add(moves(1)), library.add(moves(2))
    library.save_object(Thing("cup"), ("cup.stl", b"solid"))
    library.attach(kept.id, "copy.npz", moves(1).read_bytes())
    library.delete(gone.id)
    assert library.sweep() == 0
    library.delete(kept.id)
    assert library.sweep() == 2
    assert len(library.blobs.names()) == 1
    assert library.object_model("cup") == ("cup.stl", b"solid")
    again = library.add(moves(1))
    assert library.read(again.id, again.files[0].id)[1] == moves(1).read_bytes()


def test_a_damaged_file_is_told(local_library: Library, moves: Moves) -> None:
    motion = local_library.add(moves(1))
    sha256 = motion.files[0].sha256
    path = Path(local_library.place.files, sha256[:2], sha256)
    path.write_bytes(b"x" + path.read_bytes()[1:])
    with pytest.raises(LibraryError, match="damaged"):
        local_library.read(motion.id, motion.files[0].id)


def test_a_motion_is_changed_and_deleted(library: Library, moves: Moves) -> None:
    motion = library.add(moves(1), ABOUT)
    changed = library.change(motion.id, replace(ABOUT, title="A run", categories=("sport",), tags=()))
    assert (changed.title, changed.categories, changed.tags) == ("A run", ("sport",), ())
    assert library.find(Query(text="walk")).count == 0
    assert library.find(Query(text="run")).count == 1
    library.delete(motion.id)
    with pytest.raises(NotInLibraryError, match=f"no motion {motion.id}"):
        library.get(motion.id)
    assert library.find(Query(text="run")).count == 0
    assert library.add(moves(1)).id > motion.id, "a number is never given twice"


def test_comments_are_kept_and_found(library: Library, moves: Moves) -> None:
    motion = library.add(moves(1))
    library.comment(motion.id, "the left marker slips")
    assert [comment.text for comment in library.get(motion.id).comments] == ["the left marker slips"]
    assert library.find(Query(text="marker slip")).count == 1


def test_the_tree_is_extended_and_counts_subtrees(library: Library, moves: Moves) -> None:
    library.add(moves(1), About(categories=("dance/waltz/slow",)))
    library.add(moves(2), About(categories=("Dance/Waltz", "dance/tango")))
    library.add_category("dance/samba", "from Brazil")
    counts = {node.path: node.count for node in library.tree("dance")}
    assert counts == {"dance": 2, "dance/samba": 0, "dance/tango": 1, "dance/waltz": 2, "dance/waltz/slow": 1}
    assert "locomotion/bipedal/walk/forward" in {node.path for node in library.tree()}


def test_projects_institutions_and_objects_are_described(library: Library, moves: Moves) -> None:
    library.save_institution(Institution("KIT", "https://kit.edu"))
    library.save_project(Project("Gaits", "KIT", "walks of all kinds", "CC0"))
    library.save_object(Thing("cup", "of tea", {"mass": 0.3}), ("cup.stl", b"solid cup"))
    assert library.institutions() == [Institution("KIT", "https://kit.edu")]
    assert library.projects() == [Project("Gaits", "KIT", "walks of all kinds", "CC0")]
    assert library.objects()[0].attributes == {"mass": 0.3}
    assert library.object_model("cup") == ("cup.stl", b"solid cup")
    assert library.add(moves(1), About(project="Gaits")).licence == "CC0"


def test_a_subject_is_known_by_a_code_and_in_person_only_to_keepers(library: Library) -> None:
    personal = {"name": "Jo Doe", "born": "1990-05-17", "sex": "female"}
    library.save_subject(Person("S01", 1.71, 62.0, {"thigh": 0.42}, personal=personal))
    seen = library.seen_by(Viewer("ed", "editor")).subject("S01")
    assert (seen.height, seen.mass, seen.lengths, seen.personal) == (1.71, 62.0, {"thigh": 0.42}, None)
    kept = library.seen_by(Viewer("kay", "keeper")).subject("S01").personal
    assert kept is not None and kept["name"] == "Jo Doe"
    with pytest.raises(NotAllowedError, match="role 'keeper'"):
        library.seen_by(Viewer("ed", "editor")).save_subject(Person("S01"))


@pytest.mark.parametrize(
    "person",
    [
        Person("S", height=17.1),
        Person("S", mass=float("nan")),
        Person("S", consent="maybe"),
        Person("S", personal={"born": "long ago"}),
        Person("S", personal={"shoe": "44"}),
    ],
)
def test_a_subject_that_cannot_be_is_refused(local_library: Library, person: Person) -> None:
    with pytest.raises(LibraryError):
        local_library.save_subject(person)


def test_withdrawn_consent_hides_all_motions_at_once(library: Library, moves: Moves) -> None:
    motion = library.add(moves(1), About(subject="S01"))
    anybody, owner = library.seen_by(ANYBODY), library.seen_by(Viewer(motion.owner, "editor"))
    assert anybody.get(motion.id).access == "open"
    library.save_subject(Person("S01", consent="lab"))
    with pytest.raises(NotInLibraryError):
        anybody.get(motion.id)
    assert library.seen_by(Viewer("mo", "member")).get(motion.id).access == "lab"
    library.save_subject(Person("S01", consent="withdrawn"))
    with pytest.raises(NotInLibraryError):
        owner.get(motion.id)
    assert library.get(motion.id).access == "withdrawn"
    library.save_subject(Person("S01", consent="open"))
    assert anybody.get(motion.id).access == "open"


def test_what_came_from_what_is_kept_with_its_options(library: Library, tmp_path: Path, moves: Moves) -> None:
    from understudy.motion import HumanMotion, Provenance

    source = library.add(moves(1))
    human = HumanMotion.load(moves(1))
    history = Provenance("move_001.npz", source.files[0].sha256).then("cut", start=0.5)
    derived = tmp_path / "cut.npz"
    replace(human.section(5, 40), provenance=history).save(derived)
    motion = library.add(derived)
    (origin,) = motion.origins
    assert (origin.file, origin.origin) == (motion.files[0].id, source.files[0].id)
    assert origin.steps == ({"stage": "cut", "options": {"start": 0.5}},)
    assert library.get(source.id).origins == motion.origins


def test_every_change_is_logged_with_who_made_it(library: Library, moves: Moves) -> None:
    editor = library.seen_by(Viewer("ed", "editor"))
    motion = editor.add(moves(1))
    editor.delete(motion.id)
    entries = [(entry.who, entry.action, entry.target) for entry in library.audit_log()]
    assert entries == [("ed", "delete", f"motion/{motion.id}"), ("ed", "add", f"motion/{motion.id}")]


def test_an_error_midway_changes_nothing(library: Library, moves: Moves) -> None:
    with pytest.raises(RuntimeError), library.database.writing() as connection:
        connection.execute(sa.insert(schema.projects).values(name="half"))
        raise RuntimeError
    assert library.projects() == []


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(LibraryError, match="at most"):
        require_size("x", LARGEST_FILE + 1)


def test_files_may_lie_at_any_place_that_fsspec_knows(tmp_path: Path, moves: Moves) -> None:
    pytest.importorskip("fsspec")
    from understudy.library.place import configure

    configure(tmp_path / "lab", files="memory://motions")
    with Library.open(tmp_path / "lab") as library:
        motion = library.add(moves(1))
        assert library.read(motion.id, motion.files[0].id)[1] == moves(1).read_bytes()
    assert not (tmp_path / "lab" / "files").exists()
