"""A stranger's model is compiled in a process of its own, whose end is one sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from understudy import cache
from understudy.errors import RobotError
from understudy.robots import compiling, requested_model
from understudy.robots.card import Card, EyeSpec
from understudy.robots.catalogue import find_card
from understudy.robots.compiling import compile_in_child
from understudy.robots.compiling_here import compile_watched
from understudy.robots.compiling_limits import MEMORY_VARIABLE, SECONDS_VARIABLE, CompilingLimits
from understudy.robots.model_binary import as_binary
from understudy.robots.model_file import read_model
from understudy.robots.model_request import ModelRequest

TIP = "<body name='tip'><joint/><geom size='0.1'/></body>"
BODY = f"<body name='root'><freejoint/><geom size='0.1'/>{TIP}</body>"
MODEL = f"<mujoco><worldbody>{BODY}</worldbody></mujoco>"
LITTLE = CompilingLimits(memory=200.0, seconds=30.0)

MEMORY = "<mujoco><asset>{}</asset><worldbody>" + BODY + "</worldbody></mujoco>"
TEXTURES = "".join(
    f"<texture name='t{i}' type='2d' builtin='flat' width='4000' height='2000'/>" for i in range(4)
)


def written(folder: Path, text: str = MODEL) -> ModelRequest:
    (folder / "m.xml").write_text(text, encoding="utf-8")
    return ModelRequest(folder / "m.xml")


def test_the_child_compiles_what_this_process_would(tmp_path: Path) -> None:
    eye = EyeSpec(body="tip", point=(0.1, 0.0, 0.0), fov=60.0)
    card = Card("r", "R", "made up", tmp_path, "m.xml", eyes={"l": eye}, excluded=(("root", "tip"),))
    (tmp_path / "m.xml").write_text(MODEL, encoding="utf-8")
    request = ModelRequest.of_card(card, tmp_path / "m.xml", ())
    (far, far_files), (near, near_files) = compile_in_child(request), compile_watched(request)
    assert as_binary(far) == as_binary(near)
    assert far.model.ncam == 1
    assert (far.base, far.notes, far.locked, far_files) == (near.base, near.notes, near.locked, near_files)
    assert far.surface is not None
    assert near.surface is not None
    np.testing.assert_array_equal(far.surface[0].centres, near.surface[0].centres)


def test_a_request_travels_whole(tmp_path: Path) -> None:
    request = ModelRequest(
        tmp_path / "m.xml",
        name="r",
        base="fixed",
        package_folders=(tmp_path,),
        lock=("a*",),
        home={"a": 0.5},
        eyes={"l": EyeSpec(body="b", point=(1.0, 2.0, 3.0))},
        excluded=(("a", "b"),),
    )
    assert ModelRequest.from_json(request.to_json()) == request


def test_a_bad_model_gives_the_sentence_that_it_always_gave(tmp_path: Path) -> None:
    request = written(tmp_path, "<mujoco><worldbody/></mujoco>")
    with pytest.raises(RobotError, match=r"m\.xml: does not compile: the model has no bodies"):
        compile_in_child(request)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound a process's memory")
def test_memory_ends_the_child_alone(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match="200 MiB") as raised:
        compile_in_child(written(tmp_path, MEMORY.format(TEXTURES)), LITTLE)
    assert "m.xml" in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import os; os.abort()", "MuJoCo crashes on it, or needs over 200 MiB to compile it (SIGABRT)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "(SIGSEGV)"),
        ("import sys; sys.exit(3)", "(exit code 3)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", "it takes over 30 s to compile"),
        ("pass", "200 MiB"),
    ],
)
def test_whatever_ends_the_child_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, expected: str
) -> None:
    monkeypatch.setattr(compiling, "_START", code)
    with pytest.raises(RobotError) as raised:
        compile_in_child(written(tmp_path), LITTLE)
    assert expected in str(raised.value)
    assert str(raised.value).startswith(str(tmp_path / "m.xml"))


def test_a_child_that_does_not_end_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_START", "import time; time.sleep(600)")
    with pytest.raises(RobotError, match=r"it takes over 0\.01 s"):
        compile_in_child(written(tmp_path), CompilingLimits(200.0, 0.01))


def test_a_fault_of_ours_is_one_sentence_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = compiling._START.replace(
        "; main()", "; import understudy.robots.compiling_here as h; h.compile_watched = None; main()"
    )
    monkeypatch.setattr(compiling, "_START", broken)
    with pytest.raises(RobotError, match=r"it cannot be compiled \(TypeError"):
        compile_in_child(written(tmp_path))


def test_the_child_has_no_network_and_starts_no_process() -> None:
    code = (
        "import sys, socket, os\n"
        "from understudy.robots.compiling_child import _refuse\n"
        "sys.addaudithook(_refuse)\n"
        "for forbidden in (lambda: socket.socket(), lambda: os.system('true'), lambda: os.fork()):\n"
        "    try:\n        forbidden()\n"
        "    except PermissionError:\n        continue\n"
        "    sys.exit(1)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_modules_in_the_folder_where_it_is_started_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People run commands where they unpacked what they downloaded."""
    (tmp_path / "json.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    assert compile_in_child(written(tmp_path))[0].model.nbody == 3


def test_limits_are_stated_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MEMORY_VARIABLE, "2048")
    monkeypatch.setenv(SECONDS_VARIABLE, "1.5")
    assert CompilingLimits.stated() == CompilingLimits(2048.0, 1.5)
    monkeypatch.setenv(SECONDS_VARIABLE, "soon")
    with pytest.raises(RobotError, match=f"{SECONDS_VARIABLE} is 'soon', expected a number over 0"):
        CompilingLimits.stated()


def test_a_file_is_compiled_in_a_child_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    started: list[ModelRequest] = []

    def counted(request: ModelRequest) -> object:
        started.append(request)
        return compile_watched(request)

    monkeypatch.setattr(compiling, "compile_in_child", counted)
    request = written(tmp_path)
    for base in ("free", "free", "fixed"):
        requested_model.read_requested(ModelRequest(request.path, base=base))
    assert len(started) == 1
    written(tmp_path, MODEL.replace("0.1", "0.2"))
    requested_model.read_requested(ModelRequest(request.path, base="fixed"))
    assert len(started) == 2


def test_robots_of_the_catalogue_need_no_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    monkeypatch.setattr(compiling, "compile_in_child", None)
    assert read_model(find_card("nao")).model.nbody > 1
