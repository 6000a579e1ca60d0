"""The studio without a browser: drop, correct, cut, choose, compare, and the same as a command line."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import understudy
from understudy.errors import OptionError, UnderstudyError
from understudy.studio.edits import Edits, read_edited, shaped
from understudy.studio.saving import MOTION, kinds, save
from understudy.studio.session import Session, State
from understudy.studio.variant import Variant, command_line
from understudy.takes import read_take

WALK = Path(understudy.__file__).parent / "data" / "walk.bvh"
FRAMES, FPS = 240, 60.0
PATIENCE = 300.0
"""How long anything may take on a busy machine [s]."""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = Session()
    yield made
    made.close()


def settled(session: Session) -> None:
    assert session.settle(PATIENCE)


def test_a_day_in_the_studio(session: Session, tmp_path: Path) -> None:
    session.drop("../walk.bvh", WALK.read_bytes())
    settled(session)
    state = session.state
    assert state.problem == "" and state.busy == ""
    assert state.read is not None and state.read.human.frame_count == FRAMES
    first = session.result("A")
    assert first.evaluation is not None and first.motion.frame_count == FRAMES
    assert session.command("A") == "understudy retarget walk.bvh --robot g1"

    session.state_fact("fps", 30.0)
    settled(session)
    assert session.result("A").motion.fps == 30.0
    assert "--fps 30" in session.command("A")

    session.edit(start=1.0, stop=2.0, mirror=True)
    settled(session)
    assert session.result("A").motion.frame_count == 30
    assert session.command("A").endswith("--cut 1 2 --mirror")

    session.compare(True)
    session.set_option("B", "travel", "5")
    settled(session)
    assert session.result("B").variant.options != session.result("A").variant.options
    assert "--set travel=5" in session.command("B")

    session.set_option("B", "travel", "-5")
    assert "expected a number from 0" in session.state.problem
    session.choose_method("B", "no-method")
    assert "no-method" in session.state.problem
    session.choose_robot("B", "../../secret/card.toml")
    settled(session)
    assert "unknown robot" in session.state.problem
    session.compare(False)
    assert set(session.state.variants) == set(session.state.results) == {"A"}

    written = save(session.result("A"), MOTION, "../walk", tmp_path)
    assert written.parent == tmp_path and understudy.RobotMotion.is_saved_in(written)
    with pytest.raises(OptionError, match="kind of file"):
        save(session.result("A"), "../../x", "walk", tmp_path)
    assert "tracking" in kinds()


def test_a_broken_capture_is_told_by_its_name_and_what_was_open_stays(session: Session) -> None:
    before = session.state.read
    session.drop("broken.bvh", WALK.read_bytes()[:3000])
    settled(session)
    assert "broken.bvh" in session.state.problem
    assert str(session.shelf.folder) not in session.state.problem
    assert session.state.read is before
    session.drop("nothing.xyz", b"\x00\x01")
    settled(session)
    assert "nothing.xyz" in session.state.problem


def test_edits_that_follow_each_other_at_once_all_count(session: Session) -> None:
    session.open_capture(WALK)
    session.state_fact("fps", 30.0)
    session.edit(mirror=True)
    session.clean("floor", False)
    settled(session)
    edits = session.state.edits
    assert edits.stated.fps == 30.0 and edits.mirror and not edits.cleaning.floor
    session.open_capture(WALK.with_name("absent.bvh"))
    settled(session)
    assert session.state.problem and session.state.path == WALK and session.state.edits is edits
    session.edit(mirror=False)
    settled(session)
    assert session.state.problem == "" and session.state.edits.stated.fps == 30.0
    assert session.result("A").motion.fps == 30.0


def test_the_newest_state_is_told_last_whichever_thread_changed_it() -> None:
    session, told = Session(), []
    begun, changed = threading.Event(), threading.Event()

    def listen(state: State) -> None:
        if state.busy == "first":
            begun.set()
            assert changed.wait(PATIENCE)
        told.append(state.busy)

    session.on_change(listen)
    thread = threading.Thread(target=lambda: session.tell("", "first"))
    thread.start()
    assert begun.wait(PATIENCE)
    session.tell("", "second")
    changed.set()
    thread.join(PATIENCE)
    session.close()
    assert told == ["first", "second"]


def test_an_edit_while_a_capture_is_opened_builds_on_what_was_stated(session: Session) -> None:
    """Who listens is told that it was read, and edits at once, before the next work begins."""
    stated: list[float | None] = []

    def edit_at_once(state: State) -> None:
        if state.edits.stated.fps == 50.0 and not state.edits.mirror:
            session.edit(mirror=True)
        if state.edits.mirror:
            stated.append(state.edits.stated.fps)

    session.open_capture(WALK)
    settled(session)
    session.on_change(edit_at_once)
    session.state_fact("fps", 50.0)
    settled(session)
    session._listeners.remove(edit_at_once)
    assert stated and set(stated) == {50.0}


def test_edits_do_what_they_say() -> None:
    whole = read_edited(WALK, Edits())
    assert shaped(whole, Edits()) is whole
    plain = read_take(WALK)
    assert (whole.human.landmarks == plain.human.landmarks).all()
    swapped = read_edited(WALK, Edits(swap_sides=True)).human
    assert (swapped.landmark("knee_l")[0] == whole.human.landmark("knee_r")[0]).all()
    with pytest.raises(OptionError, match="has no frame"):
        shaped(whole, Edits(start=3.0, stop=2.0))
    with pytest.raises(UnderstudyError):
        read_edited(WALK.with_name("absent.bvh"), Edits())


def test_a_command_line_quotes_what_a_shell_would_read() -> None:
    edits = Edits(swap_sides=True, start=0.5)
    told = command_line(Path("/somewhere/my walk; rm.bvh"), edits, Variant("h1"))
    assert told == "understudy retarget 'my walk; rm.bvh' --robot h1 --cut 0.5 end --swap-sides"
