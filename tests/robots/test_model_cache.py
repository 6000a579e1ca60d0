"""A model is compiled once, and again whenever anything that it is made of has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy import cache
from understudy.errors import RobotError
from understudy.robots import compiling, compiling_here, requested_model
from understudy.robots.card import Card
from understudy.robots.catalogue import find_card
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_cache import KIND
from understudy.robots.model_file import read_model
from understudy.robots.model_request import ModelRequest
from understudy.robots.robot import Robot
from understudy.robots.stl_writer import write_stl

CORNERS = 0.1 * np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
MODEL = """
<mujoco>
  <include file="assets.xml"/>
  <worldbody><body name="base"><freejoint/><geom type="mesh" mesh="stone" mass="2"/></body></worldbody>
</mujoco>
"""
ASSETS = '<mujoco><asset><mesh name="stone" file="stone.stl"/></asset></mujoco>'


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Card:
    """Return a card whose model has a mesh and an included file; every model is kept, in its own folder."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(requested_model, "_WORTH_KEEPING", 0.0)
    folder = tmp_path / "robot"
    folder.mkdir()
    (folder / "model.xml").write_text(MODEL, encoding="utf-8")
    (folder / "assets.xml").write_text(ASSETS, encoding="utf-8")
    write_stl(folder / "stone.stl", CORNERS, FACES)
    return Card("stone", "Stone", "made up", folder, "model.xml")


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return a list that grows by every model that is compiled."""
    compiled: list[Path] = []
    compile_model = compiling_here.compile_model

    def counted(path: Path, *arguments: object, **options: object) -> LoadedModel:
        compiled.append(path)
        return compile_model(path, *arguments, **options)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(compiling_here, "compile_model", counted)
    # In this process, where they can be counted.
    monkeypatch.setattr(
        compiling, "compile_in_child", lambda request: compiling_here.compile_watched(request)
    )
    return compiled


def entries(suffix: str = "") -> list[Path]:
    (folder,) = cache.cache_folders(KIND)
    return sorted(folder.glob(f"*{suffix}"))


def assert_same(one: mujoco.MjModel, other: mujoco.MjModel) -> None:
    """Assert that two models agree in everything that they hold."""
    sizes = [mujoco.mj_sizeModel(model) for model in (one, other)]
    buffers = [np.zeros(size, dtype=np.uint8) for size in sizes]
    for model, buffer in zip((one, other), buffers, strict=True):
        mujoco.mj_saveModel(model, None, buffer)
    assert buffers[0].tobytes() == buffers[1].tobytes()


def test_a_later_run_loads_what_the_first_compiled(card: Card, compilations: list[Path]) -> None:
    first, second = read_model(card), read_model(card)
    assert len(compilations) == 1
    assert_same(first.model, second.model)
    assert (first.base, first.velocity, first.locked, first.notes) == (
        second.base,
        second.velocity,
        second.locked,
        second.notes,
    )
    assert first.surface is not None
    assert second.surface is not None
    for one, other in zip(first.surface, second.surface, strict=True):
        assert one.body == other.body
        np.testing.assert_array_equal(one.centres, other.centres)
        np.testing.assert_array_equal(one.radii, other.radii)


def edit_mesh(card: Card) -> Card:
    write_stl(card.folder / "stone.stl", 1.5 * CORNERS, FACES)
    return card


def edit_model(card: Card) -> Card:
    (card.folder / "model.xml").write_text(MODEL.replace('mass="2"', 'mass="3"'), encoding="utf-8")
    return card


def edit_included_file(card: Card) -> Card:
    scaled = ASSETS.replace("<mesh", '<mesh scale="2 2 2"')
    (card.folder / "assets.xml").write_text(scaled, encoding="utf-8")
    return card


def edit_card(card: Card) -> Card:
    return replace(card, base="fixed")


@pytest.mark.parametrize("edit", [edit_mesh, edit_model, edit_included_file, edit_card])
def test_whatever_changes_the_model_is_noticed(
    card: Card, compilations: list[Path], edit: Callable[[Card], Card]
) -> None:
    before = read_model(card).model
    changed = edit(card)
    after = read_model(changed).model
    assert len(compilations) == 2
    assert (before.nq, before.body_mass[1], *before.geom_rbound) != (
        after.nq,
        after.body_mass[1],
        *after.geom_rbound,
    )
    read_model(changed)
    assert len(compilations) == 2


def test_a_mesh_that_was_missing_is_noticed_when_it_comes(card: Card, compilations: list[Path]) -> None:
    (card.folder / "stone.stl").rename(card.folder / "away.stl")
    (card.folder / "model.xml").write_text(MODEL.replace("<freejoint/>", '<freejoint/><geom size="1"/>'))
    for _ in range(2):
        assert any("stone.stl" in note for note in read_model(card).notes)
    assert len(compilations) == 1
    (card.folder / "away.stl").rename(card.folder / "stone.stl")
    assert read_model(card).notes == ()


def test_a_mesh_that_is_gone_is_noticed(card: Card) -> None:
    read_model(card)
    (card.folder / "stone.stl").unlink()
    (card.folder / "model.xml").unlink()
    with pytest.raises(RobotError, match="does not exist"):
        read_model(card)


def test_another_mujoco_compiles_its_own(
    card: Card, compilations: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    read_model(card)
    monkeypatch.setattr(mujoco, "mj_versionString", lambda: "of tomorrow")
    read_model(card)
    assert len(compilations) == 2


@pytest.mark.parametrize("suffix", [".mjb", ".json"])
@pytest.mark.parametrize(
    "damage", [lambda content: content[:-10], lambda content: b"", lambda content: b"{}" * 5000]
)
def test_a_damaged_entry_is_made_again(
    card: Card, compilations: list[Path], suffix: str, damage: Callable[[bytes], bytes]
) -> None:
    before = read_model(card).model
    (file,) = entries(suffix)
    file.write_bytes(damage(file.read_bytes()))
    assert_same(before, read_model(card).model)
    assert len(compilations) == 2
    read_model(card)
    assert len(compilations) == 2


@pytest.mark.parametrize("content", [b"[]", b"{}", b'{"files": {"present": {}}, "binary": 3}', b"\xff"])
def test_an_entry_that_makes_no_sense_is_made_again(
    card: Card, compilations: list[Path], content: bytes
) -> None:
    read_model(card)
    (file,) = entries(".json")
    cache.save(KIND, file.name, content, 1 << 30)
    read_model(card)
    assert len(compilations) == 2


def test_a_binary_that_is_gone_is_made_again(card: Card, compilations: list[Path]) -> None:
    read_model(card)
    entries(".mjb")[0].unlink()
    read_model(card)
    assert len(compilations) == 2


def test_a_change_by_the_caller_is_not_kept(card: Card, compilations: list[Path]) -> None:
    def change(spec: mujoco.MjSpec) -> None:
        spec.worldbody.add_geom(name="floor", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1.0, 1.0, 1.0])

    for _ in range(2):
        assert read_model(card, change).model.ngeom == 2
    # Before the first change the model is tried as it is.
    assert len(compilations) == 3
    assert read_model(card).model.ngeom == 1
    assert len(compilations) == 3


def test_a_model_within_the_model_is_watched_as_well(card: Card, compilations: list[Path]) -> None:
    part = '<mujoco><worldbody><body name="part"><geom size="{}"/></body></worldbody></mujoco>'
    (card.folder / "part.xml").write_text(part.format(0.1))
    text = '<mujoco><asset><model name="part" file="part.xml"/></asset>'
    (card.folder / "assets.xml").write_text(ASSETS.replace("<mujoco>", text), encoding="utf-8")
    for _ in range(2):
        read_model(card)
    assert len(compilations) == 1
    (card.folder / "part.xml").write_text(part.format(0.2))
    read_model(card)
    assert len(compilations) == 2


def test_without_a_place_to_keep_models_they_are_compiled_each_time(
    card: Card, compilations: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    for variable in (cache.VARIABLE, "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "file" / "folder"))
    monkeypatch.setattr(cache, "_private_folder", lambda: None)
    for _ in range(2):
        assert read_model(card).model.nmesh == 1
    assert len(compilations) == 2


def test_a_model_of_ours_that_takes_no_time_is_not_kept(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requested_model, "_WORTH_KEEPING", 1e3)
    requested_model.read_requested(ModelRequest(card.folder / "model.xml"), is_ours=True)
    assert entries() == []


def test_several_processes_may_make_the_same_model(card: Card) -> None:
    code = (
        "from pathlib import Path; from understudy.robots import model_file as m;"
        "from understudy.robots.card import Card;"
        f"m.read_model(Card('stone', 'Stone', 'made up', Path({str(card.folder)!r}), 'model.xml'))"
    )
    started = [subprocess.Popen([sys.executable, "-c", code], env=dict(os.environ)) for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]
    assert len(entries(".json")) == 1
    assert not entries(".tmp")


def test_a_robot_is_the_same_from_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    monkeypatch.setattr(requested_model, "_WORTH_KEEPING", 0.0)
    made, kept = (Robot.from_card(find_card("nao")) for _ in range(2))
    assert len(entries(".mjb")) == 1
    assert_same(made.model, kept.model)
    assert made.overlapping == kept.overlapping
    assert len(made.surface) == len(kept.surface)
