"""The choice of an OpenGL backend, on any machine, by pretending which ones work."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from understudy.drawing import backend
from understudy.errors import RenderError

Pretend = Callable[..., list[str]]


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """Return a function after which only the named backends work on a Linux machine."""

    def make(*working: str, setting: str | None = None) -> list[str]:
        tried: list[str] = []

        def probe(name: str) -> str | None:
            tried.append(name)
            return None if name in working else f"lib{name} is missing"

        monkeypatch.setattr(backend, "_probe", probe)
        monkeypatch.setattr(backend.sys, "platform", "linux")
        monkeypatch.delenv("MUJOCO_GL", raising=False)
        if setting is not None:
            monkeypatch.setenv("MUJOCO_GL", setting)
        return tried

    return make


@pytest.mark.parametrize(
    ("working", "expected"),
    [(("egl", "osmesa"), "egl"), (("osmesa",), "osmesa"), ((), None)],
)
def test_takes_egl_then_osmesa_then_none(
    pretend: Pretend, working: tuple[str, ...], expected: str | None
) -> None:
    pretend(*working)
    assert backend.rendering_available() == expected


def test_does_not_try_osmesa_where_egl_works(pretend: Pretend) -> None:
    tried = pretend("egl", "osmesa")
    backend.rendering_available()
    assert tried == ["egl"]


@pytest.mark.parametrize("setting", ["osmesa", " OSMesa "])
def test_respects_the_users_setting(pretend: Pretend, setting: str) -> None:
    tried = pretend("egl", "osmesa", setting=setting)
    assert backend.rendering_available() == "osmesa"
    assert tried == ["osmesa"]


def test_does_not_replace_the_users_setting_by_another(pretend: Pretend) -> None:
    pretend("egl", setting="osmesa")
    assert backend.rendering_available() is None


@pytest.mark.parametrize("setting", ["", "on"])
def test_chooses_by_itself_where_the_setting_leaves_it_open(pretend: Pretend, setting: str) -> None:
    pretend("osmesa", setting=setting)
    assert backend.rendering_available() == "osmesa"


def test_switched_off_tries_nothing_and_says_so(pretend: Pretend) -> None:
    tried = pretend("egl", setting="disabled")
    assert backend.rendering_available() is None
    with pytest.raises(RenderError, match="MUJOCO_GL is 'disabled'"):
        backend.create_context(64, 64)
    assert tried == []


def test_names_the_valid_settings(pretend: Pretend) -> None:
    pretend(setting="eggl")
    with pytest.raises(RenderError, match=r"unknown backend 'eggl' \(did you mean 'egl'\?\).*osmesa"):
        backend.rendering_available()


def test_names_the_missing_system_packages(pretend: Pretend) -> None:
    pretend()
    with pytest.raises(RenderError) as caught:
        backend.create_context(64, 64)
    for part in ("libegl1", "libgl1-mesa-dri", "libosmesa6", "libegl is missing", "works without them"):
        assert part in str(caught.value)


def test_reports_why_a_backend_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backend._MODULES, "absent", "no_such_backend")
    assert "no_such_backend" in str(backend._probe("absent"))


def test_a_backend_that_fails_only_in_this_process_is_explained(
    pretend: Pretend, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend("egl")
    monkeypatch.setitem(backend._MODULES, "egl", "no_such_backend")
    with pytest.raises(RenderError, match="not in this process"):
        backend.create_context(64, 64)


def test_importing_the_stage_loads_neither_opengl_nor_pillow() -> None:
    code = "import sys, understudy.view; sys.exit('OpenGL.GL' in sys.modules or 'PIL' in sys.modules)"
    # A backend that the user chose is loaded by MuJoCo itself, so this is tried without one.
    environment = {name: value for name, value in os.environ.items() if name != "MUJOCO_GL"}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
