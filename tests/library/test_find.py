"""Motions are found by every condition, and both databases find the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sqlalchemy as sa

from tests.library.conftest import move
from understudy.library import find as find_module
from understudy.library import neighbours, schema
from understudy.library.describing import Described
from understudy.library.entries import About, Person
from understudy.library.files import insert_file
from understudy.library.library import Library
from understudy.library.place import configure
from understudy.library.query import Query
from understudy.library.refusals import LibraryError, NotInLibraryError
from understudy.library.viewer import ANYBODY, Viewer

Moves = Callable[[int], Path]


@pytest.fixture(scope="module")
def filled(
    database: Callable[[], str], moves: Moves, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("filled") / "library"
    configure(folder, database())
    with Library.open(folder) as library:
        fill(library, moves)
        yield library


def fill(library: Library, moves: Moves) -> None:
    library.add(
        moves(1),
        About("Café walk", "slowly, uphill", "Gaits", "S01", ("locomotion/bipedal/walk/forward",), ("real",)),
    )
    library.add(
        moves(2), About("Walking fast", "", "Gaits", "S02", ("locomotion/bipedal/walk",), objects=("cup",))
    )
    library.add(
        moves(3), About("Waltz", "with a cup", "Dances", "S01", ("dance/waltz", "speed/slow"), ("Real",))
    )
    library.add(moves(4), About("Walkways", access="lab"))


def titles(library: Library, **asked: Any) -> set[str]:
    return {motion.title for motion in library.find(Query(**asked)).motions}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, {"Café walk", "Walking fast", "Waltz", "Walkways"}),
        ({"text": "WALK"}, {"Café walk", "Walking fast", "Walkways"}),
        ({"text": "walk gaits"}, {"Café walk", "Walking fast"}),
        ({"text": "cafe"}, {"Café walk"}),
        ({"text": "cup"}, {"Walking fast", "Waltz"}),
        ({"text": "\"walk' & ! : * ( OR"}, set()),
        ({"text": "& ! : * ("}, {"Café walk", "Walking fast", "Waltz", "Walkways"}),
        ({"text": "alk"}, set()),
        ({"categories": ("locomotion",)}, {"Café walk", "Walking fast"}),
        ({"categories": ("locomotion/bipedal/walk/forward",)}, {"Café walk"}),
        ({"categories": ("dance", "speed/slow")}, {"Waltz"}),
        ({"categories": ("no/such",)}, set()),
        ({"project": "Gaits"}, {"Café walk", "Walking fast"}),
        ({"subject": "S01"}, {"Café walk", "Waltz"}),
        ({"subject": "S01", "project": "Dances"}, {"Waltz"}),
        ({"object": "cup"}, {"Walking fast"}),
        ({"tag": "REAL"}, {"Café walk", "Waltz"}),
        ({"kind": "human", "tag": "real"}, {"Café walk", "Waltz"}),
        ({"kind": "robot"}, set()),
        ({"longest": 0.1}, set()),
    ],
)
def test_each_condition_holds(filled: Library, asked: dict[str, object], expected: set[str]) -> None:
    assert titles(filled, **asked) == expected


def test_lengths_are_compared(filled: Library) -> None:
    motions = filled.find().motions
    middle = sorted(motion.seconds or 0.0 for motion in motions)[1]
    longer = titles(filled, shortest=middle)
    assert longer == {motion.title for motion in motions if (motion.seconds or 0.0) >= middle}
    assert 0 < len(longer) < len(motions)


def test_performances_are_found_by_robot_and_figures(filled: Library) -> None:
    first, second, *_ = filled.find().motions
    with filled.database.writing() as connection:
        for motion, robot, p99 in ((first, "nao", 9.0), (second, "nao", 20.0), (second, "g1", 3.0)):
            found = Described("robot", robot=robot, method="track", figures={"p99": p99, "sliding": 1.0})
            content = (motion.files or filled.get(motion.id).files)[0]
            insert_file(connection, motion.id, "made.npz", (content.sha256, content.size), found)
    assert titles(filled, robot="nao") == {first.title, second.title}
    assert titles(filled, robot="nao", figures="p99<15,sliding<5") == {first.title}
    assert titles(filled, figures="p99<=3") == {second.title}
    assert titles(filled, robot="g1", figures="p99>3") == set()
    assert titles(filled, robot="h1") == set()


@pytest.mark.parametrize(
    "asked",
    [
        {"figures": "p98<1"},
        {"figures": "p99"},
        {"kind": "cat"},
        {"limit": 0},
        {"limit": 501},
        {"before": 0},
        {"before": 2**40},
        {"shortest": float("nan")},
        {"categories": ("a/../b",)},
    ],
)
def test_what_cannot_be_asked_is_said(asked: dict[str, Any]) -> None:
    with pytest.raises(LibraryError):
        Query(**asked)


def test_pages_follow_each_other_without_gap_or_overlap(filled: Library) -> None:
    seen: list[int] = []
    before = None
    while True:
        page = filled.find(Query(limit=2, before=before))
        assert page.count == 4
        seen += [motion.id for motion in page.motions]
        if page.next is None:
            break
        before = page.next
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == 4


def test_nobody_finds_what_they_may_not_see(library: Library, moves: Moves) -> None:
    fill(library, moves)
    filled = library
    editor = filled.seen_by(Viewer("ed", "editor"))
    private = editor.add(moves(5), About("Mine", access="private"))
    assert titles(filled.seen_by(ANYBODY)) == {"Café walk", "Walking fast", "Waltz"}
    assert titles(filled.seen_by(Viewer("mo", "member"))) == {
        "Café walk",
        "Walking fast",
        "Waltz",
        "Walkways",
    }
    assert "Mine" in titles(editor)
    assert "Mine" in titles(filled.seen_by(Viewer("kay", "keeper")))
    for viewer in (ANYBODY, Viewer("mo", "member"), Viewer("eve", "editor")):
        other = filled.seen_by(viewer)
        for ask in (other.get, other.similar):
            with pytest.raises(NotInLibraryError):
                ask(private.id)
        assert all(each.motion.id != private.id for each in other.similar(moves(5), count=100))
        assert sum(node.count for node in other.tree() if "/" not in node.path) <= 5


def test_similar_motions_are_those_that_look_alike(library: Library, moves: Moves, tmp_path: Path) -> None:
    numbers = {index: library.add(moves(index)).id for index in range(1, 9)}
    for index, number in numbers.items():
        other = tmp_path / f"other_{index}.npz"
        move(index, body=1, seed=5, pace=1.6).mirror().save(other)
        nearest, second, *_ = library.similar(other, count=3)
        assert nearest.motion.id == number and nearest.mirrored
        assert nearest.distance < 0.5 * second.distance
    assert [each.motion.id for each in library.similar(numbers[1], count=2)] != [numbers[1]]
    assert library.similar(moves(1), Query(text="move_002"))[0].motion.id == numbers[2]


def test_the_graph_follows_the_database(new_library: Callable[[str], Library], moves: Moves) -> None:
    library = new_library("library")
    first, second = library.add(moves(1)).id, library.add(moves(2)).id
    assert library.similar(moves(1))[0].motion.id == first
    library.delete(first)
    assert [each.motion.id for each in library.similar(moves(1))] == [second]
    again = library.add(moves(1)).id
    assert library.similar(moves(1))[0].motion.id == again
    library.close()
    reopened = new_library("library")
    third = reopened.add(moves(3)).id
    assert reopened.similar(moves(3))[0].motion.id == third
    assert {each.motion.id for each in reopened.similar(moves(1))} == {second, again, third}


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_graph_is_made_anew(local_library: Library, moves: Moves, damage: bytes | None) -> None:
    own = local_library.add(moves(1)).id
    assert local_library.similar(moves(1))
    local_library.neighbours.save()
    path = local_library.place.folder / "similar.usearch"
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2] if damage is None else damage)
    with Library.open(local_library.place.folder) as reopened:
        assert reopened.similar(moves(1))[0].motion.id == own


def test_descriptors_are_kept_to_three_digits(local_library: Library, moves: Moves) -> None:
    from understudy.library.descriptor.descriptor import SIZE, describe_motion
    from understudy.library.neighbours import unpacked

    own = local_library.add(moves(1)).id
    with local_library.database.reading() as connection:
        table = schema.descriptors
        kept = connection.scalar(sa.select(table.c.vector).where(table.c.motion_id == own))
    vector = describe_motion(move(1))
    assert kept is not None and unpacked(kept).shape == (SIZE,)
    np.testing.assert_allclose(unpacked(kept), vector, atol=1e-3)


@pytest.mark.parametrize("short", [0, 5000])
def test_long_lists_are_found_by_as_short_ones_are(
    filled: Library, short: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_module, "_SHORT_LIST", short)
    assert titles(filled, categories=("locomotion/bipedal",), project="Gaits") == {
        "Café walk",
        "Walking fast",
    }
    assert titles(filled, tag="real", text="wal") == {"Café walk", "Waltz"}
    assert titles(filled, object="cup", categories=("locomotion",)) == {"Walking fast"}
    assert titles(filled, tag="real", object="cup") == set()


def test_every_page_has_the_count_of_all(filled: Library) -> None:
    first = filled.find(Query(limit=3))
    assert (len(first.motions), first.count) == (3, 4) and first.next is not None
    last = filled.find(Query(limit=3, before=first.next))
    assert (len(last.motions), last.count, last.next) == (1, 4, None)
    assert filled.find(Query(limit=4)).next is None


def test_counts_of_the_tree_leave_out_what_one_may_not_see(library: Library, moves: Moves) -> None:
    for number, access in ((1, "open"), (2, "lab"), (3, "private")):
        library.add(moves(number), About(categories=("dance/waltz",), access=access))
    counts = {
        name: {node.path: node.count for node in library.seen_by(viewer).tree("dance")}
        for name, viewer in (
            ("anybody", ANYBODY),
            ("member", Viewer("mo", "member")),
            ("keeper", Viewer("kim", "keeper")),
        )
    }
    assert counts == {
        "anybody": {"dance": 1, "dance/waltz": 1},
        "member": {"dance": 2, "dance/waltz": 2},
        "keeper": {"dance": 3, "dance/waltz": 3},
    }


def test_names_are_those_that_one_may_know_of(library: Library, moves: Moves) -> None:
    library.add(moves(1), About(project="B", subject="S2", objects=("cup",)))
    library.add(moves(2), About(project="A", subject="S1"))
    library.save_subject(Person("S2", consent="withdrawn"))
    assert library.names(10) == {"projects": ["A", "B"], "subjects": ["S1", "S2"], "objects": ["cup"]}
    assert library.seen_by(ANYBODY).names(10)["subjects"] == ["S1"]
    assert library.names(1)["projects"] == ["A"]


def test_a_server_compares_many_new_motions_while_others_are_answered(
    local_library: Library, moves: Moves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "_MANY", 1)
    monkeypatch.setattr(neighbours, "_PART", 1)
    first = local_library.add(moves(1))
    local_library.neighbours.follow(local_library.database.reading)
    for number in range(2, 6):
        local_library.add(moves(number))
    end = time.monotonic() + 60.0
    while local_library.neighbours.is_behind or len(local_library.similar(first.id)) < 4:
        assert time.monotonic() < end
        time.sleep(0.01)
    near = local_library.similar(local_library.find().motions[0].id)
    assert {each.motion.id for each in near} == {1, 2, 3, 4}
