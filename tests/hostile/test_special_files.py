"""Pipes and devices in the place of every kind of file: each refused at once, in one sentence."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from understudy.capture import read_capture
from understudy.capture.naming.marker_sets.catalogue import load_marker_set
from understudy.errors import UnderstudyError
from understudy.evaluate.report.pictures import stills_html
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget import find_method
from understudy.retarget.method_options import TrackOptions
from understudy.retarget.option_settings import read_options
from understudy.robots.card_reader import load_card
from understudy.robots.model_compiler import compile_model

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are a matter of Unix")

BODY = "<worldbody><body name='a'><freejoint/><geom size='.1'/></body></worldbody>"
MESH = f"<mujoco><asset><mesh name='m' file='m.stl'/></asset>{BODY}</mujoco>"
TABLE = "time,hip_l_x,hip_l_y,hip_l_z\n0,0,0,0\n"


def beside(name: str, text: str, read: Callable[[Path], object]) -> Callable[[Path], object]:
    """Return what reads an ordinary file beside which the special one lies."""

    def run(special: Path) -> object:
        (special.parent / name).write_text(text, encoding="utf-8")
        return read(special.parent / name)

    return run


OPENINGS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "capture": ("take.bvh", read_capture),
    "marker set": ("set.toml", load_marker_set),
    "card": ("card.toml", load_card),
    "model": ("m.xml", compile_model),
    "include": ("i.xml", beside("m.xml", "<mujoco><include file='i.xml'/></mujoco>", compile_model)),
    "robot's motion": ("a.npz", RobotMotion.load),
    "person's motion": ("a.npz", HumanMotion.load),
    "method": ("m.py", lambda path: find_method(str(path))),
    "options": ("o.toml", lambda path: read_options(path, TrackOptions(), "track")),
    "picture": ("p.png", lambda path: stills_html({"a": path})),
}


@pytest.mark.parametrize("is_linked", [False, True])
@pytest.mark.parametrize("kind", OPENINGS)
def test_it_is_refused_at_once(tmp_path: Path, kind: str, is_linked: bool) -> None:
    name, read = OPENINGS[kind]
    os.mkfifo(tmp_path / "pipe")
    special = tmp_path / name
    if is_linked:
        special.symlink_to("/dev/zero")
    else:
        os.replace(tmp_path / "pipe", special)
    with pytest.raises(UnderstudyError) as raised:
        read(special)
    assert "\n" not in str(raised.value)


def test_a_sidecar_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "take.csv").write_text(TABLE, encoding="utf-8")
    os.mkfifo(tmp_path / "take.capture.toml")
    with pytest.raises(UnderstudyError):
        read_capture(tmp_path / "take.csv")


def test_a_mesh_that_is_a_pipe_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "m.xml").write_text(MESH, encoding="utf-8")
    os.mkfifo(tmp_path / "m.stl")
    assert "m.stl" in compile_model(tmp_path / "m.xml").notes[0]


def test_asking_whether_a_pipe_holds_a_motion_does_not_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.npz")
    assert not HumanMotion.is_saved_in(tmp_path / "a.npz")
    assert not RobotMotion.is_saved_in(tmp_path / "a.npz")
